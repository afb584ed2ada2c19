"""Each service may say and hear what its place on the line asks for, and nothing else."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import nats
import pytest
from nats.aio.client import Client

from deploy.nats.users import USERS, User
from tests.servers import Servers

pytestmark = pytest.mark.row("O5")

# Written by hand, not derived: who may publish each subject.
MAY_PUBLISH = {
    "converse.p": {"gateway"},
    "memory.query.turn": {"gateway"},
    "memory.query.status": {"gateway", "operator"},
    "memory.query.dead_letters": {"gateway", "operator"},
    "memory.query.operational_events": {"gateway", "operator"},
    "memory.query.audit": {"gateway", "operator"},
    "memory.query.ledger": {"gateway", "operator"},
    "memory.command.replay_ledger": {"gateway", "operator"},
    "memory.command.add_person": {"gateway"},
    "memory.command.replay": {"gateway", "operator"},
    "turn.open.t": {"memory", "workers"},
    "turn.classify.t": {"memory"},
    "turn.route.t": {"classifier"},
    "turn.perform.t": {"router"},
    "turn.respond.t": {"memory", "workers"},
    "turn.close.t": {"responder"},
    "turn.dead.t": {"classifier", "router", "responder", "memory"},
    "turn.working.t": {"classifier", "router", "responder", "memory", "workers"},
    "turn.other.t": set(),
    "reply.p.t": {"responder", "memory", "workers"},
    "notice.p": {"memory", "workers"},
    "stopped.t": {"memory"},
    **{
        f"work.compression.{step}.w": {"workers"}
        for step in ("gather", "extract", "narrate", "weigh", "suggest", "store")
    },
    "work.compression.done.w": {"reflector"},
    "work.compression.dead.w": {"reflector", "workers"},
    "work.compression.working.w": {"reflector", "workers"},
    "work.begun": {"memory"},
    "work.other.extract.w": set(),
    "memory.query.work": {"gateway", "operator"},
    "memory.query.pages": {"gateway", "reflector"},
    "memory.query.me": {"gateway"},
    "memory.command.change_me": {"gateway"},
    "$JS.API.STREAM.CREATE.WORK": {"memory"},
    "$JS.API.STREAM.PURGE.WORK": {"memory", "workers"},
    "$JS.API.STREAM.INFO.WORK": {"memory", "workers"},
    "$JS.API.STREAM.MSG.GET.WORK": {"memory", "workers"},
    "$JS.API.CONSUMER.DURABLE.CREATE.WORK.compression_extract": {"memory"},
    **{
        subject.format(f"compression_{step}"): who | ({"memory"} if "API" in subject else set())
        for steps, who in (
            (("extract", "narrate", "weigh", "suggest"), {"reflector"}),
            (("gather", "store", "done", "dead"), {"workers"}),
        )
        for step in steps
        for subject in (
            "$JS.API.CONSUMER.INFO.WORK.{}",
            "$JS.API.CONSUMER.MSG.NEXT.WORK.{}",
            "$JS.ACK.WORK.{}.1.1.1.1.0",
        )
    },
    "$JS.API.STREAM.CREATE.TURNS": {"memory"},
    "$JS.API.STREAM.DELETE.TURNS": {"memory"},
    "$JS.API.STREAM.PURGE.REPLIES": {"memory", "workers"},
    "$JS.API.STREAM.PURGE.TURNS": {"memory", "workers"},
    "$JS.API.STREAM.INFO.TURNS": {"memory", "workers"},
    "$JS.API.STREAM.MSG.GET.TURNS": {"memory", "workers"},
    "$JS.API.STREAM.MSG.GET.REPLIES": {"memory", "workers"},
    "$JS.API.CONSUMER.DURABLE.CREATE.TURNS.route": {"memory"},
    "$JS.API.CONSUMER.INFO.TURNS.open": {"memory"},
    "$JS.API.CONSUMER.INFO.TURNS.classify": {"memory", "classifier"},
    "$JS.API.CONSUMER.INFO.TURNS.route": {"memory", "router"},
    "$JS.API.CONSUMER.INFO.TURNS.respond": {"memory", "responder"},
    "$JS.API.CONSUMER.MSG.NEXT.TURNS.classify": {"memory", "classifier"},
    "$JS.API.CONSUMER.MSG.NEXT.TURNS.route": {"memory", "router"},
    "$JS.API.CONSUMER.MSG.NEXT.TURNS.respond": {"memory", "responder"},
    "$JS.API.CONSUMER.MSG.NEXT.TURNS.close": {"memory"},
    "$JS.API.DIRECT.GET.REPLIES": {"gateway", "memory"},
    "$JS.API.DIRECT.GET.REPLIES.reply.p.t": {"gateway", "memory"},
    "$JS.API.DIRECT.GET.TURNS": {"memory"},
    "$JS.ACK.TURNS.open.1.1.1.1.0": {"memory"},
    "$JS.ACK.TURNS.perform.1.1.1.1.0": {"memory"},
    "$JS.ACK.TURNS.close.1.1.1.1.0": {"memory"},
    "$JS.ACK.TURNS.dead.1.1.1.1.0": {"memory"},
    "$JS.ACK.TURNS.classify.1.1.1.1.0": {"classifier"},
    "$JS.ACK.TURNS.route.1.1.1.1.0": {"router"},
    "$JS.ACK.TURNS.respond.1.1.1.1.0": {"responder"},
    "_INBOX.gateway.x": {"memory"},
    "_INBOX.operator.x": {"memory"},
    "_INBOX.reflector.x": {"memory"},
    "_INBOX.classifier.x": set(),
    "_INBOX.memory.x": set(),
    "$SYS.REQ.SERVER.PING": set(),
    "anything": set(),
}

# Who may subscribe each subject or pattern.
MAY_HEAR = {
    "converse.*": {"memory"},
    "converse.p": {"memory"},
    "memory.query.*": {"memory"},
    "memory.command.*": {"memory"},
    "memory.command.replay": {"memory"},
    "turn.open.*": set(),
    "turn.classify.t": set(),
    "turn.dead.*": set(),
    "turn.working.*": {"memory", "workers"},
    "turn.*.*": set(),
    "work.compression.extract.*": set(),
    "work.compression.done.*": set(),
    "work.*.working.*": {"workers"},
    "work.begun": {"workers"},
    "memory.query.pages": {"memory"},
    "reply.*.*": {"gateway"},
    "reply.p.*": {"gateway"},
    "notice.p": {"gateway"},
    "stopped.*": {"responder"},
    "reply.>": set(),
    "$JS.ACK.>": set(),
    "$JS.API.>": set(),
    "$JS.EVENT.>": set(),
    "$SYS.>": set(),
    "_INBOX.>": set(),
    **{f"_INBOX.{user.name}.x.*": {user.name} for user in USERS},
    ">": set(),
    "*": set(),
}


LAST = "last.of.all"


class _Refusals:
    """What the broker refused to one connection."""

    def __init__(self) -> None:
        self.subjects: set[str] = set()
        self._last = asyncio.Event()

    async def hear(self, error: Exception) -> None:
        refused = re.fullmatch(r'nats: permissions violation for \w+ to "(.+?)"(?: using queue .*)?', str(error))
        assert refused, error
        self.subjects.add(refused[1])
        if refused[1] == LAST:
            self._last.set()

    async def all(self) -> set[str]:
        """Every subject that was refused before the last one, which is refused to everybody."""
        await asyncio.wait_for(self._last.wait(), 5)
        return self.subjects - {LAST}


@asynccontextmanager
async def _connected(servers: Servers, user: User) -> AsyncIterator[tuple[Client, _Refusals]]:
    refusals = _Refusals()
    connection = await nats.connect(
        servers.nats_url(user.name),
        inbox_prefix=f"_INBOX.{user.name}".encode(),
        error_cb=refusals.hear,
    )
    try:
        yield connection, refusals
    finally:
        await connection.close()


@pytest.mark.parametrize("user", USERS, ids=lambda user: user.name)
async def test_a_service_publishes_what_it_may_and_nothing_else(broker: Servers, user: User) -> None:
    async with _connected(broker, user) as (connection, refusals):
        for subject in (*MAY_PUBLISH, LAST):
            await connection.publish(subject, b"{}")
        assert await refusals.all() == _refused_to(user, MAY_PUBLISH)


@pytest.mark.parametrize("user", USERS, ids=lambda user: user.name)
async def test_a_service_hears_what_it_may_and_nothing_else(broker: Servers, user: User) -> None:
    async with _connected(broker, user) as (connection, refusals):
        for subject in (*MAY_HEAR, LAST):
            await connection.subscribe(subject, queue="memory" if subject == "memory.query.*" else "")
        assert await refusals.all() == _refused_to(user, MAY_HEAR)


async def test_everything_that_a_user_is_given_is_named_above() -> None:
    for user in USERS:
        for pattern in user.publishes:
            assert any(_matches(pattern, subject) for subject in MAY_PUBLISH), f"{user.name} publishes {pattern}"
        for pattern in user.hears:
            assert any(_matches(pattern, subject) for subject in MAY_HEAR), f"{user.name} hears {pattern}"


async def test_nobody_connects_without_a_password(broker: Servers) -> None:
    host, port = broker.broker_address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b'CONNECT {"verbose":false}\r\nPING\r\n')
    said = await reader.read()
    writer.close()
    assert b"Authorization Violation" in said
    assert b"PONG" not in said


def _refused_to(user: User, table: Mapping[str, set[str]]) -> set[str]:
    """The client library tells of a refusal in small letters."""
    return {subject.lower() for subject, allowed in table.items() if user.name not in allowed}


def _matches(pattern: str, subject: str) -> bool:
    """Whether a subject or a narrower pattern falls under a pattern."""
    tokens, given = pattern.split("."), subject.split(".")
    for position, token in enumerate(tokens):
        if token == ">":
            return len(given) > position
        if position >= len(given) or token not in {"*", given[position]}:
            return False
    return len(tokens) == len(given)
