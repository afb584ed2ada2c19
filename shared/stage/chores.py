"""Chores: what a process does again and again, each on its own beat."""

import asyncio
from collections.abc import Awaitable, Callable

from shared.stage.logs import failure

Chore = Callable[[], Awaitable[None]]


async def repeat(name: str, chore: Chore, every: float) -> None:
    """Does a chore for ever. One that fails, for whatever reason, is recorded and done again on the next beat."""
    while True:
        await asyncio.sleep(every)
        try:
            await chore()
        except Exception as error:  # noqa: BLE001  # a chore's beat must outlive any fault of it
            failure("chore_failed", error, name=name)
