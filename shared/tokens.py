"""A person's ways in: which tokens are good, until when; the operator makes a new one for whoever lost theirs."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from shared.message import Message
from shared.queries import Caller, Key, Request


class MadeBy(StrEnum):
    """How a token came to be."""

    PERSON = "person"
    """With the person."""
    SIGN_IN = "sign_in"
    """A page was signed in."""
    OPERATOR = "operator"
    """The operator made it later."""


class TokenView(Message):
    """One way in. The token itself is nowhere stored."""

    token_id: UUID
    made_by: MadeBy
    created_at: datetime
    expires_at: datetime
    is_this: bool
    """Whether it is the one that asks."""


class TokenList(Message):
    """A person's ways in, the newest first; agents have a list of their own."""

    tokens: tuple[TokenView, ...]


class ListTokens(Request[TokenList]):
    """Which of my tokens are good?"""

    subject: ClassVar[str] = "memory.query.tokens"
    answer: ClassVar[type[Message]] = TokenList
    caller: Caller
    asks_with: UUID | None = None


class RemoveToken(Request[TokenList]):
    """Ends one of them; what remains."""

    subject: ClassVar[str] = "memory.command.remove_token"
    answer: ClassVar[type[Message]] = TokenList
    caller: Caller
    key: Key
    token_id: UUID
    asks_with: UUID | None = None


class TokenAdded(Message):
    """A new way in for somebody who is there already. The token is shown this once."""

    token_id: UUID
    person_id: UUID
    token: str
    expires_at: datetime


class AddToken(Request[TokenAdded]):
    """The operator's; a repeated key brings a new token in the place of the former."""

    subject: ClassVar[str] = "memory.command.add_token"
    answer: ClassVar[type[Message]] = TokenAdded
    caller: Caller
    key: Key


class PersonEntry(Message):
    """Somebody, as an operator sees them: when and how much, and nothing that was said."""

    person_id: UUID
    created_at: datetime
    lines: int
    memories: int
    last_line_at: datetime | None


class PersonList(Message):
    """Who is there, the oldest first."""

    people: tuple[PersonEntry, ...]


class ListPeople(Request[PersonList]):
    """Who is there?"""

    subject: ClassVar[str] = "memory.query.people"
    answer: ClassVar[type[Message]] = PersonList
    tenant_id: UUID
