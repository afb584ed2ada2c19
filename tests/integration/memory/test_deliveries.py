"""A message of the line may come once or five times, and late: what is remembered is the same."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from services.memory.inflight.ending import load_turn
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.clock import system_clock
from shared.contracts.ids import line_id
from shared.contracts.notices import Attempt
from shared.contracts.operations import Answer, AnswerOffer, LeaveWaiting, Offer
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import AnsweredTurn, Channel, OpenedTurn, PerformedTurn, RoutedTurn
from shared.contracts.understanding import Understanding
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.orders import USE, Order, forget, hold, say

pytestmark = pytest.mark.row("P4", "M1", "U4")

TALK: tuple[tuple[str, Order], ...] = (
    (
        "I am allergic to shellfish, have two cats, and ski",
        hold("You are allergic to shellfish.", "You have two cats."),
    ),
    ("only the first", say(Answer.SELECT, 1)),
    ("yes", say(Answer.CONFIRM)),
    ("I live in Miami", hold("You live in Miami.")),
    ("yes", say(Answer.CONFIRM)),
    ("I moved to Lisbon", hold("You moved to Lisbon.")),
    ("replace it", say(Answer.SELECT, 2)),
    ("I am allergic to shellfish", hold("You are allergic to shellfish.")),
    ("forget the shellfish", forget("shellfish")),
    ("yes", say(Answer.CONFIRM)),
    ("I ski", hold("You ski.")),
    ("no", say(Answer.DECLINE)),
)


class Delivery:
    """Hands on each message so often as chance has it, all copies at once, and earlier ones again later."""

    def __init__(self, house: House, one: Inhabitant, chance: Random | None) -> None:
        self.memory, self.one, self.chance = house.memory, one, chance
        self.earlier: list[RoutedTurn] = []

    async def turn(self, said: str, order: Order) -> PerformedTurn:
        opened = await self._opened(said)
        standing = opened.standing if opened.may_answer else None
        reading = Understanding(intent="general_conversation", confidence=1, source=USE)
        routed = RoutedTurn.grown(opened, understanding=reading, operations=tuple(order(standing)), reply_needs=())
        done = await asyncio.gather(*(perform_turn(self.memory, routed, Attempt(1, 1, 1)) for _ in self._times()))
        performed = done[0]
        assert performed is not None
        assert done == [performed] * len(done)
        answered = AnsweredTurn.grown(performed, reply="so it is", answered_by=USE)
        await asyncio.gather(*(close_turn(self.memory, answered, Attempt(1, 1, 1)) for _ in self._times()))
        await self._come_again()
        self.earlier.append(routed)
        return performed

    async def _opened(self, said: str) -> OpenedTurn:
        who, key = self.one.who, a_key().value
        request = Converse(
            caller=who,
            line_id=line_id(who.person_id, key),
            body_hash=said,
            text=said,
            project_id=None,
            channel=Channel.API,
        )
        accepted, *_ = [await accept_line(self.memory, request) for _ in self._times()]
        assert accepted.turn_id is not None
        async with self.memory.reading(who) as connection:
            stored = await load_turn(connection, who.person_id, accepted.turn_id)
        assert stored is not None
        opened = await open_turn(self.memory, stored.turn, Attempt(1, 1, 1))
        assert opened is not None
        return opened

    async def _come_again(self) -> None:
        """Turns that ended long ago: they are stale, and their answer is to nothing that stands now."""
        if self.chance is not None and self.earlier:
            late = self.chance.choices(self.earlier, k=2)
            assert [await perform_turn(self.memory, turn, Attempt(1, 1, 2)) for turn in late] == [None, None]

    def _times(self) -> range:
        return range(1 if self.chance is None else self.chance.randint(1, 5))


KEPT = (
    """select display_number, content, force, previous_force, reason, version, access_count, own_words from assertion
       where person_id = $1 order by display_number""",
    """select verb, event, actor, old, new, force_from, force_to, version, revision, decision, reason
       from assertion_history where person_id = $1 order by moment""",
    "select number, verb, actor, force_from, force_to, version from audit where person_id = $1 order by number",
    "select level, text from refusal where person_id = $1 order by id",
    "select role, words, content from mention where person_id = $1 order by turn_id, role, words",
    "select kind, jsonb_array_length(items), status from offer where person_id = $1 order by shown_moment",
    "select revision from person where id = $1",
)
"""All that is remembered, without ids and times."""
Kept = list[list[tuple[object, ...]]]


async def _remembered(house: House, one: Inhabitant) -> Kept:
    return [[tuple(row) for row in await house.records.rows(sql, one.who.person_id)] for sql in KEPT]


async def _said(house: House, one: Inhabitant) -> list[tuple[str, str]]:
    return await house.records.conversation(one.who.person_id)


async def _talked(house: House, chance: Random | None) -> tuple[Kept, list[tuple[str, str]]]:
    one = await house.person()
    delivery = Delivery(house, one, chance)
    for said, order in TALK:
        await delivery.turn(said, order)
    return await _remembered(house, one), await _said(house, one)


@pytest.mark.parametrize("seed", range(3))
async def test_what_comes_up_to_five_times_is_remembered_as_if_it_came_once(house: House, seed: int) -> None:
    once = await _talked(house, None)
    assert await _talked(house, Random(seed)) == once
    assert [row[1:3] for row in once[0][0]] == [
        ("You are allergic to shellfish.", "retracted"),
        ("You have two cats.", "retracted"),
        ("You live in Miami.", "retracted"),
        ("You moved to Lisbon.", "committed"),
        ("You ski.", "retracted"),
    ]


async def _yes_to(delivery: Delivery, offer: Offer) -> PerformedTurn:
    """Whatever stands: a model takes the line for an answer to this."""
    return await delivery.turn("yes", lambda _: (AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM),))


async def _asked(delivery: Delivery) -> Offer:
    asked = await delivery.turn("I ski", hold("You ski."))
    assert asked.offer is not None
    return asked.offer


async def _changes_nothing(house: House, delivery: Delivery, offer: Offer) -> None:
    before = await _remembered(house, delivery.one)
    done = await _yes_to(delivery, offer)
    assert [outcome.code for outcome in done.outcomes] == ["no_offer"]
    after = await _remembered(house, delivery.one)
    # A question that stands waits from now on.
    others = [place for place, sql in enumerate(KEPT) if "from offer" not in sql]
    assert [after[place] for place in others] == [before[place] for place in others]


async def test_a_yes_where_nothing_was_asked_changes_nothing(house: House) -> None:
    delivery = Delivery(house, await house.person(), None)
    nothing = Offer.model_validate({"offer_id": delivery.one.story_id, "kind": "remember", "items": ()})
    await _changes_nothing(house, delivery, nothing)


async def test_a_second_yes_changes_nothing(house: House) -> None:
    delivery = Delivery(house, await house.person(), None)
    offer = await _asked(delivery)
    await _yes_to(delivery, offer)
    await _changes_nothing(house, delivery, offer)


async def test_a_yes_after_another_topic_changes_nothing(house: House) -> None:
    delivery = Delivery(house, await house.person(), None)
    offer = await _asked(delivery)
    await delivery.turn("the weather", lambda _: (LeaveWaiting(offer_id=offer.offer_id),))
    await _changes_nothing(house, delivery, offer)


async def test_a_yes_to_a_question_that_is_over_leaves_the_one_that_stands_alone(house: House) -> None:
    delivery = Delivery(house, await house.person(), None)
    offer = await _asked(delivery)
    await delivery.turn("I sing", hold("You sing."))
    await _changes_nothing(house, delivery, offer)


@pytest.mark.row("M7")
async def test_a_yes_after_the_question_expired_changes_nothing(house: House) -> None:
    delivery = Delivery(house, await house.person(), None)
    offer = await _asked(delivery)
    delivery.memory = replace(delivery.memory, clock=lambda: system_clock() + timedelta(days=8))
    await _changes_nothing(house, delivery, offer)
