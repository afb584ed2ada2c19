"""Words of a reply are not broken at the edge of a terminal."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.terminal.wrapping import LineBreaker, wrap_text

pytestmark = pytest.mark.row("S4")


def wrapped(text: str, width: int, *cuts: int) -> str:
    breaker, places = LineBreaker(width), [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    return "".join(map(breaker.take, pieces)) + breaker.end()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("one two\nthree four five", ["one two", "three four", "five"]),
        ("- first\n\n- second", ["- first", "", "- second"]),
        ("   3  a cat and a dog", ["   3  a", "cat and a", "dog"]),
        ("\x1b[1mone\x1b[0m \x1b[2mtwo\x1b[0m six", ["\x1b[1mone\x1b[0m \x1b[2mtwo\x1b[0m", "six"]),
        ("extraordinarily long", ["extraordinarily", "long"]),
        ("東京 大阪 京都", ["東京 大阪", "京都"]),
    ],
)
def test_lines_break_between_words(text: str, lines: list[str]) -> None:
    assert wrapped(text, 10).split("\n") == lines


@given(st.text("ab \n", max_size=60), st.integers(4, 20), st.lists(st.integers(0, 60), max_size=5))
def test_however_it_comes_in_pieces_it_is_broken_alike_and_no_word_is_lost(
    text: str, width: int, cuts: list[int]
) -> None:
    whole = wrapped(text, width)
    assert wrapped(text, width, *(min(cut, len(text)) for cut in cuts)) == whole
    assert whole.split() == text.split()
    assert all(len(line) <= width or " " not in line.strip() for line in whole.split("\n"))


def test_into_a_pipe_nothing_is_broken() -> None:
    assert wrap_text("word " * 100) == "word " * 100
