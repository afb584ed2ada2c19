"""The same walls for one test after the other: emptied between them, and built anew where a test has changed them.

A database of its own costs a test 0.3 s of work, emptying one a few hundredths.
"""

from contextlib import AsyncExitStack

from services.memory.ops.provision import provision_streams
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import REPLIES, TURNS
from tests.integration.memory.house import Walls, some_walls
from tests.servers import Servers

BUILT_OF = """
select (select count(*) from pg_class), (select count(*) from pg_trigger), (select count(*) from pg_proc),
       (select count(*) from pg_constraint), (select count(*) from pg_policy), (select count(*) from tenant)
"""
"""What a test changes that alters a table, or adds to the database something other than rows."""
EMPTY = """
do $$
declare
    used text;
begin
    select string_agg(format('%I.%I', schemaname, tablename), ', ') into used from pg_tables
        where schemaname = 'public' and tablename not in ('alembic_version', 'applied_function', 'tenant')
            and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0;
    if used is not null then
        execute 'truncate ' || used || ' restart identity cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
        where schemaname = 'public';
end $$
"""


class SameWalls:
    """Walls for whoever comes next."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._stack = AsyncExitStack()
        self._walls: Walls | None = None
        self._built_of: list[object] = []

    async def empty(self) -> Walls:
        """Nobody is in them, and nothing is on the broker."""
        if self._walls is None or await self._walls.records.rows(BUILT_OF) != self._built_of:
            return await self._built()
        await self._walls.records.rows(EMPTY)
        js = jetstream_of(self._walls.broker)
        streams = {str(stream.config.name) for stream in await js.streams_info()}
        if streams != {TURNS, REPLIES}:  # somebody else has been here in between
            await self._servers.empty_broker()
            await provision_streams(js, 1)
        else:
            for stream in streams:
                await js.purge_stream(stream)
        return self._walls

    async def leave(self) -> None:
        """They are torn down."""
        self._walls = None
        await self._stack.aclose()

    async def _built(self) -> Walls:
        await self.leave()
        self._walls = await self._stack.enter_async_context(some_walls(self._servers))
        self._built_of = [*await self._walls.records.rows(BUILT_OF)]
        return self._walls
