"""Long texts fall into stretches that can be found by themselves; nothing of them is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.index.passages import LONGEST, MOST, split_into_passages

pytestmark = pytest.mark.row("M15")


def test_a_short_line_is_one_stretch() -> None:
    (only,) = split_into_passages("My oven runs hot. I bake at 180.")
    assert only.of("My oven runs hot. I bake at 180.") == "My oven runs hot. I bake at 180."


def test_long_talk_is_cut_between_sentences() -> None:
    text = "I moved to Basel in May. " * 60
    found = split_into_passages(text)
    assert len(found) > 2
    assert all(one.of(text).startswith("I moved") and one.of(text).rstrip().endswith("May.") for one in found)


def test_a_sentence_without_an_end_is_cut_between_words() -> None:
    text = "word " * 400
    assert all(one.of(text).startswith("word") and one.of(text).endswith("word ") for one in split_into_passages(text))


@pytest.mark.parametrize("empty", ["", " ", "\n\n\t"])
def test_nothing_is_no_stretch(empty: str) -> None:
    assert split_into_passages(empty) == []


@given(st.text(alphabet=st.sampled_from("ab .!?\n日"), max_size=6_000))
def test_stretches_follow_each_other_and_leave_out_nothing_but_space(text: str) -> None:
    found = split_into_passages(text)
    assert all(0 < one.ends - one.begins <= LONGEST for one in found)
    assert all(one.ends <= other.begins for one, other in pairwise(found))
    if len(found) < MOST:
        assert "".join("".join(one.of(text) for one in found).split()) == "".join(text.split())
