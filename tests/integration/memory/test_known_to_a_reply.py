"""What a model was shown when it replied is recorded, told, and decides what of its reply goes with a memory."""

from uuid import UUID

import pytest

from services.memory.chores.index_waiting import catch_up
from services.memory.erasure.texts_to_erase import MARK
from services.memory.inflight.ending import load_turn
from services.memory.notebook import commands
from services.memory.notebook.influences import list_influences
from services.memory.notebook.why import explain_turn
from services.memory.people.account import add_engagement
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.contracts.ids import line_id
from shared.contracts.notices import Attempt
from shared.contracts.requests.notebook import ChangeAssertion, GetWhy, ListInfluences, Verb
from shared.contracts.requests.people import AddEngagement
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import AnsweredTurn, Channel, RoutedTurn
from shared.contracts.understanding import Influence, ModelUse, Understanding
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("S1", "M9")
A_MODEL = ModelUse(provider="anthropic", model="none", latency_ms=0)
IN_THE_HOUSE = ModelUse(provider="offline", model="none", latency_ms=0)
FIRST = Attempt(1, 1, 1)
SHELLFISH = "You are allergic to shellfish."


@pytest.fixture
async def one(house: House) -> Inhabitant:
    return await house.person()


async def replied(
    house: House, one: Inhabitant, reply: str, *, by: ModelUse = A_MODEL, project: UUID | None = None
) -> UUID:
    """A turn from its line to its end, in a project or outside of one."""
    memory, said = house.memory, f"And now? {reply}"
    request = Converse(
        caller=one.who,
        line_id=line_id(one.who.person_id, said),
        body_hash=said,
        text="What now?",
        project_id=project,
        channel=Channel.API,
    )
    accepted = await accept_line(memory, request)
    assert accepted.turn_id is not None
    async with memory.reading(one.who) as connection:
        stored = await load_turn(connection, one.who.person_id, accepted.turn_id)
    assert stored is not None
    opened = await open_turn(memory, stored.turn, FIRST)
    assert opened is not None
    reading = Understanding(intent="general_conversation", confidence=1, source=A_MODEL)
    routed = RoutedTurn.grown(opened, understanding=reading, operations=(), reply_needs=())
    performed = await perform_turn(memory, routed, FIRST)
    assert performed is not None
    await close_turn(memory, AnsweredTurn.grown(performed, reply=reply, answered_by=by), FIRST)
    return accepted.turn_id


async def a_project(house: House, one: Inhabitant) -> UUID:
    asked = AddEngagement(caller=one.who, key=a_key(), title="dinner", seed="A dinner for six.")
    return (await add_engagement(house.memory, asked)).engagement_id


async def known_to(house: House, one: Inhabitant, turn_id: UUID) -> dict[str | None, tuple[Influence, str]]:
    told = await explain_turn(house.memory, GetWhy(caller=one.who, turn_id=turn_id))
    return {reference.content: (reference.influence, reference.reason) for reference in told.references}


async def reply_of(house: House, turn_id: UUID) -> object:
    return await house.records.value("select content from message where turn_id = $1 and role = 'companion'", turn_id)


async def erase(house: House, one: Inhabitant, assertion_id: UUID) -> None:
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=Verb.ERASE, version=1)
    changed = await commands.change_memory(house.memory, command)
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"


async def test_why_names_what_the_model_was_shown_in_a_project(house: House, one: Inhabitant) -> None:
    shellfish = await house.knows(one, SHELLFISH)
    await house.knows(one, "You ski.", force="held")
    turn_id = await replied(house, one, "Set the table.", project=await a_project(house, one))
    shown = {SHELLFISH: (Influence.KNOWN, "stood in what the model was shown")}
    assert await known_to(house, one, turn_id) == shown
    page = await list_influences(house.memory, ListInfluences(caller=one.who, assertion_id=shellfish))
    assert [(found.turn_id, found.influence) for found in page.influences] == [(turn_id, Influence.KNOWN)]


async def test_in_the_house_nothing_was_shown(house: House, one: Inhabitant) -> None:
    await house.knows(one, SHELLFISH)
    assert await known_to(house, one, await replied(house, one, "Set the table.")) != {}
    project = await a_project(house, one)
    assert await known_to(house, one, await replied(house, one, "Well.", by=IN_THE_HOUSE, project=project)) == {}


REPLIES = {
    "Let us cook without anything you are allergic to.": MARK,
    "Better leave out the prawns then, they could make you ill.": MARK,
    "Set the table for six, with the blue plates.": "Set the table for six, with the blue plates.",
}


@pytest.mark.parametrize("reply", REPLIES)
async def test_a_reply_that_shares_a_word_or_the_meaning_goes_with_the_memory(
    house: House, one: Inhabitant, reply: str
) -> None:
    shellfish = await house.knows(one, SHELLFISH)
    turn_id = await replied(house, one, reply, project=await a_project(house, one))
    await catch_up(house.memory, one.who)
    await erase(house, one, shellfish)
    assert await reply_of(house, turn_id) == REPLIES[reply]
    assert await known_to(house, one, turn_id) == {}


async def test_a_reply_that_was_not_shown_it_stays(house: House, one: Inhabitant) -> None:
    reply = "Better leave out the prawns then, they could make you ill."
    before = await replied(house, one, reply)
    shellfish = await house.knows(one, SHELLFISH)
    await catch_up(house.memory, one.who)
    await erase(house, one, shellfish)
    assert await reply_of(house, before) == reply
