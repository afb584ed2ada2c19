"""All channels are one conversation: what was said on one is known on the others."""

import asyncpg
import pytest

from shared.contracts.requests.turns import ListTurns
from shared.contracts.turns import Channel
from tests.integration.line.eventually import eventually
from tests.integration.line.own_responder import Companion, responding
from tests.integration.line.people import a_line, closed, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P7")


async def test_what_was_said_on_one_channel_is_known_on_the_others(scene: Scene) -> None:
    await scene.crew.start_all("memory", "classifier", "router", "workers")
    caller, companion = await new_person(scene.client), Companion()
    async with responding(scene.servers, lambda _: companion.respond):
        for channel in (Channel.WEB, Channel.CLI, Channel.TELEGRAM):
            await closed(scene.client, a_line(caller, f"Hello from the {channel.value}!", channel=channel))

    last = companion.seen[-1]
    assert [exchange.said for exchange in last.history] == ["Hello from the web!", "Hello from the cli!"]
    assert len({turn.conversation_id for turn in companion.seen}) == 1
    turns = (await scene.client.ask(ListTurns(caller=caller))).turns
    assert [turn.channel for turn in turns] == [Channel.WEB, Channel.CLI, Channel.TELEGRAM]


@pytest.mark.row("C1")
async def test_the_database_lets_nobody_have_two_active_conversations(scene: Scene) -> None:
    await scene.crew.start("memory")
    caller = await new_person(scene.client)
    mine = "select status from conversation where person_id = $1"
    assert [row["status"] for row in await scene.records.rows(mine, caller.person_id)] == ["active"]
    with pytest.raises(asyncpg.UniqueViolationError, match="one_open_conversation"):
        await scene.records.rows(
            "insert into conversation (tenant_id, person_id, id) values ($1, $2, gen_random_uuid())",
            caller.tenant_id,
            caller.person_id,
        )


async def test_lines_from_several_channels_keep_their_order_and_are_not_taken_together(scene: Scene) -> None:
    await scene.crew.start_all("memory", "classifier", "router", "workers")
    caller, companion = await new_person(scene.client), Companion()
    async with responding(scene.servers, lambda _: companion.respond):
        with companion.holding("first"):
            for text, channel in (
                ("first", Channel.WEB),
                ("second", Channel.WEB),
                ("third", Channel.WEB),
                ("fourth", Channel.CLI),
                ("fifth", Channel.WEB),
            ):
                await scene.client.ask(a_line(caller, text, channel=channel))
        await eventually(scene.records.all_done)
    assert [turn.text for turn in companion.seen] == ["first", "second\nthird", "fourth", "fifth"]
