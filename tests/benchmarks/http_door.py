"""Turns through HTTP: rounds under load, and how soon the first piece of a reply reaches the client."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice

import nats
import uvloop
from nats.aio.client import Client

from shared.contracts.pipeline import REPLIES, reply_subject
from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.http_client import FirstPiece, HttpClient
from tests.benchmarks.load import keep_in_flight
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.rounds import Round, round_between


@dataclass(frozen=True, slots=True)
class HttpDoor:
    """A gateway on this machine, and persons who speak with it."""

    port: int
    roots: list[int]
    persons: Sequence[PersonAdded]

    def round(self, turns: int, in_flight: int) -> Round:
        """So many turns with so many in flight, each of another person."""
        return uvloop.run(self._round(turns, in_flight))

    async def _round(self, turns: int, in_flight: int) -> Round:
        async with self._clients() as clients:
            before = read_cpu(self.roots)
            taken = await keep_in_flight(turns, in_flight, clients, HttpClient.turn)
            return round_between(before, read_cpu(self.roots), taken)

    def first_pieces(self, turns: int) -> list[FirstPiece]:
        """When the first piece of each of so many turns was here, one turn at a time."""
        return uvloop.run(self._first_pieces(turns))

    async def _first_pieces(self, turns: int) -> list[FirstPiece]:
        async with self._clients() as clients:
            speaking = islice(cycle(clients), turns)
            return [await client.turn_with_first_piece() for client in speaking]

    @asynccontextmanager
    async def _clients(self) -> AsyncIterator[list[HttpClient]]:
        """One connection a person, each used once: so many strangers at once would be refused."""
        clients = [await HttpClient.open(self.port, person) for person in self.persons]
        for client in clients:
            await client.turn()
        yield clients
        for client in clients:
            client.close()


def piece_delays_ms(url: str, inbox: str, seen: Sequence[FirstPiece]) -> list[float]:
    """From the moment that the broker got the first piece from the responder, to the moment the client had it."""
    return uvloop.run(_piece_delays_ms(url, inbox, seen))


async def _piece_delays_ms(url: str, inbox: str, seen: Sequence[FirstPiece]) -> list[float]:
    broker = await nats.connect(url, inbox_prefix=inbox)
    emitted = [await _first_piece_at(broker, reply_subject(piece.person_id, piece.turn_id)) for piece in seen]
    await broker.close()
    return [(piece.seen - at) * 1000 for piece, at in zip(seen, emitted, strict=True)]


async def _first_piece_at(broker: Client, subject: str) -> float:
    """When the stream of replies took the first piece in; read afterwards, so that nothing is slowed."""
    sequence = 1
    while True:
        ask = json.dumps({"seq": sequence, "next_by_subj": subject}).encode()
        stored = await broker.request(f"$JS.API.DIRECT.GET.{REPLIES}", ask, timeout=5)
        headers = stored.headers or {}
        if b'"event":"piece"' in stored.data:
            return datetime.fromisoformat(_microseconds(headers["Nats-Time-Stamp"])).timestamp()
        sequence = int(headers["Nats-Sequence"]) + 1


def _microseconds(stamp: str) -> str:
    """The broker writes nanoseconds and leaves trailing zeros away; Python reads microseconds."""
    seconds, _, fraction = stamp.removesuffix("Z").partition(".")
    return f"{seconds}.{fraction[:6].ljust(6, '0')}+00:00"
