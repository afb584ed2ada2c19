"""A whole start in a process of its own, and every place in it where a text could still be."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import nats
from nats.js.errors import NotFoundError

from deploy.embedded.account import database_uid
from deploy.embedded.binaries import find_binaries
from shared.contracts.pipeline import REPLIES, TURNS
from shared.contracts.requests.people import PersonAdded
from tests.acceptance.memory.minds import Mind
from tests.acceptance.memory.person import Person
from tests.acceptance.test_start import Start, started
from tests.integration.line.records import Records

OFFLINE = Mind("offline", {"model": "offline"})
WAIT_SECONDS = 60


@dataclass(frozen=True)
class Installation:
    """What runs, who talks to it, and its files."""

    start: Start
    home: Path
    http: httpx.AsyncClient

    async def person(self) -> Person:
        """Somebody new."""
        headers = {"Authorization": f"Bearer {self._secrets['admin_token']}"}
        made = await self.http.post("/v1/people", json={}, headers=headers)
        added = PersonAdded.model_validate_json(made.content)
        return Person(self.http, OFFLINE, added.person_id, added.personal_engagement_id, added.token)

    @property
    def records(self) -> Records:
        """The database as its superuser sees it."""
        return Records(self._database_url)

    async def dump(self) -> str:
        """Everything that the database would give to a backup."""
        program = find_binaries(database_uid())["pg_dump"]
        process = await asyncio.create_subprocess_exec(program, self._database_url, stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
        assert process.returncode == 0
        return said.decode()

    async def streams(self) -> str:
        """Every message that the broker still keeps."""
        address = f"127.0.0.1:{self._running['nats_port']}"
        connection = await nats.connect(
            f"nats://memory:{self._secrets['nats_memory']}@{address}", inbox_prefix=b"_INBOX.memory"
        )
        kept = []
        try:
            js = connection.jetstream()
            for stream in (REPLIES, TURNS):
                for sequence in range(1, (await js.stream_info(stream)).state.last_seq + 1):
                    try:
                        kept.append((await js.get_msg(stream, sequence)).data or b"")
                    except NotFoundError:
                        continue
        finally:
            await connection.close()
        return b"\n".join(kept).decode(errors="replace")

    def files(self) -> dict[str, str]:
        """All files but the database's own, the broker's and the logs among them; and what it printed."""
        data = (self.home / "database").resolve()
        paths = [
            path
            for path in self.home.rglob("*")
            if path.is_file() and data not in path.resolve().parents and not path.is_socket()
        ]
        read = {str(path.relative_to(self.home)): path.read_bytes().decode(errors="replace") for path in paths}
        return {**read, "what it printed": self.start.said}

    def every_file_with(self, word: str) -> list[str]:
        """Of all files, the database's, its log's and the broker's too, those that have the word, in any case."""
        folders = {self.home, (self.home / "database").resolve()}
        paths = {path.resolve() for folder in folders for path in folder.rglob("*") if path.is_file()}
        return sorted(str(path) for path in paths if word.encode() in _read(path).lower())

    @property
    def _secrets(self) -> dict[str, str]:
        return dict(json.loads((self.home / "secrets.json").read_text()))

    @property
    def _running(self) -> dict[str, object]:
        return dict(json.loads((self.home / "running.json").read_text()))

    @property
    def _database_url(self) -> str:
        command = json.loads((self.home / "run" / "database.json").read_text())["argv"]
        (port,) = [argument.removeprefix("port=") for argument in command if argument.startswith("port=")]
        return f"postgresql://holdfast_admin:{self._secrets['holdfast_admin']}@127.0.0.1:{port}/holdfast"


def _read(path: Path) -> bytes:
    """What goes away while we look has nothing in it."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


@asynccontextmanager
async def an_installation(home: Path) -> AsyncIterator[Installation]:
    """Started as a person starts it; ended in good order."""
    async with started(home) as start:
        running = json.loads((home / "running.json").read_text())
        async with httpx.AsyncClient(base_url=running["url"], timeout=WAIT_SECONDS) as http:
            yield Installation(start, home, http)
