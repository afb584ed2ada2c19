"""A person's ways in: shown and ended by the person, made anew by the operator."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.people import queries as people
from services.memory.people.tables import API_TOKEN
from services.memory.people.tokens import TOKEN_LASTS, digest_secret, new_secret
from services.memory.store.context import MemoryContext, answer_once
from services.memory.store.database import call_function, plain_transaction
from shared.contracts.errors import PersonNotFoundError, TokenNotFoundError
from shared.contracts.ids import new_id
from shared.contracts.requests.people import (
    AddToken,
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

OF_PERSON = API_TOKEN.c.scope == Scope.PERSON.value


async def list_tokens(memory: MemoryContext, question: ListTokens) -> TokenList:
    """Those that are good now."""
    async with memory.reading(question.caller) as connection:
        if await people.load_me(connection, question.caller, memory.clock()) is None:
            raise PersonNotFoundError
        return await _all(connection, memory, question)


async def remove_token(memory: MemoryContext, command: RemoveToken) -> TokenList:
    """It is worth nothing any more."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> TokenList:
            mine = (API_TOKEN.c.person_id == who.person_id) & (API_TOKEN.c.id == command.token_id) & OF_PERSON
            gone = await connection.execute(delete(API_TOKEN).where(mine).returning(API_TOKEN.c.id))
            if gone.one_or_none() is None:
                raise TokenNotFoundError
            return await _all(connection, memory, command)

        return await answer_once(connection, who, command.key, TokenList, do)


async def add_way_in(memory: MemoryContext, command: AddToken) -> TokenAdded:
    """Another way in for somebody who is there already; a repeated key ends the one that it made before."""
    who, token, expires_at = command.caller, new_secret(), memory.clock() + TOKEN_LASTS
    async with memory.writing(who) as connection:

        async def do() -> TokenAdded:
            if await people.load_me(connection, who, memory.clock()) is None:
                raise PersonNotFoundError
            return TokenAdded(token_id=new_id(), person_id=who.person_id, token="", expires_at=expires_at)

        added = await answer_once(connection, who, command.key, TokenAdded, do)
        await connection.execute(
            delete(API_TOKEN).where((API_TOKEN.c.person_id == who.person_id) & (API_TOKEN.c.id == added.token_id))
        )
        made = people.NewToken(added.token_id, digest_secret(token), expires_at, MadeBy.OPERATOR)
        await people.add_token(connection, who, made)
    return added.model_copy(update={"token": token, "expires_at": expires_at})


async def list_people(memory: MemoryContext, question: ListPeople) -> PersonList:
    """Who is there, in ids, times and numbers."""
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "people_of", question.tenant_id)
    return PersonList(people=tuple(PersonEntry.model_validate(dict(row)) for row in rows))


async def _all(connection: AsyncConnection, memory: MemoryContext, asked: ListTokens | RemoveToken) -> TokenList:
    good = (API_TOKEN.c.person_id == asked.caller.person_id) & (API_TOKEN.c.expires_at > memory.clock()) & OF_PERSON
    found = await connection.execute(select(API_TOKEN).where(good).order_by(API_TOKEN.c.created_at.desc()))
    return TokenList(
        tokens=tuple(
            TokenView(
                token_id=row.id,
                made_by=MadeBy(row.made_by),
                created_at=row.created_at,
                expires_at=row.expires_at,
                is_this=row.id == asked.asks_with,
            )
            for row in found.all()
        )
    )
