"""What a turn was opened with is what its reply may know, unless memory moved since."""

from uuid import UUID

import pytest

from services.memory.assertions.assertion import Seen
from services.memory.assertions.book import Book
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan
from services.memory.chores.index_waiting import index_waiting
from services.memory.inflight.ending import load_turn
from services.memory.people.account import add_engagement
from services.memory.turn.accept import accept_line
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.contracts.ids import line_id
from shared.contracts.notices import Attempt
from shared.contracts.requests.people import AddEngagement
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import NOT_KEPT, Channel, RoutedTurn
from shared.contracts.understanding import ModelUse, Understanding
from tests.integration.memory.a_turn import opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.on_postgres import operate

FIRST = Attempt(1, 1, 1)
SAID, TOLD = "I take iron tablets, and it rains", "You take iron tablets."


async def _opened(house: House, one: Inhabitant, project_id: UUID | None = None) -> RoutedTurn:
    """Plain talk, ready to be performed."""
    key = line_id(one.who.person_id, a_key().value)
    request = Converse(
        caller=one.who, line_id=key, body_hash="", text="Good morning", project_id=project_id, channel=Channel.API
    )
    accepted = await accept_line(house.memory, request)
    assert accepted.turn_id is not None
    async with house.memory.reading(one.who) as connection:
        stored = await load_turn(connection, one.who.person_id, accepted.turn_id)
    assert stored is not None
    opened = await open_turn(house.memory, stored.turn, FIRST)
    assert opened is not None
    use = ModelUse(provider="test", model="none", latency_ms=0)
    reading = Understanding(intent="general_conversation", confidence=1, source=use)
    return RoutedTurn.grown(opened, understanding=reading, operations=(), reply_needs=("history",))


@pytest.mark.row("M1", "M23")
async def test_what_is_forgotten_after_a_turn_was_opened_is_hidden_from_its_reply(house: House) -> None:
    one = await house.person()
    earlier = await house.said(one, SAID, TOLD)
    known = await house.knows(one, TOLD, "I take iron tablets", turn_id=earlier)
    turn = await _opened(house, one)
    assert [(each.said, each.replied) for each in turn.history] == [(SAID, TOLD)]

    def forget(book: Book) -> None:
        book.retract(known, Seen(1), Level.FORGET)

    await operate(house.memory.database, one.who, LoadPlan(personal=True), forget, house.memory.clock())
    performed = await perform_turn(house.memory, turn, FIRST)
    assert performed is not None
    assert [(each.said, each.replied) for each in performed.history] == [(f"{NOT_KEPT}, and it rains", NOT_KEPT)]
    assert performed.context.revision == turn.revision + 1


async def test_what_was_said_stays_as_it_was_read_while_nothing_moves(house: House) -> None:
    one = await house.person()
    await house.said(one, SAID, TOLD)
    turn = await _opened(house, one)
    performed = await perform_turn(house.memory, turn, FIRST)
    assert performed is not None
    assert (performed.history, performed.context.revision) == (turn.history, turn.revision)
    assert performed.history


@pytest.mark.row("M3")
async def test_of_hundreds_of_facts_an_old_allergy_and_an_old_pin_are_in_the_prompt_still(house: House) -> None:
    one = await house.person()
    asked = AddEngagement(caller=one.who, key=a_key(), title="dinner", seed="A dinner for six.")
    dinner = await add_engagement(house.memory, asked)
    nuts, number = "Eres alérgica a las nueces.", "Call Ben on the 12th."
    for old in (nuts, number, "You once sailed to Corfu."):
        await house.knows(one, old)
    await house.do("update assertion set created_at = now() - interval '2 years'")
    await house.do("update assertion set pinned = true where content = $1", number)
    await house.do(
        "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
        " own_words, force, importance, sensitive, label, actor)"
        " select $1, $2, gen_random_uuid(), $3, 10 + n, 'fact', 'knowledge', 'You counted ' || n || ' sheep.', '',"
        " 'committed', 3, false, 'stated', 'companion' from generate_series(1, 320) n",
        *(one.who.tenant_id, one.who.person_id, one.story_id),
    )
    performed = await perform_turn(house.memory, await _opened(house, one, dinner.engagement_id), FIRST)
    assert performed is not None
    told = performed.context.personal_memory
    assert nuts in told
    assert number in told
    assert "sheep" in told
    assert "Corfu" not in told


@pytest.mark.row("M6")
async def test_a_yes_that_stands_beside_the_answer_is_not_quoted_for_it(house: House) -> None:
    one = await house.person()
    await house.said(one, "I'm allergic to shellfish", "You're allergic to shellfish. Shall I remember that?")
    await house.said(one, "yes please", "I'll remember it: you're allergic to shellfish.")
    await index_waiting(house.memory)
    turn = await opened(house, one, "What did I say about shellfish?")
    told = await performed(house, turn, "quotes", "spoken", query="shellfish")
    assert [each.said for each in told.context.spoken] == ["I'm allergic to shellfish"]
