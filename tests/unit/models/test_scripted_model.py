"""The scripted model keeps all that it was shown, and says what it is told to."""

from shared.contracts.turns import Proposal
from shared.contracts.understanding import PersonalFact, Reading
from shared.models.model import Said
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.model_stories import brief, exchange, near, offer, question


def reading(intent: str) -> Reading:
    return Reading(intent=intent, confidence=1.0)


async def test_lines_are_read_by_what_was_set_for_them_then_by_what_is_next_then_as_always() -> None:
    model = ScriptedModel(readings={"yes": reading("help")}, next_readings=[reading("ask_question")])
    intents = [(await model.ask(question(text))).reading.intent for text in ("yes", "no", "no", "yes")]
    assert intents == ["help", "ask_question", "general_conversation", "help"]


async def test_a_script_may_read_by_a_rule() -> None:
    model = ScriptedModel(read_by=lambda asked: reading("help" if asked.offer else "ask_question"))
    assert (await model.ask(question(offer=offer("x")))).reading.intent == "help"
    assert (await model.ask(question())).reading.intent == "ask_question"


async def test_replies_come_in_their_order_with_what_they_propose() -> None:
    fact = PersonalFact(text="You own a boat.", own_words="my boat", category="interests")
    model = ScriptedModel(next_replies=[ScriptedReply(("One ", "two."), Proposal(fact=fact))])
    first = [part async for part in model.stream(brief())]
    second = [part async for part in model.stream(brief())]
    assert first[:2] == ["One ", "two."]
    assert isinstance(first[2], Said)
    assert first[2].proposal == Proposal(fact=fact)
    assert second[:-1] == ["All ", "right."]


async def test_everything_that_it_was_shown_can_be_searched() -> None:
    model = ScriptedModel()
    await model.ask(
        question("line 1", offer=offer("offered 2"), near=(near("near 3"),), history=(exchange("old 4", "5"),))
    )
    _ = [part async for part in model.stream(brief("line 6"))]
    assert all(any(mark in prompt for prompt in model.prompts) for mark in ("line 1", "offered 2", "near 3", "old 4"))
    assert "PERSONAL MEMORY" in model.prompts[1]
    assert "line 6" in model.prompts[1]
