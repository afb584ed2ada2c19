"""What the database says, read as its superuser, whom no row-level security binds."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import asyncpg


@dataclass(frozen=True)
class Records:
    """One database. Every look is a connection of its own, so that a server may go away in between."""

    url: str

    async def rows(self, sql: str, *parameters: object) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self.url)
        try:
            return list(await connection.fetch(sql, *parameters))
        finally:
            await connection.close()

    async def value(self, sql: str, *parameters: object) -> object:
        (row,) = await self.rows(sql, *parameters)
        return row[0]

    async def unfinished(self) -> int:
        """Lines without an end: waiting, or of a turn in flight."""
        return int(
            str(
                await self.value(
                    "select count(*) from line l left join turn t on t.person_id = l.person_id and t.id = l.turn_id"
                    " where t.status is null or t.status in ('waiting', 'active')"
                )
            )
        )

    async def all_done(self) -> bool:
        return await self.unfinished() == 0

    async def failed_turns(self) -> list[asyncpg.Record]:
        return await self.rows("select id, failure_code, failure_detail from turn where status = 'failed'")

    async def dead_letters(self) -> list[asyncpg.Record]:
        return await self.rows("select * from dead_letter order by created_at")

    async def conversation(self, person_id: UUID) -> list[tuple[str, str]]:
        """Who said what, in order."""
        rows = await self.rows("select role, content from message where person_id = $1 order by position", person_id)
        return [(row["role"], row["content"]) for row in rows]


@dataclass(frozen=True)
class OpenRecords(Records):
    """The same through connections that stay open, where the server does: signing in takes longer than most looks."""

    pool: asyncpg.Pool

    async def rows(self, sql: str, *parameters: object) -> list[asyncpg.Record]:
        return list(await self.pool.fetch(sql, *parameters))


@asynccontextmanager
async def open_records(url: str) -> AsyncIterator[OpenRecords]:
    """Of one database, for as long as the block lasts."""
    async with asyncpg.create_pool(url, min_size=1, max_size=4, statement_cache_size=0) as pool:
        yield OpenRecords(url, pool)
