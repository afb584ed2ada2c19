"""Small memories in three languages: what they answer is found, what they do not is met with silence."""

import pytest

from services.memory.recall.ranking import enough
from tests.evals.memories import all_remembered, judged, search

pytestmark = pytest.mark.row("M28")


def test_the_memories_are_as_many_as_was_asked() -> None:
    memories = all_remembered()
    assert sum(len(one.facts) for one in memories) == 120
    assert sum(len(one.answered) for one in memories) == sum(len(one.unanswered) for one in memories) == 120


@pytest.mark.parametrize("half", ["calibrated", "tested"])
def test_most_questions_that_are_answered_get_it_and_most_others_get_nothing(half: str) -> None:
    found = judged([one for one in all_remembered() if one.name.endswith(half)], enough())
    assert found.kept >= 0.9
    assert found.right >= 0.8
    assert found.silent >= 0.55
    assert found.told < 2


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
    assert search(only, "am I allergic to anything?")[0].score >= enough()
    assert search(only, "when does my train leave?")[0].score < enough()
