from uuid import uuid4

import pytest

from services.memory.turn.close import Worded, memories_told

ONE, OTHER = uuid4(), uuid4()


def test_of_a_memory_that_reads_otherwise_now_its_former_wording_is_told() -> None:
    read = [Worded(ONE, "You like tea."), Worded(ONE, "You like mint tea.")]
    (told,) = memories_told("Instead of “You like tea” I have “You like mint tea” now.", "offline", read)
    assert told == read[0]


@pytest.mark.parametrize(
    ("provider", "told"), [pytest.param("offline", 1, id="ours"), pytest.param("anthropic", 2, id="a model's")]
)
def test_our_own_engine_says_it_word_for_word_or_not_at_all(provider: str, told: int) -> None:
    read = [Worded(ONE, "You like tea."), Worded(OTHER, "You live in Graz.")]
    assert len(list(memories_told("I'll remember that: you like tea!", provider, read))) == told
