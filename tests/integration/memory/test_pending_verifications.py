"""A receipt does not stay open: what the process that erased did not live to look for, another looks for."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.erasure.erase import erase_conversation
from services.memory.erasure.pending_verifications import OVERDUE, run_overdue
from services.memory.notebook import commands
from shared.bus import failpoints
from shared.bus.failpoints import FailpointError
from shared.clock import system_clock
from shared.contracts.envelope import Caller
from shared.contracts.errors import UncertainError
from shared.contracts.requests.erasure import EraseConversation, Receipt
from shared.contracts.requests.notebook import AssertionChanged, ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.people import GetMe
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key as a_clients_key
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.servers import Servers

pytestmark = pytest.mark.row("M26")


@pytest.fixture
def _dies_before_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(failpoints._armed, "erase.committed", "raise:1")
    monkeypatch.setattr(failpoints, "_passages", type(failpoints._passages)())


async def stored(house: House, one: Inhabitant, key: str) -> str:
    """What the same key would be told, without asking."""
    sql = "select answer from applied_command where person_id = $1 and key = $2"
    return str(await house.records.value(sql, one.who.person_id, key))


async def open_looks(house: House) -> int:
    return int(str(await house.records.value("select count(*) from open_look")))


async def erased_but_not_looked_for(house: House, one: Inhabitant, content: str) -> ChangeAssertion:
    known = await house.knows(one, content)
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=known, verb=Verb.ERASE, version=1)
    with pytest.raises(FailpointError):
        await commands.change_memory(house.memory, command)
    return command


async def later(house: House) -> None:
    """The chore's beat, when nobody can be looking any more."""
    then = replace(house.memory, clock=lambda: system_clock() + OVERDUE + timedelta(seconds=5))
    await run_overdue(then)


@pytest.mark.usefixtures("_dies_before_the_look")
async def test_the_chore_looks_and_the_same_key_is_told_what_it_found(house: House) -> None:
    one = await house.person()
    command = await erased_but_not_looked_for(house, one, "You like green tea.")
    left = json.dumps([dict(row) for row in await house.records.rows("select * from open_look")], default=str)
    assert "tea" not in left
    await run_overdue(house.memory)
    assert await open_looks(house) == 1  # who erased may be looking
    await later(house)
    told = AssertionChanged.model_validate_json(await stored(house, one, command.key.value))
    assert told.receipt is not None
    assert (told.receipt.status, told.receipt.removed["memories"]) == ("gone", 1)
    assert "message" in {check.surface for check in told.receipt.checked}
    assert await open_looks(house) == 0
    assert await commands.change_memory(house.memory, command) == told


@pytest.mark.usefixtures("_dies_before_the_look")
async def test_what_stands_somewhere_is_found_by_its_marks(house: House) -> None:
    one, other = await house.person(), await house.person()
    command = await erased_but_not_looked_for(house, one, "You like green tea.")
    await house.said(one, "they say: you like GREEN  tea!", "You like green tea, then.")
    await house.said(one, "You like green teal.", "I see.")
    await house.said(other, "You like green tea.", None)
    await later(house)
    told = AssertionChanged.model_validate_json(await stored(house, one, command.key.value))
    assert told.receipt is not None
    found = {check.surface: check.found for check in told.receipt.checked if check.found}
    assert told.receipt.status == "still_found"
    assert found == {"message": 2, "line": 1, "classification": 1}


@pytest.mark.usefixtures("_dies_before_the_look")
async def test_its_meaning_is_found_too(house: House) -> None:
    one = await house.person()
    command = await erased_but_not_looked_for(house, one, "You like green tea.")
    vector = str(list((await house.memory.embed_all(["You like green tea."]))["You like green tea."]))
    other = await house.knows(one, "Something else.")
    await house.do("update assertion set embedding = $1::text::halfvec(384) where id = $2", vector, other)
    await later(house)
    told = AssertionChanged.model_validate_json(await stored(house, one, command.key.value))
    assert told.receipt is not None
    assert {check.surface for check in told.receipt.checked if check.found} == {"meaning"}


@pytest.mark.usefixtures("_dies_before_the_look")
async def test_whoever_asks_again_need_not_wait_for_the_chore(house: House) -> None:
    one = await house.person()
    await house.said(one, "hello", "Hello.")
    command = EraseConversation(caller=one.who, key=a_key())
    with pytest.raises(FailpointError):
        await erase_conversation(house.memory, command)
    open_one = Receipt.model_validate_json(await stored(house, one, command.key.value))
    assert open_one.status == "checking"
    told = await erase_conversation(house.memory, command)
    assert (told.status, told.receipt_id, told.removed) == ("gone", open_one.receipt_id, open_one.removed)
    assert await open_looks(house) == 0


async def test_a_look_that_was_finished_leaves_nothing(house: House) -> None:
    one = await house.person()
    known = await house.knows(one, "You like green tea.")
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=known, verb=Verb.ERASE, version=1)
    changed = await commands.change_memory(house.memory, command)
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"
    assert await open_looks(house) == 0


# ---- with the services as processes ----


@pytest.fixture
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("open_looks")) as scene:
        yield scene


async def wrote(scene: Scene, caller: Caller, content: str) -> UUID:
    me = await scene.client.ask(GetMe(caller=caller))
    place = me.personal_engagement_id
    told = WriteAssertion(caller=caller, key=a_clients_key(), engagement_id=place, content=content)
    return (await scene.client.ask(told)).assertion_id


@pytest.mark.row("M26", "P4")
async def test_memory_dies_between_the_erasure_and_the_look(scene: Scene) -> None:
    armed = await scene.crew.start("memory", failpoints="erase.committed=kill")
    caller = await new_person(scene.client)
    known = await wrote(scene, caller, "You hide a canary.")
    erase = ChangeAssertion(caller=caller, key=a_clients_key(), assertion_id=known, verb=Verb.ERASE, version=1)
    with pytest.raises(UncertainError):
        await scene.client.ask(erase)
    await armed.died()
    await scene.records.rows("update open_look set created_at = now() - interval '1 hour'")
    await scene.crew.start("workers", rewrite_seconds=0.2)

    async def finished() -> bool:
        return await scene.records.value("select count(*) from open_look") == 0

    await eventually(finished)
    (worker,) = scene.crew.of("workers")
    assert worker.records("broker_error") == []  # it may read what it must look through
    assert worker.records("chore_failed") == []
    await scene.crew.start("memory")
    told = await scene.client.ask(erase)
    assert told.receipt is not None
    assert (told.receipt.status, told.receipt.removed["memories"]) == ("gone", 1)
