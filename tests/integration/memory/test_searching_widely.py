"""Of much that was said the same is found as by looking at all of it closely."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.chores.index_waiting import catch_up
from services.memory.recall import search_candidates as recall_search_candidates
from services.memory.recall.question import Aim, frame_question
from services.memory.recall.ranking import Placed
from services.memory.recall.search_candidates import Within, prepare_search, search_candidates
from services.memory.recall.time_spans import Span
from services.memory.recall.weights import Glance, load_weights
from services.memory.store.database import run_statement
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("M15")

TALK = Within(talk=True)
WHO = ("My sister", "Our neighbour", "The baker", "My old teacher", "A colleague", "My cousin")
DID = (
    "is building a wooden boat in the shed",
    "grows tomatoes on the balcony",
    "broke an arm while skiing",
    "has been learning the cello",
    "moved to a small house by the lake",
    "sells honey at the market",
    "is afraid of flying",
    "painted the kitchen yellow",
    "adopted a three-legged dog",
    "runs along the river before work",
)
QUESTIONS = (
    "Who grows tomatoes?",
    "What did I say about my sister's boat?",
    "Which animal was adopted?",
    "music lessons",
    "Who was hurt in winter sports?",
    "What colour is the kitchen?",
    "the baker by the lake",
)
SMALL = replace(load_weights().glance, above=20, sample=60, near=40, often=8, closely=24)
"""As many times smaller as the talk."""


@pytest.fixture
async def talker(house: House) -> Inhabitant:
    one = await house.person()
    for who, did in product(WHO, DID):
        await house.said(one, f"{who} {did}.", "Good to know.")
    while await catch_up(house.memory, one.who):
        pass
    return one


def see(monkeypatch: pytest.MonkeyPatch, glance: Glance) -> None:
    changed = replace(load_weights(), glance=glance)
    monkeypatch.setattr(recall_search_candidates, "load_weights", lambda: changed)


@pytest.fixture
def widely(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """So much is much, from the moment that this is asked for; which statements ran since."""
    ran = list[str]()

    async def noted(connection: AsyncConnection, name: str, parameters: Mapping[str, object]) -> list[Record]:
        ran.append(name)
        return await run_statement(connection, name, parameters)

    see(monkeypatch, SMALL)
    monkeypatch.setattr(recall_search_candidates, "run_statement", noted)
    return ran


async def closely_found(house: House, one: Inhabitant, question: Aim) -> list[Placed]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(recall_search_candidates, "load_weights", load_weights)
        return await found(house, one, question)


async def found(
    house: House, one: Inhabitant, question: Aim, within: Within = TALK, most: int | None = 10
) -> list[Placed]:
    sought = await prepare_search(house.memory, question, within)
    async with house.memory.searching(one.who) as connection:
        return await search_candidates(connection, one.who, sought, most=most)


def asked(text: str) -> Aim:
    return frame_question(text, datetime.now(UTC), (), "", UTC)


def told(placed: list[Placed], most: int = 3) -> list[object]:
    return [one.candidate.message_id or one.candidate.assertion_id for one in placed[:most]]


def around(placed: list[Placed]) -> list[list[int]]:
    return [[one.number for one in (*found.candidate.before, *found.candidate.after)] for found in placed[:3]]


@pytest.mark.parametrize("text", QUESTIONS)
async def test_the_best_are_the_same_as_of_a_close_look_at_everything(
    house: House, talker: Inhabitant, widely: list[str], text: str
) -> None:
    exact = await closely_found(house, talker, asked(text))
    assert "recall/search_widely" not in widely
    found_widely = await found(house, talker, asked(text))
    assert "recall/search_widely" in widely
    assert told(found_widely) == told(exact)
    assert around(found_widely) == around(exact)


async def test_what_was_said_at_the_time_that_is_asked_about_is_among_them(
    house: House, talker: Inhabitant, widely: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    then = datetime(2023, 5, 3, 12, tzinfo=UTC)
    turn = await house.said(talker, "We had pancakes with plums.", None)
    await house.do("update message set created_at = $2 where turn_id = $1", turn, then)
    while await catch_up(house.memory, talker.who):
        pass
    see(monkeypatch, replace(SMALL, near=4, closely=4))
    of_then = Span(then - timedelta(days=1), then + timedelta(days=1))

    async def is_found(span: Span | None) -> bool:
        question = replace(asked("Who grows tomatoes?"), span=span)
        return then in [one.candidate.entry.at for one in await found(house, talker, question, most=None)]

    assert await is_found(of_then)
    assert not await is_found(None)
    assert "recall/search_widely" in widely


async def test_what_is_not_kept_is_not_among_them(house: House, talker: Inhabitant, widely: list[str]) -> None:
    turn = await house.said(talker, "I hide a canary in the attic", "You hide a canary, is that right?")
    while await catch_up(house.memory, talker.who):
        pass
    question = asked("Where is the canary in the attic?")

    async def heard() -> bool:
        return any(one.candidate.entry.words > 0 for one in await found(house, talker, question))

    assert await heard()
    await house.knows(talker, "You hide a canary in the attic.", turn_id=turn, force="held")
    assert not await heard()
    assert "recall/search_widely" in widely


@pytest.mark.parametrize(
    "within",
    [
        replace(TALK, allowed=frozenset({"health"})),
        replace(TALK, own_words=False),
        replace(TALK, few={"event": 2}),
        replace(TALK, filters={"role": "person"}),
    ],
)
async def test_of_whom_something_is_hidden_everything_else_is_looked_at_closely(
    house: House, talker: Inhabitant, widely: list[str], within: Within
) -> None:
    await found(house, talker, asked("Who grows tomatoes?"), within)
    assert widely == ["recall/search"]


async def test_a_small_part_is_looked_at_closely(house: House, talker: Inhabitant, widely: list[str]) -> None:
    for who in WHO:
        await house.knows(talker, f"{who} is a good friend of yours.")
    best = await found(house, talker, asked("Who is a friend?"), Within())
    assert len(best) == len(WHO)
    assert "recall/search_widely" not in widely
