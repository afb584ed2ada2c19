"""The section of what is known of the person: whole bullets, the oldest left out, what keeps them safe never."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from services.memory.turn.personal_memory import (
    HEADING,
    MOST_CHARACTERS,
    Bullet,
    PersonalMemory,
    fitting_section,
    lasting_section,
    project_section,
)
from tests.unit.memory.an_assertion import NOW

pytestmark = pytest.mark.row("M3")
Told = Callable[[Sequence[Bullet], datetime], PersonalMemory]


def memory(content: str, days_old: int, *, pinned: bool = False) -> Bullet:
    return Bullet(content=content, pinned=pinned, created_at=NOW - timedelta(days=days_old))


def long_fact(number: int) -> str:
    return f"You have told fact number {number:02}, " + "which goes on " * 5 + "and ends."


SIXTY = [memory(long_fact(number), number) for number in range(60)]


def test_nothing_at_all_when_there_is_nothing() -> None:
    assert project_section([], NOW).text == ""


def test_the_heading_the_bullets_and_how_long_ago() -> None:
    text = project_section([memory("You like tea.", 0), memory("You live in Miami.", 1)], NOW).text
    assert text.splitlines()[0] == "PERSONAL MEMORY"
    assert text == f"{HEADING}\n- You like tea. (noted just now)\n- You live in Miami. (noted yesterday)"
    for told in ("told about themself", "“you” is the person", "words in quotation marks are theirs"):
        assert told in HEADING.splitlines()[1]


def test_of_sixty_long_facts_the_newest_fit_whole_and_the_oldest_are_missing() -> None:
    text = project_section(SIXTY, NOW).text
    bullets = text.removeprefix(HEADING + "\n").splitlines()
    assert MOST_CHARACTERS == 2_000
    assert 1_800 < len(text) <= 2_000
    assert [bullet.split(" (")[0] for bullet in bullets] == [f"- {long_fact(n)}" for n in range(len(bullets))]
    assert long_fact(59) not in text


@pytest.mark.parametrize(
    "old", [memory("You like opera.", 900, pinned=True), memory("You are allergic to nuts.", 900)], ids=str
)
def test_what_is_pinned_and_what_keeps_them_safe_stays_though_it_is_the_oldest(old: Bullet) -> None:
    text = project_section([*SIXTY, old], NOW).text
    assert text.splitlines()[-1] == f"- {old.content} (noted 2 years ago)"
    assert len(text) <= 2_000
    assert long_fact(0) in text


def test_a_shorter_older_one_does_not_slip_into_the_gap() -> None:
    text = project_section([*SIXTY, memory("You ski.", 70)], NOW).text
    assert "You ski." not in text


def test_of_too_many_that_are_pinned_the_oldest_go_and_nothing_that_is_not_takes_their_place() -> None:
    pinned = [memory(f"{long_fact(n)} Pinned.", n, pinned=True) for n in range(30)]
    told = project_section([memory("You ski.", 0), *pinned], NOW).text
    shown = [bullet.content for bullet in pinned if bullet.content in told]
    assert shown == [bullet.content for bullet in pinned[: len(shown)]]
    assert 10 < len(shown) < 30
    assert len(told) <= MOST_CHARACTERS
    assert "You ski." not in told


@pytest.mark.parametrize("told", [project_section, lasting_section])
def test_what_keeps_them_safe_stays_though_it_is_too_much(told: Told) -> None:
    safety = [memory(f"You are allergic to number {n}. {long_fact(n)}", n) for n in range(30)]
    text = told([*safety, memory("You ski.", 70, pinned=True)], NOW).text
    assert text.count("You are allergic") == 30
    assert "You ski." not in text


# ---- outside of a project ----


def named(content: str, days_old: int, *, newest: bool = False, pinned: bool = False) -> Bullet:
    return Bullet(content, pinned, NOW - timedelta(days=days_old), uuid4(), newest)


def test_outside_of_a_project_what_is_safety_and_what_is_pinned_stands_always() -> None:
    nuts, pinned, other = named("You can't have nuts: an allergy.", 9), named("You sail.", 8, pinned=True), SIXTY[0]
    told = lasting_section([other, pinned, nuts], NOW)
    assert told.known == (pinned.assertion_id, nuts.assertion_id)
    assert [line for line in told.text.splitlines() if line.startswith("- ")] == [pinned.line(NOW), nuts.line(NOW)]
    assert lasting_section([other], NOW) == PersonalMemory()


def test_what_fits_comes_before_what_is_newest_and_nothing_is_told_twice() -> None:
    fits, both = named("You bake bread.", 300), named("You keep two hens.", 1, newest=True)
    newest, pinned = named("You moved house.", 0, newest=True), named("You sail.", 2, newest=True, pinned=True)
    known = [newest, both, pinned, fits]
    best = [one.assertion_id for one in (fits, both) if one.assertion_id]
    told = fitting_section(known, best, lasting_section(known, NOW).known, len(lasting_section(known, NOW).text), NOW)
    assert told.known == (fits.assertion_id, both.assertion_id, newest.assertion_id)
    assert fitting_section([pinned], [], lasting_section(known, NOW).known, 0, NOW) == PersonalMemory()


def test_both_parts_together_keep_within_their_room_and_the_newest_give_way_first() -> None:
    pinned = [named(long_fact(n), n, pinned=True) for n in range(5)]
    fits = [named(long_fact(n), n) for n in range(10, 15)]
    newest = [named(long_fact(n), 0, newest=True) for n in range(20, 23)]
    known = [*newest, *pinned, *fits]
    lasting = lasting_section(known, NOW)
    passing = fitting_section(
        known, [one.assertion_id for one in fits if one.assertion_id], lasting.known, len(lasting.text), NOW
    )
    assert 1_300 < len(lasting.text) + len(passing.text) <= 1_500
    assert lasting.known == tuple(one.assertion_id for one in pinned)
    assert passing.known == tuple(one.assertion_id for one in fits)[: len(passing.known)]
    assert len(passing.known) > 2


def test_the_times_are_those_of_the_moment_at_which_the_block_was_built() -> None:
    facts = [memory("You like tea.", 3)]
    assert project_section(facts, NOW) == project_section(facts, NOW + timedelta(hours=5))
    assert "3 days ago" in project_section(facts, NOW).text
