"""`holdfast ops audit` and `holdfast ops ledger`: what proves that nothing was tampered with, and what was erased."""

from argparse import Namespace
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from uuid import UUID

from pydantic import ValidationError

from services.terminal.output import print_text
from services.terminal.terminal_error import SorryError
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.requests.ops import (
    MOST_ENTRIES,
    MOST_PEOPLE,
    AuditEnd,
    AuditOfPerson,
    CheckAudit,
    ErasedAgain,
    LedgerEntry,
    ReadLedger,
    ReplayLedger,
)
from shared.ledger_file import append_entries, entries_in

SECONDS = 120.0
"""An answer that reads tens of thousands of rows, or erases and looks for years of talk."""
FAULTS = {
    "changed": "row {} is not what was written",
    "missing": "rows from {} on are missing, and later ones are there",
    "cut": "it ends before row {}, and something was done after that",
    "rewritten": "row {} is not the one that was written down, and all before it was made to fit",
}


# ---- the audit ---------------------------------------------------------------------------------------------------


async def check_audit(client: HoldfastClient, given: Namespace) -> str:
    """How many rows of how many people hold; ends with 1 where one does not."""
    ends = _ends_in(Path(given.ends)) if given.ends else {}
    people = [found async for found in _checked(client, given.person, ends)]
    wrong = [one for one in people if one.faults]
    if given.ends:
        _write_down(Path(given.ends), ends, (one for one in people if not one.faults))
    told = "\n".join(one.model_dump_json() for one in people) if given.json else _told(people, wrong)
    if wrong:
        print_text(told)
        raise SorryError(f"The audit of {len(wrong)} of {len(people)} {_people(people)} does not hold.")
    return told


async def _checked(
    client: HoldfastClient, person: str | None, ends: dict[UUID, AuditEnd]
) -> AsyncIterator[AuditOfPerson]:
    one, after = None if person is None else _id(person), None
    while True:
        next_ends = sorted((e for e in ends.values() if after is None or e.person_id > after), key=_by_person)
        mine = [end for end in next_ends if one is None or end.person_id == one][:MOST_PEOPLE]
        answer = await client.ask(CheckAudit(person_id=one, after=after, ends=tuple(mine)), SECONDS)
        for found in answer.people:
            yield found
        if answer.after is None:
            return
        after = answer.after


def _by_person(end: AuditEnd) -> UUID:
    return end.person_id


def _told(people: Sequence[AuditOfPerson], wrong: Sequence[AuditOfPerson]) -> str:
    lines = [f"{one.person_id}  {FAULTS[fault.what].format(fault.number)}" for one in wrong for fault in one.faults]
    rows = sum(one.rows for one in people)
    held = len(people) - len(wrong)
    were = "row of {} was read" if rows == 1 else "rows of {} were read"
    read = f"{rows} {were.format(f'{len(people)} {_people(people)}')}"
    return "\n".join([*lines, f"{read}; {held} {'holds' if held == 1 else 'hold'}."])


def _people(people: Sequence[AuditOfPerson]) -> str:
    return "person" if len(people) == 1 else "people"


def _ends_in(file: Path) -> dict[UUID, AuditEnd]:
    """The newest end of each person that was written down; a file that is not there has none."""
    try:
        lines = file.read_bytes().splitlines() if file.exists() else []
        found = [AuditEnd.model_validate_json(line) for line in lines]
    except (OSError, ValidationError):
        raise SorryError(f"{file} cannot be read as the ends of audits.") from None
    return {end.person_id: end for end in found}


def _write_down(file: Path, ends: dict[UUID, AuditEnd], people: Iterable[AuditOfPerson]) -> None:
    """Adds where each audit ends now, if it moved. Of one that does not hold the former end stays."""
    now = [AuditEnd(person_id=p.person_id, number=p.number, chain=p.chain) for p in people if p.number]
    moved = [end.model_dump_json() for end in now if ends.get(end.person_id) != end]
    try:
        with file.open("a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in moved)
    except OSError as error:
        raise SorryError(f"{file} cannot be written: {error.strerror}.") from None


def _id(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError:
        raise SorryError("That is not the id of a person.") from None


# ---- the ledger --------------------------------------------------------------------------------------------------


async def read_ledger(client: HoldfastClient, given: Namespace) -> str:
    """Writes it down outside of the database, or erases again what a file says was erased."""
    return await (_export if given.do == "export" else _replay)(client, given)


async def _export(client: HoldfastClient, given: Namespace) -> str:
    entries = [entry async for entry in _entries(client)]
    if given.file is None:
        return "\n".join(entry.model_dump_json(exclude_none=True) for entry in entries)
    file = Path(given.file)
    try:
        has = {entry.erasure_id for entry in entries_in(file)}
        new = [entry for entry in entries if entry.erasure_id not in has]
        append_entries(file, new)
    except OSError as error:
        raise SorryError(f"{file} cannot be written: {error.strerror}.") from None
    return f"{len(new)} erasures were added; the file has {len(has) + len(new)}."


async def _entries(client: HoldfastClient) -> AsyncIterator[LedgerEntry]:
    after = None
    while True:
        page = await client.ask(ReadLedger(after=after))
        for entry in page.entries:
            yield entry
        if page.after is None:
            return
        after = page.after


async def _replay(client: HoldfastClient, given: Namespace) -> str:
    """In the order in which it was erased; what was done before is not done again, so it may be broken off."""
    file = Path(given.file)
    if not file.is_file():
        raise SorryError(f"{file} cannot be read: there is no such file.")
    entries = sorted(entries_in(file), key=lambda entry: entry.erasure_id)
    done = list[ErasedAgain]()
    for first in range(0, len(entries), MOST_ENTRIES):
        command = ReplayLedger(entries=tuple(entries[first : first + MOST_ENTRIES]))
        done += (await client.ask(command, SECONDS)).entries
    return "\n".join(one.model_dump_json() for one in done) if given.json else _replayed(done)


def _replayed(done: Sequence[ErasedAgain]) -> str:
    counted = {outcome: sum(one.outcome == outcome for one in done) for outcome in ("known", "nothing_left", "erased")}
    lines = [
        f"{one.erasure_id}  {'is still found in ' + ', '.join(one.found_in) if one.found_in else 'is being looked for'}"
        for one in done
        if one.status != "gone"
    ]
    told = (
        f"{len(done)} erasures: {counted['erased']} were done again, of {counted['nothing_left']} there was nothing, "
        f"{counted['known']} were known."
    )
    return "\n".join([*lines, told])
