"""`python -m tests.benchmarks.relating`: what linking a memory to its nearest costs, as memory grows."""

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from math import sqrt
from uuid import UUID, uuid4

import asyncpg

from services.memory.assertions.relations import relate_nearest
from tests.benchmarks.rounds import quantile
from tests.integration.memory.house import House, Inhabitant, a_house
from tests.servers import embedded_servers

SIZES = (100, 1_000, 10_000)
TIMES = 200
WARM = 20
DIMENSIONS = 384
TOGETHER = 5
"""So many memories lie near each other, so that every one finds its three."""
ROW = (
    "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
    " own_words, force, importance, sensitive, label, actor, embedding)"
    " values ($1, $2, $3, $4, $5, 'fact', 'knowledge', $6, '',"
    " 'committed', 3, false, 'stated', 'companion', $7::text::halfvec(384))"
)


async def main() -> None:
    """One person after the other, each with a fuller memory."""
    async with embedded_servers() as servers:
        await servers.migrate()
        for size in SIZES:
            async with a_house(servers) as house:
                _say(size, *await _measured(house, size))


async def _measured(house: House, size: int) -> tuple[Sequence[float], float]:
    """Milliseconds of each statement, and how many links it made or renewed on the average."""
    one = await house.person()
    ids = await _fill(house, one, size)
    took = list[float]()
    for turn in range(WARM + TIMES):
        async with house.memory.writing(one.who) as connection:
            began = time.perf_counter()
            await relate_nearest(connection, one.who, [ids[turn % size]], datetime.now(UTC))
            took.append((time.perf_counter() - began) * 1_000)
    linked = int(str(await house.records.value("select count(*) from relation")))
    return sorted(took[WARM:]), 2 * linked / min(size, WARM + TIMES)


async def _fill(house: House, one: Inhabitant, size: int) -> list[UUID]:
    """Written by the superuser: it is not filling that is measured."""
    chance, who = random.Random(1), one.who
    ids, vectors = [uuid4() for _ in range(size)], _vectors(chance, size)
    rows = [
        (who.tenant_id, who.person_id, each, one.story_id, number, f"You like number {number}.", vectors[number - 1])
        for number, each in enumerate(ids, 1)
    ]
    admin = await asyncpg.connect(house.database.admin_url)
    await admin.executemany(ROW, rows)
    await admin.execute("analyze assertion")
    await admin.close()
    return ids


def _vectors(chance: random.Random, size: int) -> list[str]:
    made = list[str]()
    while len(made) < size:
        centre = [chance.gauss() for _ in range(DIMENSIONS)]
        for _ in range(TOGETHER):
            near = [part + 0.8 * chance.gauss() for part in centre]
            length = sqrt(sum(part * part for part in near))
            made.append("[" + ",".join(f"{part / length:.5f}" for part in near) + "]")
    return made[:size]


def _say(size: int, took: Sequence[float], linked: float) -> None:
    middle, slow = quantile(took, 0.5), quantile(took, 0.95)
    sys.stdout.write(
        f"{size:6} memories: p50 {middle:.2f} ms, p95 {slow:.2f} ms a memory, {linked:.1f} links: "
        f"{middle / max(linked, 1):.2f} ms an edge\n"
    )


if __name__ == "__main__":
    asyncio.run(main())
