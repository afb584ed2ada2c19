"""Five failures within half a minute, twenty seconds of rest, one probe."""

import asyncio

import pytest

from shared.models.breaker import FAILURES, REST, WITHIN, Breaker
from shared.models.wire import CallFailedError, Why

pytestmark = pytest.mark.row("U6")


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def breaker(time: Time) -> Breaker:
    return Breaker(time)


def fail(breaker: Breaker, why: Why = Why.AWAY) -> Why:
    """One call that fails so; which failure came out of it."""
    with pytest.raises(CallFailedError) as failed, breaker.watching():
        raise CallFailedError(why)
    return failed.value.why


def answer(breaker: Breaker) -> None:
    with breaker.watching():
        pass


def rests(breaker: Breaker) -> bool:
    return fail(breaker) is Why.RESTING


def open_it(breaker: Breaker) -> None:
    for _ in range(FAILURES):
        assert fail(breaker) is Why.AWAY


@pytest.mark.parametrize("why", [Why.AWAY, Why.SLOW, Why.LIMITED, Why.KEY])
def test_five_failures_open_it_and_four_do_not(breaker: Breaker, why: Why) -> None:
    for _ in range(FAILURES):
        assert fail(breaker, why) is why
    assert rests(breaker)


@pytest.mark.parametrize("why", [Why.REQUEST, Why.UNUSABLE, Why.REFUSED])
def test_what_is_about_one_call_alone_does_not_open_it(breaker: Breaker, why: Why) -> None:
    for _ in range(3 * FAILURES):
        assert fail(breaker, why) is why


def test_failures_that_lie_apart_do_not_open_it(breaker: Breaker, time: Time) -> None:
    for _ in range(3 * FAILURES):
        assert not rests(breaker)
        time.now += WITHIN / (FAILURES - 1) + 0.1


def test_answers_between_failures_do_not_hide_them(breaker: Breaker) -> None:
    for _ in range(FAILURES):
        assert not rests(breaker)
        if not breaker._rests_until:
            answer(breaker)
    assert rests(breaker)


def test_after_its_rest_one_call_finds_out(breaker: Breaker, time: Time) -> None:
    open_it(breaker)
    time.now = REST - 0.1
    assert rests(breaker)
    time.now = REST
    with breaker.watching():
        assert rests(breaker)  # the others wait for what the one finds out
    answer(breaker)
    open_it(breaker)  # all is as in the beginning


def test_a_probe_that_fails_lets_it_rest_again(breaker: Breaker, time: Time) -> None:
    open_it(breaker)
    time.now = REST
    assert fail(breaker) is Why.AWAY
    time.now = 2 * REST - 0.1
    assert rests(breaker)
    time.now = 2 * REST
    answer(breaker)
    answer(breaker)


def test_a_probe_that_is_answered_badly_shows_that_it_is_well_again(breaker: Breaker, time: Time) -> None:
    open_it(breaker)
    time.now = REST
    assert fail(breaker, Why.UNUSABLE) is Why.UNUSABLE
    answer(breaker)


def test_a_probe_that_nobody_waits_for_any_more_is_made_again(breaker: Breaker, time: Time) -> None:
    open_it(breaker)
    time.now = REST
    with pytest.raises(asyncio.CancelledError), breaker.watching():
        raise asyncio.CancelledError
    answer(breaker)
    answer(breaker)
