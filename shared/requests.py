"""Every request that there is, for those who must know all of them: the generated documents and the broker's users."""

from typing import Any

from shared import memory_queries, queries
from shared.queries import Request

REQUESTS: tuple[type[Request[Any]], ...] = tuple(
    form
    for module in (queries, memory_queries)
    for form in vars(module).values()
    if isinstance(form, type) and issubclass(form, Request) and "subject" in vars(form)
)
