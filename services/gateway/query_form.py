"""What a query may ask: the contract itself, read as strictly as everything at a door."""

from typing import ClassVar

from pydantic import ConfigDict

from services.gateway.forms import Asked, Form
from shared.contracts.message import Moment
from shared.contracts.requests.recall import Filters, MemoryQuery


class FiltersForm(Filters, Form):
    """What of memory the question is about."""

    may_be_empty: ClassVar[bool] = True
    says_who: ClassVar[bool] = True


class MemoryQueryForm(MemoryQuery, Form):
    """What is wanted of memory."""

    model_config = ConfigDict(validate_by_name=False)  # at a door it is `return`, and nothing else

    example: ClassVar[str] = '{"query": "what may I eat?", "top_k": 5}'
    says_who: ClassVar[bool] = True
    query: Asked
    filters: FiltersForm = FiltersForm()
    as_of: Moment | None = None
    """Of what was known then; not for agents."""
