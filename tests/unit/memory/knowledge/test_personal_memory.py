"""The section of what is known of the person: whole bullets, the oldest left out, what keeps them safe never."""

from datetime import timedelta

import pytest

from services.memory.knowledge.personal_memory import HEADING, MOST_CHARACTERS, Bullet, section
from tests.unit.memory.knowledge.an_assertion import NOW

pytestmark = pytest.mark.row("M3")


def memory(content: str, days_old: int, *, pinned: bool = False) -> Bullet:
    return Bullet(content=content, pinned=pinned, created_at=NOW - timedelta(days=days_old))


def long_fact(number: int) -> str:
    return f"You have told fact number {number:02}, " + "which goes on " * 5 + "and ends."


SIXTY = [memory(long_fact(number), number) for number in range(60)]


def test_nothing_at_all_when_there_is_nothing() -> None:
    assert section([], NOW).text == ""


def test_the_heading_the_bullets_and_how_long_ago() -> None:
    text = section([memory("You like tea.", 0), memory("You live in Miami.", 1)], NOW).text
    assert text.splitlines()[0] == "PERSONAL MEMORY"
    assert text == f"{HEADING}\n- You like tea. (noted just now)\n- You live in Miami. (yesterday)"
    assert "said about themself" in HEADING


def test_of_sixty_long_facts_the_newest_fit_whole_and_the_oldest_are_missing() -> None:
    text = section(SIXTY, NOW).text
    bullets = text.removeprefix(HEADING + "\n").splitlines()
    assert MOST_CHARACTERS == 2_000
    assert 1_800 < len(text) <= 2_000
    assert [bullet.split(" (")[0] for bullet in bullets] == [f"- {long_fact(n)}" for n in range(len(bullets))]
    assert long_fact(59) not in text


@pytest.mark.parametrize(
    "old", [memory("You like opera.", 900, pinned=True), memory("You are allergic to nuts.", 900)], ids=str
)
def test_what_is_pinned_and_what_keeps_them_safe_stays_though_it_is_the_oldest(old: Bullet) -> None:
    text = section([*SIXTY, old], NOW).text
    assert text.splitlines()[-1] == f"- {old.content} (2 years ago)"
    assert len(text) <= 2_000
    assert long_fact(0) in text


def test_a_shorter_older_one_does_not_slip_into_the_gap() -> None:
    text = section([*SIXTY, memory("You ski.", 70)], NOW).text
    assert "You ski." not in text


def test_what_must_stay_stays_though_it_is_too_much() -> None:
    must = [memory(f"{long_fact(n)} Pinned.", n, pinned=True) for n in range(30)]
    text = section([*must, memory("You ski.", 70)], NOW).text
    assert text.count("Pinned.") == 30
    assert "You ski." not in text


def test_the_times_are_those_of_the_moment_at_which_the_block_was_built() -> None:
    facts = [memory("You like tea.", 3)]
    assert section(facts, NOW) == section(facts, NOW + timedelta(hours=5))
    assert "3 days ago" in section(facts, NOW).text
