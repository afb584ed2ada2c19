"""What is never done by a word in the talk: the reply says why, or where it is done."""

import time

import pytest

from services.router.routing import plan_operations, says_phrase
from shared.contracts.operations import Forget, Offer, OfferKind, Operation, TellOnly
from shared.contracts.turns import ClassifiedTurn
from shared.contracts.understanding import Continuation
from shared.intents.card import load_cards
from tests.unit.router.a_classified_turn import ITEM, OFFER, VEGAN, a_turn

FORGETTING = Offer(offer_id=OFFER.offer_id, kind=OfferKind.RETRACT, items=(ITEM,))


def ordered(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    return plan_operations(turn, load_cards()).operations


@pytest.mark.row("M2", "M26")
@pytest.mark.parametrize(
    "said",
    [
        "Erase everything",
        "Delete all you know about me",
        "please delete everything you have about me",
        "wipe my memory now",
        "delete my account",
        "Lösche alles",
        "Lösche bitte alles, was du über mich weißt",
        "alles löschen bitte",
        "Borra todo",
        "borra todo lo que sabes de mí",
        "elimina todos mis datos",
    ],
)
def test_everything_is_erased_by_hand_only(said: str) -> None:
    turn = a_turn(said, "forget_about_me", forget_description="everything", forget_everything=True)
    assert ordered(turn) == (TellOnly(code="erase_by_hand"),)


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    "said",
    [
        "Delete everything about my allergies",
        "delete all notes about the roof",
        "erase my knee surgery",
        "Forget everything about me",
        "Lösche alles über meine Schwester",
        "borra todo lo de mi ex",
    ],
)
def test_what_is_named_is_looked_for_as_ever(said: str) -> None:
    turn = a_turn(said, "forget_about_me", forget_description="it")
    assert ordered(turn) == (Forget(description="it"),)


@pytest.mark.row("M2")
def test_it_may_answer_the_question_what_is_to_be_taken_back() -> None:
    turn = a_turn("delete all of it", standing=FORGETTING, continuation=Continuation.CONFIRM)
    assert TellOnly(code="erase_by_hand") not in ordered(turn)


@pytest.mark.row("S1")
@pytest.mark.parametrize(
    "said",
    [
        "Why did you say that?",
        "why do you ask?",
        "How do you know that?",
        "Warum hast du das gesagt?",
        "wieso fragst du mich das?",
        "Woher weißt du das?",
        "¿Por qué dijiste eso?",
        "¿Por qué me preguntas eso?",
        "¿Cómo lo sabes?",
    ],
)
def test_who_asks_how_a_reply_came_about_is_shown_to_why(said: str) -> None:
    for intent in ("help", "ask_question", "general_conversation"):
        assert ordered(a_turn(said, intent, standing=OFFER)) == (TellOnly(code="see_why"),)


@pytest.mark.row("S1")
@pytest.mark.parametrize(
    "said", ["Why did you paint the fence?", "why do plants die", "Warum regnet es?", "¿Por qué llueve?"]
)
def test_other_questions_are_not_about_a_reply(said: str) -> None:
    assert ordered(a_turn(said, "ask_question")) == ()


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    "said",
    [
        "What did you know about me in May?",
        "what had you already known about me last year",
        "Was wusstest du im Mai über mich?",
        "Was hast du vor einem Jahr über mich gewusst?",
        "¿Qué sabías de mí en mayo?",
        "¿Qué tenías guardado sobre mí el año pasado?",
    ],
)
def test_what_was_known_on_a_past_day_is_a_question_for_the_notebook(said: str) -> None:
    for intent in ("ask_question", "ask_about_past_input", "summarize_engagement", "remember_about_me"):
        assert ordered(a_turn(said, intent)) == (TellOnly(code="known_then"),)


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    "said",
    ["What do you know about me?", "What did you know about Rome?", "Was weißt du über mich?", "¿Qué sabes de mí?"],
)
def test_what_is_known_today_is_answered(said: str) -> None:
    assert TellOnly(code="known_then") not in ordered(a_turn(said, "ask_about_past_input"))


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    "said", ["undo", "please undo that", "take it back", "rückgängig", "Mach das rückgängig", "deshacer"]
)
def test_to_undo_is_done_by_hand_where_it_was_done(said: str) -> None:
    assert ordered(a_turn(said)) == (TellOnly(code="undo_by_hand"),)


@pytest.mark.row("M2")
def test_with_a_question_open_take_it_back_may_answer_it() -> None:
    turn = a_turn("take it back", standing=FORGETTING, continuation=Continuation.CONFIRM)
    assert TellOnly(code="undo_by_hand") not in ordered(turn)
    assert ordered(a_turn("undo the roof", "general_conversation")) == ()


@pytest.mark.row("M20")
@pytest.mark.parametrize("said", ["My password is hunter2", "mi PIN es 1234", "IBAN DE89 3704 0044 0532 0130 00"])
@pytest.mark.parametrize("intent", ["remember_about_me", "add_knowledge", "general_conversation", "manage_settings"])
def test_of_a_line_with_a_secret_nothing_is_done(said: str, intent: str) -> None:
    for more in ({}, {"standing": OFFER, "continuation": Continuation.REFINE}):
        turn = a_turn(said, intent, personal_facts=(VEGAN,), knowledge=said, **more)  # type: ignore[arg-type]
        routed = plan_operations(turn, load_cards())
        assert routed.operations == (TellOnly(code="secret"),)
        assert routed.reply_needs == ()


@pytest.mark.row("M20", "M2")
def test_a_secret_may_be_forgotten_and_one_that_was_pasted_is_not_the_persons() -> None:
    forget = a_turn("forget my PIN 1234", "forget_about_me", forget_description="PIN")
    assert ordered(forget) == (Forget(description="PIN"),)
    assert ordered(a_turn("what is this?\n> your PIN is 1234", "help")) == ()


@pytest.mark.row("U6")
@pytest.mark.parametrize(
    "name", ["erase_all", "why", "keep_these", "deferred", "meant", "own_life", "undo", "take_back"]
)
@pytest.mark.parametrize("piece", [" ", "a ", "please ", "and ", "why ", "delete all ", "borra ", "now, ", "\n"])
def test_no_phrase_goes_back_and_forth_over_a_long_line(name: str, piece: str) -> None:
    def seconds(text: str) -> float:
        began = time.thread_time()
        says_phrase(name, text)
        return time.thread_time() - began

    once, four_times = (min(seconds((piece * size)[:size]) for _ in range(3)) for size in (1_000, 4_000))
    assert four_times < 10 * max(once, 0.0005)


@pytest.mark.row("M22", "M27")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("pin my allergy to nuts", "pin_by_hand"),
        ("please pin that", "pin_by_hand"),
        ("Hefte meine Nussallergie an", "pin_by_hand"),
        ("fija lo de mi alergia", "pin_by_hand"),
        ("go incognito", "switch_by_hand"),
        ("turn off incognito mode please", "switch_by_hand"),
        ("Geh in den Inkognito-Modus", "switch_by_hand"),
        ("activa el modo incógnito", "switch_by_hand"),
        ("start a new project called garden", "project_by_hand"),
        ("create a project", "project_by_hand"),
        ("Leg ein neues Projekt namens Garten an", "project_by_hand"),
        ("crea un proyecto nuevo llamado huerto", "project_by_hand"),
    ],
)
def test_what_the_page_and_the_terminal_do_is_named_there(said: str, code: str) -> None:
    for intent in ("remember_about_me", "manage_settings", "share_engagement"):
        assert ordered(a_turn(said, intent)) == (TellOnly.model_validate({"code": code}),)


@pytest.mark.row("M22")
@pytest.mark.parametrize(
    "said",
    [
        "pin the version of the driver to 2.1",
        "my pin board is full",
        "I'm starting a new project at work",
        "start the project plan with the budget",
        "I travel incognito, nobody knows my name",
        "Mein neues Projekt heißt Garten",
        "empiezo un proyecto nuevo en el trabajo",
    ],
)
def test_what_only_sounds_like_it_is_not(said: str) -> None:
    assert not any(says_phrase(code, said) for code in ("pin_by_hand", "switch_by_hand", "project_by_hand"))


@pytest.mark.row("M27")
def test_what_is_told_and_not_to_be_written_down_is_held_by_nobody() -> None:
    turn = a_turn("don't write this down: I'm looking for a new job", "remember_about_me", personal_facts=(VEGAN,))
    assert ordered(turn) == (TellOnly(code="not_to_keep"),)
