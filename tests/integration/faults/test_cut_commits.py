"""COMMIT is sent and no answer comes: whether it took effect shows when the same is tried again, and it counts once."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from shared.contracts.envelope import Caller
from shared.contracts.requests.people import AddEngagement, ListEngagements
from tests.integration.faults.commit_cutter import CommitCutter, Cut, commit_cutter
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P4", "P1")

TRANSACTIONS = {"accept": 1, "open": 2, "perform": 3, "close": 4}
"""Of a turn, in their order."""


@dataclass(frozen=True)
class CutScene:
    """A line whose memory service reaches its database through the door."""

    scene: Scene
    cutter: CommitCutter


@pytest.fixture(scope="module")
async def cut(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[CutScene]:
    async with (
        a_scene(servers, tmp_path_factory.mktemp("cuts")) as scene,
        commit_cutter(scene.database.app_url) as (cutter, url),
    ):
        await scene.crew.start("memory", database_url=url)
        await scene.crew.start_all("classifier", "router", "responder", "workers")
        yield CutScene(scene, cutter)
        await scene.crew.stop()


@pytest.fixture
async def caller(cut: CutScene) -> Caller:
    """Somebody new; that they came is counted a moment later, by a commit of its own that is over now."""
    counted = "select from operational_event where operation = 'add_person'"
    before = len(await cut.scene.records.rows(counted))
    caller = await new_person(cut.scene.client)

    async def is_counted() -> bool:
        return len(await cut.scene.records.rows(counted)) > before

    await eventually(is_counted)
    return caller


async def test_a_turn_has_as_many_transactions_as_are_cut_here(cut: CutScene, caller: Caller) -> None:
    commits = cut.cutter.commits
    await closed(cut.scene.client, a_line(caller, "I had a long day."))
    assert cut.cutter.commits - commits == len(TRANSACTIONS)


@pytest.mark.parametrize("where", list(Cut))
@pytest.mark.parametrize("transaction", TRANSACTIONS)
async def test_a_turn_happens_once_though_the_answer_to_a_commit_is_lost(
    cut: CutScene, caller: Caller, transaction: str, where: Cut
) -> None:
    scene = cut.scene
    line, cuts = a_line(caller, "I had a long day."), cut.cutter.cuts
    cut.cutter.cut(where, TRANSACTIONS[transaction])
    reply = await closed(scene.client, line)

    await eventually(scene.records.all_done)
    assert cut.cutter.cuts == cuts + 1
    assert await scene.records.conversation(caller.person_id) == [("person", line.text), ("companion", reply.reply)]
    assert len(await scene.records.rows("select from line where person_id = $1", caller.person_id)) == 1
    assert len(await scene.records.rows("select from applied_step where person_id = $1", caller.person_id)) == 1
    assert await scene.records.failed_turns() == []
    assert await scene.records.dead_letters() == []


@pytest.mark.parametrize("where", list(Cut))
async def test_a_command_happens_once_though_the_answer_to_its_commit_is_lost(
    cut: CutScene, caller: Caller, where: Cut
) -> None:
    client = cut.scene.client
    cuts = cut.cutter.cuts
    cut.cutter.cut(where, 1)
    garden = await client.ask(AddEngagement(caller=caller, key=a_key(), title="garden"))
    assert cut.cutter.cuts == cuts + 1
    _, *projects = (await client.ask(ListEngagements(caller=caller))).engagements
    assert projects == [garden]
