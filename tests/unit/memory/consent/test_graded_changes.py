"""The graded pairs are whole: 400 of them, each valid, none twice, with traps in more than half."""

import pytest

from tests.evals.changes.graded import LANGUAGES, Answer, Pair, pairs

pytestmark = pytest.mark.row("M25")

ALL = {language: list(pairs(language)) for language in LANGUAGES}
EACH = [one for found in ALL.values() for one in found]


def test_there_are_four_hundred_and_half_of_them_english() -> None:
    assert {language: len(found) for language, found in ALL.items()} == {"en": 200, "de": 100, "es": 100}


@pytest.mark.parametrize("language", LANGUAGES)
def test_less_than_half_change_something(language: str) -> None:
    changed = [one.changes is not None for one in ALL[language]]
    assert 0.4 <= sum(changed) / len(changed) < 0.5


def test_none_is_there_twice() -> None:
    assert len({one.id for one in EACH}) == len({(one.known, one.new) for one in EACH}) == len(EACH)
    assert len({one.new for one in EACH}) == len(EACH)


def test_each_names_one_of_what_is_known() -> None:
    for one in EACH:
        assert 1 <= len(one.known) <= 6, one.id
        assert len(set(one.known)) == len(one.known), one.id
        assert all(text.strip() == text != "" for text in (one.new, *one.known)), one.id
        assert one.changes is None or 0 <= one.changes < len(one.known), one.id


@pytest.mark.parametrize(
    ("changes", "named", "verdict"),
    [
        (1, 1, (True, False, False)),
        (1, 0, (False, True, False)),
        (1, None, (False, False, False)),
        (None, 0, (False, False, True)),
        (None, None, (False, False, False)),
        (0, 0, (True, False, False)),
    ],
)
def test_what_was_named_is_judged(changes: int | None, named: int | None, verdict: tuple[bool, bool, bool]) -> None:
    answer = Answer(Pair("x", ("a", "b"), "c", changes, many=False), named)
    assert (answer.seen, answer.wrong_one, answer.false_alarm) == verdict
