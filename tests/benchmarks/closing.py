"""`python -m tests.benchmarks.closing`: how soon a closed conversation is shown, and whom its thinking makes wait.

First conversations of sixty turns are closed one after the other, without a model (asked: the draft within a second)
and with a scripted one (asked: all steps beside its answers within 150 ms). Then others talk at half of the rate that
the machine can bear, in calm and while twenty conversations are thought about by a model that takes a fifth of a second
for each answer and costs nothing here.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from itertools import cycle
from statistics import median
from uuid import UUID, uuid4

import asyncpg
import httpx
import nats
import uvloop

from shared.contracts.pipeline import REPLY
from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.children import free_port
from tests.benchmarks.holdfast import INBOX, Holdfast, holdfast
from tests.benchmarks.line_client import LineClient
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.rounds import Round, quantile, round_between

TURNS = 60
CLOSING, TALKING, FEW = 20, 40, 10
LOOK, SELDOM = 0.02, 0.5
MOST_SECONDS = 120.0
THINKS = 0.2
"""Seconds that the scripted model takes for each answer."""
LINES = (
    "I decided to paint the shed green because the old paint peels.",
    "Ben still owes me the ladder, I'm waiting for it.",
    "I have to call the roofer by Friday.",
    "Is the gutter ours or the neighbour's? I don't know yet.",
    "We had lunch in the garden, it was lovely.",
    "My knee hurts when I kneel for long.",
)
ANSWER = {
    "items": [
        {"turn": 1, "quote": "I decided to paint the shed green", "type": "decision", "what": "paint the shed green",
         "who": "me", "more": None, "status": None, "priority": None, "before": None},
    ],
    "sentences": ["You decided to paint the shed green.", "The ladder that Ben owes you is still missing."],
    "resolved": [], "place": "p1", "confidence": 0.9, "reason": None,
}  # fmt: skip


def main() -> None:
    """Both parts."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.closing")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="of talk, in calm and while others are thought about"
    )
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    options = parser.parse_args()
    with own_folder(options.folder) as folder:
        for part in ("offline", "scripted"):
            (folder / part).mkdir()
        with holdfast(folder / "offline", processes=False) as ours:
            uvloop.run(measure_closing(ours, "without a model"))
        port = free_port()
        model = f"openai:scripted@http://127.0.0.1:{port}/v1"
        environment = {"HOLDFAST_EXTRACT_MODEL": model, "HOLDFAST_WORK_CONCURRENCY": "1"}
        with holdfast(folder / "scripted", processes=False, environment=environment) as ours:
            uvloop.run(measure_closing(ours, "with a scripted model", port))
            uvloop.run(measure_talk(ours, port, options.rounds, options.seconds))


# ---- one conversation after the other ----------------------------------------------------------------------------


async def measure_closing(ours: Holdfast, how: str, port: int | None = None) -> None:
    """From the request that closes to the draft, and what of it was not the model's."""
    persons = (await asyncio.to_thread(ours.persons))[:FEW]
    conversations = await fill(ours, persons)
    took, own = [], []
    url = f"http://127.0.0.1:{ours.port}"
    async with scripted_model(port) if port else nullcontext(), httpx.AsyncClient(base_url=url, timeout=60) as http:
        for person, conversation_id in zip(persons, conversations, strict=True):
            began = time.perf_counter()
            draft = await closed(http, person, conversation_id)
            took.append((time.perf_counter() - began) * 1000)
            own.append(await steps_ms(ours, conversation_id) - draft["took_ms"])
    say(f"closing {TURNS} turns {how}: p50 {median(took):.0f}, max {max(took):.0f} ms")
    say(f"  of that all steps beside the model's answers: p50 {median(own):.0f}, max {max(own):.0f} ms")


async def close(http: httpx.AsyncClient, person: PersonAdded, conversation_id: UUID) -> None:
    """What it meant is to be thought about from now on."""
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid4())}
    (await http.post(f"/v1/conversations/{conversation_id}/close", headers=headers)).raise_for_status()


async def closed(http: httpx.AsyncClient, person: PersonAdded, conversation_id: UUID) -> dict[str, float]:
    """Closes it, and waits for the draft."""
    await close(http, person, conversation_id)
    headers, path = {"Authorization": f"Bearer {person.token}"}, f"/v1/conversations/{conversation_id}"
    async with asyncio.timeout(MOST_SECONDS):
        while True:
            view = (await http.get(path, headers=headers)).raise_for_status().json()
            if view["draft"] is not None:
                return dict(view["draft"])
            await asyncio.sleep(LOOK)


async def steps_ms(ours: Holdfast, conversation_id: UUID) -> float:
    """From the work's admission to its end."""
    database = await asyncpg.connect(ours.database_url())
    sql = "select extract(epoch from ended_at - started_at) * 1000 from work where subject_id = $1"
    found = await database.fetchval(sql, conversation_id)
    await database.close()
    return float(found)


async def fill(ours: Holdfast, persons: Sequence[PersonAdded]) -> list[UUID]:
    """Sixty turns in everybody's open conversation."""
    database = await asyncpg.connect(ours.database_url())
    conversations = []
    for person in persons:
        found = await database.fetchrow(
            "select c.id, c.tenant_id from conversation c where c.person_id = $1 and c.status = 'active'",
            person.person_id,
        )
        turns = [uuid4() for _ in range(TURNS)]
        own = (found["tenant_id"], person.person_id)
        await database.executemany(
            "insert into turn (tenant_id, person_id, id, conversation_id, engagement_id, channel, write, read, status,"
            " offered, steps, activated_at, deadline, closed_at, intent, action, stamps, mentioned)"
            " values ($1, $2, $3, $4, $5, 'api', true, true, 'answered', 1, '{}', now(), now(), now(),"
            " 'general_conversation', 'none', '[]', '{}')",
            [(*own, turn_id, found["id"], person.personal_engagement_id) for turn_id in turns],
        )
        said = list(zip(turns, cycle(LINES), strict=False))
        await database.executemany(
            "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash, turn_id)"
            " values ($1, $2, $3, $4, 'api', true, true, $5, '', $6)",
            [(*own, uuid4(), person.personal_engagement_id, text, turn_id) for turn_id, text in said],
        )
        await database.executemany(
            "insert into message (tenant_id, person_id, id, conversation_id, turn_id, role, content, edition)"
            " values ($1, $2, $3, $4, $5, $6, $7, 32000)",  # or entering it into the index would be measured
            [(*own, uuid4(), found["id"], turn_id, role, text if role == "person" else "I see.")
             for turn_id, text in said for role in ("person", "companion")],
        )  # fmt: skip
        conversations.append(found["id"])
    await database.close()
    return conversations


# ---- while others talk -------------------------------------------------------------------------------------------


async def measure_talk(ours: Holdfast, port: int, rounds: int, seconds: float) -> None:
    """Calm and thinking alternate; the median of the rounds' ratios counts."""
    persons = await asyncio.to_thread(ours.persons)
    talking, thinking = persons[:TALKING], persons[TALKING : TALKING + CLOSING]
    conversations = await fill(ours, thinking)
    most = (await asyncio.to_thread(lambda: ours.line(persons).round(600, 64))).rate
    say(f"the most: {most:.0f} turns a second; talked at half of it")
    found: list[tuple[Round, Round]] = []
    async with scripted_model(port), httpx.AsyncClient(base_url=f"http://127.0.0.1:{ours.port}", timeout=60) as http:
        for _ in range(rounds):
            calm = await talked(ours, talking, most / 2, seconds)
            await asyncio.gather(*map(close, [http] * CLOSING, thinking, conversations))
            thought = asyncio.create_task(all_drafted(ours))
            during = await talked(ours, talking, most / 2, seconds)
            say(f"  all twenty were shown before the talk was over: {thought.done()}")
            await thought
            found.append((calm, during))
            await asyncio.gather(*map(resume, [http] * CLOSING, thinking, conversations))
    figures: Mapping[str, Callable[[Round], float]] = {
        "turns a second": lambda one: one.rate,
        "CPU ms a turn": lambda one: one.own_cpu_ms,
        "p50 ms": lambda one: median(one.latencies_ms),
        "p99 ms": lambda one: quantile(one.latencies_ms, 0.99),
    }
    for name, read in figures.items():
        before, while_thinking = median(read(calm) for calm, _ in found), median(read(then) for _, then in found)
        ratio = median(read(then) / read(calm) for calm, then in found)
        say(f"{name}: {before:.1f} → {while_thinking:.1f}, ratio {ratio:.2f} (asked: at most 10 % worse)")
    say(f"strangers used at most {max(one.strangers for pair in found for one in pair):.2f} cores")


async def all_drafted(ours: Holdfast) -> None:
    """Looks now and then, so that looking costs next to nothing."""
    database = await asyncpg.connect(ours.database_url())
    async with asyncio.timeout(MOST_SECONDS):
        while await database.fetchval("select count(*) from closing_draft") < CLOSING:
            await asyncio.sleep(SELDOM)
    await database.close()


async def resume(http: httpx.AsyncClient, person: PersonAdded, conversation_id: UUID) -> None:
    """It goes on, and can be closed again."""
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid4())}
    (await http.post(f"/v1/conversations/{conversation_id}/resume", headers=headers)).raise_for_status()


async def talked(ours: Holdfast, persons: Sequence[PersonAdded], rate: float, seconds: float) -> Round:
    """Lines come at this rate, whatever becomes of them; nobody says one while theirs is being answered."""
    broker = await nats.connect(ours.broker_url, inbox_prefix=INBOX)
    client, free = LineClient(broker), asyncio.Queue[UUID]()
    await broker.subscribe(REPLY, cb=client.hear)
    for person in persons:
        free.put_nowait(person.person_id)
    took: list[float] = []

    async def turn(person: UUID) -> None:
        began = time.perf_counter()
        await client.turn(person)
        took.append((time.perf_counter() - began) * 1000)
        free.put_nowait(person)

    before, began = read_cpu([ours.pid]), time.perf_counter()
    async with asyncio.TaskGroup() as turns:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            turns.create_task(turn(await free.get()))
    after = read_cpu([ours.pid])
    await broker.close()
    return round_between(before, after, took)


@asynccontextmanager
async def scripted_model(port: int) -> AsyncIterator[None]:
    """A model of the usual protocol that says the same to everybody, after a while."""
    message = {"role": "assistant", "content": json.dumps(ANSWER)}
    said = {
        "id": "scripted", "object": "chat.completion", "created": 0, "model": "scripted",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }  # fmt: skip
    body = json.dumps(said).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    open_now: set[asyncio.StreamWriter] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_now.add(writer)
        with suppress(asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            while asked := await reader.readuntil(b"\r\n\r\n"):
                length = next(line for line in asked.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.partition(b":")[2]))
                await asyncio.sleep(THINKS)
                writer.write(head + body)
                await writer.drain()

    server = await asyncio.start_server(answer, "127.0.0.1", port)
    try:
        yield
    finally:
        server.close()
        for writer in open_now:
            writer.close()
        await asyncio.sleep(LOOK)


def say(line: str) -> None:
    """A line of the outcome."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
