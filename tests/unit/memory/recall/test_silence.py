"""Small memories in three languages: what they answer is found, what they do not is met with silence."""

import pytest

from services.memory.recall.weights import answer_threshold
from tests.evals.memories import Remembered, all_remembered, judged, kept_by_all_but, search, small

pytestmark = pytest.mark.row("M28")


def memories_of(half: str) -> list[Remembered]:
    return [one for one in all_remembered() if one.name.endswith(half)]


def test_the_memories_are_as_many_as_was_asked() -> None:
    memories = all_remembered()
    assert sum(len(one.facts) for one in memories) == 120
    assert sum(len(one.answered) for one in memories) == sum(len(one.unanswered) for one in memories) == 120


@pytest.mark.parametrize("half", ["calibrated", "tested"])
def test_most_questions_that_are_answered_get_it_and_most_others_get_nothing(half: str) -> None:
    found = judged(memories_of(half), answer_threshold())
    assert found.kept >= 0.9
    assert found.right >= 0.8
    assert found.silent >= 0.55
    assert found.told < 2


@pytest.mark.parametrize("half", ["calibrated", "tested"])
def test_where_one_answer_in_twenty_is_given_up_three_questions_in_five_without_one_get_nothing(half: str) -> None:
    found = judged(memories_of(half), kept_by_all_but(0.05, memories_of(half)))
    assert found.kept >= 0.95
    assert found.silent >= 0.6


@pytest.mark.parametrize("size", [1, 3, 6])
def test_who_is_known_little_of_gets_what_there_is_and_mostly_nothing_else(size: int) -> None:
    found = judged(small(all_remembered(), size), answer_threshold())
    assert found.kept >= 0.9
    assert found.silent >= 0.6


def test_a_score_is_worth_what_it_says() -> None:
    sure = judged(all_remembered(), 0.65)
    assert sure.kept >= 0.65
    assert sure.silent >= 0.95


def test_what_is_asked_in_other_words_is_found() -> None:
    english = next(one for one in all_remembered() if one.name == "english-calibrated")
    best = search(english.facts, "can I eat prawns?")[0]
    assert english.facts[best.candidate.entry.number] == "You're allergic to shellfish."


def test_one_memory_alone_answers_and_keeps_silent() -> None:
    only = ["You're allergic to shellfish."]
    assert search(only, "am I allergic to anything?")[0].score >= answer_threshold()
    assert search(only, "when does my train leave?")[0].score < answer_threshold()
