"""What is off the record does not outlive a crash of the database; its turn ends with the truth."""

import pytest

from shared.contracts.requests.people import ChangeMe
from shared.contracts.requests.turns import TurnState
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed, new_person, view_of
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("M27")


async def test_after_a_crash_of_the_database_its_turns_end_failed_and_nothing_was_kept(scene: Scene) -> None:
    await scene.crew.start_all("memory", "workers")
    caller = await new_person(scene.client)
    await scene.client.ask(ChangeMe(caller=caller, key=a_key(), write=False))
    lines = [a_line(caller, said) for said in ("I am allergic to shellfish", "and one that waits")]
    for line in lines:
        await scene.client.ask(line)
    await scene.servers.database.kill()
    await scene.servers.database.start()
    await scene.crew.start_all("classifier", "router", "responder")

    async def over() -> bool:
        return all([(await view_of(scene.client, line)).state is TurnState.FAILED for line in lines])

    await eventually(over)
    for line in lines:
        failed = (await view_of(scene.client, line)).failed
        assert failed is not None
        assert (failed.code, failed.saved) == ("lost", False)
    assert await scene.records.value("select count(*) from message where person_id = $1", caller.person_id) == 0
    await scene.client.ask(ChangeMe(caller=caller, key=a_key(), write=True))
    assert (await closed(scene.client, a_line(caller, "hello"))).reply
