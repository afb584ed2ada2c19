"""A process dies at each place of each step: the work resumes at that step, and everything is there once."""

from collections.abc import AsyncIterator

import pytest

from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.work.works import ALL_STEPS, a_talk, closing, deliveries, ended, hurry_work
from tests.servers import Servers
from tests.tiers import sized

pytestmark = pytest.mark.row("C4", "P1", "P4")

IN_THE_REFLECTOR = [
    (step, f"compression_{step}.{place}")
    for step in COMPRESSION.steps
    if step in COMPRESSION.thought
    for place in ("received", "before_publish", "before_ack")
]
IN_MEMORY = [
    (step, f"compression_{step}.{place}") for step in ("gather", "store") for place in ("received", "before_ack")
]
TAKING_A_RESULT = [("narrate", f"compression_done.{place}=kill:2") for place in ("received", "before_ack")]
COMMITTED = [(step, f"work.committed=kill:{number}") for number, step in enumerate(COMPRESSION.steps, start=1)]
BY_THE_CHORES = [*IN_MEMORY, *TAKING_A_RESULT, *COMMITTED]


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """One house for all kills: each test replaces the process that it kills, as a supervisor would."""
    async with a_scene(servers, tmp_path_factory.mktemp("kills")) as scene:
        await scene.crew.start_all("memory", "classifier", "router", "responder", "reflector", "workers")
        await hurry_work(servers)
        yield scene


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    return await new_person(scene.client)


async def _is_done_once_though_it_dies(scene: Scene, who: Caller, service: str, step: str, failpoint: str) -> None:
    conversation_id = await a_talk(scene, who)
    await scene.crew.stop(service)
    before = await deliveries(scene.servers)
    armed = failpoint if "=" in failpoint else f"{failpoint}=kill"
    dying = await scene.crew.start(service, failpoints=armed)
    work_id = await closing(scene, who, conversation_id)
    await dying.died()
    await scene.crew.start(service)
    row = await ended(scene, work_id)

    assert (row["state"], row["steps_done"], row["attempt"], row["form"]) == ("done", ALL_STEPS, 1, None)
    drafts = await scene.records.rows("select from closing_draft where person_id = $1", who.person_id)
    assert len(drafts) == 1
    after = await deliveries(scene.servers)
    earlier = COMPRESSION.steps[: COMPRESSION.steps.index(step)]
    assert [after[name] - before[name] for name in earlier] == [1] * len(earlier)  # it begins nowhere earlier
    assert await scene.records.rows("select from dead_letter where person_id = $1", who.person_id) == []


@pytest.mark.parametrize(("step", "failpoint"), sized(IN_THE_REFLECTOR[::4], IN_THE_REFLECTOR))
async def test_a_work_resumes_at_the_step_in_which_a_reflector_died(
    scene: Scene, caller: Caller, step: str, failpoint: str
) -> None:
    await _is_done_once_though_it_dies(scene, caller, "reflector", step, failpoint)


@pytest.mark.parametrize(("step", "failpoint"), sized(BY_THE_CHORES[::3], BY_THE_CHORES))
async def test_a_work_resumes_at_the_step_in_which_the_chores_died(
    scene: Scene, caller: Caller, step: str, failpoint: str
) -> None:
    await _is_done_once_though_it_dies(scene, caller, "workers", step, failpoint)
