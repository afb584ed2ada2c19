"""Whatever is erased from whatever text is not in it afterwards."""

from hypothesis import given
from hypothesis import strategies as st

from services.memory.erasure.texts_to_erase import MARK, bare_text, certainly_without, order_texts, without_texts
from services.memory.erasure.verification import is_told_in

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", " \r\n "])


@given(TEXTS, TEXTS, st.lists(TEXTS, min_size=1, max_size=3), SPACES)
def test_it_is_nowhere_in_what_is_left(before: str, after: str, erased: list[str], space: str) -> None:
    core = bare_text(erased[0])
    if core:
        told = space.join(core.split())
        left = without_texts(f"{before} {told} {after}", erased)
        assert not is_told_in(left.replace(MARK, "\x00"), [core])
        assert MARK in left


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_nothing_is_lost_where_nothing_is_told(text: str, erased: list[str]) -> None:
    if not any(piece.split()[0].casefold() in text.casefold() for piece in order_texts(erased) if piece.split()):
        assert without_texts(text, erased) == text


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_what_is_known_to_tell_it_never_stays_as_it_was(text: str, erased: list[str]) -> None:
    assert certainly_without(text, erased) != text or text == MARK


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_a_second_time_takes_nothing_more(text: str, erased: list[str]) -> None:
    pieces = [piece for piece in erased if bare_text(piece) and bare_text(piece).casefold() not in MARK]
    left = without_texts(text, pieces)
    if not any(piece.split()[-1] in MARK or piece.split()[0] in MARK for piece in order_texts(pieces)):
        assert without_texts(left, pieces).count(MARK) >= left.count(MARK)
