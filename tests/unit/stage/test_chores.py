"""A chore's beat outlives every failure of it."""

import asyncio
from contextlib import suppress

import pytest

from shared.bus.chores import repeat_chore

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
