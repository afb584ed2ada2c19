"""A memory service of one page: it answers the contracts of `shared/contracts/requests` on a real broker.

It has the behaviour that doors can see (keys, waiting lines, lines taken together, repeated lines, attempts) and tests
tell it how a reply goes. What is proven with it about delivery is proven again with the real service.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID, uuid4

from nats.aio.client import Client
from nats.aio.msg import Msg
from pydantic import BaseModel

from shared.contracts.answer import Err, Ok
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.errors import (
    HoldfastError,
    KeyReusedError,
    LineNotFoundError,
    PersonNotFoundError,
    ProjectNotFoundError,
    SignInCodeError,
    StoryStaysError,
    TooManyWaitingError,
    TurnNotFoundError,
    UnauthorizedError,
)
from shared.contracts.message import Message
from shared.contracts.notices import Closed, Failed, Piece, Started
from shared.contracts.operations import Action
from shared.contracts.pipeline import CONVERSE, reply_subject
from shared.contracts.requests.erasure import EraseConversation, EraseEngagement, EraseMe, TakeLineOut
from shared.contracts.requests.notebook import GetWhy, WhyView
from shared.contracts.requests.ops import Ping, Pong
from shared.contracts.requests.people import (
    AddEngagement,
    AddPerson,
    ChangeEngagement,
    ChangeMe,
    EndSession,
    EngagementList,
    EngagementStatus,
    EngagementView,
    GetMe,
    Identity,
    ListEngagements,
    MakeSignInCode,
    Me,
    PersonAdded,
    RedeemCode,
    Scope,
    Session,
    SessionEnded,
    Settings,
    SignInCode,
    WhoIs,
)
from shared.contracts.requests.turns import (
    Accepted,
    Converse,
    GetTurn,
    ListTurns,
    StopTurn,
    TurnList,
    TurnState,
    TurnView,
)
from shared.contracts.turns import EngagementKind, Stamp
from shared.contracts.understanding import ModelUse
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.scripted_agents import ScriptedAgents
from tests.integration.doors.scripted_notebook import Book, ScriptedNotebook, receipt
from tests.integration.doors.scripted_people import Person, Reply, Turn, digest
from tests.integration.doors.scripted_talk import scripted_talk
from tests.integration.doors.scripted_tokens import scripted_tokens

MOST_WAITING = 20


class ScriptedMemory:
    """Listens where the memory service would."""

    def __init__(self, connection: Client) -> None:
        self.nats = connection
        self._tasks: set[asyncio.Task[None]] = set()
        self.notebook = ScriptedNotebook(self._once, self.book)
        self.agents = ScriptedAgents(self._once, lambda: self.tokens, self.book)
        self.forget()
        self._answers: dict[type[Request[Any]], Callable[[Any], Message]] = {
            Converse: self._accept,
            WhoIs: self._who,
            AddPerson: self._add_person,
            GetMe: self._get_me,
            ChangeMe: self._change_me,
            MakeSignInCode: self._make_code,
            RedeemCode: self._redeem,
            EndSession: self._end_session,
            ListEngagements: self._list_engagements,
            AddEngagement: self._add_engagement,
            ChangeEngagement: self._change_engagement,
            GetTurn: self._get_turn,
            StopTurn: self._get_stopped,
            ListTurns: self._list_turns,
            Ping: self._ping,
            GetWhy: self._why,
            EraseConversation: self._erase_conversation,
            TakeLineOut: self._take_line_out,
            EraseEngagement: self._erase_engagement,
            EraseMe: self._erase_me,
            **self.notebook.answers,
            **self.agents.answers,
            **scripted_tokens(self),
            **scripted_talk(self._once, self.book),
        }

    def forget(self) -> None:
        """Knows nobody, and answers as usual."""
        self.reply = Reply()
        self.asked: list[Request[Any]] = []
        self.silent = False
        self.refuse: HoldfastError | None = None
        self.persons: dict[UUID, Person] = {}
        self.books: dict[UUID, Book] = {}
        self.tokens: dict[str, Identity] = {}
        self.codes: dict[str, UUID] = {}
        self.commands: dict[tuple[UUID, str], tuple[str, Message]] = {}
        self.lines: dict[UUID, str] = {}

    async def start(self) -> None:
        for kind in self._answers:
            subject = CONVERSE if kind is Converse else kind.subject
            await self.nats.subscribe(subject, queue="memory", cb=self._hearer(kind))
        await self.nats.flush()

    async def settled(self) -> None:
        """Every turn that can end has ended."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await self.settled()

    def _hearer(self, kind: type[Request[Any]]) -> Callable[[Msg], Awaitable[None]]:
        async def hear(msg: Msg) -> None:
            request = kind.model_validate_json(msg.data)
            self.asked.append(request)
            if self.silent:
                return
            await msg.respond((await self._envelope(request)).model_dump_json().encode())

        return hear

    async def _envelope(self, request: Request[Any]) -> BaseModel:
        try:
            if self.refuse is not None and not isinstance(request, WhoIs):
                raise self.refuse
            form: type[Ok[Message]] = Ok.__class_getitem__(type(request).answer)  # type: ignore[assignment]
            return form(answer=self._answers[type(request)](request))
        except HoldfastError as error:
            return Err.of(error)

    # ---- people --------------------------------------------------------------------------------------------------

    def add(self, scope: Scope = Scope.PERSON) -> tuple[UUID, str]:
        """A person and a token of theirs."""
        person_id, story, token = uuid4(), uuid4(), f"hf_{secrets.token_urlsafe(16)}"
        me = Me(
            person_id=person_id, companion_name="Companion", personal_engagement_id=story,
            settings=Settings(language="en", time_zone="UTC"), revision=0,
        )  # fmt: skip
        self.persons[person_id] = Person(me, {story: _engagement(story, EngagementKind.PERSONAL, "Your Story", "")})
        agent = "researcher" if scope is Scope.AGENT else None
        self.tokens[digest(token)] = Identity(
            tenant_id=DEFAULT_TENANT, person_id=person_id, scope=scope, agent=agent, token_id=uuid4()
        )
        return person_id, token

    def book(self, person_id: UUID) -> Book:
        """What is kept of a person."""
        person = self.persons.get(person_id)
        if person is None:
            raise PersonNotFoundError
        book = self.books.setdefault(person_id, Book(person.me.personal_engagement_id, set()))
        book.engagements = set(person.engagements)
        return book

    def _end_session(self, command: EndSession) -> SessionEnded:
        self.tokens.pop(command.token_digest, None)
        return SessionEnded()

    def _person(self, caller: Caller) -> Person:
        if caller.person_id not in self.persons:
            raise PersonNotFoundError
        return self.persons[caller.person_id]

    def _once(self, person_id: UUID, key: Key, do: Callable[[], Message]) -> Message:
        known = self.commands.get((person_id, key.value))
        if known is None:
            known = self.commands[person_id, key.value] = (key.body_hash, do())
        if known[0] != key.body_hash:
            raise KeyReusedError
        return known[1]

    def _who(self, request: WhoIs) -> Message:
        if request.token_digest not in self.tokens:
            raise UnauthorizedError
        return self.tokens[request.token_digest]

    def _add_person(self, request: AddPerson) -> Message:
        def do() -> Message:
            person_id, token = self.add()
            person = self.persons[person_id]
            person.me = person.me.model_copy(update={"companion_name": request.companion_name})
            return PersonAdded(
                person_id=person_id, token=token, personal_engagement_id=person.me.personal_engagement_id
            )

        return self._once(request.tenant_id, request.key, do)

    def _get_me(self, request: GetMe) -> Message:
        return self._person(request.caller).me

    def _change_me(self, request: ChangeMe) -> Message:
        def do() -> Message:
            person = self._person(request.caller)
            names = (
                *("language", "time_zone", "write", "read", "daily_budget", "retention_days"),
                *("asking", "keep_orders_at_once", "always_ask", "never_ask"),
            )
            settings = {name: value for name in names if (value := getattr(request, name)) is not None}
            settings |= {"daily_budget": None} if request.no_budget else {}
            settings |= {"retention_days": None} if request.no_retention else {}
            person.me = person.me.model_copy(
                update={
                    "settings": person.me.settings.model_copy(update=settings),
                    "companion_name": request.companion_name or person.me.companion_name,
                    "revision": person.me.revision + 1,
                }
            )
            return person.me

        return self._once(request.caller.person_id, request.key, do)

    def _make_code(self, request: MakeSignInCode) -> Message:
        code = secrets.token_urlsafe(16)
        self.codes[code] = request.caller.person_id
        return SignInCode(code=code, expires_at=datetime.now(UTC) + timedelta(minutes=10))

    def _redeem(self, request: RedeemCode) -> Message:
        person_id = self.codes.pop(request.code, None)
        if person_id is None:
            raise SignInCodeError
        token = secrets.token_urlsafe(16)
        self.tokens[digest(token)] = Identity(
            tenant_id=DEFAULT_TENANT, person_id=person_id, scope=Scope.PERSON, token_id=uuid4()
        )
        return Session(token=token, person_id=person_id, expires_at=datetime.now(UTC) + timedelta(days=30))

    # ---- engagements ---------------------------------------------------------------------------------------------

    def _list_engagements(self, request: ListEngagements) -> Message:
        return EngagementList(engagements=tuple(self._person(request.caller).engagements.values()))

    def _add_engagement(self, request: AddEngagement) -> Message:
        def do() -> Message:
            new = _engagement(uuid4(), EngagementKind.PROJECT, request.title, request.seed)
            self._person(request.caller).engagements[new.engagement_id] = new
            return new

        return self._once(request.caller.person_id, request.key, do)

    def _change_engagement(self, request: ChangeEngagement) -> Message:
        engagements = self._person(request.caller).engagements
        if request.engagement_id not in engagements:
            raise ProjectNotFoundError
        said = {name: value for name in ("title", "seed", "status") if (value := getattr(request, name)) is not None}
        changed = engagements[request.engagement_id].model_copy(update=said)
        engagements[request.engagement_id] = changed
        return changed

    # ---- turns ---------------------------------------------------------------------------------------------------

    def _accept(self, line: Converse) -> Message:
        person = self._person(line.caller)
        if line.project_id is not None and line.project_id not in person.engagements:
            raise ProjectNotFoundError
        if self.lines.setdefault(line.line_id, line.body_hash) != line.body_hash:
            raise KeyReusedError
        turn = self._turn_of(person, line.line_id)
        if turn or line.line_id in {waiting.line_id for waiting in person.waiting}:
            return Accepted(line_id=line.line_id, turn_id=turn.turn_id if turn else None, repeated=True)
        if len(person.waiting) >= MOST_WAITING:
            del self.lines[line.line_id]
            raise TooManyWaitingError(MOST_WAITING)
        person.waiting.append(line)
        turn_id = self._activate(person)
        return Accepted(line_id=line.line_id, turn_id=turn_id, repeated=False)

    def _activate(self, person: Person) -> UUID | None:
        if not person.waiting or any(turn.state is TurnState.ACTIVE for turn in person.turns):
            return None
        turn = Turn(uuid4(), person.waiting)
        person.waiting = []
        person.turns.append(turn)
        task = asyncio.create_task(self._answer(person, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return turn.turn_id

    async def _answer(self, person: Person, turn: Turn) -> None:
        covers = tuple(line.line_id for line in turn.lines)
        reply = self.reply
        await self.say(person, Started(turn_id=turn.turn_id, covers=covers))
        if reply.fails:
            turn.end = reply.fails.model_copy(update={"turn_id": turn.turn_id, "covers": covers})
        else:
            await self.stream(person, turn.turn_id, reply)
            offer, reply.offer = reply.offer, None  # it is asked once
            turn.end = Closed(
                turn_id=turn.turn_id, covers=covers, reply="".join(reply.pieces), intent="general_conversation",
                action=Action.ANSWERED, offer=offer, memory=(), code=reply.code,
            )  # fmt: skip
        turn.state = TurnState.FAILED if reply.fails else TurnState.ANSWERED
        if reply.close:
            await self.say(person, turn.end)
        self._activate(person)

    async def stream(self, person: Person, turn_id: UUID, reply: Reply) -> None:
        """The pieces of a reply, one by one."""
        for n, text in enumerate(reply.pieces):
            if reply.pause:
                await asyncio.sleep(reply.pause)
            await reply.gate.wait()
            await self.say(person, Piece(turn_id=turn_id, attempt=reply.attempt, n=n, text=text))

    async def say(self, person: Person, event: Started | Piece | Closed | Failed) -> None:
        """Publishes one event of a reply, and waits until it is on its way."""
        await self.nats.publish(reply_subject(person.me.person_id, event.turn_id), event.model_dump_json().encode())

    def _turn_of(self, person: Person, line_id: UUID) -> Turn | None:
        return next((turn for turn in person.turns if line_id in {line.line_id for line in turn.lines}), None)

    def _get_turn(self, request: GetTurn) -> Message:
        person = self._person(request.caller)
        for turn in person.turns:
            if turn.turn_id == request.turn_id or request.line_id in {line.line_id for line in turn.lines}:
                return self._view(turn)
        for line in person.waiting:
            if line.line_id == request.line_id:
                return self._view(Turn(line.line_id, [line], TurnState.WAITING)).model_copy(update={"turn_id": None})
        raise TurnNotFoundError

    def _get_stopped(self, request: StopTurn) -> Message:
        return self._get_turn(GetTurn(caller=request.caller, turn_id=request.turn_id))

    def _view(self, turn: Turn) -> TurnView:
        return TurnView(
            turn_id=turn.turn_id, state=turn.state, covers=tuple(line.line_id for line in turn.lines),
            said=tuple(line.text for line in turn.lines), channel=turn.lines[0].channel,
            engagement_id=turn.lines[0].project_id or uuid4(), created_at=turn.created_at,
            closed=turn.end if isinstance(turn.end, Closed) else None,
            failed=turn.end if isinstance(turn.end, Failed) else None,
            stamps=(Stamp(step="open", ms=1.5), Stamp(step="respond", ms=3.25)),
        )  # fmt: skip

    def _list_turns(self, request: ListTurns) -> Message:
        turns = [self._view(turn) for turn in self._person(request.caller).turns]
        if request.before is not None:
            turns = turns[: next((at for at, turn in enumerate(turns) if turn.turn_id == request.before), 0)]
        newest = turns[-request.limit :]
        return TurnList(turns=tuple(newest), before=newest[0].turn_id if len(newest) < len(turns) else None)

    def _why(self, request: GetWhy) -> Message:
        if request.turn_id not in {turn.turn_id for turn in self._person(request.caller).turns}:
            raise TurnNotFoundError
        use = ModelUse(provider="offline", model="rules", latency_ms=1.5)
        turn = cast("TurnView", self._get_turn(GetTurn(caller=request.caller, turn_id=request.turn_id)))
        return WhyView(
            turn_id=request.turn_id, said=turn.said, reply=turn.closed.reply if turn.closed else "",
            intent="general_conversation", axes={"semantics": "read"}, confidence=0.93, alternatives=("help",),
            language="en", action=Action.ANSWERED, understood_by=use, answered_by=use, references=(), did=(),
            stamps=turn.stamps,
        )  # fmt: skip

    def _erase_conversation(self, request: EraseConversation) -> Message:
        def do() -> Message:
            self._person(request.caller).turns.clear()
            return receipt("conversation")

        return self._once(request.caller.person_id, request.key, do)

    def _take_line_out(self, request: TakeLineOut) -> Message:
        def do() -> Message:
            turn = self._turn_of(self._person(request.caller), request.line_id)
            if turn is None or turn.turn_id != request.turn_id:
                raise LineNotFoundError
            place = next(place for place, line in enumerate(turn.lines) if line.line_id == request.line_id)
            turn.lines[place] = turn.lines[place].model_copy(update={"text": "[erased]"})
            return receipt("line")

        return self._once(request.caller.person_id, request.key, do)

    def _erase_engagement(self, request: EraseEngagement) -> Message:
        def do() -> Message:
            engagements = self._person(request.caller).engagements
            if request.engagement_id not in engagements:
                raise ProjectNotFoundError
            if engagements[request.engagement_id].kind is EngagementKind.PERSONAL:
                raise StoryStaysError
            del engagements[request.engagement_id]
            return receipt("project")

        return self._once(request.caller.person_id, request.key, do)

    def _erase_me(self, request: EraseMe) -> Message:
        def do() -> Message:
            person_id = request.caller.person_id
            del self.persons[person_id]
            self.books.pop(person_id, None)
            self.tokens = {token: whose for token, whose in self.tokens.items() if whose.person_id != person_id}
            return receipt("person")

        return do() if request.key is None else self._once(request.caller.person_id, request.key, do)

    def _ping(self, _: Ping) -> Message:
        return Pong()


def _engagement(engagement_id: UUID, kind: EngagementKind, title: str, seed: str) -> EngagementView:
    return EngagementView(
        engagement_id=engagement_id, kind=kind, title=title, seed=seed, status=EngagementStatus.ACTIVE,
        created_at=datetime.now(UTC),
    )  # fmt: skip
