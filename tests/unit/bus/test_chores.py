"""A chore's beat outlives every failure of it."""

import asyncio
from contextlib import suppress

import pytest

from shared.bus.chores import end_chores, repeat_chore

pytestmark = pytest.mark.row("P1")


async def test_a_chore_that_fails_is_done_again_on_the_next_beat() -> None:
    done = 0
    enough = asyncio.Event()

    async def chore() -> None:
        nonlocal done
        done += 1
        if done == 3:
            enough.set()
        raise ValueError

    beating = asyncio.create_task(repeat_chore("a chore", chore, 0.001))
    await enough.wait()
    beating.cancel()
    with suppress(asyncio.CancelledError):
        await beating
    assert done >= 3


async def test_a_chore_that_is_ended_is_in_the_middle_of_nothing_afterwards() -> None:
    let_go_of: list[str] = []
    begun = asyncio.Event()

    async def chore() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # as a transaction that is rolled back
            let_go_of.append("the connection")

    beating = asyncio.create_task(repeat_chore("a chore", chore, 0.001))
    await begun.wait()
    await end_chores([beating])
    assert let_go_of == ["the connection"]
