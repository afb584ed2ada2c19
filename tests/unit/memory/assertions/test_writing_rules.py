"""What may stand in memory: checked before it is held, so that what is shown is what is kept."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.assertions.writing_rules import LONGEST, compose_text, shorten_text, written_text
from shared.contracts.assertions import Kind
from shared.contracts.errors import WritingRuleError
from shared.text.own_words import split_sentences

pytestmark = pytest.mark.row("M19")

LIMITS = {"fact": 280, "episode": 280, "insight": 280, "narrative": 1_200, "procedure": 4_000}


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_its_limit_to_the_character(kind: Kind) -> None:
    limit = LIMITS[kind.value]
    assert LONGEST[kind] == limit
    longest = ("1. " if kind is Kind.PROCEDURE else "").ljust(limit, "x")
    assert written_text(longest, kind) == longest
    with pytest.raises(WritingRuleError) as refused:
        written_text(longest + "x", kind)
    assert str(limit) in str(refused.value)
    assert str(limit + 1) in str(refused.value)
    assert refused.value.saved == "false"


@pytest.mark.parametrize("nothing", ["", "   ", "?!", "…", "\U000e0041\U000e0042", "\u00a0", "☕"])
def test_what_says_nothing_is_not_kept(nothing: str) -> None:
    with pytest.raises(WritingRuleError):
        written_text(nothing, Kind.FACT)


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
    assert written_text(said, Kind.FACT) == kept


@given(st.text())
def test_composing_again_changes_nothing(text: str) -> None:
    once = compose_text(text)
    assert compose_text(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any("\U000e0000" <= letter <= "\U000e007f" for letter in once)


@given(st.text(max_size=600), st.sampled_from([kind for kind in Kind if kind is not Kind.PROCEDURE]))
def test_what_is_shortened_can_be_kept_or_says_nothing(text: str, kind: Kind) -> None:
    short = shorten_text(text, kind)
    assert len(short) <= LONGEST[kind]
    assert shorten_text(short, kind) == short
    if any(letter.isalnum() for letter in short):
        assert written_text(short, kind) == short


def test_what_is_too_long_is_cut_at_a_word() -> None:
    short = shorten_text("word " * 100, Kind.FACT)
    assert short == "word " * 54 + "word…"
    assert shorten_text("x" * 300, Kind.FACT) == ""


THREE = [
    "You like tea. You drink it black! You have a cat.",
    "You have a cat? You said so… You like tea.",
    "Du magst Tee. Du trinkst ihn schwarz. Du hast eine Katze.",
    "你喝茶。你有猫。你吃素。",
    "You said “I like tea.” You drink it black. (You have a cat.)",
]
TWO = [
    "You like tea. You drink it black.",
    "Your doctor is Dr. Lee. Her clinic is at 5 St. John's Road.",
    "You admire J. R. R. Tolkien. You read him in May.",
    "Du hast am 3. Mai Geburtstag. Du feierst mit Prof. Dr. Weber.",
    "You work for Yahoo! as a cook. You like e.g. tea and cake.",
    "You weigh 70.5 kg. You run at 6 a.m. every day.",
    "You like tea",
]


@pytest.mark.parametrize("text", THREE)
def test_more_sentences_than_a_fact_can_have_are_refused_and_from_talk_the_first_are_kept(text: str) -> None:
    with pytest.raises(WritingRuleError, match="2 sentences at most; this one has 3"):
        written_text(text, Kind.FACT)
    assert written_text(text, Kind.NARRATIVE) == text
    with pytest.raises(WritingRuleError, match="4 sentences at most"):
        written_text(f"{text} {text}", Kind.NARRATIVE)
    short = shorten_text(text, Kind.FACT)
    assert text.startswith(short)
    assert len(split_sentences(short)) == 2


@pytest.mark.parametrize("text", TWO)
def test_a_full_stop_within_a_sentence_ends_none(text: str) -> None:
    assert written_text(text, Kind.FACT) == shorten_text(text, Kind.FACT) == text


@given(st.text(alphabet="ab .!?…AB。\n1", max_size=600) | st.text(max_size=600), st.sampled_from(list(LONGEST)))
def test_nothing_is_cut_within_a_word(text: str, kind: Kind) -> None:
    whole, short = compose_text(text), shorten_text(text, kind)
    assert "".join(split_sentences(whole)).strip() == whole
    if short == whole or not short:
        return
    kept = short.removesuffix("…").rstrip()
    assert whole.startswith(kept)
    rest = whole[len(kept) :]
    assert not (kept[-1:].isalnum() and rest[:1].isalnum()) or "。" in whole
