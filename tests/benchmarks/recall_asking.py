"""Questions to a full memory through NATS, as a gateway sends them, and what the statement behind them costs."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from unittest.mock import patch
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.index.terms import question_terms
from services.memory.recall import search_candidates
from services.memory.recall.search_candidates import Meanings, Within
from services.memory.store.database import Connections, driver_of, load_statement, person_transaction, run_statement
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.assertions import AssertionView
from shared.contracts.envelope import AnswerT, Caller, Key, Request
from shared.contracts.errors import UnavailableError
from shared.contracts.requests.agents import AddAgent
from shared.contracts.requests.notebook import WriteAssertion
from shared.contracts.requests.recall import MemoryQuery, QueryAnswer, QueryAsAgent, QueryMemory
from shared.settings import DEFAULT_TENANT
from tests.benchmarks.holdfast import Holdfast
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.recall_filling import Filled
from tests.benchmarks.recall_texts import Writer
from tests.benchmarks.rounds import quantile

PATIENCE = 60.0
"""Seconds: how slow it is, is what is asked here."""
WARM_UP = 10


@dataclass(frozen=True, slots=True)
class Waits:
    """How long each answer took, and how many hits it had."""

    ms: tuple[float, ...]
    hits: float = 0.0
    failed: int = 0
    """How many had no answer but an error: too slow, mostly."""
    cpu_ms: Mapping[str, float] = field(default_factory=dict)
    """Of each part, for one."""

    @property
    def p50(self) -> float:
        """Half of them took less."""
        return median(self.ms)

    @property
    def p95(self) -> float:
        """One in twenty took longer."""
        return quantile(self.ms, 0.95)


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks one question at a time."""

    client: HoldfastClient
    writer: Writer
    roots: list[int]

    async def ask(self, persons: Sequence[Filled], times: int, **more: object) -> Waits:
        """The persons' questions, of each in turn."""
        return await self._measure(persons, times, lambda one: self._question(one, more))

    async def ask_as(self, agent: str, persons: Sequence[Filled], times: int) -> Waits:
        """The same questions by an agent of theirs."""
        tokens = {one.person_id: await self._let_in(agent, one) for one in persons}

        def asked(one: Filled) -> Request[QueryAnswer]:
            question = MemoryQuery(query=self._about(one), threshold=0).model_dump()
            return QueryAsAgent(caller=caller(one), agent=agent, token_id=tokens[one.person_id], **question)

        return await self._measure(persons, times, asked)

    async def _let_in(self, agent: str, one: Filled) -> UUID:
        key = Key(value=uuid4().hex, body_hash="")
        return (await self.client.ask(AddAgent(caller=caller(one), key=key, agent=agent))).token_id

    async def write(self, persons: Sequence[Filled], times: int) -> Waits:
        """Memories by hand, with their index and their links."""
        return await self._measure(persons, times, self._written)

    def _question(self, one: Filled, more: Mapping[str, object]) -> Request[QueryAnswer]:
        return QueryMemory.model_validate({"caller": caller(one), "query": self._about(one), "threshold": 0, **more})

    def _about(self, one: Filled) -> str:
        return (
            self.writer.question(one.texts[int(self.writer.random.integers(len(one.texts)))]) if one.texts else "my tea"
        )

    def _written(self, one: Filled) -> Request[AssertionView]:
        key = Key(value=uuid4().hex, body_hash="")
        story = one.person.personal_engagement_id
        return WriteAssertion(caller=caller(one), key=key, engagement_id=story, content=self.writer.memory()[0])

    async def _measure(
        self, persons: Sequence[Filled], times: int, request: Callable[[Filled], Request[AnswerT]]
    ) -> Waits:
        taken, hits, failed = list[float](), 0, 0
        before = read_cpu(self.roots)
        for number in range(min(WARM_UP, times) + times):
            asked = request(persons[number % len(persons)])
            began = time.perf_counter()
            try:
                answer = await self.client.ask(asked, PATIENCE)
                hits += len(answer.hits) if isinstance(answer, QueryAnswer) else 0
            except UnavailableError:
                failed += 1
            taken.append((time.perf_counter() - began) * 1000)
        after = read_cpu(self.roots)
        spent = {part: (after.parts[part] - before.parts.get(part, 0)) / len(taken) * 1000 for part in after.parts}
        return Waits(tuple(taken[-times:]), hits / len(taken), failed, spent)


def caller(one: Filled) -> Caller:
    """As the gateway stamps it."""
    return Caller(tenant_id=DEFAULT_TENANT, person_id=one.person_id)


@asynccontextmanager
async def asker(ours: Holdfast, writer: Writer) -> AsyncIterator[Asker]:
    """One that is connected."""
    client = await HoldfastClient.connect(ours.broker_url, "gateway")
    try:
        yield Asker(client, writer, [ours.pid])
    finally:
        await client.close()


@dataclass(frozen=True, slots=True)
class Cost:
    """One run of the search's statement, as the database tells it; the median of several."""

    ms: float
    planning_ms: float
    pages: float
    pages_from_outside: float
    """Of them, not in the database's own memory: the system's, or the disk's."""
    rows: float


async def cost(database: Connections, one: Filled, writer: Writer, times: int = 15) -> Cost:
    """What the database does for a question about memories."""
    found = [await _explained(database, one, writer) for _ in range(times)]
    return Cost(*(median(each) for each in zip(*found, strict=True)))


SEARCHES = {"recall/search", "recall/search_widely"}


async def _explained(database: Connections, one: Filled, writer: Writer) -> tuple[float, ...]:
    terms = question_terms(writer.question(one.texts[int(writer.random.integers(len(one.texts)))]))
    meaning = [float(number) for number in writer.meanings(1)[0]]
    told: list[Mapping[str, object]] = []

    async def explain(connection: AsyncConnection, name: str, parameters: Mapping[str, object]) -> Sequence[object]:
        if name not in SEARCHES:
            return await run_statement(connection, name, parameters)
        wanted = load_statement(name)
        values = [parameters[each] for each in wanted.names]
        [explained] = await driver_of(connection).fetchval(
            f"explain (analyze, buffers, format json) {wanted.sql}", *values
        )
        told.append(explained)
        return []

    with patch.object(search_candidates, "run_statement", explain):
        async with person_transaction(database, caller(one), locked=False, planned_once=True) as connection:
            await search_candidates.load_candidates(connection, caller(one), terms, Meanings(None, meaning), Within())
    return tuple(_figures(told[0]))


def _figures(told: Mapping[str, object]) -> list[float]:
    plan = told["Plan"]
    assert isinstance(plan, dict)
    hit, read = plan["Shared Hit Blocks"], plan["Shared Read Blocks"]
    return [
        float(str(one))
        for one in (told["Execution Time"], told["Planning Time"], hit + read, read, plan["Actual Rows"])
    ]
