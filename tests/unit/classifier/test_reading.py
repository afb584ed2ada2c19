"""The grammar reads an answer before any model; a line that is none answers nothing, whatever a model takes it for."""

import pytest

from services.classifier.understanding import read_question
from shared.contracts.assertions import Category
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.understanding import Continuation, PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel
from shared.wording.closing_question import UNSURE
from tests.model_stories import offer, question

pytestmark = pytest.mark.row("U4", "M1")
SHELLFISH = offer("You're allergic to shellfish.")
CHESS = PersonalFact(text="You play chess.", own_words="hello", category=Category.INTERESTS)


async def read(line: str, asked: Offer = SHELLFISH, **reading: object) -> tuple[Reading, ScriptedModel]:
    """As it is read beside a model that would read every line like this."""
    model = ScriptedModel(Reading.model_validate({"intent": "remember_about_me", "confidence": 0.99, **reading}))
    return (await read_question(model, question(line, offer=asked))).reading, model


@pytest.mark.parametrize(
    ("line", "continuation", "intent"),
    [
        ("yes", Continuation.CONFIRM, "remember_about_me"),
        ("no, never mind", Continuation.DECLINE, "general_conversation"),
        ("no, just shrimp", Continuation.REFINE, "remember_about_me"),
    ],
)
async def test_a_plain_answer_is_read_by_no_model(line: str, continuation: Continuation, intent: str) -> None:
    reading, model = await read(line, intent="help")
    assert (reading.continuation, reading.intent, model.questions) == (continuation, intent, [])


async def test_a_yes_to_forgetting_is_forgetting() -> None:
    reading, _ = await read("yes", offer("You ski.", kind=OfferKind.RETRACT))
    assert reading.intent == "forget_about_me"


@pytest.mark.parametrize("line", ["asdf", "hello", "my friend said yes", "what is that?"])
@pytest.mark.parametrize("continuation", [Continuation.CONFIRM, Continuation.DECLINE, Continuation.REFINE])
async def test_what_a_model_takes_for_an_answer_is_none_where_the_words_are_none(
    line: str, continuation: Continuation
) -> None:
    reading, _ = await read(line, continuation=continuation, selection=(1,), personal_facts=(CHESS,))
    assert (reading.continuation, reading.selection) == (Continuation.TOPIC_SHIFT, ())
    assert (reading.personal_facts, reading.clarification) == ((), UNSURE)


async def test_another_subject_is_read_as_such() -> None:
    reading, _ = await read("also, I play chess", personal_facts=(CHESS,))
    assert (reading.continuation, reading.personal_facts) == (Continuation.TOPIC_SHIFT, (CHESS,))
    assert reading.clarification is None


async def test_what_says_nothing_is_asked_about_once_and_then_is_talk() -> None:
    once, _ = await read("hmm", intent="general_conversation")
    twice, _ = await read("hmm", SHELLFISH.model_copy(update={"asked_again": True}), intent="general_conversation")
    assert (once.clarification, twice.clarification) == (UNSURE, None)


async def test_what_stands_behind_a_yes_is_read_by_itself() -> None:
    reading, model = await read("keep it, and I play chess", personal_facts=(CHESS,))
    assert (reading.continuation, reading.personal_facts[-1]) == (Continuation.CONFIRM, CHESS)
    assert [(one.text, one.offer) for one in model.questions] == [("I play chess", None)]


@pytest.mark.parametrize(("text", "taken"), [("You're allergic not quite.", True), ("You're allergic to cats.", False)])
async def test_a_models_wording_says_only_what_was_shown_or_said(text: str, taken: bool) -> None:  # noqa: FBT001
    worded = PersonalFact(text=text, own_words="not quite", category=Category.HEALTH)
    reading, _ = await read("not quite", continuation=Continuation.REFINE, personal_facts=(worded,))
    assert bool(reading.personal_facts) is taken
