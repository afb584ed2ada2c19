"""Ours, started as `make run` starts it: embedded broker and database, all services, the HTTP door."""

import json
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import nats
import uvloop

from shared.contracts.answer import Ok
from shared.contracts.envelope import Key
from shared.contracts.requests.people import AddPerson, PersonAdded
from shared.settings import DEFAULT_TENANT
from tests.benchmarks.children import free_port, python
from tests.benchmarks.http_door import HttpDoor
from tests.benchmarks.line_client import LineRun

START_SECONDS = 180.0
INBOX = "_INBOX.gateway"
PERSONS = 64


class NotStartedError(Exception):
    """Our own start did not become ready; says where it tells why."""

    def __init__(self, log: Path) -> None:
        last = log.read_text(errors="replace").strip().splitlines()[-5:]
        super().__init__(f"The services did not become ready: {' / '.join(last)} (log: {log})")


@dataclass(frozen=True, slots=True)
class Holdfast:
    """All services, up and ready."""

    home: Path
    pid: int
    port: int
    started_in: float

    @property
    def broker_url(self) -> str:
        """As the gateway's user, which may hand lines in and hear all replies."""
        [ports] = (self.home / "run" / "ports").glob("*.ports")
        [address] = json.loads(ports.read_text())["nats"]
        return str(address).replace("nats://", f"nats://gateway:{self._secret('nats_gateway')}@")

    def database_url(self, role: str = "holdfast_admin") -> str:
        """As the superuser, for the database's own statistics; or as another role."""
        command = json.loads((self.home / "run" / "database.json").read_text())["argv"]
        [port] = [argument.removeprefix("port=") for argument in command if argument.startswith("port=")]
        return f"postgresql://{role}:{self._secret(role)}@127.0.0.1:{port}/holdfast"

    def _secret(self, name: str) -> str:
        return str(json.loads((self.home / "secrets.json").read_text())[name])

    def line(self, persons: Sequence[PersonAdded]) -> LineRun:
        """The line itself, without a door."""
        return LineRun(self.broker_url, [self.pid], [person.person_id for person in persons], INBOX)

    def door(self, persons: Sequence[PersonAdded]) -> HttpDoor:
        """The HTTP door."""
        return HttpDoor(self.port, [self.pid], persons)

    def persons(self) -> list[PersonAdded]:
        """The persons of this home; the first time they are made."""
        kept = self.home / "bench-persons.json"
        if not kept.exists():
            made = uvloop.run(_make_persons(self.broker_url))
            kept.write_text(json.dumps([person.model_dump(mode="json") for person in made]))
        return [PersonAdded.model_validate(person) for person in json.loads(kept.read_text())]


@contextmanager
def holdfast(folder: Path, *, processes: bool, environment: Mapping[str, str] | None = None) -> Iterator[Holdfast]:
    """Everything for as long as the block lasts, in one process or in one for each service."""
    home, port, log = folder / "home", free_port(), folder / "holdfast.log"
    options = ["--port", str(port), *(["--processes"] if processes else [])]
    began = time.monotonic()
    settings = {"HOLDFAST_HOME": str(home), **(environment or {})}
    with python("tests.benchmarks.monitored", *options, log=log, environment=settings) as started:
        while not _ready(port):
            if started.poll() is not None or time.monotonic() - began > START_SECONDS:
                raise NotStartedError(log)
            time.sleep(0.05)
        yield Holdfast(home, started.pid, port, time.monotonic() - began)


def _ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


async def _make_persons(url: str) -> list[PersonAdded]:
    broker = await nats.connect(url, inbox_prefix=INBOX)
    made = []
    for number in range(PERSONS):
        key = Key(value=f"bench-{number}", body_hash="")
        ask = AddPerson(tenant_id=DEFAULT_TENANT, key=key).model_dump_json().encode()
        answer = await broker.request(AddPerson.subject, ask, timeout=10)
        made.append(Ok[PersonAdded].model_validate_json(answer.data).answer)
    await broker.close()
    return made
