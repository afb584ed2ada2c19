"""`python -m tests.benchmarks.erasures`: whom an erasure makes wait, while fifty persons talk.

The tables are filled to a little under what is rewritten by day. Then fifty talk, for as long in calm as while somebody
else's talk is erased again and again, so that the tables are rewritten every few seconds. The database itself says how
long anybody waited for a table; what a turn took is printed beside it.
"""

import argparse
import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import islice
from statistics import median

import asyncpg
import httpx
import uvloop

from services.memory.erasure.table_sizes import AT_ONCE
from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.holdfast import Holdfast, holdfast
from tests.benchmarks.http_client import HttpClient
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.recall_filling import Filled, loading, remember, settle, talk
from tests.benchmarks.recall_texts import Writer
from tests.benchmarks.rounds import quantile

TALKING = 50
PAUSE = 2.0
LOOK = 0.005
STEP = 400
FULL = 0.9
WAITED = """
    select l.pid, l.waitstart, l.relation::regclass::text as relation, clock_timestamp() - l.waitstart as waited
    from pg_locks l where not l.granted and l.locktype = 'relation' and l.mode <> 'AccessExclusiveLock'
"""
SIZES = """
    select relname, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relrowsecurity order by bytes desc limit 4
"""
REWRITES = "select coalesce(sum(vacuum_count), 0) from pg_stat_user_tables"


def main() -> None:
    """Fills, talks in calm, talks while there are erasures, and prints both."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.erasures")
    parser.add_argument("--seconds", type=float, default=60.0, help="of talk, in calm and with erasures")
    parser.add_argument("--megabytes", type=float, default=AT_ONCE / 2**20, help="how large the largest table becomes")
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    options = parser.parse_args()
    often = {"HOLDFAST_REWRITE_SECONDS": "2"}
    with own_folder(options.folder) as folder, holdfast(folder, processes=False, environment=often) as ours:
        uvloop.run(measure(ours, options.seconds, options.megabytes))


async def measure(ours: Holdfast, seconds: float, megabytes: float) -> None:
    """The whole of it."""
    persons = await asyncio.to_thread(ours.persons)
    await fill(ours, persons, megabytes * 2**20 * FULL)
    for what, erasing in (("calm", False), ("erasures", True)):
        watch = await asyncpg.connect(ours.database_url())
        before, sizes = await watch.fetchval(REWRITES), await watch.fetch(SIZES)
        waits: dict[tuple[int, object, str], float] = defaultdict(float)
        others = erased(ours, persons[TALKING:]) if erasing else nothing()
        async with running(looked_at(ours, waits)), running(others):
            took = await talked(ours, persons[:TALKING], seconds)
        rewritten = await watch.fetchval(REWRITES) - before
        await watch.close()
        large = ", ".join(f"{row['relname']} {row['bytes'] / 2**20:.1f} MB" for row in sizes)
        longest = {table: max(ms for (_, _, of), ms in waits.items() if of == table) for _, _, table in waits}
        say(
            f"{what}: {len(took)} turns, p50 {median(took):.0f}, p99 {quantile(took, 0.99):.0f}, max {max(took):.0f} ms"
        )
        say(f"  {rewritten} rewrites; {large}")
        all_of_them = [*waits.values()] or [0.0]
        say(
            f"  {len(waits)} waits for a table: p50 {median(all_of_them):.0f}, p99 {quantile(all_of_them, 0.99):.0f} ms"
        )
        say(f"  the longest, ms: { {table: round(ms) for table, ms in longest.items()} }")


async def fill(ours: Holdfast, persons: list[PersonAdded], most: float) -> None:
    """Memories and talk of everybody in turn, until the largest table is so large."""
    filled, writer = [Filled(person) for person in persons], Writer()
    for one in filled:
        client = await HttpClient.open(ours.port, one.person)
        await client.turn()  # a conversation
        client.close()
    everybody = (one for _ in iter(int, 1) for one in filled)
    largest = 0.0
    while largest < most:
        async with loading(ours.database_url()) as connection:
            await remember(connection, writer, islice(everybody, STEP))
            await talk(connection, writer, islice(everybody, STEP // 2))
        await settle(ours.database_url())
        connection = await asyncpg.connect(ours.database_url())
        largest = (await connection.fetch(SIZES))[0]["bytes"]
        await connection.close()


async def talked(ours: Holdfast, persons: list[PersonAdded], seconds: float) -> list[float]:
    """Each says a line, reads, and says the next; milliseconds of each turn."""
    until = time.perf_counter() + seconds

    async def one(place: int, person: PersonAdded) -> list[float]:
        client, took = await HttpClient.open(ours.port, person), list[float]()
        await asyncio.sleep(PAUSE * place / len(persons))
        while time.perf_counter() < until:
            began = time.perf_counter()
            await client.turn()
            took.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(PAUSE)
        client.close()
        return took

    return [ms for each in await asyncio.gather(*(one(*each) for each in enumerate(persons))) for ms in each]


async def erased(ours: Holdfast, persons: list[PersonAdded]) -> None:
    """Somebody says something and erases what was said, every second."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ours.port}", timeout=60) as http:
        for number in range(sys.maxsize):
            person = persons[number % len(persons)]
            headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": f"erasure-{number}"}
            client = await HttpClient.open(ours.port, person)
            await client.turn()
            client.close()
            (await http.delete("/v1/conversation", headers=headers)).raise_for_status()
            await asyncio.sleep(1)


async def looked_at(ours: Holdfast, waits: dict[tuple[int, object, str], float]) -> None:
    """The longest that each wait for a table was seen to last."""
    watch = await asyncpg.connect(ours.database_url())
    while True:
        for row in await watch.fetch(WAITED):
            if row["waitstart"] is not None:
                wait = (row["pid"], row["waitstart"], row["relation"])
                waits[wait] = max(waits[wait], row["waited"].total_seconds() * 1000)
        await asyncio.sleep(LOOK)


async def nothing() -> None:
    """Calm."""


@asynccontextmanager
async def running(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Besides, for as long as the block lasts."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def say(line: str) -> None:
    """A line of the table."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
