"""A search looks at what the asker may see, all of it, and at nothing else: what is hidden counts for nothing."""

from uuid import UUID

import pytest

from services.memory.chores.index_waiting import catch_up, index_waiting
from services.memory.index.terms import question_terms
from services.memory.people.account import add_engagement
from services.memory.recall.candidate import Candidate
from services.memory.recall.search_candidates import Meanings, Within, load_candidates
from shared.contracts.requests.people import AddEngagement
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M15")

TALK = Within(talk=True)


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def found(house: House, one: Inhabitant, question: str, within: Within | None = None) -> list[Candidate]:
    await index_waiting(house.memory)
    (vector,) = (await house.memory.embed_all([question])).values()
    async with house.memory.reading(one.who) as connection:
        best, _ = await load_candidates(
            connection, one.who, question_terms(question), Meanings(vector, vector), within or Within()
        )
    return sorted(best, key=lambda one: -(one.entry.words + one.entry.meaning))


def measures(found: list[Candidate]) -> list[tuple[UUID | None, float, float]]:
    return [(one.assertion_id or one.message_id, one.entry.words, round(one.entry.meaning, 5)) for one in found]


async def test_a_memory_is_found_by_its_words_and_by_its_meaning(house: House, person: Inhabitant) -> None:
    tea = await house.knows(person, "You drink green tea in the morning.")
    boat = await house.knows(person, "You own a sailing boat.")
    by_words = await found(house, person, "green tea")
    assert by_words[0].assertion_id == tea
    assert by_words[0].entry.words > 0 == by_words[1].entry.words
    by_meaning = await found(house, person, "ship")
    assert by_meaning[0].assertion_id == boat
    assert by_meaning[0].entry.words == 0


async def test_of_two_texts_with_the_same_word_the_shorter_one_tells_more_of_it(
    house: House, person: Inhabitant
) -> None:
    short = await house.knows(person, "You drink tea.")
    await house.knows(person, "You drink tea in the garden behind the old mill on warm summer evenings.")
    best, rest = await found(house, person, "tea")
    assert best.assertion_id == short
    assert best.entry.words > rest.entry.words


async def test_talk_is_searched_where_it_is_asked_for_with_what_was_said_around(
    house: House, person: Inhabitant
) -> None:
    await house.said(person, "Which bread is good?", "Sourdough, baked hot.")
    await house.said(person, "My oven runs hot", "I see.")
    await house.said(person, "Bye", "See you.")
    assert await found(house, person, "oven") == []
    best = (await found(house, person, "oven", TALK))[0]
    assert best.entry.role == "person"
    assert [one.role for one in best.before] == ["companion", "person"], "the nearest first"
    assert [one.role for one in best.after] == ["companion", "person"]
    assert best.after[0].meaning > best.before[0].meaning, "the reply is kept with what it replies to"


@pytest.mark.row("M2", "K1")
async def test_lines_that_tell_what_is_not_kept_are_no_candidates_and_nobodys_neighbours(
    house: House, person: Inhabitant
) -> None:
    turn = await house.said(person, "I hide a canary", "You hide a canary, is that right?")
    await house.said(person, "Is my canary well?", "I hope so.")
    secret = await house.knows(person, "You hide a canary.", "I hide a canary", turn_id=turn, force="held")

    async def seen() -> list[float]:
        hits = [one for one in await found(house, person, "canary", TALK) if one.entry.words]
        return [len(hits), *(len(one.before) for one in hits)]

    assert await seen() == [1, 0]
    await house.do("update assertion set force = 'committed' where id = $1", secret)
    assert (await seen())[0] == 4, "the memory, the line and the reply that tell it, and the question"


@pytest.mark.row("M13")
async def test_what_an_asker_may_not_see_counts_for_nothing(house: House, person: Inhabitant) -> None:
    await house.knows(person, "You drink green tea.")
    await house.knows(person, "You feel well after tea.")
    health = Within(allowed=frozenset({"health"}))
    before = measures(await found(house, person, "tea", health))
    await house.knows(person, "You sell tea, tea and tea.")
    await house.do("update assertion set category = 'tasks' where content like 'You sell%'")
    assert measures(await found(house, person, "tea", health)) == before
    assert len(await found(house, person, "tea")) == len(before) + 1


@pytest.mark.row("M13")
async def test_the_persons_own_words_lead_to_a_memory_only_where_they_may(house: House, person: Inhabitant) -> None:
    await house.knows(person, "You're allergic to shellfish.", "prawns are the death of me")
    (mine,) = await found(house, person, "prawns")
    (theirs,) = await found(house, person, "prawns", Within(own_words=False))
    assert mine.entry.words > 0 == theirs.entry.words


async def test_a_place_is_searched_by_itself(house: House, person: Inhabitant) -> None:
    asked = AddEngagement(caller=person.who, key=a_key(), title="Garden", seed="")
    garden = (await add_engagement(house.memory, asked)).engagement_id
    there = await house.knows(person, "The tea bush wants shade.", engagement_id=garden)
    await house.knows(person, "You drink tea.")
    only = await found(house, person, "tea", Within(engagements=(garden,)))
    assert [one.assertion_id for one in only] == [there]


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"pinned": True}, 1),
        ({"importance_min": 4}, 0),
        ({"kind": "fact"}, 2),
        ({"actor": "system"}, 0),
        ({"role": "person"}, 2),
    ],
)
@pytest.mark.row("M14")
async def test_filters_narrow_in_the_database(
    house: House, person: Inhabitant, filters: dict[str, object], count: int
) -> None:
    await house.knows(person, "You drink green tea.")
    await house.knows(person, "You like black tea.")
    await house.do("update assertion set pinned = true where content like '%green%'")
    assert len(await found(house, person, "tea", Within(filters=filters))) == count


async def test_another_person_changes_nothing_of_a_result(house: House, person: Inhabitant) -> None:
    await house.knows(person, "You drink green tea.")
    await house.said(person, "Tea is ready", "Enjoy your tea.")
    before = measures(await found(house, person, "tea", TALK))
    other = await house.person()
    for _ in range(3):
        await house.knows(other, "You drink green tea, tea and tea.")
        await house.said(other, "Tea is ready", "Enjoy your tea.")
    assert measures(await found(house, person, "tea", TALK)) == before


async def test_what_is_of_an_older_edition_is_found_by_its_words(house: House, person: Inhabitant) -> None:
    await house.knows(person, "You drink green tea.")
    await index_waiting(house.memory)
    await house.do("update entry set edition = 0")
    (only,) = await found(house, person, "tea")
    assert only.entry.words > 0
    assert only.entry.meaning == 0


@pytest.mark.parametrize(
    "question", ["", "   ", "the of and", "???", "\u0e01\u0e34\u0e19", "x" * 60_000, "a | b & !c:*"]
)
async def test_any_question_has_an_answer(house: House, person: Inhabitant, question: str) -> None:
    await house.knows(person, "You drink green tea.")
    await index_waiting(house.memory)
    async with house.memory.reading(person.who) as connection:
        found, _ = await load_candidates(connection, person.who, question_terms(question), Meanings(), TALK)
    assert len(found) == 1


@pytest.mark.row("M2", "K1")
async def test_the_meaning_of_what_is_not_kept_counts_in_no_later_line_of_its_place(
    house: House, person: Inhabitant
) -> None:
    """And in no other place: what was said elsewhere meanwhile keeps its meaning."""
    asked = AddEngagement(caller=person.who, key=a_key(), title="Garden", seed="")
    garden = (await add_engagement(house.memory, asked)).engagement_id
    turn = await house.said(person, "I hide a canary", None)
    await house.knows(person, "You hide a canary.", "I hide a canary", turn_id=turn, force="held")
    for number in range(9):
        await house.said(person, f"Elsewhere {number}", None)
    after = [await house.said(person, said, None) for said in ("Nobody knows", "Not even Ada", "Good night")]
    for there in (turn, *after):
        await house.do("update turn set engagement_id = $1 where id = $2", garden, there)
    while await catch_up(house.memory, person.who):
        pass
    shadowed = {one.message_id for one in await found(house, person, "canary", TALK) if one.entry.meaning == 0}
    rows = await house.records.rows("select id from message where turn_id = any($1::uuid[])", after[:2])
    assert shadowed == {row["id"] for row in rows}
