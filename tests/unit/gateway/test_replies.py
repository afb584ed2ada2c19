"""What is shown of a reply is one attempt at a time, in order, without a hole, whatever order the events come in."""

from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.client.feeds import NO_ATTEMPT, Cursor, Heard, ReplyPart, Telling
from shared.contracts.notices import Attempt, Changed, Closed, Failed, Offered, Piece, Restarted, Started
from shared.contracts.operations import Action, Offer, OfferKind

pytestmark = pytest.mark.row("P5")
TURN = UUID("01a1ef34-b629-7346-837b-2badd03a0324")
attempts = st.builds(Attempt, st.integers(1, 2), st.integers(1, 2), st.integers(1, 2))


def piece(attempt: Attempt, n: int) -> Piece:
    return Piece(turn_id=TURN, attempt=attempt, n=n, text=f"{attempt}-{n} ")


def closed() -> Closed:
    return Closed(
        turn_id=TURN, covers=(), reply="whole", intent="help", action=Action.ANSWERED, offer=None, memory=()
    )  # fmt: skip


def offered(attempt: Attempt) -> Offered:
    offer = Offer(offer_id=uuid4(), kind=OfferKind.REMEMBER, items=())
    return Offered(turn_id=TURN, attempt=attempt, offer=offer)


def told(telling: Telling, *events: ReplyPart) -> list[ReplyPart | Changed]:
    return [shown.event for event in events for shown in telling.tell(Heard.of(event))]


FIRST, SECOND = Attempt(1, 1, 1), Attempt(1, 1, 2)


def test_a_later_attempt_voids_what_was_shown() -> None:
    events = told(Telling(), piece(FIRST, 0), piece(SECOND, 0), piece(FIRST, 1), piece(SECOND, 1))
    assert events == [
        piece(FIRST, 0), Restarted(turn_id=TURN, attempt=SECOND), piece(SECOND, 0), piece(SECOND, 1),
    ]  # fmt: skip


def test_nothing_shown_needs_no_restart() -> None:
    assert told(Telling(), piece(SECOND, 0)) == [piece(SECOND, 0)]


def test_an_attempt_is_compared_by_its_offer_first() -> None:
    after_the_broker_restarted = Attempt(2, 1, 1)
    events = told(Telling(), piece(Attempt(1, 900, 3), 0), piece(after_the_broker_restarted, 0))
    assert [event.event for event in events] == ["piece", "restarted", "piece"]


def test_a_hole_is_noticed_and_never_shown() -> None:
    telling = Telling()
    told(telling, piece(FIRST, 0))
    assert telling.misses_before(piece(FIRST, 2))
    assert not telling.misses_before(piece(FIRST, 1))
    assert told(telling, piece(FIRST, 2), piece(FIRST, 3)) == []
    assert not telling.misses_before(piece(FIRST, 4)), "looked up once"
    assert told(telling, closed()) == [closed()]


def test_the_question_is_asked_once_and_belongs_to_its_attempt() -> None:
    once, again = offered(FIRST), offered(FIRST)
    telling = Telling()
    assert told(telling, once, again) == [once]
    assert [event.event for event in told(telling, offered(SECOND))] == ["restarted", "offer"]
    assert told(telling, offered(FIRST)) == []


def test_start_and_end_are_told_once() -> None:
    started = Started(turn_id=TURN, covers=())
    failed = Failed(turn_id=TURN, covers=(), code="x", detail="Sorry.", saved=False)
    telling = Telling()
    assert told(telling, started, started, closed(), closed(), failed) == [started, closed()]
    assert telling.over
    assert told(telling, piece(SECOND, 0), offered(SECOND)) == [], "the end is the end, whoever still speaks"


def test_a_turn_that_failed_may_be_given_another_life() -> None:
    started = Started(turn_id=TURN, covers=())
    failed = Failed(turn_id=TURN, covers=(), code="x", detail="Sorry.", saved=False)
    again = Attempt(2, 7, 1)
    events = told(Telling(), started, piece(FIRST, 0), failed, started, piece(again, 0), closed())
    assert [event.event for event in events] == [
        "started", "piece", "failed", "started", "restarted", "piece", "closed",
    ]  # fmt: skip


def test_what_a_gateway_makes_is_never_believed_from_outside() -> None:
    assert told(Telling(), Restarted(turn_id=TURN, attempt=SECOND)) == []
    assert Telling().tell(Heard.of(Changed(what="me"))) == ()


@given(events=st.lists(st.builds(piece, attempts, st.integers(0, 4)), max_size=40), end=st.integers(0, 40))
def test_any_order_tells_one_whole_beginning(events: list[ReplyPart], end: int) -> None:
    transcript = told(Telling(), *events[:end], closed(), *events[end:])
    shown: list[Piece] = []
    for event in transcript:
        if isinstance(event, Restarted):
            assert shown, "a restart voids something"
            assert event.attempt > shown[-1].attempt
            shown = []
        elif isinstance(event, Piece):
            shown.append(event)
            assert [each.n for each in shown] == list(range(len(shown)))
            assert {each.attempt for each in shown} == {event.attempt}
    assert transcript.index(closed()) == len(transcript) - 1


@given(attempt=attempts, count=st.integers(1, 8), cut=st.integers(0, 7), repeats=st.integers(1, 3))
def test_who_comes_back_hears_exactly_the_rest(attempt: Attempt, count: int, cut: int, repeats: int) -> None:
    reply = [piece(attempt, n) for n in range(count)]
    seen = min(cut, count - 1)
    cursor = Cursor.parse(str(Cursor(TURN, attempt, seen)))
    assert told(Telling.after(cursor), *reply * repeats, closed()) == [*reply[seen + 1 :], closed()]


def test_who_only_heard_the_start_hears_everything() -> None:
    cursor = Cursor.parse(str(Cursor(TURN)))
    assert cursor.attempt == NO_ATTEMPT
    assert told(Telling.after(cursor), Started(turn_id=TURN, covers=()), piece(FIRST, 0)) == [piece(FIRST, 0)]


@given(text=st.text(max_size=80))
def test_a_cursor_is_ours_or_none(text: str) -> None:
    with suppress(ValueError):
        assert str(Cursor.parse(text)) == text


@given(turn_id=st.uuids(), attempt=attempts, n=st.integers(0, 10**6))
def test_a_cursor_comes_back_as_it_was(turn_id: UUID, attempt: Attempt, n: int) -> None:
    assert Cursor.parse(str(Cursor(turn_id, attempt, n))) == Cursor(turn_id, attempt, n)


def test_the_bytes_of_an_event_are_kept() -> None:
    raw = piece(FIRST, 0).model_dump_json().encode().replace(b'"n"', b'"newer": 1, "n"')
    heard = Heard.reply(raw)
    assert heard.event == piece(FIRST, 0)
    assert heard.raw == raw
