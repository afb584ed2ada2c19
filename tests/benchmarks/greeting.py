"""`python -m tests.benchmarks.greeting`: a greeting with 1,000 entities, and Your Story with 5,000 narratives."""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import asyncpg

from services.memory.conversations.greeting import get_greeting
from services.memory.conversations.story import list_story
from services.memory.conversations.threads import list_threads
from shared.contracts.requests.conversations import GetGreeting, ListStory, ListThreads
from tests.benchmarks.rounds import quantile
from tests.integration.memory.house import House, Inhabitant, a_house
from tests.servers import embedded_servers

NARRATIVES, ENTITIES = 5_000, 1_000
TIMES, WARM = 200, 20
DIMENSIONS = 384
TYPES = ("question_opened", "waiting_on", "task", "blocker", "decision")
FIELDS = {"waiting_on": "what", "task": "description", "blocker": "what", "decision": "what"}
ASSERTION = (
    "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
    " own_words, force, importance, sensitive, label, actor, embedding) values ($1, $2, $3, $4, $5, 'narrative',"
    " 'history', $6, '', 'committed', 3, false, 'inferred', 'companion', $7::text::halfvec(384))"
)
NARRATIVE = "insert into narrative (tenant_id, person_id, assertion_id, original, at) values ($1, $2, $3, $4, $5)"
ENTITY = (
    "insert into memory_entity (tenant_id, person_id, id, assertion_id, entity_type, data, label, is_active, since,"
    " touched_at) values ($1, $2, $3, $4, $5, $6, $7, true, $8, $8)"
)


async def main() -> None:
    """One person with a long story."""
    async with embedded_servers() as servers:
        await servers.migrate()
        async with a_house(servers) as house:
            one = await house.person()
            await _fill(house, one)
            await _say("a transaction that asks nothing", lambda: _ask_nothing(house, one))
            await _say(
                f"greeting, {ENTITIES:,} entities", lambda: get_greeting(house.memory, GetGreeting(caller=one.who))
            )
            await _say("threads, first page", lambda: list_threads(house.memory, ListThreads(caller=one.who)))
            await _say(
                f"story, {NARRATIVES:,} narratives, first page",
                lambda: list_story(house.memory, ListStory(caller=one.who)),
            )
            await _say(
                "story by meaning, first page",
                lambda: list_story(house.memory, ListStory(caller=one.who, order="meaning")),
            )


async def _ask_nothing(house: House, one: Inhabitant) -> None:
    """What the machine takes today for the least of it."""
    async with house.memory.reading(one.who):
        pass


async def _fill(house: House, one: Inhabitant) -> None:
    chance, who, now = random.Random(1), one.who, datetime.now(UTC)
    mine = (who.tenant_id, who.person_id)
    ids = [uuid4() for _ in range(NARRATIVES)]
    admin = await asyncpg.connect(house.database.admin_url)
    told = [
        f"You decided number {number} with friends, and what it meant stayed with you." * 4
        for number in range(NARRATIVES)
    ]
    await admin.executemany(
        ASSERTION,
        [(*mine, each, one.story_id, number, told[number - 1], _vector(chance)) for number, each in enumerate(ids, 1)],
    )
    await admin.executemany(NARRATIVE, [(*mine, each, told[n], now - timedelta(hours=n)) for n, each in enumerate(ids)])
    await admin.executemany(ENTITY, [_entity(mine, ids[n], n, now) for n in range(ENTITIES)])
    await admin.execute("analyze")
    await admin.close()


def _entity(mine: tuple[object, ...], memory_id: object, n: int, now: datetime) -> tuple[object, ...]:
    kind, text = TYPES[n % len(TYPES)], f"thing number {n} of the life of somebody"
    data = f'{{"type": "{kind}", "who": "Anna", "{FIELDS.get(kind, "question")}": "{text}"}}'
    return (*mine, uuid4(), memory_id, kind, data, text, now - timedelta(minutes=5 * n))


def _vector(chance: random.Random) -> str:
    parts = [chance.gauss() for _ in range(DIMENSIONS)]
    length = sum(part * part for part in parts) ** 0.5
    return "[" + ",".join(f"{part / length:.4f}" for part in parts) + "]"


async def _say(what: str, ask: Callable[[], Awaitable[object]]) -> None:
    took = list[float]()
    for _ in range(WARM + TIMES):
        began = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - began) * 1_000)
    kept = sorted(took[WARM:])
    sys.stdout.write(f"{what}: p50 {quantile(kept, 0.5):.1f} ms, p95 {quantile(kept, 0.95):.1f} ms\n")


if __name__ == "__main__":
    asyncio.run(main())
