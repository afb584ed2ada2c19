"""Books from the database and back: what an operation may touch, and what it did, in one statement each way."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any, get_args, get_type_hints
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import SILENT, Assertion, Change, Provenance
from services.memory.assertions.book import Book
from services.memory.assertions.policy import POLICY_VERSION
from services.memory.assertions.refusal import Level, Refusal
from services.memory.assertions.relations import found_for_links, relate_nearest, to_be_linked
from services.memory.index.edition import EDITION, SPACE
from services.memory.index.enter_texts import Known, enter_into_index
from services.memory.store.database import run_for_one, run_statement
from services.memory.store.rows import Vector, skip_unreadable, vector_of, vector_text
from shared.contracts.assertions import CATEGORY_NAME, State
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import PersonNotFoundError
from shared.contracts.ids import new_id
from shared.contracts.requests.notebook import MOST_CONTENT

CHAIN_VERSION = 2
"""1 was without all of this."""


@dataclass(frozen=True, slots=True)
class AuditCause:
    """Why something was done. The turn, where there is one, stands in the row as ever."""

    secret: bytes
    key: Key | None = None
    """Of the command, when a door asked for it."""

    def told(self, prompt_version: int = 0) -> Mapping[str, object]:
        """As the audit has it; the key stands there as a hash under the person's own secret."""
        return {
            "chain_version": CHAIN_VERSION,
            "policy_version": POLICY_VERSION,
            "prompt_version": prompt_version or None,
            "command_hash": None if self.key is None else self._hash(self.key.value),
        }

    def _hash(self, text: str) -> str:
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()


_NUMBERS = TypeAdapter(dict[UUID, int])

_CATEGORY = re.compile(CATEGORY_NAME)


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """What an operation may touch: all of some engagements, and single assertions."""

    engagements: frozenset[UUID] = frozenset()
    personal: bool = False
    held_in: frozenset[UUID] = frozenset()
    """Of these engagements only what waits."""
    held_in_story: bool = False
    ids: frozenset[UUID] = frozenset()
    beside: frozenset[UUID] = frozenset()
    """All that is known in the same engagements as these, for it may speak against them."""
    vectors: Mapping[str, Vector] | None = None
    was_in_story: bool = False
    """What was known about the person, until something took its place."""
    nearest_in: UUID | None = None
    """Of this engagement what lies nearest to those texts, and no more."""
    only_refusals: bool = False
    """A book without pages, which knows what the person refused and which numbers were given out."""

    @property
    def has_pages(self) -> bool:
        """Whether any assertion may be touched."""
        whole = self.engagements or self.personal or self.held_in or self.held_in_story or self.was_in_story
        return bool(whole or self.ids or self.nearest_in)

    @property
    def is_nothing(self) -> bool:
        """Plain conversation: no memory is touched or quoted."""
        return not (self.has_pages or self.only_refusals)


@dataclass(frozen=True, slots=True)
class AuditHead:
    """Where the chain of the audit ends."""

    number: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """A book, and what is needed to write it back."""

    book: Book
    head: AuditHead
    revision: int


async def open_book(connection: AsyncConnection, who: Caller, wanted: LoadPlan, now: datetime) -> OpenedBook:
    """Read under the person's lock; nothing is read for what touches nothing."""
    if wanted.is_nothing:
        return OpenedBook(Book(personal_id=None, now=now, secret=b""), AuditHead(0, b""), 0)
    row = await run_for_one(
        connection, "assertions/open_book", {"person_id": who.person_id, "now": now, "space": SPACE}
    )
    if row is None:
        raise PersonNotFoundError
    personal_id = row["personal_engagement_id"] if row["has_story"] else None
    engagements = set(wanted.engagements) | ({personal_id} if wanted.personal and personal_id else set())
    held_in = set(wanted.held_in) | ({personal_id} if wanted.held_in_story and personal_id else set())
    vectors = dict(wanted.vectors or {})
    nearest_in = {wanted.nearest_in} if wanted.nearest_in else set[UUID]()
    looked_at = engagements | held_in | nearest_in
    near = await _near(connection, who, looked_at, vectors)
    numbers = _NUMBERS.validate_json(row["numbers"])
    nearest = {one for found in near.values() for one, _ in found} if nearest_in else set[UUID]()
    pages = {
        "person_id": who.person_id,
        "engagements": list(engagements),
        "held_in": list(held_in),
        "was_in": [personal_id] if wanted.was_in_story and personal_id else [],
        "ids": list(wanted.ids | nearest),
        "beside": list(wanted.beside),
    }
    whole = any(pages[each] for each in ("engagements", "held_in", "was_in", "beside"))
    statement = "assertions/load_assertions" if whole else "assertions/load_named"
    rows = await run_statement(connection, statement, pages) if wanted.has_pages else []
    read = assertions_of(rows)
    book = Book(
        personal_id=personal_id,
        now=now,
        secret=row["secret"],
        assertions={one.assertion_id: one for one in read},
        left_out=len(rows) - len(read),
        numbers=numbers,
        refusals=tuple(map(_refusal, json.loads(row["refusals"]))),
        vectors=vectors,
        near=near,
        looked_everywhere=numbers.keys() <= looked_at,
        held_today=row["held_today"],
    )
    head = AuditHead(row["audit_number"] or 0, row["audit_chain"] or b"")
    return OpenedBook(book, head, row["revision"])


def assertions_of(rows: Iterable[Record]) -> list[Assertion]:
    """What can be read of some rows."""
    return skip_unreadable("assertion", rows, assertion_of)


def assertion_of(row: Record) -> Assertion:
    """The domain's view of a row; raises for one that another release may have written, and this one cannot read."""
    if not _CATEGORY.fullmatch(row["category"]) or max(len(row["content"]), len(row["own_words"])) > MOST_CONTENT:
        raise ValueError(row["id"])
    return Assertion(
        assertion_id=row["id"],
        in_use=row["state"] == State.ACTIVE,
        provenance=Provenance(**{name: row[name] for name in _OF_PROVENANCE}),
        **{name: read(row[name]) for name, read in _READ},
    )


def _as_it_is(value: object) -> object:
    return value


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _reader(form: object) -> Callable[[Any], Any]:
    """What a column's value becomes: a word of ours becomes its member, all else stays as the driver gives it."""
    words = [one for one in (form, *get_args(form)) if isinstance(one, type) and issubclass(one, StrEnum)]
    read: Callable[[Any], Any] = words[0] if words else _as_it_is
    return _or_none(read) if words and form not in words else read


_SAID_OTHERWISE = frozenset({"assertion_id", "in_use", "provenance"})
"""What has another name in the row, or another form. All else of a memory is the column of its name."""
_OF_PROVENANCE = tuple(one.name for one in fields(Provenance))
_READ = tuple((name, _reader(form)) for name, form in get_type_hints(Assertion).items() if name not in _SAID_OTHERWISE)


def _refusal(entry: Mapping[str, str | None]) -> Refusal:
    return Refusal(
        refusal_id=UUID(entry["id"]),
        level=Level(entry["level"] or Level.FORGET),
        digest=bytes.fromhex(entry["digest"] or ""),
        text=entry["text"],
        vector=vector_of(entry["embedding"]),
    )


async def _near(
    connection: AsyncConnection, who: Caller, engagements: Iterable[UUID], vectors: Mapping[str, Vector]
) -> dict[str, list[tuple[UUID, float]]]:
    texts, places = list(vectors), list(engagements)
    near: dict[str, list[tuple[UUID, float]]] = {text: [] for text in texts}
    if not (texts and places):
        return near
    parameters = {
        "person_id": who.person_id,
        "engagements": places,
        "vectors": [vector_text(vectors[text]) for text in texts],
        "space": SPACE,
        "edition": EDITION,
    }
    for row in await run_statement(connection, "assertions/find_nearest", parameters):
        near[texts[row["place"] - 1]].append((row["id"], row["nearness"]))
    return near


MANY, MANY_SECONDS = 1_000, 40.0
"""What a whole file changes may take longer than a turn's."""


async def save_book(
    connection: AsyncConnection,
    who: Caller,
    opened: OpenedBook,
    turn_id: UUID | None = None,
    key: Key | None = None,
) -> int:
    """Writes what was done; gives the person's revision, which went up by one if anything changed."""
    book = opened.book
    if not (book.changes or book.said or book.refused or book.lifted):
        return opened.revision
    told = [change for change in book.changes if change.move not in SILENT]
    changed = {change.after.assertion_id for change in book.changes}
    row = await run_for_one(
        connection,
        "assertions/save_book",
        {
            "tenant_id": who.tenant_id,
            "person_id": who.person_id,
            "now": book.now,
            "space": SPACE,
            "step": int(bool(told)),
            "rows": _json(_row(book.assertions[one], book.vectors) for one in changed),
            "history": _json(_told(change, turn_id) for change in told),
            "audit": _json(_chained(told, turn_id, AuditCause(book.secret, key), opened.head, book.now)),
            "numbers": _json({"id": str(one), "numbered": number} for one, number in book.numbers.items()),
            "mentions": _json(_mentions(book, turn_id)),
            "refused": _json(map(_refused, book.refused)),
            "lifted": list(dict.fromkeys(book.lifted)),
        },
        seconds=MANY_SECONDS if len(changed) > MANY else None,
    )
    await enter_into_index(connection, who, _came_to_be_known(book, changed))
    linked = to_be_linked(book)
    await relate_nearest(connection, who, linked, book.now, found_for_links(book, linked))
    return opened.revision if row is None else int(row["revision"])


def _came_to_be_known(book: Book, changed: Iterable[UUID]) -> list[Known]:
    """What the index does not have yet, or not as it reads now: the database takes out what changes."""
    before: dict[UUID, Assertion | None] = {}
    for change in book.changes:
        before.setdefault(change.after.assertion_id, change.before)
    now = (book.assertions[one] for one in changed)
    return [
        Known(a.assertion_id, a.content, a.own_words, book.vectors.get(a.content))
        for a in now
        if a.is_known and ((former := before[a.assertion_id]) is None or former.listed_as != a.listed_as)
    ]


def _json(entries: Iterable[Mapping[str, object]]) -> str:
    return json.dumps(list(entries), default=str)


def _row(assertion: Assertion, vectors: Mapping[str, Vector]) -> dict[str, object]:
    vector = vectors.get(assertion.content)
    return {
        "id": assertion.assertion_id,
        "state": State.ACTIVE if assertion.in_use else State.SOFT_DELETED,
        "embedding": None if vector is None else vector_text(vector),
        **{name: getattr(assertion, name) for name, _ in _READ},
        **{name: getattr(assertion.provenance, name) for name in _OF_PROVENANCE},
    }


def _told(change: Change, turn_id: UUID | None) -> dict[str, object]:
    before, after = change.before, change.after
    return {
        "id": new_id(),
        "assertion_id": after.assertion_id,
        "event": change.event,
        "verb": change.move,
        "actor": change.actor,
        "old": None if before is None else before.content,
        "new": after.content,
        "force_from": None if before is None else before.force,
        "force_to": after.force,
        "version": after.version,
        "reason": after.reason,
        "decision": change.decision,
        "turn_id": turn_id,
    }


def _chained(
    told: Sequence[Change], turn_id: UUID | None, cause: AuditCause, head: AuditHead, now: datetime
) -> Iterable[dict[str, object]]:
    chain = head.chain
    for number, change in enumerate(told, head.number + 1):
        before, after = change.before, change.after
        entry = {
            "number": number,
            "actor": change.actor,
            "verb": change.move,
            "assertion_id": after.assertion_id,
            "force_from": None if before is None else before.force,
            "force_to": after.force,
            "version": after.version,
            "turn_id": turn_id,
            "content_hash": hmac.new(cause.secret, after.content.encode(), hashlib.sha256).hexdigest(),
            **cause.told(after.provenance.prompt_version),
        }
        chain = link_audit(chain, entry, now)
        yield {**entry, "chain": chain.hex()}


def link_audit(chain: bytes, entry: Mapping[str, object], at: datetime) -> bytes:
    """The next hash of the audit's chain: over the former one and what this row says."""
    said = json.dumps({**entry, "at": at.isoformat()}, default=str, sort_keys=True)
    return hashlib.sha256(chain + said.encode()).digest()


def _mentions(book: Book, turn_id: UUID | None) -> Iterable[dict[str, object]]:
    if turn_id is None:
        return ()
    return (
        {
            "turn_id": turn_id,
            "assertion_id": said.assertion.assertion_id,
            "role": said.role,
            "words": said.words,
            "content": said.assertion.content,
        }
        for said in {(s.assertion.assertion_id, s.role): s for s in book.said}.values()
    )


def _refused(refusal: Refusal) -> dict[str, object]:
    return {
        "id": refusal.refusal_id,
        "level": refusal.level,
        "digest": refusal.digest.hex(),
        "text": refusal.text,
        "embedding": None if refusal.vector is None else vector_text(refusal.vector),
    }
