"""A chore goes from person to person: who fails it is passed by, and the others are not kept waiting."""

from collections.abc import Awaitable, Callable, Iterable

from shared.queries import Caller
from shared.stage.logs import failure


async def one_by_one(name: str, people: Iterable[Caller], do: Callable[[Caller], Awaitable[None]]) -> None:
    """Each in their turn; what failed is recorded and waits for another beat."""
    for who in people:
        try:
            await do(who)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is of this person and not of the next
            failure("chore_failed", error, name=name)
