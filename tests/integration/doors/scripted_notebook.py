"""The notebook of the scripted memory: enough of its behaviour that the doors can be seen to pass it on truly."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, cast
from uuid import UUID, uuid4

from shared.contracts.assertions import AssertionView, Because, Category, Force, Kind, Label, State, text_hash
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.errors import (
    AssertionNotFoundError,
    BadMessageError,
    ClashError,
    ForceError,
    HoldfastError,
    ImportMismatchError,
    ImportNotFoundError,
    OfferNotFoundError,
    ProjectNotFoundError,
    RefusalNotFoundError,
    StaleConfirmationError,
    StaleVersionError,
)
from shared.contracts.message import Message
from shared.contracts.operations import Action, MemoryChange
from shared.contracts.requests.conversations import ConversationView, TalkMemory, ThreadView
from shared.contracts.requests.erasure import Receipt, SurfaceCheck
from shared.contracts.requests.notebook import (
    AnswerByCard,
    AssertionChanged,
    AssertionHistory,
    AssertionPage,
    ChangeAssertion,
    GetAssertion,
    GetHistory,
    GetImport,
    HistoryEntry,
    ImportList,
    InfluencePage,
    InfluenceView,
    LiftRefusal,
    ListAssertions,
    ListImports,
    ListInfluences,
    ListOffers,
    ListRefusals,
    OfferAnswered,
    OfferList,
    OfferView,
    RefusalList,
    RefusalView,
    Verb,
    WriteAssertion,
)
from shared.contracts.requests.recall import Hit, QueryAnswer, QueryMemory, Signal
from shared.contracts.requests.transfer import (
    ConfirmImport,
    ExportMemory,
    ExportPart,
    ExportRows,
    ImportRows,
    ImportState,
)

STRETCH = 2
"""Rows of one stretch of an export: few, so that every export has several."""
Once = Callable[[UUID, Key, Callable[[], Message]], Message]
MOVES: dict[Verb, tuple[Force | None, Force | None, Action]] = {
    Verb.COMMIT: (Force.HELD, Force.COMMITTED, Action.COMMITTED),
    Verb.REOPEN: (Force.COMMITTED, Force.HELD, Action.HELD),
    Verb.REFINE: (Force.HELD, Force.HELD, Action.REFINED),
    Verb.REJECT: (Force.HELD, Force.RETRACTED, Action.REJECTED),
    Verb.CORRECT: (Force.COMMITTED, Force.COMMITTED, Action.CORRECTED),
    Verb.RETRACT: (Force.COMMITTED, Force.RETRACTED, Action.RETRACTED),
    Verb.RESTORE: (Force.RETRACTED, None, Action.RESTORED),
    Verb.KEEP: (Force.COMMITTED, Force.COMMITTED, Action.RESTORED),
    Verb.PIN: (None, None, Action.NONE),
    Verb.UNPIN: (None, None, Action.NONE),
    Verb.IMPORTANCE: (None, None, Action.NONE),
    Verb.CATEGORY: (None, None, Action.NONE),
    Verb.MOVE: (None, None, Action.NONE),
    Verb.REPLACE: (Force.COMMITTED, Force.RETRACTED, Action.RETRACTED),
    Verb.UNWRITE: (Force.COMMITTED, None, Action.ERASED),
    Verb.ERASE: (None, None, Action.ERASED),
}
"""From where, to where, and what it is called; where nothing stands, anything will do."""


THEN: dict[str, Literal["held", "confirmed"]] = {"landing": "held", "restoring": "confirmed"}
"""What an import is when it has gone on to its end."""


@dataclass
class Import:
    """A file that is being brought."""

    state: ImportState
    rows: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Book:
    """What is kept of one person."""

    story: UUID
    engagements: set[UUID]
    assertions: dict[UUID, AssertionView] = field(default_factory=dict)
    before: dict[UUID, Force] = field(default_factory=dict)
    history: dict[UUID, list[HistoryEntry]] = field(default_factory=dict)
    influences: dict[UUID, list[InfluenceView]] = field(default_factory=dict)
    offers: dict[UUID, OfferView] = field(default_factory=dict)
    refusals: dict[UUID, RefusalView] = field(default_factory=dict)
    imports: dict[UUID, Import] = field(default_factory=dict)
    turns: list[str] = field(default_factory=list)
    threads: dict[UUID, ThreadView] = field(default_factory=dict)
    talk_memories: dict[UUID, TalkMemory] = field(default_factory=dict)
    conversations: dict[UUID, ConversationView] = field(default_factory=dict)
    unfit: dict[str, UUID] = field(default_factory=dict)
    """Words whose first yes is not taken, each with what is known and cannot be meant beside them."""
    revision: int = 0


class ScriptedNotebook:
    """Answers what is asked of the notebook."""

    def __init__(self, once: Once, book_of: Callable[[UUID], Book]) -> None:
        self._once = once
        self._book_of = book_of
        self.takes_long = False
        """Whether every file is one that goes on after its answer."""
        self.answers: dict[type[Request[Any]], Callable[[Any], Message]] = {
            ListAssertions: self._list,
            GetAssertion: lambda asked: self._find(asked.caller, asked.assertion_id),
            GetHistory: self._get_history,
            ListInfluences: self._influences,
            WriteAssertion: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._write(asked)),
            ChangeAssertion: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._change(asked)),
            ListOffers: lambda asked: OfferList(offers=tuple(self._book(asked.caller).offers.values())),
            AnswerByCard: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._answer(asked)),
            ListRefusals: lambda asked: self._refusals(asked.caller),
            LiftRefusal: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._lift(asked)),
            QueryMemory: self._query,
            ExportMemory: self._export,
            ImportRows: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._import(asked)),
            ConfirmImport: lambda asked: once(asked.caller.person_id, asked.key, lambda: self._confirm(asked)),
            GetImport: self._one_import,
            ListImports: lambda asked: ImportList(
                imports=tuple(each.state for each in self._book(asked.caller).imports.values())
            ),
        }

    def hold(self, person_id: UUID, content: str, force: Force = Force.HELD, **more: Any) -> AssertionView:  # noqa: ANN401
        """An assertion as the companion or the person left it."""
        book = self._book_of(person_id)
        number = 1 + sum(each.engagement_id == book.story for each in book.assertions.values())
        view = AssertionView.model_validate(
            {
                "assertion_id": uuid4(), "engagement_id": book.story, "display_number": number, "kind": Kind.FACT,
                "category": Category.HEALTH, "content": content, "own_words": content, "force": force, "reason": None,
                "importance": 3, "sensitive": False, "pinned": False, "label": Label.STATED, "version": 1,
                "text_hash": text_hash(content), "turn_id": None, "source_assertion_id": None, "replaces_id": None,
                "created_at": datetime.now(UTC), "updated_at": datetime.now(UTC), "expires_at": None, **more,
            }
        )  # fmt: skip
        book.assertions[view.assertion_id] = view
        self._note(book, view, "ADD", Verb.COMMIT, None)
        return view

    def _book(self, caller: Caller) -> Book:
        return self._book_of(caller.person_id)

    def _find(self, caller: Caller, assertion_id: UUID) -> AssertionView:
        found = self._book(caller).assertions.get(assertion_id)
        if found is None:
            raise AssertionNotFoundError
        return found

    def _list(self, asked: ListAssertions) -> Message:
        book = self._book(asked.caller)
        if asked.engagement_id is not None and asked.engagement_id not in book.engagements:
            raise ProjectNotFoundError
        if asked.cursor is not None and not asked.cursor.isdigit():
            raise BadMessageError("cursor")
        found = [
            each for each in reversed(book.assertions.values())
            if asked.engagement_id in (None, each.engagement_id) and asked.force in (None, each.force)
            and asked.kind in (None, each.kind) and asked.state is each.state
            and asked.q.casefold() in each.content.casefold()
        ]  # fmt: skip
        first = int(asked.cursor or 0)
        last = first + asked.limit
        return AssertionPage(assertions=tuple(found[first:last]), cursor=str(last) if last < len(found) else None)

    def _get_history(self, asked: GetHistory) -> Message:
        found = self._find(asked.caller, asked.assertion_id)
        return AssertionHistory(entries=tuple(self._book(asked.caller).history[found.assertion_id]))

    def _influences(self, asked: ListInfluences) -> Message:
        found = self._find(asked.caller, asked.assertion_id)
        if asked.cursor is not None and not asked.cursor.isdigit():
            raise BadMessageError("cursor")
        had_part = self._book(asked.caller).influences.get(found.assertion_id, [])
        first = int(asked.cursor or 0)
        last = first + asked.limit
        cursor = str(last) if last < len(had_part) else None
        return InfluencePage(influences=tuple(had_part[first:last]), cursor=cursor)

    def _write(self, asked: WriteAssertion) -> Message:
        if asked.engagement_id not in self._book(asked.caller).engagements:
            raise ProjectNotFoundError
        return self.hold(
            asked.caller.person_id, asked.content, Force.COMMITTED, engagement_id=asked.engagement_id, kind=asked.kind,
            category=asked.category or Category.PROFILE, importance=asked.importance or 3, label=Label.WRITTEN,
        )  # fmt: skip

    def _change(self, asked: ChangeAssertion) -> Message:
        book, found = self._book(asked.caller), self._find(asked.caller, asked.assertion_id)
        comes_from, goes_to, action = MOVES[asked.verb]
        self._check(asked, found, comes_from)
        if asked.verb in {Verb.ERASE, Verb.UNWRITE}:
            del book.assertions[found.assertion_id]
            return AssertionChanged(action=action, assertion=None, receipt=receipt("assertion"))
        if asked.engagement_id is not None and asked.engagement_id not in book.engagements:
            raise ProjectNotFoundError
        if asked.by is not None:
            self._find(asked.caller, asked.by)
        if asked.verb is Verb.COMMIT and found.own_words in book.unfit:
            found = book.assertions[found.assertion_id] = found.model_copy(
                update={"replaces_id": book.unfit.pop(found.own_words)}
            )
            raise _told(ClashError(), found)
        changed = self._changed(book, asked, found, goes_to)
        book.assertions[found.assertion_id] = changed
        self._note(book, changed, "UPDATE", asked.verb, found)
        gone = self._replaced(book, found) if asked.verb is Verb.COMMIT and found.replaces_id else ()
        return AssertionChanged(action=action, assertion=changed, memory=(change_of(changed), *map(change_of, gone)))

    def _replaced(self, book: Book, held: AssertionView) -> tuple[AssertionView, ...]:
        former = book.assertions[cast("UUID", held.replaces_id)]
        book.before[former.assertion_id] = former.force
        gone = former.model_copy(update={"force": Force.RETRACTED, "version": former.version + 1})
        book.assertions[former.assertion_id] = gone
        return (gone,)

    def _check(self, asked: ChangeAssertion, found: AssertionView, comes_from: Force | None) -> None:
        if asked.version != found.version:
            raise _told(StaleVersionError(found.version), found)
        if asked.text_hash not in (None, found.text_hash):
            raise _told(StaleConfirmationError(), found)
        if comes_from not in (None, found.force):
            raise _told(ForceError(asked.verb, found.force), found)

    def _changed(
        self, book: Book, asked: ChangeAssertion, found: AssertionView, goes_to: Force | None
    ) -> AssertionView:
        force = book.before.get(found.assertion_id, Force.HELD) if asked.verb is Verb.RESTORE else goes_to
        book.before[found.assertion_id] = found.force
        content = asked.content or found.content
        reasons = {Verb.REJECT: Because.REJECTED, Verb.RETRACT: Because.FORGOTTEN, Verb.REPLACE: Because.REPLACED}
        return found.model_copy(
            update={
                "force": force or found.force, "content": content, "text_hash": text_hash(content),
                "version": found.version + 1, "importance": asked.importance or found.importance,
                "pinned": asked.verb is Verb.PIN or (found.pinned and asked.verb is not Verb.UNPIN),
                "engagement_id": asked.engagement_id or found.engagement_id, "reason": reasons.get(asked.verb),
                "state": State.ACTIVE, "purge_at": None,
            }
        )  # fmt: skip

    def _note(self, book: Book, now: AssertionView, event: str, verb: Verb, before: AssertionView | None) -> None:
        book.revision += 1
        book.history.setdefault(now.assertion_id, []).append(
            HistoryEntry(
                at=datetime.now(UTC), event=event, verb=verb, actor="person", old=before.content if before else None,
                new=now.content, force_from=before.force if before else None, force_to=now.force, version=now.version,
                reason=now.reason, decision=None, turn_id=None, revision=book.revision,
            )
        )  # fmt: skip

    def _answer(self, asked: AnswerByCard) -> Message:
        book = self._book(asked.caller)
        offer = book.offers.get(asked.offer_id)
        if offer is None:
            raise OfferNotFoundError
        verbs = {
            "yes": Verb.COMMIT,
            "instead": Verb.COMMIT,
            "no": Verb.REJECT,
            "never": Verb.REJECT,
            "change": Verb.REFINE,
        }
        commands = [
            ChangeAssertion(
                caller=asked.caller, key=asked.key, assertion_id=item.assertion_id, verb=verbs[item.answer],
                version=item.version, text_hash=item.text_hash, content=item.text,
            )
            for item in asked.items
        ]  # fmt: skip
        for command in commands:  # all of them, before one takes effect
            self._check(command, self._find(asked.caller, command.assertion_id), Force.HELD)
        changed = [cast("AssertionChanged", self._change(command)).memory[0] for command in commands]
        del book.offers[asked.offer_id]
        stored = sum(item.answer == "yes" for item in asked.items)
        return OfferAnswered(action=Action.COMMITTED, memory=tuple(changed), stored_count=stored, offer=None)

    def _refusals(self, caller: Caller) -> Message:
        return RefusalList(refusals=tuple(self._book(caller).refusals.values()))

    def _lift(self, asked: LiftRefusal) -> Message:
        if self._book(asked.caller).refusals.pop(asked.refusal_id, None) is None:
            raise RefusalNotFoundError
        return self._refusals(asked.caller)

    def _query(self, asked: QueryMemory) -> Message:
        book = self._book(asked.caller)
        words = set(asked.query.casefold().split())
        hits = [
            Hit(
                id=each.assertion_id,
                category=each.category,
                text=f"[{each.category}] {each.content}",
                score=0.9,
                why=(Signal(name="words", share=0.6), Signal(name="meaning", share=0.3)),
                assertion=each,
            )
            for each in book.assertions.values()
            if each.force is Force.COMMITTED and words & set(each.content.casefold().rstrip(".").split())
        ]
        return QueryAnswer(hits=tuple(hits[: asked.top_k]), revision=book.revision)

    def _export(self, asked: ExportMemory) -> Message:
        book = self._book(asked.caller)
        rows = {
            ExportPart.PERSON: [json.dumps({"person_id": str(asked.caller.person_id)})],
            ExportPart.ENGAGEMENTS: [json.dumps({"engagement_id": str(each)}) for each in book.engagements],
            ExportPart.ASSERTIONS: [each.model_dump_json() for each in book.assertions.values()],
            ExportPart.HISTORY: [
                json.dumps({"assertion_id": str(assertion_id), **json.loads(entry.model_dump_json())})
                for assertion_id, entries in book.history.items() for entry in entries
            ],
            ExportPart.TURNS: book.turns,
            ExportPart.REFUSALS: [each.model_dump_json() for each in book.refusals.values()],
            ExportPart.CONVERSATIONS: [],
            ExportPart.NARRATIVES: [],
            ExportPart.ENTITIES: [],
            ExportPart.DELTAS: [],
        }[asked.part]  # fmt: skip
        first = int(asked.after or 0)
        last = first + STRETCH
        after = str(last) if last < len(rows) else None
        return ExportRows(rows=tuple(rows[first:last]), after=after, total=len(rows))

    def _import(self, asked: ImportRows) -> Message:
        if not all(isinstance(json.loads(row).get("content", ""), str) for row in asked.rows):
            raise ImportMismatchError("A row cannot be read.")
        book = self._book(asked.caller)
        new = ImportState(
            import_id=asked.import_id, file_hash=asked.file_hash, count=asked.count, received=0, status="receiving",
            skipped=0,
        )  # fmt: skip
        bringing = book.imports.setdefault(asked.import_id, Import(new))
        if asked.first != len(bringing.rows):
            return bringing.state
        bringing.rows += [json.loads(row) for row in asked.rows]
        if asked.last:
            for row in bringing.rows:
                if "content" in row:
                    force = Force(row.get("force", Force.HELD))
                    held = self.hold(asked.caller.person_id, row["content"])
                    book.before[held.assertion_id] = force
        bringing.state = bringing.state.model_copy(
            update={"received": len(bringing.rows), "status": self._begun("landing") if asked.last else "receiving",
                    "total": len(bringing.rows)}
        )  # fmt: skip
        return bringing.state

    def _begun(self, status: Literal["landing", "restoring"]) -> str:
        """As it stands right after it was accepted: a long file goes on, a short one is done."""
        return status if self.takes_long else THEN[status]

    def _one_import(self, asked: GetImport) -> Message:
        """Each question finds one that is landing further on, until it is there."""
        bringing = self._book(asked.caller).imports.get(asked.import_id)
        if bringing is None:
            raise ImportNotFoundError
        state, then = bringing.state, THEN.get(bringing.state.status)
        if then is not None:
            done = state.done + max(1, state.total // 3)
            update = {"done": done} if done < state.total else {"done": state.total, "status": then}
            bringing.state = state.model_copy(update=update)
        return bringing.state

    def _confirm(self, asked: ConfirmImport) -> Message:
        book = self._book(asked.caller)
        bringing = book.imports.get(asked.import_id)
        if bringing is None:
            raise ImportNotFoundError
        if (asked.file_hash, asked.count) != (bringing.state.file_hash, bringing.state.count):
            raise ImportMismatchError("The file or the number of memories is not the one that was imported.")
        for assertion_id, force in book.before.items():
            book.assertions[assertion_id] = book.assertions[assertion_id].model_copy(update={"force": force})
        bringing.state = bringing.state.model_copy(update={"status": self._begun("restoring"), "done": 0})
        return bringing.state


def receipt(scope: str) -> Receipt:
    """What an independent look would have found."""
    return Receipt.model_validate(
        {
            "receipt_id": uuid4(), "scope": scope, "what": "erased", "status": "gone", "removed": {"assertions": 1},
            "checked": (SurfaceCheck(surface="search", found=0),), "at": datetime.now(UTC),
        }
    )  # fmt: skip


def change_of(view: AssertionView) -> MemoryChange:
    return MemoryChange(
        assertion_id=view.assertion_id, display_number=view.display_number, engagement_id=view.engagement_id,
        force=view.force, content=view.content, version=view.version, text_hash=view.text_hash,
    )  # fmt: skip


def _told(error: HoldfastError, current: AssertionView) -> HoldfastError:
    error.current = current
    return error
