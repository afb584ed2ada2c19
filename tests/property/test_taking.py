"""Which lines are taken together: for every queue of lines and every standing offer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.inflight.queue import (
    MOST_CHARACTERS,
    MOST_LINES,
    Place,
    ShownOffer,
    WaitingLine,
    may_answer,
    new_turn,
    next_batch,
)
from shared.clock import system_clock
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.pipeline import LINE
from shared.contracts.turns import Channel, EngagementKind

pytestmark = pytest.mark.row("P3")

GARDEN, KITCHEN = new_id(), new_id()
places = st.builds(
    Place,
    engagement_id=st.sampled_from((GARDEN, KITCHEN)),
    engagement_kind=st.just(EngagementKind.PROJECT),
    engagement_title=st.just("a project"),
    channel=st.sampled_from((Channel.WEB, Channel.CLI)),
    write=st.booleans(),
    read=st.booleans(),
)
STORABLE = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
short = st.text(STORABLE, min_size=1, max_size=5)
long = st.integers(1, MOST_CHARACTERS).map("x".__mul__)


Queue = tuple[list[WaitingLine], ShownOffer | None]


@st.composite
def queues(draw: st.DrawFn) -> Queue:
    """Lines in the order of their acceptance, from one place or several, and perhaps an offer shown among them."""
    anywhere = draw(st.sampled_from((st.just(draw(places)), places)))
    texts = draw(st.sampled_from((short, st.one_of(short, long))))
    drawn = draw(st.lists(st.tuples(texts, anywhere), min_size=1, max_size=MOST_LINES + 5))
    lines = [WaitingLine(new_id(), text, 2 * number, place) for number, (text, place) in enumerate(drawn, 1)]
    shown = draw(st.one_of(st.none(), st.integers(0, len(lines))))
    return lines, None if shown is None else ShownOffer(new_id(), 2 * shown + 1)


def _is_one_thought(lines: list[WaitingLine]) -> bool:
    return (
        len({line.place for line in lines}) == 1
        and len(lines) <= MOST_LINES
        and len("\n".join(line.text for line in lines)) <= MOST_CHARACTERS
    )


@given(queues())
def test_what_is_taken_is_the_beginning_of_the_queue_and_one_thought(queue: Queue) -> None:
    waiting, offer = queue
    taken = list(next_batch(waiting, offer))
    assert taken
    assert taken == waiting[: len(taken)]
    assert _is_one_thought(taken)


@given(queues())
def test_a_line_that_may_answer_an_offer_is_taken_alone(queue: Queue) -> None:
    waiting, offer = queue
    taken = next_batch(waiting, offer)
    assert len(taken) == 1 or not any(may_answer(line, offer) for line in taken)


@given(queues())
def test_nothing_is_left_behind_that_belongs_to_the_thought(queue: Queue) -> None:
    waiting, offer = queue
    taken = list(next_batch(waiting, offer))
    rest = waiting[len(taken) :]
    if rest and not may_answer(taken[0], offer) and not may_answer(rest[0], offer):
        assert not _is_one_thought([*taken, rest[0]])


@given(queues())
def test_an_offer_is_answered_only_by_what_was_accepted_after_it_was_shown(queue: Queue) -> None:
    for line in queue[0]:
        assert may_answer(line, ShownOffer(new_id(), line.moment - 1))
        assert not may_answer(line, ShownOffer(new_id(), line.moment))
        assert not may_answer(line, None)


@given(queues())
def test_the_turn_names_the_lines_that_it_takes_and_has_its_whole_way_before_it(queue: Queue) -> None:
    waiting, offer = queue
    taken = next_batch(waiting, offer)
    who, now = Caller(tenant_id=new_id(), person_id=new_id()), system_clock()
    turn = new_turn(who, new_id(), taken, (now, now))
    assert turn.covers == tuple(line.line_id for line in taken)
    assert len(turn.text) <= MOST_CHARACTERS
    assert (turn.engagement_id, turn.channel) == (taken[0].place.engagement_id, taken[0].place.channel)
    assert (turn.write, turn.read) == (taken[0].place.write, taken[0].place.read)
    assert turn.steps == LINE
    assert turn.offered == 1
