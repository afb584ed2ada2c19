"""Every request that there is, for those who must know all of them: the generated documents and the broker's users."""

from typing import Any

from shared import agents, memory_queries, operation_events, proofs, queries, recall_queries, tokens
from shared.queries import Request

REQUESTS: tuple[type[Request[Any]], ...] = tuple(
    form
    for module in (queries, memory_queries, recall_queries, agents, operation_events, proofs, tokens)
    for form in vars(module).values()
    if isinstance(form, type) and issubclass(form, Request) and "subject" in vars(form)
)
