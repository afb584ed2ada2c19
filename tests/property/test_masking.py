"""Whatever is said and in whatever case: of what is hidden, nothing can be read any more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.recall.masking import SHORTEST, Hidden, hide_words, mask_history
from shared.contracts.ids import new_id
from shared.contracts.turns import NOT_KEPT, Exchange

pytestmark = pytest.mark.row("K1")

FOLDING = "\u00df\u1e9e\u0130\u0131\u017f\u03c3\u03c2\u03a3\ufb01"
"""Letters that become two when their case is folded, or one of which there are several."""
letters = st.sampled_from("aAbBIisS\u00e9\u00c9 .!?" + FOLDING)
canaries = st.text(letters, min_size=SHORTEST, max_size=8).filter(
    lambda text: len(text.strip().rstrip(".!?")) >= SHORTEST
)
cases = st.sampled_from((str, str.upper, str.lower, str.casefold, str.swapcase, str.title))
TURNS = (new_id(), new_id(), new_id())


def _found(canary: str, text: str) -> bool:
    return canary.strip().rstrip(".!?").casefold() in text.replace(NOT_KEPT, "\N{REPLACEMENT CHARACTER}").casefold()


@given(canaries, st.text(letters, max_size=6), cases, st.text(letters, max_size=6))
def test_no_case_hides_the_words(canary: str, before: str, case: type[str], after: str) -> None:
    said = f"{before}|{case(canary)}|{after}"
    shown = hide_words(said, canary)
    if _found(canary, said):
        assert NOT_KEPT in shown
    else:
        assert shown == said
    assert not _found(canary, shown)


@given(
    st.lists(st.tuples(st.sampled_from(TURNS), canaries, st.sampled_from(("person", "companion"))), max_size=3),
    st.lists(st.tuples(st.sampled_from(TURNS), st.integers(0, 2), cases, st.text(letters, max_size=5)), max_size=4),
)
def test_no_canary_survives_in_any_exchange(
    told: list[tuple[object, str, str]], lines: list[tuple[object, int, type[str], str]]
) -> None:
    hidden = [Hidden(turn_id, role, canary, (canary,)) for turn_id, canary, role in told]  # type: ignore[arg-type]

    def line(which: int, case: type[str], more: str) -> str:
        return f"{more}|{case(told[which][1])}|{more}" if which < len(told) else more

    history = [
        Exchange.model_validate({"turn_id": turn_id, "said": text, "replied": text[::-1] + text, "intent": None})
        for turn_id, which, case, more in lines
        for text in (line(which, case, more),)
    ]
    for exchange in mask_history(history, hidden):
        for _, canary, _ in told:
            assert not _found(canary, exchange.said)
            assert not _found(canary, exchange.replied)
