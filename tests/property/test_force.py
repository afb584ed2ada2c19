"""The machine of an assertion's force: all its moves, written down once more, and what each of them leaves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.tools import force as drawing
from services.memory.assertions.assertion import (
    HELD_FOR,
    IN_PLACE,
    MADE,
    SETTING_ASIDE,
    Assertion,
    Move,
    Seen,
    is_allowed,
    move_assertion,
)
from shared.contracts.assertions import Because, Category, Force, Kind
from shared.contracts.errors import ForceError, HoldfastError, StaleConfirmationError, StaleVersionError
from shared.contracts.ids import new_id

pytestmark = pytest.mark.row("M1", "M8")

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HELD, COMMITTED, RETRACTED = Force.HELD, Force.COMMITTED, Force.RETRACTED
DESIGN = {
    (HELD, "commit"): COMMITTED,
    (HELD, "refine"): HELD,
    (HELD, "reject"): RETRACTED,
    (HELD, "expire"): RETRACTED,
    (COMMITTED, "correct"): COMMITTED,
    (COMMITTED, "reopen"): HELD,
    (COMMITTED, "retract"): RETRACTED,
    (COMMITTED, "replace"): RETRACTED,
}
"""What the design draws, without the way back."""

forces = st.sampled_from(Force)
moves = st.sampled_from([move for move in Move if move not in {*MADE, *IN_PLACE, *SETTING_ASIDE}])


@st.composite
def assertions(draw: st.DrawFn) -> Assertion:
    force = draw(forces)
    gone = force is RETRACTED
    return Assertion(
        assertion_id=new_id(),
        engagement_id=new_id(),
        display_number=1,
        kind=Kind.FACT,
        category=Category.KNOWLEDGE,
        content=draw(st.text(min_size=1, max_size=20)),
        own_words=draw(st.text(max_size=20)),
        force=force,
        previous_force=draw(st.sampled_from((HELD, COMMITTED))) if gone else None,
        reason=draw(st.sampled_from(Because)) if gone else None,
        version=draw(st.integers(1, 50)),
        pinned=draw(st.booleans()),
        importance=draw(st.integers(1, 5)),
        replaces_id=new_id() if force is HELD and draw(st.booleans()) else None,
        created_at=NOW,
        updated_at=NOW,
        expires_at=NOW + HELD_FOR if force is HELD else None,
    )


def after(assertion: Assertion, move: Move) -> Force | None:
    if move is Move.RESTORE:
        return assertion.previous_force if assertion.force is RETRACTED else None
    return DESIGN.get((assertion.force, move.value))


@given(assertions(), moves)
def test_only_the_moves_of_the_design_are_possible(assertion: Assertion, move: Move) -> None:
    wanted = after(assertion, move)
    assert is_allowed(assertion, move) == (wanted is not None)
    if wanted is None:
        with pytest.raises(ForceError) as refused:
            move_assertion(assertion, move, NOW)
        assert assertion.force.value in str(refused.value)
        return
    assert move_assertion(assertion, move, NOW).force is wanted


def test_nothing_is_made_known_but_by_the_persons_own_hand() -> None:
    assert {move: force for move, force in MADE.items() if force is not HELD} == {Move.WRITE: COMMITTED}


@given(assertions(), moves, st.timedeltas(timedelta(0), timedelta(days=90)), st.none() | st.text(max_size=9))
def test_each_move_is_one_version_and_says_when_and_why(
    assertion: Assertion, move: Move, later: timedelta, text: str | None
) -> None:
    if after(assertion, move) is None:
        return
    done = move_assertion(assertion, move, NOW + later, content=text, because=Because.FORGOTTEN)
    assert (done.version, done.updated_at) == (assertion.version + 1, NOW + later)
    assert done.content == (assertion.content if text is None else text)
    assert (done.assertion_id, done.display_number, done.created_at) == (
        assertion.assertion_id,
        assertion.display_number,
        assertion.created_at,
    )
    is_gone = done.force is RETRACTED
    assert done.previous_force == (assertion.force if is_gone else None)
    assert done.reason == (Because.FORGOTTEN if is_gone else None)
    assert done.expires_at == (NOW + later + HELD_FOR if done.force is HELD else None)
    assert done.is_known == (done.force is COMMITTED)


@given(assertions(), st.sampled_from((Move.REJECT, Move.EXPIRE, Move.RETRACT, Move.REPLACE)))
def test_taking_back_and_restoring_gives_back_what_it_was(assertion: Assertion, taking: Move) -> None:
    if after(assertion, taking) is None:
        return
    gone = move_assertion(assertion, taking, NOW, because=Because.FORGOTTEN)
    back = move_assertion(gone, Move.RESTORE, NOW)
    differing = {name for name in Assertion.__dataclass_fields__ if getattr(back, name) != getattr(assertion, name)}
    assert differing == {"version"}
    if assertion.force is COMMITTED:
        again = move_assertion(back, taking, NOW, because=Because.FORGOTTEN)
        assert (again.force, again.previous_force, again.reason) == (gone.force, gone.previous_force, gone.reason)


@given(assertions(), moves, st.integers(-2, 2), st.booleans())
def test_what_was_seen_otherwise_is_not_decided_on(
    assertion: Assertion, move: Move, off: int, same_text: bool  # noqa: FBT001
) -> None:  # fmt: skip
    seen = Seen(assertion.version + off, assertion.text_hash if same_text else "another hash")
    reasons: set[type[HoldfastError]] = set()
    reasons |= {StaleVersionError} if off else set()
    reasons |= set() if same_text else {StaleConfirmationError}
    reasons |= {ForceError} if after(assertion, move) is None else set()
    if not reasons:
        assert move_assertion(assertion, move, NOW, seen=seen).version == assertion.version + 1
        return
    with pytest.raises(tuple(reasons)):
        move_assertion(assertion, move, NOW, seen=seen)


@given(assertions(), st.sampled_from(sorted(IN_PLACE)))
def test_what_was_taken_back_is_left_alone(assertion: Assertion, move: Move) -> None:
    assert is_allowed(assertion, move) == (assertion.force is not RETRACTED)


@pytest.mark.row("M16")
@given(assertions(), st.booleans())
def test_only_what_is_known_is_set_aside_and_only_what_is_committed_is_kept(
    assertion: Assertion, in_use: bool  # noqa: FBT001
) -> None:  # fmt: skip
    found = replace(assertion, in_use=in_use)
    assert is_allowed(found, Move.SOFT_DELETE) == (found.force is COMMITTED and in_use)
    assert is_allowed(found, Move.KEEP) == (found.force is COMMITTED)


def test_every_move_is_drawn_and_none_that_is_not_there() -> None:
    lines = [line.strip() for line in drawing.force_text().splitlines() if " --> " in line]
    arrows = {tuple(line.partition(":")[0].split(" --> ")): line.partition(": ")[2] for line in lines}
    drawn = {(before, one): to for (before, to), names in arrows.items() for one in names.split(" / ")}
    design = {(before.value, move): to.value for (before, move), to in DESIGN.items()}
    made = {("[*]", move.value): force.value for move, force in MADE.items()}
    back = {("retracted", f"restore, if it was {force}"): force for force in ("held", "committed")}
    gone = {(force.value, "erase"): "[*]" for force in Force}
    assert drawn == design | made | back | gone
    assert all(f"`{move}`" in drawing.force_text() for move in IN_PLACE | SETTING_ASIDE)


def test_the_table_names_each_pair_that_can_be() -> None:
    rows = [line.split(" | ") for line in drawing.force_text().splitlines() if line.startswith("| ")][1:]
    named = {(row[1].strip(), row[0].strip("| ")) for row in rows if row[1].strip() and "---" not in row[0]}
    pairs = {(f.value, m.value) for f, m in product(Force, Move) if (f, m.value) in DESIGN} | {("retracted", "restore")}
    assert named == pairs
