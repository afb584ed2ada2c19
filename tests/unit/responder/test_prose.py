"""What a model says is cleaned before anybody sees it."""

import pytest

from services.responder.prose import MOST, Prose, ends_in_question

pytestmark = pytest.mark.row("M29")


def said(*pieces: str, ask: bool = True) -> str:
    prose = Prose(ask=ask)
    return "".join([*(prose.take(piece) for piece in pieces), prose.end()])


def test_what_is_clean_passes_as_it_came() -> None:
    prose = Prose(ask=True)
    assert [prose.take("All "), prose.take("right."), prose.end()] == ["All", " right.", ""]


@pytest.mark.parametrize("dirt", ["\x00", "\ud800", "\U000e0041", "\x1b", "\x7f", "\x9b", "\r"])
def test_what_cannot_be_stored_or_shown_is_taken_out(dirt: str) -> None:
    assert said(f"a{dirt}b", dirt, "c") == "abc"


def test_a_character_that_was_cut_in_two_is_put_together() -> None:
    assert said("good \ud83d", "\ude00 day") == "good 😀 day"


def test_a_half_character_at_the_end_is_let_go() -> None:
    assert said("good", "\ud83d") == "good"


def test_no_more_than_a_limit_is_passed_on() -> None:
    assert len(said(*["x" * 999] * 100)) == MOST


def test_spaces_around_a_reply_are_not_part_of_it() -> None:
    assert said("\n\n Well", ".\n", "\n") == "Well."
    assert said("One.\n", "\nTwo.") == "One.\n\nTwo."


@pytest.mark.parametrize(
    ("pieces", "left"),
    [
        (("Got it. ", "Shall I remember", " that?"), "Got it."),
        (("Shall I remember that?",), ""),
        (("Really? ", "I see."), "I see."),
        (("Is that so?\n", "I see.\n"), "I see."),
        (("You said “shall I?” ", "and I heard you."), "and I heard you."),
        (("pH 6.5 is noted", ". Fine"), "pH 6.5 is noted. Fine"),
        (("本当ですか\uff1f ", "はい。"), "はい。"),
        (("Sure… ", "**Shall I?**"), "Sure…"),
    ],
)
def test_where_our_question_follows_the_model_asks_none(pieces: tuple[str, ...], left: str) -> None:
    assert said(*pieces, ask=False) == left


def test_whole_sentences_are_shown_as_soon_as_they_are_known_to_be_none() -> None:
    prose = Prose(ask=False)
    assert prose.take("Thank you. I") == "Thank you."
    assert prose.take(" see. ") == " I see."


@pytest.mark.parametrize("text", ["." * MOST, "?" * MOST, '."' * (MOST // 2), "“" * MOST, " " * MOST])
def test_a_long_run_of_signs_is_read_to_its_end(text: str) -> None:
    said(text, ask=False)


@pytest.mark.parametrize("text", ["Now?", "Now\uff1f", "Now?” ", "Now?**", "Jetzt?\n"])
def test_a_question_is_known_by_its_end(text: str) -> None:
    assert ends_in_question(text)
    assert not ends_in_question(f"{text} Well.")
