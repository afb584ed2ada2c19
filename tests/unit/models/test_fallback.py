"""The offline engine answers where the chosen model cannot, and the turn says so."""

import logging
from decimal import Decimal

import pytest

from shared.contracts.operations import Action
from shared.models.fallback import FallingBack
from shared.models.model import Brief, Said
from shared.models.retry_model import PatientModel
from shared.models.wire import Answered, CallFailedError, Ended, Why
from shared.testing.scripted_model import ScriptedModel
from tests.model_stories import answer, brief, performed, question
from tests.unit.models.scripted_wire import NotedSleep, ScriptedWire

pytestmark = pytest.mark.row("U6")

KEY = CallFailedError(Why.KEY)


@pytest.fixture
def offline() -> ScriptedModel:
    return ScriptedModel(provider="offline", model="engine", says=("Offline ", "words."))


def model_of(wire: ScriptedWire, offline: ScriptedModel) -> FallingBack:
    return FallingBack(PatientModel(wire, sleep=NotedSleep()), offline)


async def said(model: FallingBack, of: Brief | None = None) -> tuple[str, Said]:
    *pieces, end = [part async for part in model.stream(of or brief())]
    assert isinstance(end, Said)
    return "".join(piece for piece in pieces if isinstance(piece, str)), end


@pytest.mark.row("K12")
async def test_who_answered_instead_says_from_whom_and_what_was_spent_in_vain(offline: ScriptedModel) -> None:
    wire = ScriptedWire([Answered("?"), Answered("?")], [[KEY]])
    model = model_of(wire, offline)
    read, (text, end) = await model.ask(question()), await said(model)
    assert (read.reading, text) == (offline.reading, "Offline words.")
    for used in (read.used, end.used):
        assert (used.provider, used.model) == ("offline", "engine")
        assert used.fallback_from == "anthropic:claude-haiku-5-5"
    assert (read.used.tokens.sent, read.used.attempts) == (20, 3)
    assert read.used.cost == Decimal("0.000003")


@pytest.mark.row("K12")
async def test_where_nothing_may_be_spent_nobody_is_called(offline: ScriptedModel) -> None:
    wire = ScriptedWire()
    model = model_of(wire, offline)
    read, (text, end) = await model.ask(question(may_spend=False)), await said(model, brief(may_spend=False))
    assert (read.used.provider, end.used.provider, text) == ("offline", "offline", "Offline words.")
    assert (wire.asked, wire.spoken) == ([], [])
    assert {read.used.fallback_from, end.used.fallback_from} == {"anthropic:claude-haiku-5-5"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "My answer broke off here; it is not complete."),
        ("es", "Mi respuesta se ha cortado aquí; no está completa."),
        ("de", "Meine Antwort ist hier abgebrochen; sie ist nicht vollständig."),
        ("fr", "My answer broke off here; it is not complete."),
    ],
)
async def test_a_reply_that_breaks_off_says_so_in_the_persons_language(
    offline: ScriptedModel, language: str, words: str
) -> None:
    model = model_of(ScriptedWire(speeches=[["It is", CallFailedError(Why.AWAY)]]), offline)
    text, end = await said(model, brief(language=language))
    assert (text, end.used.provider) == (f"It is\n\n{words}", "anthropic")
    assert not offline.briefs


async def test_a_refusal_midway_is_calm(offline: ScriptedModel) -> None:
    model = model_of(ScriptedWire(speeches=[["Well", CallFailedError(Why.REFUSED)]]), offline)
    assert (await said(model))[0] == "Well\n\nI'd rather not go on with this."


async def test_where_something_was_done_a_refusal_to_speak_of_it_is_left_for_the_engine(offline: ScriptedModel) -> None:
    model = model_of(ScriptedWire(speeches=[[CallFailedError(Why.REFUSED)]] * 2), offline)
    done = performed(action=Action.RETRACTED)
    assert (await said(model, brief(turn=done)))[0] == "Offline words."
    assert (await said(model))[0] == "I'd rather not answer that. Nothing was changed or kept."


async def test_what_is_refused_to_be_read_is_conversation(offline: ScriptedModel) -> None:
    read = await model_of(ScriptedWire([CallFailedError(Why.REFUSED)]), offline).ask(question(language="es"))
    assert (read.reading.intent, read.reading.language) == ("general_conversation", "es")
    assert (read.used.provider, read.used.fallback_from) == ("anthropic", None)
    assert not offline.questions


async def test_going_away_and_coming_back_are_told_once_each(
    offline: ScriptedModel, caplog: pytest.LogCaptureFixture
) -> None:
    refused = CallFailedError(Why.REFUSED)
    model = model_of(ScriptedWire([KEY, KEY, refused, Answered(answer()), Answered(answer())]), offline)
    with caplog.at_level(logging.INFO, "holdfast"):
        for _ in range(5):
            await model.ask(question())
    assert [record.message for record in caplog.records] == ["model_away", "model_back"]
    assert caplog.records[0].levelno == logging.ERROR


async def test_a_reply_that_ends_well_is_the_models_own(offline: ScriptedModel) -> None:
    text, end = await said(model_of(ScriptedWire(speeches=[["Hi ", "there.", Ended()]]), offline))
    assert (text, end.used.provider, end.used.fallback_from) == ("Hi there.", "anthropic", None)
