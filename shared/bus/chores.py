"""Chores: what a process does again and again, each on its own beat."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeVar

from shared.bus.logs import log_failure

Chore = Callable[[], Awaitable[None]]
SubjectT = TypeVar("SubjectT")


async def repeat_chore(name: str, chore: Chore, every: float) -> None:
    """Does a chore for ever. One that fails, for whatever reason, is recorded and done again on the next beat."""
    while True:
        await asyncio.sleep(every)
        try:
            await chore()
        except Exception as error:  # noqa: BLE001  # a chore's beat must outlive any fault of it
            log_failure("chore_failed", error, name=name)


async def end_chores(chores: Collection["asyncio.Task[None]"]) -> None:
    """Ends them; when this returns, none of them is in the middle of anything."""
    for chore in chores:
        chore.cancel()
    await asyncio.gather(*chores, return_exceptions=True)


async def one_by_one(name: str, subjects: Iterable[SubjectT], do: Callable[[SubjectT], Awaitable[None]]) -> None:
    """Does a part of a chore for each in their turn. Who fails it is passed by: it is recorded, and another beat's."""
    for subject in subjects:
        try:
            await do(subject)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is of this one and not of the next
            log_failure("chore_failed", error, name=name)
