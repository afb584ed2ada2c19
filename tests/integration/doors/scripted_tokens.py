"""The tokens of the scripted memory: which are good, and for whom the operator makes one."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from shared.contracts.envelope import Request
from shared.contracts.errors import TokenNotFoundError
from shared.contracts.message import Message
from shared.contracts.requests.people import (
    AddToken,
    Identity,
    ListPeople,
    ListTokens,
    MadeBy,
    PersonEntry,
    PersonList,
    RemoveToken,
    Scope,
    TokenAdded,
    TokenList,
    TokenView,
)
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.scripted_people import digest

if TYPE_CHECKING:
    from tests.integration.doors.scripted_memory import ScriptedMemory

NOW = datetime.now(UTC)
THEN = NOW + timedelta(days=365)


def scripted_tokens(memory: "ScriptedMemory") -> dict[type[Request[Any]], Callable[[Any], Message]]:
    """What answers each request that concerns them."""

    def of(person_id: UUID) -> dict[UUID, str]:
        memory.book(person_id)
        mine = {one: who for one, who in memory.tokens.items() if who.person_id == person_id and who.agent is None}
        return {who.token_id: one for one, who in mine.items() if who.token_id is not None}

    def shown(person_id: UUID, this: UUID | None) -> TokenList:
        views = (
            TokenView(token_id=one, made_by=MadeBy.PERSON, created_at=NOW, expires_at=THEN, is_this=one == this)
            for one in of(person_id)
        )
        return TokenList(tokens=tuple(views))

    def add(asked: AddToken) -> Message:
        person_id, token, token_id = asked.caller.person_id, secrets.token_urlsafe(16), uuid4()
        memory.book(person_id)

        def do() -> Message:
            memory.tokens[digest(token)] = Identity(
                tenant_id=DEFAULT_TENANT, person_id=person_id, scope=Scope.PERSON, token_id=token_id
            )
            return TokenAdded(token_id=token_id, person_id=person_id, token=token, expires_at=THEN)

        return memory._once(person_id, asked.key, do)

    def remove(asked: RemoveToken) -> Message:
        def do() -> Message:
            if (gone := of(asked.caller.person_id).get(asked.token_id)) is None:
                raise TokenNotFoundError
            del memory.tokens[gone]
            return shown(asked.caller.person_id, asked.asks_with)

        return memory._once(asked.caller.person_id, asked.key, do)

    def people(_: ListPeople) -> Message:
        entries = (
            PersonEntry(person_id=one, created_at=NOW, lines=0, memories=0, last_line_at=None) for one in memory.persons
        )
        return PersonList(people=tuple(entries))

    return {
        ListTokens: lambda asked: shown(asked.caller.person_id, asked.asks_with),
        AddToken: add,
        RemoveToken: remove,
        ListPeople: people,
    }
