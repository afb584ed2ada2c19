"""A receipt says what was found by somebody who looked, and that nobody has looked yet where that is so."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from services.memory.notebook import commands
from shared.contracts.requests.erasure import EraseConversation, Receipt
from shared.contracts.requests.notebook import AssertionChanged, ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.people import GetMe
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key as a_clients_key
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.servers import Servers

pytestmark = [pytest.mark.row("M26"), pytest.mark.alone]


async def by_hand(house: House, one: Inhabitant, assertion_id: UUID, verb: Verb) -> AssertionChanged:
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=verb, version=1)
    return await commands.change_memory(house.memory, command)


def found(receipt: Receipt | None) -> dict[str, int]:
    assert receipt is not None
    return {check.surface: check.found for check in receipt.checked if check.found}


async def test_what_was_taken_back_is_served_nowhere(house: House) -> None:
    one = await house.person()
    known = await house.knows(one, "You like tea.")
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=known, verb=Verb.RETRACT, version=1)
    changed = await commands.change_memory(house.memory, command)
    assert changed.receipt is not None
    assert (changed.receipt.what, changed.receipt.status, found(changed.receipt)) == ("retracted", "gone", {})
    assert await commands.change_memory(house.memory, command) == changed
    pinned = await by_hand(house, one, await house.knows(one, "You like coffee."), Verb.PIN)
    assert pinned.receipt is None


async def test_a_second_copy_and_a_reply_in_the_making_are_told_of(house: House) -> None:
    one = await house.person()
    known = await house.knows(one, "You like tea.")
    await house.knows(one, "You like TEA.")
    turn_id = await house.said(one, "hello", None, status="active")
    await house.do(
        "insert into applied_step (tenant_id, person_id, turn_id, step, form) values ($1, $2, $3, 'perform', $4)",
        *(one.who.tenant_id, one.who.person_id, turn_id, '{"text": "You like tea."}'),
    )
    changed = await by_hand(house, one, known, Verb.RETRACT)
    assert changed.receipt is not None
    assert changed.receipt.status == "still_found"
    assert found(changed.receipt) == {"what is known": 1, "the reply in the making": 1}


async def test_with_the_broker_away_it_is_erased_and_the_receipt_stays_open(house: House, servers: Servers) -> None:
    one = await house.person()
    known = await house.knows(one, "You like tea.")
    await servers.broker.stop()

    async def connected() -> bool:
        return bool(house.memory.broker.config.connection_state.connection.is_connected)

    async def disconnected() -> bool:
        return not await connected()

    await eventually(disconnected)
    try:
        changed = await by_hand(house, one, known, Verb.ERASE)
    finally:
        await servers.broker.start()
        await eventually(connected)
    assert changed.receipt is not None
    assert (changed.receipt.status, found(changed.receipt)) == ("checking", {})
    assert await house.records.value("select count(*) from assertion") == 0


# ---- with the services as processes ----


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("receipts")) as scene:
        await scene.crew.start("memory")
        await scene.crew.start("workers", rewrite_seconds=0.2, sweep_seconds=0.1)
        yield scene


async def test_the_chores_may_do_and_do_what_an_erasure_leaves_them(scene: Scene) -> None:
    caller = await new_person(scene.client)
    me = await scene.client.ask(GetMe(caller=caller))
    content, place = "You hide a canary.", me.personal_engagement_id
    told = WriteAssertion(caller=caller, key=a_clients_key(), engagement_id=place, content=content)
    written = await scene.client.ask(told)
    erasing = ChangeAssertion(
        caller=caller, key=a_clients_key(), assertion_id=written.assertion_id, verb=Verb.ERASE, version=1
    )
    changed = await scene.client.ask(erasing)
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"
    conversation = await scene.client.ask(EraseConversation(caller=caller, key=a_clients_key()))
    assert conversation.status == "gone"

    async def rewritten() -> bool:
        names = "relname in ('assertion', 'entry')"
        touched = f"select count(*) from pg_stat_user_tables where {names} and last_vacuum is not null"
        return int(str(await scene.records.value(touched))) == 2  # of which rows died

    await eventually(rewritten)
    (worker,) = scene.crew.of("workers")
    assert [one for one in worker.records("chore_failed") if "RewriteWaits" not in str(one)] == []
    assert worker.records("broker_error") == []
    assert "canary" not in scene.crew.said
