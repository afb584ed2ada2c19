"""What changed in committed memory, in at most three lines; what is merely held or gone for good in none."""

import pytest

from services.memory.assertions.assertion import OF_THREADS
from services.memory.recall.memory_delta import Moved, delta_header
from shared.contracts.assertions import Force

pytestmark = pytest.mark.row("M11")
M16 = pytest.mark.row("M16")

HELD, COMMITTED, RETRACTED = Force.HELD, Force.COMMITTED, Force.RETRACTED


def moved(
    verb: str, before: Force | None, after: Force, content: str | None = "You like tea.", number: int = 7
) -> Moved:
    return Moved(number, "preferences", 4, verb, before, after, content)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (moved("write", None, COMMITTED), "+[Preferences] You like tea. (imp=4)"),
        (moved("commit", HELD, COMMITTED), "+[Preferences] You like tea. (imp=4)"),
        (moved("correct", COMMITTED, COMMITTED), "↑[Preferences] You like tea. (imp=4)"),
        (moved("importance", COMMITTED, COMMITTED), "↑[Preferences] You like tea. (imp=4)"),
        (moved("restore", RETRACTED, COMMITTED), "↺[Preferences] You like tea. (imp=4)"),
        (moved("retract", COMMITTED, RETRACTED), "\N{MINUS SIGN}[Preferences] number 7"),
        (moved("replace", COMMITTED, RETRACTED, None), "\N{MINUS SIGN}[Preferences] number 7"),
        pytest.param(
            moved("soft_delete", COMMITTED, COMMITTED, None), "soft_deleted [Preferences] number 7", marks=M16
        ),
        pytest.param(moved("keep", COMMITTED, COMMITTED), "↺[Preferences] You like tea. (imp=4)", marks=M16),
    ],
)
def test_each_change_has_its_sign(change: Moved, line: str) -> None:
    assert delta_header([change], 41) == f"Memory updates since rev 41:\n{line}"


@pytest.mark.parametrize(
    "change",
    [
        moved("hold", None, HELD),
        moved("refine", HELD, HELD),
        moved("reject", HELD, RETRACTED),
        moved("expire", HELD, RETRACTED),
        moved("restore", RETRACTED, HELD),
        moved("pin", HELD, HELD),
        moved("commit", HELD, COMMITTED, None),
        moved("restore", RETRACTED, COMMITTED, None),
        pytest.param(moved("soft_delete", COMMITTED, COMMITTED), id="set aside, and kept since", marks=M16),
    ],
)
def test_what_is_merely_held_or_not_to_be_shown_says_nothing_and_has_no_heading(change: Moved) -> None:
    assert delta_header([change], 41) == ""


def test_a_deleted_one_shows_its_number_and_never_its_text() -> None:
    assert "tea" not in delta_header([moved("retract", COMMITTED, RETRACTED)], 1)


def test_three_are_shown_and_the_others_counted() -> None:
    changes = [moved("write", None, COMMITTED, f"You have {n} cats.", n) for n in range(5)]
    lines = delta_header(changes, 1).splitlines()
    assert len(lines) == 5
    assert lines[-1] == "and 2 more"
    assert lines[1:4] == [f"+[Preferences] You have {n} cats. (imp=4)" for n in range(3)]
    assert delta_header(changes[:3], 1).count("\n") == 3
    assert delta_header([*changes[:3], moved("hold", None, HELD)], 1).count("\n") == 3  # which is no change that counts


def test_nothing_changed_says_nothing() -> None:
    assert delta_header([], 41) == ""


@pytest.mark.row("C6")
@pytest.mark.parametrize("verb", sorted(OF_THREADS))
def test_what_is_done_to_something_open_changes_nothing_of_how_the_memory_reads(verb: str) -> None:
    assert delta_header([moved(verb, COMMITTED, COMMITTED)], 1) == ""
