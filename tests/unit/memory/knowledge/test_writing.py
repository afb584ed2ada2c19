"""What may stand in memory: checked before it is held, so that what is shown is what is kept."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.knowledge.writing import LONGEST, composed, shortened, written
from shared.assertions import Kind
from shared.errors import WritingRuleError

pytestmark = pytest.mark.row("M19")

LIMITS = {"fact": 280, "episode": 280, "insight": 280, "narrative": 1_200, "procedure": 4_000}


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_its_limit_to_the_character(kind: Kind) -> None:
    limit = LIMITS[kind.value]
    assert LONGEST[kind] == limit
    longest = ("1. " if kind is Kind.PROCEDURE else "").ljust(limit, "x")
    assert written(longest, kind) == longest
    with pytest.raises(WritingRuleError) as refused:
        written(longest + "x", kind)
    assert str(limit) in str(refused.value)
    assert str(limit + 1) in str(refused.value)
    assert refused.value.saved == "false"


@pytest.mark.parametrize("nothing", ["", "   ", "?!", "…", "\U000e0041\U000e0042", "\u00a0", "☕"])
def test_what_says_nothing_is_not_kept(nothing: str) -> None:
    with pytest.raises(WritingRuleError):
        written(nothing, Kind.FACT)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("cafe\u0301", "caf\u00e9"),
        ("cafe\U000e0041\u0301", "caf\u00e9"),
        ("Miami\U000e0049\U000e0067", "Miami"),
        ("  You  like\t tea. ", "You like tea."),
        ("You\u00a0like tea.", "You like tea."),
        ("我吃素", "我吃素"),
        ("👩\u200d👩\u200d👧 is your family", "👩\u200d👩\u200d👧 is your family"),
    ],
)
def test_the_one_normalisation(said: str, kept: str) -> None:
    assert written(said, Kind.FACT) == kept


@given(st.text())
def test_composing_again_changes_nothing(text: str) -> None:
    once = composed(text)
    assert composed(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any("\U000e0000" <= letter <= "\U000e007f" for letter in once)


@given(st.text(max_size=600), st.sampled_from([kind for kind in Kind if kind is not Kind.PROCEDURE]))
def test_what_is_shortened_can_be_kept_or_says_nothing(text: str, kind: Kind) -> None:
    short = shortened(text, kind)
    assert len(short) <= LONGEST[kind]
    assert shortened(short, kind) == short
    if any(letter.isalnum() for letter in short):
        assert written(short, kind) == short


def test_what_is_too_long_is_cut_at_a_word() -> None:
    short = shortened("word " * 100, Kind.FACT)
    assert short == "word " * 54 + "word…"
    assert shortened("x" * 300, Kind.FACT) == "x" * 279 + "…"
