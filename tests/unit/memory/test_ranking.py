"""Which memories fit a question: words and meaning, the stronger of them first, silence when nothing does."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.ranking import Candidate, by_meaning, by_words, rank, score
from shared.assertions import Category, Force, Kind

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def known(content: str, *, own_words: str = "", age: int = 0) -> Assertion:
    return Assertion(
        assertion_id=uuid4(),
        engagement_id=uuid4(),
        display_number=1,
        kind=Kind.FACT,
        category=Category.HEALTH,
        content=content,
        own_words=own_words,
        force=Force.COMMITTED,
        created_at=NOW - timedelta(days=age),
        updated_at=NOW,
    )


SHELLFISH = known("You're allergic to shellfish.", own_words="I'm allergic to shellfish")


@pytest.mark.parametrize(
    ("question", "share"),
    [("allergic to SHELLFISH?", 1.0), ("shellfish allergies and nuts", 1 / 3), ("the", 0.0), ("", 0.0)],
)
def test_words_count_by_the_share_of_the_question_that_is_told(question: str, share: float) -> None:
    assert by_words(question, SHELLFISH) == pytest.approx(share, abs=0.34 if share == 1 / 3 else 0)


def test_meaning_counts_between_two_cosines() -> None:
    assert [by_meaning(near) for near in (-1, 0.2, 0.4, 0.6, 1)] == pytest.approx([0, 0, 0.5, 1, 1])


def test_the_weaker_of_the_two_helps_and_never_hurts() -> None:
    alone = score("shellfish", Candidate(SHELLFISH, 0.0))
    helped = score("shellfish soup", Candidate(SHELLFISH, 0.5))
    assert score("shellfish soup", Candidate(SHELLFISH, 0.0)) < helped < alone


def test_the_best_comes_first_of_equals_the_newer_and_what_does_not_fit_not_at_all() -> None:
    older, newer = known("You like tea.", age=9), known("You like tea.", age=1)
    other = known("You live in Lisbon.")
    found = rank("tea", [Candidate(one, 0.0) for one in (other, older, newer)], 5)
    assert [one.assertion for one in found] == [newer, older]
    assert [one.assertion for one in rank("tea", [Candidate(older, 0.9), Candidate(newer, 0.0)], 1)] == [newer]
    assert rank("quantum", [Candidate(older, 0.1)], 5) == []
