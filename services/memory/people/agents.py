"""Agents: who may ask a person's memory besides the person, and what each of them asked for."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from asyncpg import Record
from sqlalchemy import ColumnElement, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.access.grants import Access, Agent
from services.memory.people import queries as people
from services.memory.people.tables import API_TOKEN
from services.memory.people.tokens import digest_secret, new_secret
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters
from services.memory.store.database import call_function, plain_transaction, run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.errors import AgentNotFoundError, PersonNotFoundError, UnauthorizedError
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.agents import AddAgent, AgentAdded, AgentList, AgentView, ListAgents, RemoveAgent
from shared.contracts.requests.people import Scope
from shared.contracts.requests.recall import QueryAsAgent

REMEMBERED = timedelta(days=90)
"""How long it is kept who asked for which categories."""
AT_ONCE = 10_000
NOTHING = Agent(frozenset())


async def add_agent(memory: MemoryContext, command: AddAgent) -> AgentAdded:
    """A token for an agent that is declared. A repeated key ends the former token: it is nowhere stored."""
    who, token = command.caller, new_secret()
    memory.access.agent(command.agent)
    async with memory.writing(who) as connection:

        async def do() -> AgentAdded:
            if await people.load_me(connection, who, memory.clock()) is None:
                raise PersonNotFoundError
            added = AgentAdded(token_id=new_id(), person_id=who.person_id, agent=command.agent, token="")
            await _insert(connection, who, added)
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="me"))
            return added

        added = await answer_once(connection, who, command.key, AgentAdded, do)
        if not await _give(connection, who, added.token_id, digest_secret(token)):
            raise AgentNotFoundError
    memory.spawn(send_letters(memory, who))
    return added.model_copy(update={"token": token})


async def remove_agent(memory: MemoryContext, command: RemoveAgent) -> AgentList:
    """Its token is worth nothing any more. What it asked for stays on record, as long as such records are kept."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> AgentList:
            mine = _mine(who, command.token_id)
            gone = await connection.execute(delete(API_TOKEN).where(*mine).returning(API_TOKEN.c.id))
            if gone.one_or_none() is None:
                raise AgentNotFoundError
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="me"))
            return await _all(connection, who, memory.access)

        left = await answer_once(connection, who, command.key, AgentList, do)
    memory.spawn(send_letters(memory, who))
    return left


async def list_agents(memory: MemoryContext, question: ListAgents) -> AgentList:
    """Who may ask, what each may see, and what it asked for."""
    async with memory.reading(question.caller) as connection:
        if await people.load_me(connection, question.caller, memory.clock()) is None:
            raise PersonNotFoundError
        return await _all(connection, question.caller, memory.access)


async def record_query(
    connection: AsyncConnection,
    memory: MemoryContext,
    question: QueryAsAgent,
    categories: Iterable[str],
    *,
    allowed: bool,
) -> None:
    """Who asked for what; no word of the question. An agent that was sent away is not one any more."""
    parameters = {
        "id": new_id(),
        "person_id": question.caller.person_id,
        "token_id": question.token_id,
        "agent": question.agent,
        "categories": sorted(categories),
        "search_type": question.search_type,
        "allowed": allowed,
        "now": memory.clock(),
    }
    if await run_for_one(connection, "people/note_agent_asked", parameters) is None:
        raise UnauthorizedError


async def forget_queries(memory: MemoryContext) -> None:
    """Lets go of records that are old, a stretch of them."""
    async with plain_transaction(memory.database) as connection:
        await call_function(connection, "forget_agent_queries", memory.clock() - REMEMBERED, AT_ONCE)


async def _insert(connection: AsyncConnection, who: Caller, added: AgentAdded) -> None:
    await connection.execute(
        insert(API_TOKEN).values(
            id=added.token_id,
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            digest=f"none yet: {added.token_id}",
            scope=Scope.AGENT.value,
            agent=added.agent,
        )
    )


async def _give(connection: AsyncConnection, who: Caller, token_id: UUID, token_digest: str) -> bool:
    given = update(API_TOKEN).where(*_mine(who, token_id)).values(digest=token_digest).returning(API_TOKEN.c.id)
    return (await connection.execute(given)).one_or_none() is not None


def _mine(who: Caller, token_id: UUID) -> tuple[ColumnElement[bool], ...]:
    of_agent = API_TOKEN.c.scope == Scope.AGENT.value
    return API_TOKEN.c.person_id == who.person_id, API_TOKEN.c.id == token_id, of_agent


async def _all(connection: AsyncConnection, who: Caller, access: Access) -> AgentList:
    rows = await run_statement(connection, "people/list_agents", {"person_id": who.person_id})
    return AgentList(agents=tuple(_view(row, access) for row in rows))


def _view(row: Record, access: Access) -> AgentView:
    granted = access.agents.get(row["agent"], NOTHING)
    return AgentView(
        token_id=row["token_id"],
        agent=row["agent"],
        created_at=row["created_at"],
        last_used_at=row["last_used_at"],
        asked=tuple(row["asked"]),
        refused=row["refused"],
        sees=tuple(sorted(granted.sees)),
        conversations=granted.conversations,
        executes=granted.executes,
    )
