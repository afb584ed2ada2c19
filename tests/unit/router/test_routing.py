"""From an understanding to operations: what the card orders, after what the standing offer makes of the line."""

from datetime import UTC, datetime

import pytest

from services.router.routing import plan_operations
from services.router.verifying import verify_understanding
from shared.contracts.entities import EntityType
from shared.contracts.ids import new_id
from shared.contracts.operations import (
    AddKnowledge,
    Answer,
    AnswerOffer,
    AskAgain,
    CorrectKnowledge,
    Forget,
    KeepProjectFacts,
    LeaveWaiting,
    NoteCorrection,
    Operation,
    Remember,
    ShowWaiting,
)
from shared.contracts.turns import ClassifiedTurn, FittingThread, RoutedTurn
from shared.contracts.understanding import Continuation, Influence
from shared.intents.card import load_cards
from shared.wording.closing_question import UNSURE
from tests.unit.router.a_classified_turn import BEFORE, OFFER, VEGAN, a_turn, remembered

LAPSE = LeaveWaiting(offer_id=OFFER.offer_id)
HOLD = Remember(facts=(VEGAN,))


def routed(turn: ClassifiedTurn) -> RoutedTurn:
    return plan_operations(turn, load_cards())


def ordered(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    return routed(turn).operations


# ---- by intent ---------------------------------------------------------------------------------------------------


@pytest.mark.row("U1", "U2")
@pytest.mark.parametrize(
    ("turn", "wanted"),
    [
        (a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,)), (HOLD,)),
        (
            a_turn("four facts", "remember_about_me", personal_facts=(VEGAN,), unread_facts=("and I ski",)),
            (Remember(facts=(VEGAN,), unread=("and I ski",)),),
        ),
        (a_turn("hm", "remember_about_me"), ()),
        (
            a_turn("forget the cats", "forget_about_me", forget_description="cats"),
            (Forget(description="cats"),),
        ),
        (
            a_turn("forget", "forget_about_me", forget_description="cats", forget_everything=True, never_again=True),
            (Forget(description="cats", everything=True, never_again=True),),
        ),
        (a_turn("forget", "forget_about_me"), ()),
        (
            a_turn("so the pH is 6.5", "add_knowledge", knowledge="The pH is 6.5."),
            (AddKnowledge(text="The pH is 6.5.", own_words="so the pH is 6.5"),),
        ),
        (a_turn("The pH is 6.5", "add_knowledge"), (AddKnowledge(text="The pH is 6.5", own_words="The pH is 6.5"),)),
        (
            a_turn("no, 7", "correct_knowledge", target="the pH", knowledge="The pH is 7."),
            (CorrectKnowledge(target="the pH", text="The pH is 7.", own_words="no, 7"),),
        ),
        (
            a_turn("the pH is wrong", "correct_knowledge", target="the pH"),
            (CorrectKnowledge(target="the pH", text=None, own_words="the pH is wrong"),),
        ),
        *(
            (a_turn("a line", name), ())
            for name, card in load_cards().items()
            if card.operation == "none"
        ),
    ],
    ids=lambda value: value.understanding.intent if isinstance(value, ClassifiedTurn) else "",
)  # fmt: skip
def test_each_intent_orders_what_its_card_says(turn: ClassifiedTurn, wanted: tuple[Operation, ...]) -> None:
    assert ordered(turn) == wanted
    assert routed(turn).reply_needs == load_cards()[turn.understanding.intent].reply_needs


@pytest.mark.row("M6")
@pytest.mark.parametrize(
    ("said", "language"),
    [("where do I live?", "en"), ("wie heißt meine Tante?", "de"), ("cuándo es mi examen", "es")],
)
def test_a_question_about_themself_is_answered_from_all_that_they_told(said: str, language: str) -> None:
    assert "spoken" in routed(a_turn(said, "ask_question", language=language)).reply_needs
    assert "spoken" not in routed(a_turn("how deep are beans sown?", "ask_question")).reply_needs


@pytest.mark.row("U8")
def test_where_a_question_is_to_be_asked_nothing_is_done() -> None:
    turn = a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,), clarification="Do you mean you?")
    assert ordered(turn) == ()
    assert routed(turn).understanding.clarification == "Do you mean you?"


# ---- answers -----------------------------------------------------------------------------------------------------


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("said", "continuation", "answer"),
    [
        ("yes", Continuation.CONFIRM, Answer.CONFIRM),
        ("no", Continuation.DECLINE, Answer.DECLINE),
        ("never mind", Continuation.DECLINE, Answer.DECLINE),
        ("the first", Continuation.SELECT, Answer.SELECT),
        ("no, just fish", Continuation.REFINE, Answer.REFINE),
    ],
)
def test_an_answer_is_the_only_thing_that_is_done(said: str, continuation: Continuation, answer: Answer) -> None:
    """Whatever else was read out of the line, and whatever its intent's card would order."""
    turn = a_turn(
        said,
        "remember_about_me",
        standing=OFFER,
        continuation=continuation,
        personal_facts=(VEGAN,),
        selection=(1,),
    )
    refined = (VEGAN,) if answer is Answer.REFINE else ()
    wanted = AnswerOffer(offer_id=OFFER.offer_id, answer=answer, selection=(1,), refined=refined)
    assert ordered(turn) == (wanted,)


@pytest.mark.row("U4")
@pytest.mark.parametrize("continuation", [Continuation.NONE, Continuation.TOPIC_SHIFT])
def test_with_another_subject_the_question_lapses_and_the_new_fact_is_held(continuation: Continuation) -> None:
    turn = a_turn(
        "also, I am a vegan",
        "remember_about_me",
        standing=OFFER,
        continuation=continuation,
        personal_facts=(VEGAN,),
    )
    assert ordered(turn) == (LAPSE, HOLD)


@pytest.mark.row("U4")
@pytest.mark.parametrize("standing", [None, OFFER])
@pytest.mark.parametrize("continuation", [Continuation.CONFIRM, Continuation.DECLINE, Continuation.SELECT])
def test_an_answer_without_a_question_is_conversation(standing: object, continuation: Continuation) -> None:
    """None stands, or it was shown after the line was sent: nothing is done, whatever a model made of the yes."""
    turn = a_turn(
        "yes",
        "remember_about_me",
        standing=OFFER if standing else None,
        may_answer=False,
        continuation=continuation,
        personal_facts=(VEGAN,),
    )
    assert ordered(turn) == ()


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    "said",
    ["yes", "Yes!", "sure, why not", "no problem", "ja, gerne", "sí", "exactly, that's right", "Ja, warum nicht"],
)
def test_a_plain_yes_is_one(said: str) -> None:
    turn = a_turn(said, "remember_about_me", standing=OFFER, continuation=Continuation.CONFIRM)
    assert ordered(turn) == (AnswerOffer(offer_id=OFFER.offer_id, answer=Answer.CONFIRM),)


@pytest.mark.row("U4")
def test_what_is_no_answer_and_nothing_else_is_asked_again_once() -> None:
    unclear = a_turn("hmm", standing=OFFER, continuation=Continuation.TOPIC_SHIFT, clarification=UNSURE)
    assert ordered(unclear) == (AskAgain(offer_id=OFFER.offer_id),)
    asked_again = OFFER.model_copy(update={"asked_again": True})
    twice = a_turn("hmm", standing=asked_again, continuation=Continuation.TOPIC_SHIFT, clarification=UNSURE)
    assert ordered(twice) == (LAPSE,)


@pytest.mark.row("U4", "M29")
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("yes, remember that", ShowWaiting()),
        ("keep the one about my cat", ShowWaiting(description="my cat")),
        ("keep the first too", ShowWaiting(places=(1,))),
        ("what waits for my yes?", ShowWaiting(everything=True)),
        ("merk dir das mit der Katze", ShowWaiting(description="der Katze")),
        ("¿qué espera mi sí?", ShowWaiting(everything=True)),
    ],
)
def test_words_that_name_what_waits_show_it_again(said: str, wanted: ShowWaiting) -> None:
    assert ordered(a_turn(said, in_project=False)) == (wanted,)


@pytest.mark.row("U4")
@pytest.mark.parametrize("said", ["yes", "remember the milk", "keep calm and carry on", "I remember that day well"])
def test_other_words_name_nothing_that_waits(said: str) -> None:
    assert ordered(a_turn(said, in_project=False)) == ()


# ---- before an effect --------------------------------------------------------------------------------------------


@pytest.mark.row("U12")
@pytest.mark.parametrize(
    ("confidence", "near", "does"),
    [
        (0.40, (), True),
        (0.39, (), False),
        (0.32, (remembered("You are a vegan since May.", personal=True),), True),
        (0.29, (remembered("You are a vegan since May.", personal=True),), False),
        (0.42, (remembered("The vegan menu has beans.", personal=False),), False),
        (0.46, (remembered("The vegan menu has beans.", personal=False),), True),
        (0.39, (remembered("You live in Miami.", personal=True),), False),
    ],
)
def test_below_enough_confidence_with_what_is_known_it_is_asked_instead(
    confidence: float,
    near: tuple[object, ...],
    does: bool,  # noqa: FBT001
) -> None:
    turn = a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,), confidence=confidence, near=near)  # type: ignore[arg-type]
    assert (ordered(turn) == (HOLD,)) is does
    assert (routed(turn).understanding.clarification is None) is does


@pytest.mark.row("U12")
@pytest.mark.parametrize(("confidence", "does"), [(0.45, True), (0.44, False)])
@pytest.mark.parametrize("intent", ["add_knowledge", "correct_knowledge"])
def test_what_is_noted_without_a_question_takes_more(intent: str, confidence: float, does: bool) -> None:  # noqa: FBT001
    turn = a_turn("The pH is 7", intent, knowledge="The pH is 7.", target="the pH", confidence=confidence)
    assert bool(ordered(turn)) is does


@pytest.mark.row("U12")
def test_when_it_is_asked_instead_the_former_question_waits() -> None:
    turn = a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,), confidence=0.3, standing=OFFER)
    assert ordered(turn) == (LAPSE,)


# ---- phrases -----------------------------------------------------------------------------------------------------


@pytest.mark.row("U9")
@pytest.mark.parametrize(
    "said", ["No, I meant my sister", "that's not what I meant", "Nein, ich meinte mich", "quería decir yo"]
)
def test_what_was_meant_is_noted_of_the_turn_before(said: str) -> None:
    turn = a_turn(said, "remember_about_me", history=(BEFORE,), personal_facts=(VEGAN,))
    noted = NoteCorrection(turn_id=BEFORE.turn_id, original="add_knowledge", corrected="remember_about_me")
    assert ordered(turn) == (noted, HOLD)


@pytest.mark.row("U9")
def test_nothing_is_noted_without_a_turn_before_or_when_it_was_understood_alike() -> None:
    assert ordered(a_turn("no, I meant me", "help")) == ()
    assert (
        ordered(a_turn("no, I meant me", "general_conversation", history=(BEFORE.model_copy(update={"intent": None}),)))
        == ()
    )
    assert ordered(a_turn("I meant this", "add_knowledge", history=(BEFORE,), knowledge="k")) == (
        AddKnowledge(text="k", own_words="I meant this"),
    )
    assert ordered(a_turn("what is meant by pH?", "help", history=(BEFORE,))) == ()


@pytest.mark.row("M6")
@pytest.mark.parametrize("said", ["keep these", "Please save all those.", "guarda todo", "behalte das", "commit them"])
def test_saying_so_asks_about_what_waits_in_the_project(said: str) -> None:
    assert ordered(a_turn(said)) == (KeepProjectFacts(),)
    assert KeepProjectFacts() not in ordered(a_turn(said, in_project=False))


@pytest.mark.row("M6", "U4")
def test_a_yes_to_nothing_stays_conversation() -> None:
    elsewhere = BEFORE.model_copy(update={"intent": "ask_question"})
    assert ordered(a_turn("yes")) == ()
    assert ordered(a_turn("yes", history=(elsewhere,))) == ()
    assert ordered(a_turn("yes", history=(BEFORE,), in_project=False)) == ()
    assert ordered(a_turn("yes but why", history=(BEFORE,))) == ()
    assert ordered(a_turn("yes", history=(BEFORE,), standing=OFFER, may_answer=False)) == ()


@pytest.mark.row("U12", "U7")
def test_what_an_understanding_was_held_against_is_told_with_score_and_reason() -> None:
    trip = remembered("You are a vegan since May.", personal=True)
    menu = remembered("The menu is for a vegan and two friends.", personal=False)
    other = remembered("The hall is booked.", personal=False)
    turn = routed(a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,), near=(menu, trip, other)))
    used = {use.assertion_id: (use.influence, use.score, use.reason) for use in turn.understanding.memory_used}
    assert used == {
        trip.assertion_id: (Influence.INTENT_VERIFICATION, 0.5, "spoke for what was understood"),
        menu.assertion_id: (Influence.INTENT_VERIFICATION, 0.33, "spoke against what was understood"),
    }
    plain = routed(a_turn("I am a vegan", "general_conversation", near=(menu, trip, other)))
    assert plain.understanding.memory_used == ()


@pytest.mark.row("U8", "U12")
def test_what_almost_fits_comes_first_where_it_is_asked_instead() -> None:
    menu = remembered("The menu is for a vegan.", personal=False)
    turn = routed(a_turn("I am a vegan", "remember_about_me", personal_facts=(VEGAN,), confidence=0.3, near=(menu,)))
    assert turn.understanding.clarification is not None
    (used,) = turn.understanding.memory_used
    assert (used.assertion_id, used.reason) == (menu.assertion_id, "almost fits what was said")


@pytest.mark.row("U12")
def test_what_is_open_and_named_speaks_for_what_was_understood_and_is_recorded() -> None:
    thread = FittingThread(
        thread_id=new_id(), memory_id=new_id(), entity_type=EntityType.TASK, text="sync the calendar",
        since=datetime(2026, 1, 1, tzinfo=UTC), score=1,
    )  # fmt: skip
    line = a_turn("fix the calendar thing", "add_knowledge", confidence=0.4)
    alone, named = verify_understanding(line), verify_understanding(line.model_copy(update={"threads": (thread,)}))
    assert (alone.matches, named.matches) == (False, True)
    assert named.supporting == (thread.memory_id,)
    assert [(use.assertion_id, use.influence) for use in named.used] == [(thread.memory_id, Influence.ENTITY_REFERENCE)]
    personal = a_turn("I hate the calendar", "remember_about_me").model_copy(update={"threads": (thread,)})
    assert verify_understanding(personal).supporting == ()
