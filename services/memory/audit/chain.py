"""Walks along a person's audit and finds where it does not hold. Nothing here reads a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from services.memory.assertions.repository import link_audit
from shared.contracts.requests.ops import AuditEnd, Fault

ENTRY = ("number", "actor", "verb", "assertion_id", "force_from", "force_to", "version", "turn_id")
CAUSE = ("policy_version", "prompt_version")
"""What rows of the second version of the chain say besides."""
MOST_FAULTS = 50
"""Named of one person: whoever has more than these has read enough."""


@dataclass
class Walk:
    """One person's audit, row after row. A row that does not hold is named, and the next is held against it."""

    end: AuditEnd | None = None
    """Where it ended when somebody wrote that down elsewhere."""
    number: int = 0
    chain: bytes = b""
    rows: int = 0
    newest: datetime | None = None
    faults: list[Fault] = field(default_factory=list)

    def step(self, row: Mapping[str, object]) -> None:
        """The next row."""
        number, chain, at = row["number"], row["chain"], row["at"]
        if not isinstance(number, int) or not isinstance(chain, bytes) or not isinstance(at, datetime):
            raise TypeError(number)
        if number != self.number + 1:
            self._note(self.number + 1, "missing")
        elif linked_hash(self.chain, row, at) != chain:
            self._note(number, "changed")
        if self.end is not None and number == self.end.number and chain.hex() != self.end.chain:
            self._note(number, "rewritten")
        self.number, self.chain, self.rows = number, chain, self.rows + 1
        self.newest = at if self.newest is None else max(self.newest, at)

    def arrive(self, told_until: datetime | None) -> None:
        """After the last row. Whatever else tells of a later change, the audit had a row of it."""
        is_short = told_until is not None and (self.newest is None or self.newest < told_until)
        if is_short or (self.end is not None and self.end.number > self.number):
            self._note(self.number + 1, "cut")

    def _note(self, number: int, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault.model_validate({"number": number, "what": what}))


def linked_hash(chain: bytes, row: Mapping[str, object], at: datetime) -> bytes:
    """The hash that a row has when it is as it was written, after a row with this one."""
    entry = {name: row[name] for name in ENTRY} | {"content_hash": _hex(row["content_hash"])}
    cause = {name: row[name] for name in CAUSE} | {"command_hash": _hex(row["command_hash"])}
    if row["chain_version"] == 1 and not any(cause.values()):  # else somebody put a cause where there was none
        return link_audit(chain, entry, at)
    return link_audit(chain, {**entry, **cause, "chain_version": row["chain_version"]}, at)


def _hex(stored: object) -> str | None:
    """Of what was erased nothing is told."""
    return stored.hex() if isinstance(stored, bytes) else None
