"""What a memory has had a part in, and how much there is of each force in each place."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from services.memory.notebook.commands import erase_by_hand
from services.memory.notebook.influences import list_influences
from services.memory.people.account import add_engagement, list_engagements
from shared.contracts.errors import AssertionNotFoundError, BadMessageError
from shared.contracts.requests.notebook import ChangeAssertion, InfluenceView, ListInfluences, Verb
from shared.contracts.requests.people import AddEngagement, ListEngagements
from shared.contracts.understanding import Influence
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("S2", "M24")


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def had_part(house: House, one: Inhabitant, turn_id: UUID, assertion_id: UUID, score: float = 0.5) -> None:
    await house.do(
        "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
        " values ($1, $2, $3, $4, 'disambiguation', $5, 'the same food')",
        *(one.who.tenant_id, one.who.person_id, turn_id, assertion_id, score),
    )


async def asked(house: House, one: Inhabitant, assertion_id: UUID, **more: object) -> Sequence[InfluenceView]:
    """All of them, page by page."""
    found, cursor = list[InfluenceView](), None
    while True:
        question = ListInfluences.model_validate(
            {"caller": one.who, "assertion_id": assertion_id, "cursor": cursor, **more}
        )
        page = await list_influences(house.memory, question)
        found += page.influences
        cursor = page.cursor
        if cursor is None:
            return found


async def test_the_turns_that_a_memory_had_a_part_in_are_told_newest_first(house: House, person: Inhabitant) -> None:
    tea, coffee = await house.knows(person, "You like tea."), await house.knows(person, "You like coffee.")
    first = await house.said(person, "What do I drink?", "Tea.")
    await had_part(house, person, first, tea, score=0.75)
    await house.said(person, "Hello", "Hello!")
    other = await house.said(person, "And at night?", "Coffee.")
    await had_part(house, person, other, coffee)
    last = await house.said(person, "Sure?", None, status="failed")
    await had_part(house, person, last, tea)

    told = await asked(house, person, tea)
    assert [(one.turn_id, one.said, one.reply) for one in told] == [
        (last, ("Sure?",), None),
        (first, ("What do I drink?",), "Tea."),
    ]
    assert (told[1].influence, told[1].score, told[1].reason) == (Influence.DISAMBIGUATION, 0.75, "the same food")
    assert told[1].at < told[0].at


async def test_every_page_goes_on_where_the_one_before_ended(house: House, person: Inhabitant) -> None:
    tea = await house.knows(person, "You like tea.")
    turns = [await house.said(person, f"line {n}", "x" * 60_000) for n in range(7)]
    for turn_id in turns:
        await had_part(house, person, turn_id, tea)
    assert [one.turn_id for one in await asked(house, person, tea, limit=2)] == turns[::-1]
    assert [one.turn_id for one in await asked(house, person, tea)] == turns[::-1]
    page = await list_influences(house.memory, ListInfluences(caller=person.who, assertion_id=tea))
    assert len(page.model_dump_json()) < 900_000
    assert page.cursor is not None
    with pytest.raises(BadMessageError):
        await list_influences(house.memory, ListInfluences(caller=person.who, assertion_id=tea, cursor="x"))


async def test_what_is_erased_is_not_told_here_either(house: House, person: Inhabitant) -> None:
    tea, milk = await house.knows(person, "You like green tea."), await house.knows(person, "You take milk with it.")
    turn_id = await house.said(person, "What do I drink?", "You like green tea. With milk.")
    for one in (tea, milk):
        await had_part(house, person, turn_id, one)
    gone = ChangeAssertion(caller=person.who, key=a_key(), assertion_id=tea, verb=Verb.ERASE, version=1)
    await erase_by_hand(house.memory, gone)
    (told,) = await asked(house, person, milk)
    assert "green tea" not in str(told.reply)
    with pytest.raises(AssertionNotFoundError):
        await asked(house, person, tea)


@pytest.mark.row("O5")
async def test_somebody_elses_turns_are_not_told(house: House, person: Inhabitant) -> None:
    neighbour = await house.person()
    theirs = await house.knows(neighbour, "You like tea.")
    await had_part(house, neighbour, await house.said(neighbour, "tea", "Tea it is."), theirs)
    for nobody in (theirs, uuid4()):
        with pytest.raises(AssertionNotFoundError):
            await asked(house, person, nobody)


@pytest.mark.row("M22")
async def test_each_place_says_how_much_it_holds_of_the_persons_own(house: House, person: Inhabitant) -> None:
    garden = await add_engagement(house.memory, AddEngagement(caller=person.who, key=a_key(), title="garden"))
    await add_engagement(house.memory, AddEngagement(caller=person.who, key=a_key(), title="empty"))
    neighbour = await house.person()
    for one, content, force, place in (
        (person, "a", "committed", None), (person, "b", "committed", None), (person, "c", "held", None),
        (person, "d", "held", garden.engagement_id), (neighbour, "e", "committed", None),
        (neighbour, "f", "held", None),
    ):  # fmt: skip
        await house.knows(one, content, force=force, engagement_id=place)
    gone = await house.knows(person, "g")
    await house.do(
        "update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten' where id = $1",
        gone,
    )
    shown = (await list_engagements(house.memory, ListEngagements(caller=person.who))).engagements
    counted = {one.title: (one.held, one.committed, one.retracted) for one in shown}
    assert counted == {"Your Story": (1, 2, 1), "garden": (1, 0, 0), "empty": (0, 0, 0)}
