"""Chores: what a process does again and again, each on its own beat."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
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


async def one_by_one(name: str, subjects: Iterable[SubjectT], do: Callable[[SubjectT], Awaitable[None]]) -> None:
    """Does a part of a chore for each in their turn. Who fails it is passed by: it is recorded, and another beat's."""
    for subject in subjects:
        try:
            await do(subject)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is of this one and not of the next
            log_failure("chore_failed", error, name=name)
