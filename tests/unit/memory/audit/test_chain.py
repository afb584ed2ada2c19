"""Any single edit, removal or swap of an audit's rows is found, and named."""

import random
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from services.memory.audit.chain import Walk, linked_hash
from shared.contracts.requests.ops import AuditEnd

pytestmark = pytest.mark.row("M9")
WHO = UUID(int=7)
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
Row = dict[str, object]
SECOND = 4
"""From this row on they say why, too; those from before hold as they did."""


def an_audit(rows: int) -> list[Row]:
    chain, audit = b"", list[Row]()
    for number in range(1, rows + 1):
        at = BEGAN + timedelta(minutes=number)
        row: Row = {
            "number": number,
            "at": at,
            "actor": "person",
            "verb": "write",
            "assertion_id": UUID(int=number),
            "force_from": None,
            "force_to": "committed",
            "version": 1,
            "turn_id": None,
            "content_hash": bytes([number]) * 32,
            "chain_version": 1 if number < SECOND else 2,
            "policy_version": None if number < SECOND else 1,
            "prompt_version": None if number < SECOND else 4,
            "command_hash": None if number < SECOND else bytes([number]) * 32,
        }
        chain = linked_hash(chain, row, at)
        audit.append({**row, "chain": chain})
    return audit


def walked(rows: list[Row], *, end: AuditEnd | None = None, told_until: datetime | None = None) -> list[str]:
    walk = Walk(end)
    for row in rows:
        walk.step(row)
    walk.arrive(told_until)
    return [f"{fault.what} {fault.number}" for fault in walk.faults]


def end_of(rows: list[Row]) -> AuditEnd:
    number, chain = rows[-1]["number"], rows[-1]["chain"]
    assert isinstance(number, int)
    assert isinstance(chain, bytes)
    return AuditEnd(person_id=WHO, number=number, chain=chain.hex())


def test_an_audit_as_it_was_written_holds() -> None:
    audit = an_audit(9)
    assert walked(audit, end=end_of(audit[:4]), told_until=BEGAN + timedelta(minutes=9)) == []
    assert walked([]) == []


COLUMNS = ("at", "actor", "verb", "assertion_id", "force_to", "version", "content_hash")
CAUSE = ("chain_version", "policy_version", "prompt_version", "command_hash")


@pytest.mark.parametrize("column", [*COLUMNS, *CAUSE])
@pytest.mark.parametrize("number", [1, 5, 9])
def test_a_row_that_was_changed_is_named(column: str, number: int) -> None:
    audit = an_audit(9)
    other: Row = {"at": BEGAN, "assertion_id": WHO, "version": 2, "content_hash": b"x" * 32}
    other |= {"chain_version": 1 if number >= SECOND else 2, "policy_version": 2, "prompt_version": 5}
    other["command_hash"] = b"y" * 32
    audit[number - 1][column] = other.get(column, "another")
    assert walked(audit) == [f"changed {number}"]


def test_rows_that_are_missing_are_named() -> None:
    audit = an_audit(9)
    assert walked(audit[2:]) == ["missing 1"]
    assert walked(audit[:3] + audit[5:]) == ["missing 4"]


def test_two_rows_that_changed_places_are_named() -> None:
    audit = an_audit(9)
    audit[3], audit[4] = {**audit[4], "number": 4}, {**audit[3], "number": 5}
    assert walked(audit) == ["changed 4", "changed 5", "changed 6"]


def test_an_end_that_was_cut_is_known_by_what_else_tells_of_it() -> None:
    audit, until = an_audit(9), BEGAN + timedelta(minutes=9)
    assert walked(audit[:7], told_until=until) == ["cut 8"]
    assert walked([], told_until=until) == ["cut 1"]
    assert walked(audit[:7], end=end_of(audit)) == ["cut 8"]
    assert walked(audit[:7]) == []  # nothing tells of it


def test_a_chain_that_was_made_anew_is_known_by_what_was_written_down() -> None:
    audit = an_audit(9)
    end = end_of(audit[:6])
    chain = b""
    for row in audit:
        row["version"], at = 3, row["at"]
        assert isinstance(at, datetime)
        chain = linked_hash(chain, row, at)
        row["chain"] = chain
    assert walked(audit) == []  # it fits together
    assert walked(audit, end=end) == ["rewritten 6"]


def test_of_many_tampered_audits_none_holds() -> None:
    chance = random.Random(20)
    for _ in range(200):
        audit = an_audit(chance.randint(3, 12))
        last = len(audit) - 1
        place = chance.randint(0, last - 1)
        match chance.randint(0, 2):
            case 0:
                audit[place]["verb"] = "erase"
            case 1:
                del audit[place]
            case _:
                audit[place]["chain"] = chance.randbytes(32)
        assert walked(audit) != []
