"""LoCoMo through the product: its tables, its indexing chore, its query, on a real PostgreSQL.

One conversation is one person: the first speaker is the person and the second the companion. Each turn is a message of
the archive with the time of its session, and a memory of the category profile tells the person's name.
"""

import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg

from services.memory.chores.index_waiting import catch_up
from services.memory.ops.provision import provision_streams
from services.memory.people.account import add_person
from services.memory.recall.memory_query import query_memory
from services.memory.settings import MemorySettings
from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from shared.bus.broker import jetstream_of, open_broker
from shared.contracts.envelope import Caller, Key
from shared.contracts.requests.people import AddPerson
from shared.contracts.requests.recall import QueryMemory
from shared.settings import DEFAULT_TENANT
from tests.benchmarks.recall_locomo import Conversation, borrowed
from tests.benchmarks.recall_quality import DEPTH, Answers
from tests.servers import FreshDatabase, Servers, embedded_servers

WARM_UP = 20
"""Questions before those that are timed: connections, plans and the embedder are there by then."""


@dataclass(frozen=True, slots=True)
class Silences:
    """The best score of each question that has an answer, that only others could answer, and that is a trap."""

    answerable: Sequence[float]
    foreign: Sequence[float]
    adversarial: Sequence[float]


@dataclass(frozen=True, slots=True)
class Person:
    """A conversation as it is in memory."""

    who: Caller
    now: datetime
    turns: dict[UUID, int]


async def measure(conversations: Sequence[Conversation]) -> tuple[Answers, Silences]:
    """Everything in, everything asked."""
    async with inhabited(conversations) as house:
        return await _asked(house.memory, conversations, house.people, house.ingest_s)


@dataclass(frozen=True, slots=True)
class Inhabited:
    """A memory that knows all conversations."""

    memory: MemoryContext
    people: Sequence[Person]
    ingest_s: float

    async def orders(self, conversations: Sequence[Conversation]) -> list[list[int]]:
        """What each question finds, without looking at the clock."""
        both = zip(self.people, conversations, strict=True)
        asked = [(person, question.text) for person, one in both for question in one.questions]
        return [(await _answer(self.memory, person, text))[0] for person, text in asked]


@asynccontextmanager
async def inhabited(conversations: Sequence[Conversation]) -> AsyncIterator[Inhabited]:
    """Everything in."""
    async with embedded_servers() as servers:
        await servers.migrate()
        async with servers.fresh_database() as fresh, _memory(servers, fresh) as memory:
            people = [await _moved_in(memory, fresh, conversation) for conversation in conversations]
            began = time.perf_counter()
            for person in people:
                while await catch_up(memory, person.who):
                    pass
            yield Inhabited(memory, people, time.perf_counter() - began)


@asynccontextmanager
async def _memory(servers: Servers, fresh: FreshDatabase) -> AsyncIterator[MemoryContext]:
    await servers.empty_broker()
    settings = MemorySettings(nats_url=servers.nats_url("memory"), database_url=fresh.app_url)
    broker = open_broker("memory", settings, on_closed=lambda: None)
    database = open_database(fresh.app_url, 4)
    await broker.connect()
    await provision_streams(jetstream_of(broker), 1)
    memory = MemoryContext(database, broker, timedelta(seconds=30))
    try:
        yield memory
        await memory.drain()
    finally:
        await broker.stop()
        await database.dispose()


# ---- in ----------------------------------------------------------------------------------------------------------


async def _moved_in(memory: MemoryContext, fresh: FreshDatabase, conversation: Conversation) -> Person:
    key = Key(value=uuid4().hex, body_hash="")
    added = await add_person(memory, AddPerson(tenant_id=DEFAULT_TENANT, key=key))
    who = Caller(tenant_id=DEFAULT_TENANT, person_id=added.person_id)
    connection = await asyncpg.connect(fresh.admin_url)
    try:
        story = added.personal_engagement_id
        await _named(connection, who, story, conversation)
        turns = await _said(connection, who, story, conversation)
    finally:
        await connection.close()
    return Person(who, conversation.turns[-1].at + timedelta(days=1), turns)


async def _named(connection: asyncpg.Connection, who: Caller, story: UUID, conversation: Conversation) -> None:
    await connection.execute("update person set companion_name = $2 where id = $1", who.person_id, conversation.second)
    await connection.execute("update engagement set numbered = numbered + 1 where id = $1", story)
    await connection.execute(
        "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
        " own_words, force, importance, sensitive, label, actor)"
        " values ($1, $2, $3, $4, 1, 'fact', 'profile', $5, '', 'committed', 3, false, 'written', 'person')",
        *(who.tenant_id, who.person_id, uuid4(), story, f"Your name is {conversation.first}."),
    )


async def _said(
    connection: asyncpg.Connection, who: Caller, story: UUID, conversation: Conversation
) -> dict[UUID, int]:
    talk = await connection.fetchval("select id from conversation where person_id = $1", who.person_id)
    mine, numbers = (who.tenant_id, who.person_id), dict[UUID, int]()
    turns, messages = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for number, said in enumerate(conversation.turns):
        turn_id, message_id = uuid4(), uuid4()
        numbers[message_id] = number
        turns.append((*mine, turn_id, talk, story, said.at))
        messages.append(
            (*mine, message_id, talk, turn_id, "person" if said.by_first else "companion", said.text, said.at)
        )
    await connection.executemany(
        "insert into turn (tenant_id, person_id, id, conversation_id, engagement_id, channel, write, read, status,"
        " offered, steps, activated_at, deadline, intent, action)"
        " values ($1, $2, $3, $4, $5, 'api', true, true, 'answered', 1, '{}', $6, $6, 'general_conversation', 'none')",
        turns,
    )
    await connection.executemany(
        "insert into message (tenant_id, person_id, id, conversation_id, turn_id, role, content, created_at)"
        " values ($1, $2, $3, $4, $5, $6, $7, $8)",
        messages,
    )
    return numbers


# ---- out ---------------------------------------------------------------------------------------------------------


async def _asked(
    memory: MemoryContext, conversations: Sequence[Conversation], people: Sequence[Person], ingest_s: float
) -> tuple[Answers, Silences]:
    asked = [
        (person, question.text)
        for person, conversation in zip(people, conversations, strict=True)
        for question in conversation.questions
    ]
    await _scores(memory, asked[:WARM_UP])
    orders, ms, scores = list[list[int]](), list[float](), list[float]()
    for person, text in asked:
        began = time.perf_counter()
        order, score = await _answer(memory, person, text)
        ms.append((time.perf_counter() - began) * 1_000)
        orders.append(order)
        scores.append(score)
    foreign = await _scores(memory, [(people[number], text) for number, text in borrowed(conversations)])
    traps = [
        (person, question.text)
        for person, conversation in zip(people, conversations, strict=True)
        for question in conversation.adversarial
    ]
    return Answers(orders, ms, ingest_s, scores), Silences(scores, foreign, await _scores(memory, traps))


async def _scores(memory: MemoryContext, asked: Iterable[tuple[Person, str]]) -> list[float]:
    return [(await _answer(memory, person, text))[1] for person, text in asked]


async def _answer(memory: MemoryContext, person: Person, text: str) -> tuple[list[int], float]:
    """The turns in their order, and how sure it is that anything fits."""
    then = replace(memory, clock=lambda: person.now.astimezone(UTC))
    question = QueryMemory(
        caller=person.who, query=text, search_type="conversations", top_k=DEPTH, threshold=0.0, returns="full"
    )
    hits = (await query_memory(then, question)).hits
    found = (person.turns[hit.exchange.message_id] for hit in hits if hit.exchange is not None)
    return list(dict.fromkeys(found)), hits[0].score if hits else 0.0
