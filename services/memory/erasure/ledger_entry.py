"""An erasure in the making: who the person is to it, what went so far, and its entry in the ledger and the audit."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.repository import AuditCause, link_audit
from services.memory.erasure.verification import ErasureRecord
from services.memory.store.database import run_statement
from shared.bus.failpoints import pass_failpoint
from shared.contracts.envelope import Caller, Key
from shared.contracts.ids import new_id
from shared.contracts.notices import Failed
from shared.contracts.turns import Turn

LONG = 40.0
"""Seconds that a statement may take here: what goes may be years of talk."""


LINE_TAKEN_OUT = "the line it came from was taken out of the talk"
"""What the history of a memory says that stays."""


@dataclass(frozen=True, slots=True)
class ErasureContext:
    """Who the person is to an erasure, and what became of their turn in flight."""

    person: Record
    now: datetime
    ended: Turn | None = None
    failed: Failed | None = None
    actor: Literal["person", "system"] = "person"
    noted: Mapping[str, object] = field(default_factory=dict)
    """What the ledger keeps beside the numbers: how it was asked for, by hashes and switches."""
    removed: dict[str, int] = field(default_factory=dict)
    works: list[UUID] = field(default_factory=list)
    """Background work that was on its way; its messages are cleared away."""
    receipt_id: UUID = field(default_factory=new_id)
    key: Key | None = None
    """Of the command that asked for it; none, and a chore did."""

    @property
    def ended_turn_id(self) -> UUID | None:
        """The turn that was in flight."""
        return None if self.ended is None else self.ended.turn_id

    def count(self, counted: Mapping[str, int] | Record | None) -> None:
        """Adds what a statement took away."""
        for name, number in (counted or {}).items():
            self.removed[name] = self.removed.get(name, 0) + number


async def record_erasure(  # noqa: PLR0913, PLR0917  # the parts of one entry
    connection: AsyncConnection,
    who: Caller,
    begun: ErasureContext,
    erased: ErasureRecord,
    lineage: Iterable[Record] = (),
    touched: Sequence[UUID] = (),
) -> None:
    """The ledger and the audit: who asked, when, what for, how much went; no content."""
    subjects = erased.subjects or (erased.ids if erased.scope != "conversation" else (who.person_id,))
    report = {"removed": erased.removed, "ended_turn_id": erased.ended_turn_id, "works": begun.works, **begun.noted}
    await run_statement(
        connection,
        "erasure/enter_in_ledger",
        {
            "id": erased.receipt_id,
            "tenant_id": who.tenant_id,
            "person_id": who.person_id,
            "scope": erased.scope,
            "subjects": list(subjects),
            "report": json.dumps(report, default=str),
            "now": begun.now,
            "touched": list(touched),
            "decision": LINE_TAKEN_OUT if erased.scope == "line" else None,
            "touched_ids": [new_id() for _ in touched],
            "audit": json.dumps(list(_chained(begun, erased, lineage)), default=str),
        },
    )
    await pass_failpoint("erase.entered")


def _chained(begun: ErasureContext, erased: ErasureRecord, lineage: Iterable[Record]) -> Iterable[dict[str, object]]:
    cause = AuditCause(begun.person["secret"], begun.key)
    chain, number = begun.person["audit_chain"] or b"", begun.person["audit_number"] or 0
    whole: dict[str, object] = {
        "verb": f"erase {erased.scope}",
        "assertion_id": None,
        "force_from": None,
        "version": None,
    }
    parts: list[dict[str, object]] = [
        {"verb": "erase", "assertion_id": row["id"], "force_from": row["force"], "version": row["version"]}
        for row in lineage
    ]
    told = [*parts, whole] if erased.scope == "project" else parts or [whole]
    for place, part in enumerate(told, number + 1):
        nothing = {"force_to": None, "turn_id": None, "content_hash": None}
        entry = {"number": place, "actor": begun.actor, **part, **nothing, **cause.told()}
        chain = link_audit(chain, entry, begun.now)
        yield {**entry, "chain": chain.hex()}
