"""What a door is: where it stands, who may use it, what it takes and gives."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from pydantic import BaseModel
from starlette.responses import Response

from services.gateway.call import Call
from services.gateway.forms import Form
from shared.contracts.requests.people import Scope

Answer = Callable[[Call], Awaitable[Response]]

KEY, CURSOR, LIMIT, BEFORE = "Idempotency-Key", "Last-Event-ID", "limit", "before"
ENGAGEMENT, FORCE, KIND, STATE = "engagement", "force", "kind", "state"
TEXT, PLACE, FORMAT, AS_OF = "q", "cursor", "format", "as_of"
IN_QUERY = frozenset({LIMIT, BEFORE, ENGAGEMENT, FORCE, KIND, STATE, TEXT, PLACE, FORMAT, AS_OF})
"""The parameters that stand after the question mark."""


@dataclass(frozen=True, slots=True)
class Door:
    """One method at one address. The document at `/openapi.json` is made from these."""

    method: str
    path: str
    answer: Answer
    needs: Scope | None = Scope.PERSON
    """The kind of token; None for a door that is open to strangers."""
    agents: bool = False
    """An agent's token will do, too."""
    form: type[Form] | None = None
    gives: type[BaseModel] | None = None
    status: int = 200
    also: tuple[tuple[int, type[BaseModel]], ...] = ()
    """Other answers that are not problems."""
    streams: bool = False
    """Gives events, if they are asked for with `Accept: text/event-stream`; without `gives`, always."""
    text: str = ""
    """The media type of the text that it gives."""
    most_bytes: int = 0
    """How large a body it takes, if larger ones than the others."""
    parameters: tuple[str, ...] = field(default=())
    refuses: tuple[int, ...] = field(default=())
    """The statuses of its own problems, beside those that every door has."""

    @property
    def in_query(self) -> frozenset[str]:
        """What may stand after the question mark; nobody looks there at a door that has nothing of the kind."""
        return IN_QUERY.intersection(self.parameters)
