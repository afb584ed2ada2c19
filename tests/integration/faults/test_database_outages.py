"""The database dies or is away for long: what was accepted is answered, and what was refused is truly not there."""

import asyncio

import pytest

from shared.contracts.errors import UnavailableError
from tests.integration.faults.load import under_load
from tests.integration.line.people import a_line, closed, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P1", "O6")

LONG_AWAY = 60.0
"""Seconds: longer than a turn's deadline, and than everything that waits for the database."""


async def test_the_database_is_killed_and_recovers(scene: Scene) -> None:
    await scene.crew.start_all()
    async with under_load(scene) as load:
        await scene.servers.database.kill()
        await scene.servers.database.start()
        await load.answers_more(30)


@pytest.mark.full("test_the_database_is_killed_and_recovers, and the doors that refuse in test_readiness.py")
@pytest.mark.timeout(240)
async def test_the_database_is_away_for_a_minute(scene: Scene) -> None:
    await scene.crew.start_all()
    asker = await new_person(scene.client)
    async with under_load(scene) as load:
        await scene.servers.database.stop()
        back_again = asyncio.get_running_loop().time() + LONG_AWAY
        while asyncio.get_running_loop().time() < back_again:
            with pytest.raises(UnavailableError) as refused:
                await scene.client.ask(a_line(asker, "Are you there?"))
            assert refused.value.saved == "false"
        await scene.servers.database.start()
        await load.answers_more(30)
    await closed(scene.client, a_line(asker, "Hello again"))
    assert [text for role, text in await scene.records.conversation(asker.person_id) if role == "person"] == [
        "Hello again"
    ]
