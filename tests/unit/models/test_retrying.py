"""When a call is tried again, after how long, and what all tries together took."""

import asyncio
from decimal import Decimal

import pytest

from shared.models.model import Brief, Said
from shared.models.retry_model import ModelGaveUpError, Patience, PatientModel
from shared.models.wire import Answered, CallFailedError, Ended, Why
from tests.model_stories import answer, brief, question
from tests.unit.models.scripted_wire import NotedSleep, ScriptedWire

pytestmark = pytest.mark.row("U6")

GOOD = Answered(answer())
AWAY = CallFailedError(Why.AWAY)


@pytest.fixture
def sleep() -> NotedSleep:
    return NotedSleep()


async def said(model: PatientModel, of: Brief | None = None) -> tuple[list[str], Said]:
    *pieces, end = [part async for part in model.stream(of or brief())]
    assert isinstance(end, Said)
    return [piece for piece in pieces if isinstance(piece, str)], end


async def test_a_question_has_one_more_try_after_a_short_pause(sleep: NotedSleep) -> None:
    wire = ScriptedWire([AWAY, GOOD])
    read = await PatientModel(wire, sleep=sleep).ask(question())
    assert (read.reading.intent, read.used.attempts, len(sleep.pauses)) == ("remember_about_me", 2, 1)
    assert 0.2 <= sleep.pauses[0] <= 0.3
    assert wire.asked[0] == wire.asked[1]


async def test_and_not_two(sleep: NotedSleep) -> None:
    wire = ScriptedWire([AWAY, AWAY, GOOD])
    with pytest.raises(ModelGaveUpError, match="away"):
        await PatientModel(wire, sleep=sleep).ask(question())
    assert len(wire.asked) == 2


async def test_a_reply_has_two_more_tries_and_longer_pauses(sleep: NotedSleep) -> None:
    wire = ScriptedWire(speeches=[[AWAY], [AWAY], ["Hi."], []])
    with pytest.raises(ModelGaveUpError, match="away"):
        await said(PatientModel(wire, sleep=sleep))
    assert len(wire.spoken) == 3
    assert wire.closed == 3
    assert sleep.pauses[1] > sleep.pauses[0]


async def test_what_was_shown_is_never_said_again(sleep: NotedSleep) -> None:
    wire = ScriptedWire(speeches=[["Hi", AWAY], ["Hello", Ended()]])
    stream = aiter(PatientModel(wire, sleep=sleep).stream(brief()))
    assert await anext(stream) == "Hi"
    with pytest.raises(ModelGaveUpError) as given_up:
        await anext(stream)
    assert (given_up.value.shown, len(wire.spoken), sleep.pauses) == (True, 1, [])


@pytest.mark.parametrize("why", [Why.KEY, Why.REQUEST, Why.REFUSED, Why.LIMITED])
async def test_what_another_try_would_not_change_is_not_tried_again(why: Why, sleep: NotedSleep) -> None:
    wire = ScriptedWire([CallFailedError(why), GOOD], [[CallFailedError(why)], ["Hi.", Ended()]])
    model = PatientModel(wire, sleep=sleep)
    with pytest.raises(ModelGaveUpError) as asked:
        await model.ask(question())
    with pytest.raises(ModelGaveUpError) as spoken:
        await said(model)
    assert (asked.value.why, spoken.value.why, sleep.pauses) == (why, why, [])


async def test_a_provider_that_says_when_is_heeded_while_there_is_time(sleep: NotedSleep) -> None:
    wire = ScriptedWire([CallFailedError(Why.LIMITED, 1.5), GOOD])
    await PatientModel(wire, sleep=sleep).ask(question())
    assert sleep.pauses == [1.5]


@pytest.mark.parametrize("seconds", [4.0, 3_600.0])
async def test_and_not_where_there_is_not(seconds: float, sleep: NotedSleep) -> None:
    wire = ScriptedWire([CallFailedError(Why.LIMITED, seconds), GOOD])
    with pytest.raises(ModelGaveUpError, match="limited"):
        await PatientModel(wire, sleep=sleep).ask(question())
    assert sleep.pauses == []


@pytest.mark.row("K12")
async def test_all_tries_are_paid_for(sleep: NotedSleep) -> None:
    wire = ScriptedWire([Answered("no JSON"), GOOD], [[AWAY], [AWAY], ["Hi.", Ended()]])
    model = PatientModel(wire, sleep=sleep)
    read = await model.ask(question())
    _, end = await said(model)
    assert (read.used.tokens.sent, read.used.tokens.received, read.used.attempts) == (20, 2, 2)
    assert (end.used.tokens.sent, end.used.tokens.received, end.used.attempts) == (30, 3, 3)
    assert read.used.cost == Decimal(20) * Decimal("0.10") / 1_000_000 + Decimal(2) * Decimal("0.50") / 1_000_000


@pytest.mark.row("K12")
async def test_a_model_without_a_price_has_tokens_and_no_cost(sleep: NotedSleep) -> None:
    wire = ScriptedWire([AWAY, GOOD], model="somebody-elses")
    used = (await PatientModel(wire, sleep=sleep).ask(question())).used
    assert (used.tokens.sent, used.cost) == (20, None)


async def test_a_call_alone_is_no_reply_but_its_proposal_stands(sleep: NotedSleep) -> None:
    called = Ended(called='{"fact": "You own a boat.", "source_assertion": null}')
    wire = ScriptedWire(speeches=[[called], ["Nice.", Ended()]])
    pieces, end = await said(PatientModel(wire, sleep=sleep), brief(may_propose=True))
    assert pieces == ["Nice."]
    assert end.proposal is not None
    assert [speech.may_call for speech in wire.spoken] == [True, False]


async def test_a_reply_that_was_cut_ends_in_an_ellipsis(sleep: NotedSleep) -> None:
    wire = ScriptedWire(speeches=[["There are", Ended(cut=True)], [Ended(cut=True)], ["Hi.", Ended()]])
    model = PatientModel(wire, sleep=sleep)
    assert (await said(model))[0] == ["There are", "…"]
    assert (await said(model))[0] == ["Hi."]


async def test_a_stream_that_stops_short_of_its_end_has_failed(sleep: NotedSleep) -> None:
    wire = ScriptedWire(speeches=[[], [], []])
    with pytest.raises(ModelGaveUpError, match="away"):
        await said(PatientModel(wire, sleep=sleep))


async def test_who_stops_listening_stops_the_call(sleep: NotedSleep) -> None:
    wire = ScriptedWire(speeches=[["One ", "two ", Ended()]])
    stream = PatientModel(wire, sleep=sleep).stream(brief())
    assert await anext(stream) == "One "
    await stream.aclose()  # type: ignore[attr-defined]  # it is a generator, which the interface need not say
    assert wire.closed == 1


class HangingWire(ScriptedWire):
    """Never answers."""

    async def answer(self, *_: object) -> Answered:
        await asyncio.Event().wait()
        raise AssertionError


async def test_nobody_waits_longer_than_the_deadline(sleep: NotedSleep) -> None:
    with pytest.raises(ModelGaveUpError, match="slow"):
        await PatientModel(HangingWire(), patience=Patience(answer=0.01), sleep=sleep).ask(question())
    assert sleep.pauses == []
