"""What a door is, and one call of it: who asks, what they sent, and how to answer."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import TypeVar
from urllib.parse import unquote_to_bytes
from uuid import UUID, uuid4

from pydantic import AwareDatetime, BaseModel, TypeAdapter
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from services.gateway.callers import Identities, OpenStreams, Rate
from services.gateway.forms import Form
from services.gateway.problems import (
    BadCharacterError,
    BadCursorError,
    BadIdError,
    BadKeyError,
    FieldError,
    ForeignOriginError,
    NotForAgentsError,
    TooLongError,
    UnknownParameterError,
)
from services.gateway.reading import FormT, header_value, read_form
from services.gateway.settings import GatewaySettings
from services.gateway.shell import is_same_site
from shared.client.feeds import Cursor
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller, Key
from shared.contracts.envelope import Request as Question
from shared.contracts.errors import ForbiddenError
from shared.contracts.message import Message
from shared.contracts.requests.people import Identity, Scope

JSON = "application/json"

LONGEST_KEY = 200

KEY_FORM = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?", re.ASCII)

UUID_FORM = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)

LIMIT_FORM = re.compile(r"[1-9][0-9]?|100", re.ASCII)

OFFSET_FORM = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)

PLACE_FORM = re.compile(r"[\x21-\x7e]{1,100}", re.ASCII)

LONGEST_SEARCH = 200

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

_MOMENT: TypeAdapter[datetime] = TypeAdapter(AwareDatetime)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

AnswerT = TypeVar("AnswerT", bound=Message)

ChoiceT = TypeVar("ChoiceT", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Gateway:
    """What the doors share."""

    settings: GatewaySettings
    client: HoldfastClient
    identities: Identities
    rate: Rate
    strangers: Rate
    """For requests without a token that we know, by address."""
    listening: OpenStreams
    conversing: OpenStreams
    importing: OpenStreams

    @property
    def cookie_name(self) -> str:
        """The prefix makes browsers refuse the cookie from anywhere but this host over TLS."""
        return "__Host-holdfast" if self.settings.secure_cookies else "holdfast"


@dataclass(frozen=True, slots=True)
class AskingAgent:
    """Which agent asks, and by which token."""

    name: str
    token_id: UUID


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in."""

    gateway: Gateway
    request: Request
    identity: Identity | None
    """Absent at the doors that are open to strangers."""

    @property
    def caller(self) -> Caller:
        """The person who asks, from their token."""
        if self.identity is None or self.identity.person_id is None:
            raise ForbiddenError
        return Caller(tenant_id=self.identity.tenant_id, person_id=self.identity.person_id)

    @property
    def agent(self) -> AskingAgent | None:
        """The agent that asks, from its token; none when it is the person."""
        who = self.identity
        if who is None or who.scope is not Scope.AGENT:
            return None
        if who.agent is None or who.token_id is None:  # as a memory service of the release before says it
            raise ForbiddenError
        return AskingAgent(who.agent, who.token_id)

    @property
    def tenant_id(self) -> UUID:
        """The tenant that the token belongs to."""
        if self.identity is None:
            raise ForbiddenError
        return self.identity.tenant_id

    async def read(self, kind: type[FormT]) -> FormT:
        """The body in its form."""
        request = self.request
        return await read_form(request.scope, request.receive, kind, self.gateway.settings.body_limit)

    def key(self, form: Form | None = None, about: object = None) -> Key:
        """What makes this command happen once: the client's key, or one that nobody will send again."""
        body = form.model_dump_json() if form else ""
        canonical = f"{self.request.method} {type(form).__name__} {about} {body}"
        return Key(value=self.idempotency_key(), body_hash=hashlib.sha256(canonical.encode()).hexdigest())

    def idempotency_key(self) -> str:
        """The client's key, or a new one."""
        return self.sent_key() or str(uuid4())

    def sent_key(self) -> str | None:
        """The client's key, if it sent one."""
        sent = header_value(self.request.scope, b"idempotency-key")
        if sent is None:
            return None
        key = sent.decode("latin-1")
        if KEY_FORM.fullmatch(key) is None:
            raise BadKeyError(LONGEST_KEY)
        return key

    def id_in_path(self, name: str) -> UUID:
        """An id of the address."""
        return _id(name, self.request.path_params[name])

    def id_in_query(self, name: str) -> UUID | None:
        """An id after the question mark."""
        text = self._one(name)
        return _id(name, text) if text else None

    def check_query(self, known: frozenset[str]) -> None:
        """Refuses what stands after the question mark and is not known there, or is no text."""
        query: bytes = self.request.scope["query_string"]
        try:
            text = unquote_to_bytes(query).decode()
        except UnicodeDecodeError:
            raise BadCharacterError from None
        if "\x00" in text:
            raise BadCharacterError
        if not known.issuperset(self.request.query_params):
            raise UnknownParameterError(tuple(sorted(known)))

    def choice(self, name: str, kind: type[ChoiceT]) -> ChoiceT | None:
        """One of a few words after the question mark."""
        text = self._one(name)
        if text is None or text in {member.value for member in kind}:
            return kind(text) if text else None
        raise FieldError(name, f"one of {', '.join(member.value for member in kind)}")

    def search_text(self, name: str) -> str:
        """Part of a text, taken literally."""
        text = self._one(name) or ""
        if len(text) > LONGEST_SEARCH:
            raise TooLongError(name, LONGEST_SEARCH)
        return text

    def place(self, name: str) -> str | None:
        """Where a list goes on, as we gave it."""
        text = self._one(name)
        if text and PLACE_FORM.fullmatch(text) is None:
            raise FieldError(name, "what the page before gave")
        return text or None

    def moment(self, name: str) -> datetime | None:
        """A time with its zone, or a day, of which the end counts in UTC."""
        text = self._one(name)
        if not text:
            return None
        try:
            return _moment(text)
        except ValueError:
            raise FieldError(name, "a day such as 2026-05-01, or a time with its zone") from None

    def limit(self, default: int) -> int:
        """How many are wanted."""
        text = self._one("limit")
        if text is None:
            return default
        if LIMIT_FORM.fullmatch(text) is None:
            raise FieldError("limit", "a whole number from 1 to 100")
        return int(text)

    def offset(self) -> int:
        """How many are skipped."""
        text = self._one(OFFSET)
        if text is None:
            return 0
        if OFFSET_FORM.fullmatch(text) is None:
            raise FieldError(OFFSET, "a whole number from 0 to 99999")
        return int(text)

    def cursor(self) -> Cursor | None:
        """Up to where the client has heard a reply."""
        sent = header_value(self.request.scope, b"last-event-id")
        if sent is None:
            return None
        try:
            return Cursor.parse(sent.decode("latin-1"))
        except ValueError:
            raise BadCursorError from None

    async def pass_on(self, question: Question[AnswerT], status: int = 200, seconds: float | None = None) -> Response:
        """What memory answers, as it said it."""
        return Response(await self.gateway.client.ask_json(question, seconds), status, media_type=JSON)

    def _one(self, name: str) -> str | None:
        texts = self.request.query_params.getlist(name)
        if len(texts) > 1:
            raise FieldError(name, "given once")
        return texts[0] if texts else None


def _moment(text: str) -> datetime:
    if DAY.fullmatch(text):
        return datetime.combine(date.fromisoformat(text), time.max, UTC)
    if not DAY.match(text):
        raise ValueError(text)  # a plain number would be taken for seconds
    return _MOMENT.validate_python(text.replace(" ", "+"))  # what a plus becomes that nobody escaped


def _id(name: str, text: str) -> UUID:
    if UUID_FORM.fullmatch(text) is None:
        raise BadIdError(name)
    return UUID(text)


async def identify_caller(
    gateway: Gateway, connection: HTTPConnection, needed: Scope | None, *, agents: bool = False
) -> Identity | None:
    """Who asks; raises when they may not, or ask too often."""
    if needed is None:
        return None
    token, address = token_of(gateway, connection), address_of(connection)
    identity = gateway.identities.known(token)
    if identity is None:  # before anybody looks for its owner: tokens must not be found by trying, nor keep us busy
        gateway.strangers.spend(address)
        identity = await gateway.identities.of(token)
        gateway.strangers.give_back(address)
    gateway.rate.spend(_whose(identity))
    if identity.scope is not needed and not (agents and identity.scope is Scope.AGENT):
        raise NotForAgentsError if identity.scope is Scope.AGENT else ForbiddenError
    return identity


def _whose(identity: Identity) -> str:
    """Who has a rate of their own: a person with all their tokens, each agent, the operator."""
    of_agent = identity.scope is Scope.AGENT and identity.token_id
    return str(of_agent or identity.person_id or identity.scope)


def token_of(gateway: Gateway, connection: HTTPConnection) -> str:
    """The token that came with a request; empty when there is none."""
    authorization = header_value(connection.scope, b"authorization")
    if authorization is not None:
        scheme, _, token = authorization.decode("latin-1").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""
    token = connection.cookies.get(gateway.cookie_name, "")
    # A cookie comes along without anybody's intention; so a change by cookie must come from our own page.
    if token and connection.scope.get("method", "WS") not in SAFE and not is_same_site(connection.scope):
        raise ForeignOriginError
    return token


def address_of(connection: HTTPConnection) -> str:
    """Where a stranger calls from."""
    return connection.client.host if connection.client else ""


Answer = Callable[[Call], Awaitable[Response]]

KEY, CURSOR, LIMIT, BEFORE, AFTER = "Idempotency-Key", "Last-Event-ID", "limit", "before", "after"

ENGAGEMENT, FORCE, KIND, STATE, STATUS = "engagement", "force", "kind", "state", "status"

TEXT, PLACE, FORMAT, AS_OF = "q", "cursor", "format", "as_of"

OPEN, TYPE, OFFSET, ORDER = "open", "type", "offset", "order"

IN_QUERY = frozenset(
    {
        LIMIT,
        BEFORE,
        AFTER,
        ENGAGEMENT,
        FORCE,
        KIND,
        STATE,
        STATUS,
        TEXT,
        PLACE,
        FORMAT,
        AS_OF,
        OPEN,
        TYPE,
        OFFSET,
        ORDER,
    }
)
"""The parameters that stand after the question mark."""


@dataclass(frozen=True, slots=True)
class Door:
    """One method at one address. The document at `/openapi.json` is made from these."""

    method: str
    path: str
    answer: Answer
    needs: Scope | None = Scope.PERSON
    """The kind of token; None for a door that is open to strangers."""
    agents: bool = False
    """An agent's token will do, too."""
    form: type[Form] | None = None
    gives: type[BaseModel] | None = None
    status: int = 200
    also: tuple[tuple[int, type[BaseModel]], ...] = ()
    """Other answers that are not problems."""
    streams: bool = False
    """Gives events, if they are asked for with `Accept: text/event-stream`; without `gives`, always."""
    text: str = ""
    """The media type of the text that it gives."""
    most_bytes: int = 0
    """How large a body it takes, if larger ones than the others."""
    parameters: tuple[str, ...] = field(default=())
    refuses: tuple[int, ...] = field(default=())
    """The statuses of its own problems, beside those that every door has."""

    @property
    def in_query(self) -> frozenset[str]:
        """What may stand after the question mark; nobody looks there at a door that has nothing of the kind."""
        return IN_QUERY.intersection(self.parameters)
