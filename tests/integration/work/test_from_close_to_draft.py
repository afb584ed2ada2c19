"""A work goes through its steps and leaves a draft; what was thought on the way is gone."""

import pytest

from shared.contracts.pipeline import COMPRESSION
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene
from tests.integration.work.works import ALL_STEPS, a_talk, closing, ended

pytestmark = pytest.mark.row("C4", "P1")


async def test_a_work_goes_through_its_steps_and_leaves_a_draft(scene: Scene) -> None:
    await scene.crew.start_all("memory", "classifier", "router", "responder", "reflector", "workers")
    who = await new_person(scene.client)
    conversation_id = await a_talk(scene, who)
    row = await ended(scene, await closing(scene, who, conversation_id))
    assert (row["state"], row["steps_done"], row["form"], row["reason"]) == ("done", ALL_STEPS, None, "")
    done = "select node, operation from operational_event where operation = any($1) and status = 'ok' order by at"
    counted = await scene.records.rows(done, ALL_STEPS)
    assert {(each["operation"], each["node"]) for each in counted} == {
        (step, "reflector" if step in COMPRESSION.thought else "memory") for step in ALL_STEPS
    }
    assert len(counted) == len(ALL_STEPS)
    drafts = await scene.records.rows("select conversation_id from closing_draft where person_id = $1", who.person_id)
    assert [draft["conversation_id"] for draft in drafts] == [conversation_id]
