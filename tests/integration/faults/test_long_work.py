"""Work that takes longer than the broker's patience is not given to a second worker, for its worker gives signs."""

import pytest
from nats.aio.msg import Msg

from shared.contracts.pipeline import WORKING
from tests.integration.faults.hurry import hurry
from tests.integration.line.copies import recording
from tests.integration.line.eventually import eventually
from tests.integration.line.own_responder import Companion, responding
from tests.integration.line.people import a_line, closed, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P1", "P4")

SIGNS = 4
"""Together they take several times as long as the broker waits."""


async def test_a_reply_that_takes_long_is_made_by_one_worker(scene: Scene) -> None:
    await scene.crew.start_all("memory", "classifier", "router", "workers")
    await hurry(scene.servers)
    caller, companion, signs = await new_person(scene.client), Companion(), list[str]()
    line = a_line(caller, "Tell me a long story.")

    async def sign(msg: Msg) -> None:
        signs.append(msg.subject)

    async with recording(scene.servers) as copies, responding(scene.servers, lambda _: companion.respond):
        await copies.speakers["memory"].subscribe(WORKING, cb=sign)
        with companion.holding(line.text):
            accepted = await scene.client.ask(line)

            async def worked_on_for_long() -> bool:
                return signs.count(f"turn.working.{accepted.turn_id}") >= SIGNS

            await eventually(worked_on_for_long)
        await closed(scene.client, line)
        assert len(companion.seen) == 1
        assert len(await copies.of("respond")) == 1
    assert await scene.records.value("select offered from turn") == 1
