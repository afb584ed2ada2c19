"""P-07: who reads what is known cannot tell whether the person was also asked of, refused and forgot other things."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.assertions.assertion import Actor, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan
from services.memory.inflight.ending import load_turn
from services.memory.notebook import entries
from services.memory.people.account import add_engagement
from services.memory.recall import memory_query
from services.memory.turn.accept import accept_line
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.contracts.assertions import Because, Force
from shared.contracts.ids import line_id
from shared.contracts.notices import Attempt
from shared.contracts.requests.notebook import ListAssertions
from shared.contracts.requests.people import AddEngagement
from shared.contracts.requests.recall import QueryMemory
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import Channel, PerformedTurn, RoutedTurn
from shared.contracts.understanding import ModelUse, Understanding
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.on_postgres import operate

KNOWN = (
    "You're allergic to nuts.",
    "You live in Lisbon.",
    "Your sister Ana is vegan.",
    "You work nights as a nurse.",
    "You sing in a choir.",
)
NOT_KNOWN = (
    "You're allergic to peanuts and to shellfish.",
    "You live in Miami.",
    "Your sister Ana eats meat.",
    "You work days as a teacher.",
    "You hate choirs.",
)
QUESTIONS = ("What am I allergic to?", "where do I live", "Ana", "When do I work?", "music", "the price of tea")
FIRST = Attempt(1, 1, 1)


def _held(book: Book, story_id: UUID, text: str) -> UUID:
    new = NewAssertion(engagement_id=story_id, content=text, own_words=text)
    return book.hold(new, Actor.COMPANION, spoken=True).assertion_id


def _never_known(book: Book, story_id: UUID, text: str, end: int) -> None:
    """One way in which something comes to be not known."""
    assertion_id = _held(book, story_id, text)
    if end == 1:
        book.reject(assertion_id, Seen(1), Because.REJECTED, Level.FORGET)
    elif end == 2:
        book.expire(assertion_id)
    elif end >= 3:
        book.commit(assertion_id, Seen(1), BY_CARD)
        book.retract(assertion_id, Seen(2), Level.NEVER if end == 3 else Level.FORGET)


async def _lives(house: House, *, busy: bool) -> tuple[Inhabitant, UUID]:
    one = await house.person()
    garden = await add_engagement(house.memory, AddEngagement(caller=one.who, key=a_key(), title="garden"))
    for number, (text, other) in enumerate(zip(KNOWN, NOT_KNOWN, strict=True)):
        await house.knows(one, text)
        if busy:
            wanted = LoadPlan(personal=True, vectors=await house.memory.embed_all([other]))
            now = house.memory.clock() + timedelta(seconds=number)

            def more(book: Book, other: str = other, number: int = number) -> None:
                _never_known(book, one.story_id, other, number)

            await operate(house.memory.database, one.who, wanted, more, now)
    return one, garden.engagement_id


async def _found(house: House, one: Inhabitant) -> list[list[tuple[str, float]]]:
    answers = [await memory_query.query_memory(house.memory, QueryMemory(caller=one.who, query=q)) for q in QUESTIONS]
    return [[(hit.text, round(hit.score, 6)) for hit in answer.hits] for answer in answers]


async def _listed(house: House, one: Inhabitant) -> list[str]:
    page = await entries.list_assertions(house.memory, ListAssertions(caller=one.who, force=Force.COMMITTED))
    return [view.content for view in page.assertions]


async def _turn(house: House, one: Inhabitant, project_id: UUID, text: str) -> tuple[Sequence[str], PerformedTurn]:
    """What a turn is opened with, and what its reply may know."""
    request = Converse(
        caller=one.who,
        line_id=line_id(one.who.person_id, a_key().value),
        body_hash=text,
        text=text,
        project_id=project_id,
        channel=Channel.API,
    )
    accepted = await accept_line(house.memory, request)
    assert accepted.turn_id is not None
    async with house.memory.reading(one.who) as connection:
        stored = await load_turn(connection, one.who.person_id, accepted.turn_id)
    assert stored is not None
    opened = await open_turn(house.memory, stored.turn, FIRST)
    assert opened is not None
    use = ModelUse(provider="test", model="none", latency_ms=0)
    reading = Understanding(intent="ask_question", confidence=1, query=text, source=use)
    needs = ("quotes", "spoken")
    routed = RoutedTurn.grown(opened, understanding=reading, operations=(), reply_needs=needs)
    performed = await perform_turn(house.memory, routed, FIRST)
    assert performed is not None
    return [near.content for near in opened.near], performed


@pytest.mark.row("M1", "M3", "M23")
async def test_what_is_not_known_changes_nothing_that_is_read(house: House) -> None:
    plain, garden = await _lives(house, busy=False)
    busy, plot = await _lives(house, busy=True)

    assert await _listed(house, plain) == await _listed(house, busy) == list(reversed(KNOWN))
    assert await _found(house, plain) == await _found(house, busy)
    near, told = await _turn(house, plain, garden, "Where do I live, and what is Ana like?")
    near_too, told_too = await _turn(house, busy, plot, "Where do I live, and what is Ana like?")
    assert near == near_too
    assert told.context.personal_memory == told_too.context.personal_memory
    quoted, quoted_too = ([q.content for q in t.context.quotes if not q.waits] for t in (told, told_too))
    assert quoted == quoted_too
    assert told.context.spoken == told_too.context.spoken == ()
