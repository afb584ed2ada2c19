"""One person's queue is theirs: while much of theirs waits for their lock, others are answered at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg
import pytest

from shared.contracts.requests.people import ChangeMe, GetMe
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("O6")

LOCK = "select pg_advisory_lock(hashtextextended($1, 0))"
WAITING = "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"


@asynccontextmanager
async def held(scene: Scene, person_id: UUID) -> AsyncIterator[None]:
    """Somebody else has the person's lock."""
    holder = await asyncpg.connect(scene.database.admin_url)
    try:
        await holder.execute(LOCK.replace("$1", f"'{person_id}'"))
        yield
    finally:
        await holder.close()


async def test_who_waits_for_themself_holds_nobody_else_up(scene: Scene) -> None:
    await scene.crew.start_all()
    greedy, other = [await new_person(scene.client) for _ in range(2)]
    async with held(scene, greedy.person_id):
        commands = [ChangeMe(caller=greedy, key=a_key(), companion_name=f"Ada {number}") for number in range(30)]
        asked = [asyncio.create_task(scene.client.ask(command)) for command in commands]

        async def some_wait() -> bool:
            return bool(await scene.records.value(WAITING))

        await eventually(some_wait)
        assert (await scene.client.ask(GetMe(caller=other))).companion_name
        await scene.client.ask(ChangeMe(caller=other, key=a_key(), companion_name="Grace"))
        await closed(scene.client, a_line(other, "hello"))
        assert await scene.records.value(WAITING) == 1
        assert not [task for task in asked if task.done()]
    assert {(await task).companion_name for task in asked} <= {f"Ada {number}" for number in range(30)}
