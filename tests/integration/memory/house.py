"""Memory at work in this process, on a real database and a real broker, and people who live in it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from uuid import UUID, uuid4

from faststream.nats import NatsBroker

from services.memory.chores.index_waiting import catch_up
from services.memory.ops.provision import provision_streams
from services.memory.people.account import add_person
from services.memory.settings import MemorySettings
from services.memory.store.context import MemoryContext
from services.memory.store.database import Connections, open_database
from shared.bus.broker import jetstream_of, open_broker
from shared.contracts.envelope import Caller, Key
from shared.contracts.requests.people import AddPerson
from shared.settings import DEFAULT_TENANT
from tests.integration.line.records import Records, open_records
from tests.servers import FreshDatabase, Servers

_keys = count(1)


def a_key() -> Key:
    return Key(value=f"key {next(_keys)}", body_hash="the body")


@dataclass(frozen=True)
class Inhabitant:
    """A person, with Your Story and one conversation."""

    who: Caller
    story_id: UUID
    conversation_id: UUID


@dataclass(frozen=True)
class House:
    """The memory, and what its database says."""

    memory: MemoryContext
    records: Records
    database: FreshDatabase

    async def person(self) -> Inhabitant:
        added = await add_person(self.memory, AddPerson(tenant_id=DEFAULT_TENANT, key=a_key()))
        conversation = await self.records.value("select id from conversation where person_id = $1", added.person_id)
        who = Caller(tenant_id=DEFAULT_TENANT, person_id=added.person_id)
        return Inhabitant(who, added.personal_engagement_id, UUID(str(conversation)))

    async def said(
        self, one: Inhabitant, said: str, replied: str | None, *, provider: str = "offline", status: str = "answered"
    ) -> UUID:
        """A turn with its lines and messages, as the line leaves it."""
        turn_id, owner = uuid4(), one.who
        in_person = (owner.tenant_id, owner.person_id)
        await self.do(
            "insert into turn (tenant_id, person_id, id, conversation_id, engagement_id, channel, write, read, status,"
            " offered, steps, activated_at, deadline, intent, action)"
            " values ($1, $2, $3, $4, $5, 'api', true, true, $6, 1, '{}', now(), now() + interval '1 minute',"
            " 'general_conversation', 'none')",
            *(*in_person, turn_id, one.conversation_id, one.story_id, status),
        )
        await self.do(
            "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash, turn_id)"
            " values ($1, $2, $3, $4, 'api', true, true, $5, 'hash', $6)",
            *(*in_person, uuid4(), one.story_id, said, turn_id),
        )
        for role, content in (("person", said), ("companion", replied)):
            if content is not None:
                await self.do(
                    "insert into message (tenant_id, person_id, id, conversation_id, turn_id, role, content)"
                    " values ($1, $2, $3, $4, $5, $6, $7)",
                    *(*in_person, uuid4(), one.conversation_id, turn_id, role, content),
                )
        await self.do(
            "insert into classification (tenant_id, person_id, turn_id, intent, axes, confidence, alternatives,"
            " language, parameters, understood_by, answered_by)"
            " values ($1, $2, $3, 'remember_about_me', '{}', 0.9, '{}', 'en', $4,"
            ' \'{"provider": "offline", "model": "m", "latency_ms": 1}\', $5)',
            *(*in_person, turn_id, json.dumps({"said": said})),
            f'{{"provider": "{provider}", "model": "m", "latency_ms": 1}}',
        )
        return turn_id

    async def knows(  # noqa: PLR0913  # the columns that tests are about
        self,
        one: Inhabitant,
        content: str,
        own_words: str = "",
        *,
        turn_id: UUID | None = None,
        source_id: UUID | None = None,
        force: str = "committed",
        engagement_id: UUID | None = None,
    ) -> UUID:
        """A memory with one row of history, and its mentions in the turn that it comes from."""
        assertion_id, owner = uuid4(), one.who
        in_person = (owner.tenant_id, owner.person_id)
        place = engagement_id or one.story_id
        vector = (await self.memory.embed_all([content]))[content]
        number = "update engagement set numbered = numbered + 1 where id = $1"
        await self.do(number, place)
        await self.do(
            "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
            " own_words, force, importance, sensitive, label, actor, turn_id, source_assertion_id, embedding)"
            " select $1, $2, $3, e.id, e.numbered, 'fact', 'health', $4, $5, $6, 3, false, 'stated', 'companion',"
            " $7, $8, $9::text::halfvec(384) from engagement e where e.id = $10",
            *(*in_person, assertion_id, content, own_words, force, turn_id, source_id, str(list(vector)), place),
        )
        await self.do(
            "insert into assertion_history (tenant_id, person_id, id, assertion_id, revision, event, verb, actor, new,"
            " force_to, version, turn_id) values ($1, $2, $3, $4, 1, 'ADD', 'hold', 'companion', $5, 'held', 1, $6)",
            *(*in_person, uuid4(), assertion_id, content, turn_id),
        )
        if turn_id is not None:
            for role, words in (("person", own_words), ("companion", content)):
                await self.do(
                    "insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)"
                    " values ($1, $2, $3, $4, $5, $6, $7)",
                    *(*in_person, turn_id, assertion_id, role, words, content),
                )
        if force == "committed":
            await catch_up(self.memory, one.who)
        return assertion_id

    async def do(self, sql: str, *parameters: object) -> None:
        """As the superuser, whom no row-level security binds."""
        await self.records.rows(sql, *parameters)


@dataclass(frozen=True)
class Walls:
    """A house without its memory: a database with its pool, and a connection to the broker."""

    database: FreshDatabase
    records: Records
    pool: Connections
    broker: NatsBroker

    def memory(self) -> MemoryContext:
        """One that has remembered nothing yet, not even in its process."""
        return MemoryContext(self.pool, self.broker, timedelta(seconds=30))


@asynccontextmanager
async def some_walls(servers: Servers) -> AsyncIterator[Walls]:
    """A database and streams of its own."""
    await servers.empty_broker()
    async with servers.fresh_database() as fresh, open_records(fresh.admin_url) as records:
        settings = MemorySettings(nats_url=servers.nats_url("memory"), database_url=fresh.app_url)
        broker = open_broker("memory", settings, on_closed=lambda: None)
        pool = open_database(fresh.app_url, 4)
        await broker.connect()
        await provision_streams(jetstream_of(broker), 1)
        try:
            yield Walls(fresh, records, pool, broker)
        finally:
            await broker.stop()
            await pool.dispose()


@asynccontextmanager
async def inhabited(walls: Walls) -> AsyncIterator[House]:
    """A memory within these walls; at the end it has done whatever it had begun."""
    memory = walls.memory()
    try:
        yield House(memory, walls.records, walls.database)
    finally:
        await memory.drain()


@asynccontextmanager
async def a_house(servers: Servers) -> AsyncIterator[House]:
    """A memory of its own, with its streams, and nobody in it."""
    async with some_walls(servers) as walls:
        hurtable = replace(walls, records=Records(walls.database.admin_url))
        async with inhabited(hurtable) as house:
            yield house
