"""Every request that there is, for those who must know all of them: the generated documents and the broker's users."""

from typing import Any

from shared.contracts import work
from shared.contracts.envelope import Request
from shared.contracts.requests import agents, conversations, erasure, notebook, ops, people, recall, transfer, turns

REQUESTS: tuple[type[Request[Any]], ...] = tuple(
    form
    for module in (turns, people, notebook, recall, agents, ops, erasure, transfer, conversations, work)
    for form in vars(module).values()
    if isinstance(form, type) and issubclass(form, Request) and "subject" in vars(form)
)
