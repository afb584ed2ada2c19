"""Everything of Holdfast in this process: servers of its own, all services, and the HTTP door that people come to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import httpx

from deploy.embedded.ports import free_port
from services.classifier.main import build as build_classifier
from services.classifier.settings import ClassifierSettings
from services.classifier.understanding import classify_turn
from services.gateway.main import build as build_gateway
from services.gateway.settings import GatewaySettings
from services.memory.chores.main import build as build_workers
from services.memory.chores.settings import WorkerSettings
from services.memory.main import build as build_memory
from services.memory.settings import MemorySettings
from services.reflector.main import build as build_reflector
from services.reflector.settings import ReflectorSettings
from services.responder.main import build as build_responder
from services.responder.main import speaking_with
from services.responder.settings import ResponderSettings
from services.router.main import build as build_router
from services.router.settings import RouterSettings
from shared.bus.service import Service
from shared.bus.step_service import Stage, step_service
from shared.contracts.requests.people import PersonAdded
from shared.contracts.turns import OpenedTurn, PerformedTurn
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.minds import Mind
from tests.acceptance.memory.person import Person
from tests.integration.line.records import Records
from tests.servers import FreshDatabase, Servers, embedded_servers

ADMIN_TOKEN = "an-admin-token-for-tests"
ALL_THE_TIME = 100_000.0
"""Requests a second: what a test does at once is no person's pace."""
WAIT_SECONDS = 60
PATIENCE = {"answer_seconds": 30, "database_wait_seconds": 10}
"""The machine may be busy: no test of a house is about how long an answer or a connection takes."""
MODEL, RUNNER = "model.json", "person.json"
_KEY = b"a key for the fences of tests, 32"


@dataclass
class House:
    """One installation, up and running."""

    servers: Servers
    database: FreshDatabase
    mind: Mind
    records: Records
    http: httpx.AsyncClient
    port: int
    home: Path | None = None
    """Where an embedded start keeps which model was chosen, and who runs it; without one nobody can choose."""
    services: list[Service] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=lambda: count(1))

    @property
    def model(self) -> ScriptedModel:
        """The scripted model, for tests that look at what it was shown."""
        assert self.mind.scripted is not None
        return self.mind.scripted

    async def start(self) -> None:
        """Starts all services; memory first, for it makes the streams."""
        self.services = self._built()
        for service in self.services:
            await service.start()

    async def stop(self) -> None:
        """Stops them: the door first, memory last, all others at once."""
        if self.services:
            memory, *others, gateway = self.services
            self.services = []
            await gateway.stop()
            await asyncio.gather(*(service.stop() for service in others))
            await memory.stop()

    async def restart(self) -> None:
        """As after an upgrade: everything that was only in a process is gone."""
        await self.stop()
        await self.start()

    async def person(self, *, language: str = "en") -> Person:
        """Somebody new."""
        made = await self.http.post(
            "/v1/people",
            json={"companion_name": f"Ada {next(self._numbers)}", "language": language},
            headers={"Authorization": f"Bearer {ADMIN_TOKEN}"},
        )
        assert made.status_code == 201, made.text
        added = PersonAdded.model_validate_json(made.content)
        return Person(self.http, self.mind, added.person_id, added.personal_engagement_id, added.token)

    async def do(self, sql: str, *parameters: object) -> None:
        """As the superuser, whom no row-level security binds."""
        await self.records.rows(sql, *parameters)

    def _built(self) -> list[Service]:
        def told(user: str, **more: object) -> dict[str, object]:
            return {"nats_url": self.servers.nats_url(user), **self.mind.settings, **PATIENCE, **more}

        url = self.database.app_url
        kept = {"model_file": self.home / MODEL, "runner_file": self.home / RUNNER} if self.home is not None else {}
        door = {**kept, "port": self.port, "admin_token": ADMIN_TOKEN, "requests_per_second": ALL_THE_TIME}
        responder = ResponderSettings.model_validate(told("responder"))
        classifier = ClassifierSettings.model_validate(told("classifier"))
        scripted = self.mind.scripted
        return [
            build_memory(MemorySettings.model_validate(told("memory", database_url=url)), _given_up),
            build_classifier(classifier, _given_up) if scripted is None else _scripted_classifier(classifier, scripted),
            build_router(RouterSettings.model_validate(told("router")), _given_up),
            build_responder(responder, _given_up) if scripted is None else _scripted_responder(responder, scripted),
            build_reflector(ReflectorSettings.model_validate(told("reflector")), _given_up),
            build_workers(
                WorkerSettings.model_validate(told("workers", database_url=url, expiry_seconds=0.2)), _given_up
            ),
            build_gateway(GatewaySettings.model_validate(told("gateway", **door)), _given_up),
        ]


def _given_up() -> None:
    """Nothing ends the test's own process."""


def _scripted_classifier(settings: ClassifierSettings, model: ScriptedModel) -> Service:
    work = partial(classify_turn, model)
    return step_service(Stage("classifier", "classify", OpenedTurn), lambda _: work, settings, _given_up)


def _scripted_responder(settings: ResponderSettings, model: ScriptedModel) -> Service:
    stage = Stage("responder", "respond", PerformedTurn)
    return step_service(stage, speaking_with(model, _KEY), settings, _given_up)


@asynccontextmanager
async def a_house(mind: Mind, home: Path | None = None) -> AsyncIterator[House]:
    """An installation of its own with nobody in it; gone afterwards."""
    async with embedded_servers() as servers:
        await servers.migrate()
        async with servers.fresh_database() as database, _client(port := free_port()) as http:
            house = House(servers, database, mind, Records(database.admin_url), http, port, home)
            try:
                await house.start()
                yield house
            finally:
                await house.stop()


def _client(port: int) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=WAIT_SECONDS, limits=limits)
