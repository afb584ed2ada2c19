"""A text without what was erased: nothing of it is left, and nothing else is lost."""

import pytest

from services.memory.erasure.texts_to_erase import (
    MARK,
    MOST_LINE,
    Traces,
    certainly_without,
    is_telling,
    order_texts,
    without_texts,
)

pytestmark = pytest.mark.row("M9")

TEXT = "You're allergic to shellfish."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("You're allergic to shellfish.", f"{MARK}."),
        ("Noted: YOU'RE ALLERGIC TO SHELLFISH!", f"Noted: {MARK}!"),
        ("so you're\n  allergic\tto shellfish, right?", f"so {MARK}, right?"),
        ("You're allergic to shellfish and you're allergic to shellfish", f"{MARK} and {MARK}"),
        ("You're allergic to nuts.", "You're allergic to nuts."),
        ("You're allergic to shellfishes.", "You're allergic to shellfishes."),
        ("", ""),
    ],
)
def test_it_goes_whatever_its_case_its_spaces_and_what_stands_around_it(text: str, left: str) -> None:
    assert without_texts(text, [TEXT]) == left


def test_what_a_pattern_would_take_for_a_sign_is_a_letter_here() -> None:
    text = r"my code is (a|b)*\d+ [x]{3}^$.?"
    assert without_texts(f"well, {text} indeed", [text]) == f"well, {MARK}.? indeed"
    assert without_texts("my code is aab", [text]) == "my code is aab"


def test_a_longer_text_goes_before_a_part_of_it() -> None:
    assert order_texts(["to shellfish", "I'm allergic to shellfish", "to shellfish."]) == (
        "I'm allergic to shellfish",
        "to shellfish",
    )
    assert without_texts("I'm allergic to shellfish", ["to shellfish", "I'm allergic to shellfish"]) == MARK


def test_of_a_text_that_is_known_to_tell_it_nothing_is_left_when_it_says_it_in_other_words() -> None:
    assert certainly_without("no prawns for me", [TEXT]) == MARK
    assert certainly_without(f"{TEXT} Really.", [TEXT]) == f"{MARK}. Really."


def test_a_line_does_not_grow_beyond_its_limit() -> None:
    left = without_texts("a b " * (MOST_LINE // 4), ["a b"])
    assert len(left) == MOST_LINE
    assert "a b" not in left


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("You like tea.", True),
        ("I'm allergic to shellfish", True),
        ("我对贝类过敏", True),
        ("shellfish", False),
        ("yes", False),
        ("no, me", False),
        ("…", False),
        ("", False),
    ],
)
def test_only_what_tells_something_by_itself_is_looked_for_everywhere(text: str, telling: bool) -> None:  # noqa: FBT001  # a row of the table
    assert is_telling(text) is telling


def test_the_words_of_a_yes_are_not_looked_for_and_do_not_make_memories_the_same() -> None:
    traces = Traces(frozenset({TEXT, "tea"}), frozenset({"yes", "I'm allergic to shellfish"}))
    assert traces.telling == ("You're allergic to shellfish", "I'm allergic to shellfish")
    assert traces.telling_contents == ("You're allergic to shellfish",)
