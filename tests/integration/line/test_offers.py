"""A line answers an offer only if the offer was there to be seen before the line was accepted."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from shared.contracts.envelope import Caller
from tests.integration.line.eventually import eventually
from tests.integration.line.own_classifier import TEA, classifying
from tests.integration.line.own_responder import Companion, responding
from tests.integration.line.people import a_line, closed, new_person, new_project
from tests.integration.line.records import Records
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P3")


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    await scene.crew.start_all("memory", "router", "workers")
    return await new_person(scene.client)


@pytest.fixture
async def companion(scene: Scene, caller: Caller) -> AsyncIterator[Companion]:
    assert await scene.records.rows("select from person where id = $1", caller.person_id)
    companion = Companion()
    async with classifying(scene.servers), responding(scene.servers, lambda _: companion.respond):
        yield companion


async def _answers(records: Records, text: str) -> UUID | None:
    """Which offer the turn that took a line answers, as the database has it."""
    (row,) = await records.rows(
        "select t.answers_offer_id from turn t join line l on l.person_id = t.person_id and l.turn_id = t.id"
        " where l.text = $1",
        text,
    )
    found: UUID | None = row["answers_offer_id"]
    return found


async def test_a_line_that_waited_while_the_offer_was_made_never_answers_it(
    scene: Scene, caller: Caller, companion: Companion
) -> None:
    with companion.holding(TEA):
        await scene.client.ask(a_line(caller, TEA))
        await companion.saw(TEA)
        await scene.client.ask(a_line(caller, "yes"))  # accepted before the question was there to be seen
    await eventually(scene.records.all_done)

    assert await _answers(scene.records, "yes") is None
    turn = await companion.saw("yes")
    assert turn.standing == companion.offers[0]
    assert turn.may_answer is False
    assert turn.operations == ()
    assert turn.offer is not None
    assert turn.offer.items == companion.offers[0].items  # the question is asked again
    assert await scene.records.value("select force from assertion") == "held"


async def test_a_line_that_came_after_the_offer_was_shown_may_answer_it(
    scene: Scene, caller: Caller, companion: Companion
) -> None:
    assert (await closed(scene.client, a_line(caller, TEA))).offer == companion.offers[0]
    await closed(scene.client, a_line(caller, "yes"))

    assert await _answers(scene.records, "yes") == companion.offers[0].offer_id
    turn = await companion.saw("yes")
    assert turn.standing == companion.offers[0]
    assert turn.may_answer is True
    assert await scene.records.value("select status from offer") == "answered"
    assert await scene.records.value("select force from assertion") == "committed"


async def test_a_line_that_may_answer_an_offer_is_taken_alone(
    scene: Scene, caller: Caller, companion: Companion
) -> None:
    with companion.holding("and cake"):
        with companion.holding(TEA):
            await scene.client.ask(a_line(caller, TEA))
            await companion.saw(TEA)
            await scene.client.ask(a_line(caller, "and cake"))  # too early to be an answer
        await companion.saw("and cake")
        for text in ("yes", "one", "two"):
            await scene.client.ask(a_line(caller, text))  # these have seen the offer
    await eventually(scene.records.all_done)

    assert [turn.text for turn in companion.seen] == [TEA, "and cake", "yes", "one\ntwo"]
    assert await _answers(scene.records, "yes") == companion.offers[0].offer_id
    assert (await companion.saw("yes")).may_answer is True
    assert await _answers(scene.records, "one") is None  # what answered the offer let it lapse


async def test_a_new_offer_takes_the_place_of_the_one_before(
    scene: Scene, caller: Caller, companion: Companion
) -> None:
    await closed(scene.client, a_line(caller, TEA))
    with companion.holding(TEA):
        await scene.client.ask(a_line(caller, TEA))
        await scene.client.ask(a_line(caller, "yes"))  # accepted after the first offer, before the second one
        await companion.saw(TEA, times=2)
    await eventually(scene.records.all_done)

    assert await _answers(scene.records, "yes") is None
    rows = await scene.records.rows("select status from offer order by shown_moment")
    assert [row["status"] for row in rows] == ["lapsed", "standing"]


async def test_a_line_that_waited_for_longer_than_one_turn_does_not_answer_the_offer_made_meanwhile(
    scene: Scene, caller: Caller, companion: Companion
) -> None:
    garden = await new_project(scene.client, caller, "garden")
    with companion.holding(TEA):
        await scene.client.ask(a_line(caller, TEA))
        await companion.saw(TEA)
        await scene.client.ask(a_line(caller, "beans", project=garden))
        await scene.client.ask(a_line(caller, "yes"))  # of another project: it waits for the beans as well
    await eventually(scene.records.all_done)

    assert [turn.text for turn in companion.seen] == [TEA, "beans", "yes"]
    assert await _answers(scene.records, "yes") is None
    assert (await companion.saw("yes")).may_answer is False
    assert await scene.records.value("select status from offer") == "standing"


async def test_a_line_between_two_offers_answers_neither(scene: Scene, caller: Caller, companion: Companion) -> None:
    with companion.holding(TEA):
        await scene.client.ask(a_line(caller, TEA))
        await companion.saw(TEA)
        await scene.client.ask(a_line(caller, TEA))  # too early to answer the first offer, so it lets it stand
    with companion.holding(TEA):
        await companion.saw(TEA, times=2)
        await scene.client.ask(a_line(caller, "yes"))  # after the first offer was shown, before the second one
    await eventually(scene.records.all_done)

    assert await _answers(scene.records, "yes") is None
    rows = await scene.records.rows("select status from offer order by shown_moment")
    assert [row["status"] for row in rows] == ["lapsed", "standing"]
