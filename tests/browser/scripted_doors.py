"""The doors of conversations that end, scripted: what a test wants to see of them without a line that thinks."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

from playwright.async_api import Page, Route

from shared.contracts.assertions import Force
from shared.contracts.entities import (
    Delta,
    DeltaType,
    Entity,
    EntityData,
    EntityType,
    NamedDecision,
    NamedPerson,
    NamedTask,
    NamedWaitingOn,
    OpenedQuestion,
    describe_entity,
)
from shared.contracts.message import Message
from shared.contracts.requests.conversations import (
    ConversationPage,
    ConversationStatus,
    ConversationView,
    Draft,
    EndedAs,
    EntityView,
    Greeting,
    GreetingItem,
    Progress,
    StoryPage,
    TalkMemory,
    Theme,
    ThreadPage,
    ThreadView,
    TranscriptPage,
)
from tests.acceptance.memory.person import Person

NOW = datetime.now(UTC)
NARRATIVE = "You chose the offer from Lisbon because of the light. The lease waits for Jonas."
SAID: Sequence[tuple[EntityData, str]] = (
    (NamedDecision(what="take the flat in Lisbon", why="the light"), "I take the flat in Lisbon"),
    (NamedWaitingOn(who="Jonas", what="the signed lease"), "Jonas still has to sign the lease"),
    (OpenedQuestion(question="Which school for Mia?"), "which school for Mia I do not know yet"),
    (
        NamedTask(description="cancel the old lease", priority="high", due=date(2031, 6, 1)),
        "I have to cancel the lease",
    ),
    (NamedPerson(name="Jonas", relation="landlord"), "Jonas, the landlord"),
)
Body = dict[str, Any]
Told = Message | tuple[int, Body]
PATHS = re.compile(r"/v1/(conversations|threads|greeting|story|memories)\b")


@dataclass
class ScriptedDoors:
    """One conversation that can be closed, and what earlier ones left."""

    person_id: UUID
    story_id: UUID
    project_id: UUID | None = None
    status: ConversationStatus = ConversationStatus.ACTIVE
    paused: bool = False
    kept: EndedAs | None = None
    version: int = 1
    narrative: str = NARRATIVE
    progress: Progress | None = None
    """Set: the draft is still in the making."""
    reduced: bool = False
    stale: bool = False
    """Whether the next yes comes too late."""
    memories: list[TalkMemory] = field(default_factory=list)
    threads: list[ThreadView] = field(default_factory=list)
    greeting: Greeting = field(default_factory=lambda: Greeting(text=""))
    now: datetime = NOW
    asked: list[tuple[str, Body]] = field(default_factory=list)
    """What was done, and with which body."""

    def __post_init__(self) -> None:
        self.conversation_id = uuid4()
        self.entities = tuple(
            Entity(entity_id=uuid4(), turn_id=uuid4(), quote=quote, data=data) for data, quote in SAID
        )
        old = self.thread("the estimate of the movers", EntityType.WAITING_ON)
        self.deltas = (
            Delta(delta_id=uuid4(), delta_type=DeltaType.RESOLVED_WAITING_ON, thread_id=old.thread_id, text=old.text,
                  quote="the movers have answered", confidence=0.9),
            Delta(delta_id=uuid4(), delta_type=DeltaType.NEW_WAITING_ON, entity_id=self.entities[1].entity_id,
                  text="Jonas: the signed lease", confidence=1),
        )  # fmt: skip

    async def of(self, page: Page) -> None:
        """Stands in for the doors of this page."""
        await page.route(PATHS, self._answer)

    def thread(self, text: str, kind: EntityType = EntityType.TASK, *, who: str = "") -> ThreadView:
        """Something that is open."""
        thread = ThreadView(
            thread_id=uuid4(), entity_type=kind, text=text, since=self.now - timedelta(days=9), stale=True,
            engagement_id=self.story_id, memory_id=uuid4(), conversation_id=self.conversation_id, open=True, who=who,
        )  # fmt: skip
        self.threads.append(thread)
        return thread

    def remember(
        self,
        narrative: str,
        at: datetime | None = None,
        engagement_id: UUID | None = None,
        entities: tuple[EntityView, ...] = (),
    ) -> TalkMemory:
        """What a conversation meant."""
        memory = TalkMemory(
            assertion_id=uuid4(), conversation_id=self.conversation_id, engagement_id=engagement_id or self.story_id,
            display_number=len(self.memories) + 1, narrative=narrative, original=narrative, edited=False,
            force=Force.COMMITTED, version=1, text_hash="", at=at or self.now, reduced=False, model="scripted",
            entities=entities,
        )  # fmt: skip
        self.memories.append(memory)
        return memory

    def greets(self, thread: ThreadView, line: str) -> None:
        """The greeting names this."""
        item = GreetingItem(thread_id=thread.thread_id, memory_id=thread.memory_id, entity_type=thread.entity_type,
                            text=thread.text, since=thread.since)  # fmt: skip
        self.greeting = Greeting(text=line, lines=(line,), waiting=(item,))

    @property
    def view(self) -> ConversationView:
        """The conversation as it stands."""
        ready = self.status is ConversationStatus.READY_TO_CLOSE
        return ConversationView(
            conversation_id=self.conversation_id, status=self.status, paused=self.paused, began_at=self.now,
            last_message_at=self.now, closed_at=self.now if ready else None,
            archived_at=self.now if self.kept else None, turns=4, kept=self.kept,
            progress=self.progress if ready else None,
            draft=self.draft if ready and self.progress is None else None,
            archives_at=self.now + timedelta(days=7) if ready else None,
            memories=tuple(self.memories) if self.kept is EndedAs.CONFIRMED else (),
        )  # fmt: skip

    @property
    def draft(self) -> Draft:
        """What it would leave."""
        return Draft(
            version=self.version, memory_id=uuid4(), narrative=self.narrative, text_hash="", entities=self.entities,
            deltas=self.deltas, suggested_engagement_id=self.story_id, suggestion_confidence=0.8,
            suggestion_reason="It is about where you live.", reduced=self.reduced, passes=2, took_ms=900.0,
            thought_by=(), made_at=self.now,
        )  # fmt: skip

    async def _answer(self, route: Route) -> None:
        request = route.request
        parts = urlsplit(request.url)
        body = json.loads(request.post_data or "{}")
        names = parts.path.removeprefix("/v1/").split("/")
        if request.method != "GET":
            self.asked.append(("/".join(names[2:]) or request.method.lower(), body))
        given = {name: values[0] for name, values in parse_qs(parts.query).items()}
        told = getattr(self, f"_{names[0]}")(names[1:], given, body, request.method)
        status, content = told if isinstance(told, tuple) else (200, told.model_dump(mode="json"))
        await asyncio.sleep(0)
        await route.fulfill(status=status, json=content)

    def _greeting(self, *_: object) -> Message:
        return self.greeting

    def _conversations(self, names: list[str], given: dict[str, str], body: Body, method: str) -> Told:
        if not names:
            wanted = given.get("status", self.status)
            return ConversationPage(conversations=(self.view,) if wanted == self.status else (), before=None)
        if names[1:] == ["transcript"]:
            return TranscriptPage(turns=(), after=None)
        if method == "POST":
            answer: Told = getattr(self, names[1].replace("-", "_"))(body)
            return answer
        return self.view

    def close(self, _: Body) -> Message:
        self.status = ConversationStatus.READY_TO_CLOSE
        return self.view

    def resume(self, _: Body) -> Message:
        self.status = ConversationStatus.ACTIVE
        return self.view

    def pause(self, _: Body) -> Message:
        self.paused = True
        return self.view

    def unpause(self, _: Body) -> Message:
        self.paused = False
        return self.view

    def keep_nothing(self, _: Body) -> Message:
        self.status, self.kept = ConversationStatus.ARCHIVED, EndedAs.NOTHING
        return self.view

    def confirm(self, body: Body) -> Told:
        if self.stale or body["version"] != self.version:
            self.stale, self.version, self.narrative = False, self.version + 1, "You chose Porto after all."
            problem = {"code": "stale_draft", "detail": "It has changed.", "current": self.view.model_dump(mode="json")}
            return 409, problem
        said = {str(each.entity_id): each for each in self.entities}
        for each in body["memories"]:
            entities = [said[one] for one in each["entity_ids"]]
            views = tuple(EntityView(entity=one, text=describe_entity(one.data), is_active=True) for one in entities)
            where = UUID(each["engagement_id"]) if each["engagement_id"] else self.story_id
            self.remember(each["narrative"], engagement_id=where, entities=views)
        self.status, self.kept = ConversationStatus.ARCHIVED, EndedAs.CONFIRMED
        return self.view

    def _threads(self, names: list[str], given: dict[str, str], body: Body, method: str) -> Told:
        if method == "GET":
            wanted = given.get("open") == "true"
            found = tuple(each for each in self.threads if each.open == wanted)
            return ThreadPage(threads=found, cursor=None)
        place = next(place for place, each in enumerate(self.threads) if str(each.thread_id) == names[0])
        change: Body = body if method == "PATCH" else {"open": names[1] == "reopen"}
        if change.get("due"):
            change = {**change, "due": date.fromisoformat(change["due"])}
        self.threads[place] = self.threads[place].model_copy(update=change)
        return self.threads[place]

    def _story(self, _: object, given: dict[str, str], *__: object) -> Message:
        offset, limit = int(given["offset"]), int(given["limit"])
        found = [each for each in self.memories if given.get("q", "") in each.narrative]
        themes = (Theme(label="Lisbon", times=4, of=10, memory_ids=()),) if found and offset == 0 else ()
        return StoryPage(memories=tuple(found[offset : offset + limit]), total=len(found), themes=themes)

    def _memories(self, names: list[str], _: object, body: Body, __: str) -> Message:
        place = next(place for place, each in enumerate(self.memories) if str(each.assertion_id) == names[0])
        memory = self.memories[place]
        gone = set(body.get("entities_to_remove", ()))
        left = tuple(each for each in memory.entities if str(each.entity.entity_id) not in gone)
        changed = {"entities": left, "version": memory.version + 1}
        if "narrative" in body:
            changed |= {"narrative": body["narrative"], "edited": True}
        self.memories[place] = memory.model_copy(update=changed)
        return self.memories[place]


async def scripted_doors(person: Person) -> ScriptedDoors:
    """The doors of this person."""
    return ScriptedDoors(person.person_id, (await person.me()).personal_engagement_id)
