"""What comes up again and again in narratives."""

from uuid import UUID

import pytest

from services.memory.conversations.themes import NamingText, find_themes

pytestmark = pytest.mark.row("S8")


def of(*texts: tuple[str, tuple[str, ...]]) -> list[NamingText]:
    return [NamingText(UUID(int=number), text, names) for number, (text, names) in enumerate(texts)]


def test_names_recur_from_two_narratives_on_and_words_from_three() -> None:
    found = find_themes(
        of(
            ("You decided to plant gardens with Anna.", ("Anna",)),
            ("The garden needs water. You talked to anna about school.", ("anna",)),
            ("You decided to leave school; the garden waits.", ("Ben",)),
            ("You decided nothing.", ()),
        )
    )
    assert [(theme.label, theme.times, theme.of) for theme in found] == [("gardens", 3, 4), ("Anna", 2, 4)]
    assert found[0].memory_ids == (UUID(int=0), UUID(int=1), UUID(int=2))


def test_what_any_talk_says_is_no_theme() -> None:
    texts = [("Du hast entschieden und noch eine Frage offen.", ())] * 4
    assert find_themes(of(*texts)) == ()


def test_of_nothing_there_are_no_themes() -> None:
    assert find_themes([]) == ()
