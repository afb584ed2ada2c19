"""The frame that every change runs in: one transaction, the person set, their lock, the key looked up.

What leaves with a change (a notice to the person's doors) is stored in the outbox by the same transaction and sent
right after it; what a crash left there, the worker process sends.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from faststream.nats import NatsBroker
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.access.access_file import AccessFile
from services.memory.access.grants import Access
from services.memory.store.database import Connections, person_transaction, run_for_one, run_statement
from services.memory.store.rows import Vector
from services.memory.store.tables import APPLIED_COMMAND
from shared.bus.broken_dependency import BROKER_AWAY, BrokenDependencyError
from shared.bus.forwarding import publish_notice
from shared.bus.logs import log_failure
from shared.clock import Clock, system_clock
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import ErasedAnswerError, KeyReusedError
from shared.contracts.ids import new_id
from shared.contracts.message import Message
from shared.contracts.turns import Turn
from shared.embedding.embedder import Embedder

AnswerT = TypeVar("AnswerT", bound=Message)


def owner_of(turn: Turn) -> Caller:
    """The person whose turn it is."""
    return Caller(tenant_id=turn.tenant_id, person_id=turn.person_id)


@dataclass(frozen=True)
class MemoryContext:
    """What the handlers of memory work with."""

    database: Connections
    broker: NatsBroker
    turn_time: timedelta
    clock: Clock = system_clock
    embedder: Embedder = field(default_factory=Embedder)
    access_file: AccessFile = field(default_factory=AccessFile)
    stale_after: timedelta = timedelta(days=5)
    """Of what is open: when nobody has spoken of it for so long."""
    quiet_after: timedelta = timedelta(hours=24)
    """Of a conversation: when it is mentioned that it is still."""
    signs: "dict[str, float]" = field(default_factory=dict)
    """When others gave a sign that they are at work, by their name."""
    closing_for: timedelta = timedelta(days=7)
    """How long a conversation that is about to end waits for the person's word."""
    _spawned: "set[asyncio.Task[None]]" = field(default_factory=set)

    @asynccontextmanager
    async def writing(self, who: Caller, *, planned_once: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction under the person's lock."""
        async with person_transaction(self.database, who, locked=True, planned_once=planned_once) as connection:
            yield connection

    @asynccontextmanager
    async def reading(self, who: Caller) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with person_transaction(self.database, who, locked=False) as connection:
            yield connection

    @asynccontextmanager
    async def searching(self, who: Caller) -> AsyncIterator[AsyncConnection]:
        """A transaction that looks for what fits a question."""
        async with person_transaction(self.database, who, locked=False, planned_once=True) as connection:
            yield connection

    @property
    def access(self) -> Access:
        """Who may see what, as the file says now."""
        return self.access_file.access

    def times(self) -> tuple[datetime, datetime]:
        """Now, and the deadline of a turn that begins now."""
        now = self.clock()
        return now, now + self.turn_time

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Does something after the answer was given; what fails here, the re-offer or the relay makes good."""
        task = asyncio.create_task(_quietly(work))
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)

    async def embed_all(self, texts: Iterable[str]) -> dict[str, Vector]:
        """The meaning of each text; computed before a transaction begins, so that no lock waits for it."""
        return {text: tuple(map(float, await self.embedder.embed(text))) for text in dict.fromkeys(texts) if text}

    async def drain(self) -> None:
        """Waits for everything that was begun to be done afterwards; what fails keeps nothing else from its end."""
        while self._spawned:
            for result in await asyncio.gather(*self._spawned, return_exceptions=True):
                if isinstance(result, Exception):
                    log_failure("afterwards_failed", result)


async def _quietly(work: Coroutine[object, object, None]) -> None:
    try:
        await work
    except (BrokenDependencyError, *BROKER_AWAY) as error:
        log_failure("left_for_later", error)


async def answer_once(
    connection: AsyncConnection,
    caller: Caller,
    key: Key,
    form: type[AnswerT],
    do: Callable[[], Awaitable[AnswerT]],
) -> AnswerT:
    """The stored answer of a repeated key; otherwise does it and stores the answer with it."""
    stored = await stored_answer(connection, caller, key, form)
    if stored is not None:
        return stored
    answer = await do()
    told = {**_mine(caller), "key": key.value, "body_hash": key.body_hash, "answer": answer.model_dump_json()}
    await run_statement(connection, "store/store_answer", told)
    return answer


async def stored_answer(connection: AsyncConnection, caller: Caller, key: Key, form: type[AnswerT]) -> AnswerT | None:
    """What a key was told; nothing when it is new, a refusal when it stood for something else."""
    found = await run_for_one(connection, "store/load_answer", {**_mine(caller), "key": key.value})
    if found is None:
        return None
    if not found["answer"]:
        raise ErasedAnswerError
    if found["body_hash"] != key.body_hash:
        raise KeyReusedError
    return form.model_validate_json(found["answer"])


async def restate_answer(memory: MemoryContext, caller: Caller, key: Key, answer: Message) -> None:
    """What a repeated key is told from now on: of an erasure, what was found when somebody looked."""
    async with memory.writing(caller) as connection:
        mine = (APPLIED_COMMAND.c.person_id == caller.person_id) & (APPLIED_COMMAND.c.key == key.value)
        await connection.execute(update(APPLIED_COMMAND).where(mine).values(answer=answer.model_dump_json()))


async def post_letter(connection: AsyncConnection, caller: Caller, subject: str, message: Message) -> None:
    """Puts a message into the outbox: it leaves if, and only if, the transaction commits."""
    letter = {**_mine(caller), "id": new_id(), "subject": subject, "body": message.model_dump_json()}
    await run_statement(connection, "store/post_letter", letter)


def _mine(caller: Caller) -> dict[str, object]:
    return {"tenant_id": caller.tenant_id, "person_id": caller.person_id}


async def send_letters(memory: MemoryContext, caller: Caller) -> None:
    """Sends what is in a person's outbox; it is out of it when the broker has it all."""
    async with person_transaction(memory.database, caller, locked=False) as connection:
        letters = await run_statement(connection, "store/take_letters", {"person_id": caller.person_id})
        for letter in sorted(letters, key=lambda one: one["id"]):
            await publish_notice(memory.broker, letter["body"].encode(), letter["subject"], seconds=0)
