"""`make run` as a person meets it: a process with a terminal, signals, and a second try."""

import asyncio
import json
import os
import pty
import re
import shutil
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest

from deploy.embedded.ports import free_port
from tests.servers import temporary_home

pytestmark = [pytest.mark.row("O1"), pytest.mark.timeout(180)]
PATIENT = {"HOLDFAST_ANSWER_SECONDS": "20", "HOLDFAST_DATABASE_WAIT_SECONDS": "10"}
READY = "Ctrl-C stops everything."


@dataclass
class Start:
    """A start in a process of its own."""

    process: asyncio.subprocess.Process
    home: Path
    port: int
    said: str = ""

    async def until(self, words: str) -> None:
        """Reads what it says until the words are there."""
        assert self.process.stdout is not None
        async with asyncio.timeout(90):
            while words not in self.said:
                piece = await self.process.stdout.read(4096)
                assert piece, f"it ended: {self.said}"
                self.said += piece.decode()

    async def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Sends a signal as a terminal does, to the whole process group."""
        if self.process.returncode is None:
            os.killpg(self.process.pid, number)
        return await asyncio.wait_for(self.process.wait(), 40)

    def children(self) -> list[psutil.Process]:
        """What it started."""
        return psutil.Process(self.process.pid).children(recursive=True)

    async def say(self, message: str) -> httpx.Response:
        """One turn through the page's door."""
        person = json.loads((self.home / "person.json").read_text())
        async with httpx.AsyncClient(base_url=person["url"], timeout=40) as client:
            return await client.post(
                "/v1/converse",
                json={"message": message},
                headers={"Authorization": f"Bearer {person['token']}"},
            )


@pytest.fixture
def home() -> Iterator[Path]:
    """A home of the test's own."""
    with temporary_home() as path:
        yield path


async def begin(home: Path, *options: str, port: int | None = None, concurrency: str = "") -> Start:
    """Starts it and returns at once."""
    port = port or free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deploy.local", "--port", str(port), *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **PATIENT, "HOLDFAST_HOME": str(home), "HOLDFAST_CONCURRENCY": concurrency or "8"},
        start_new_session=True,
    )
    return Start(process, home, port)


@asynccontextmanager
async def started(home: Path, *options: str) -> AsyncIterator[Start]:
    """A start that is ready, ended in good order when the block did not do so."""
    start = await begin(home, *options)
    try:
        await start.until(READY)
        yield start
    finally:
        assert await start.end() in {0, -signal.SIGKILL}, start.said


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that still run."""
    return [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


async def test_a_first_start_answers_and_the_next_ones_know_the_person_and_all_that_was_said(home: Path) -> None:
    async with started(home) as first:
        assert re.search(rf"http://127\.0\.0\.1:{first.port}/#code=\S+", first.said)
        assert (await first.say("hello")).json()["reply"]
        person = json.loads((home / "person.json").read_text())
        running = json.loads((home / "running.json").read_text())
        assert running["pid"] == first.process.pid
        await _ends_in_good_order(first, signal.SIGINT)
    async with started(home) as second:
        again = json.loads((home / "person.json").read_text())
        assert (again["person_id"], again["token"]) == (person["person_id"], person["token"])
        assert again["url"].endswith(str(second.port))
        turn = (await second.say("hello again")).json()["turn_id"]
        await second.end(signal.SIGKILL)
    async with started(home) as third:
        person = json.loads((home / "person.json").read_text())
        async with httpx.AsyncClient(base_url=person["url"]) as client:
            found = await client.get(f"/v1/turns/{turn}", headers={"Authorization": f"Bearer {person['token']}"})
        assert found.status_code == 200
        assert (await third.say("hello once more")).status_code == 200


@pytest.mark.full(
    "SIGTERM in test_a_signal_while_it_starts_ends_it_too, SIGHUP in test_a_closed_terminal_leaves_nothing"
)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
async def test_a_signal_ends_everything_in_good_order(home: Path, number: signal.Signals) -> None:
    async with started(home) as start:
        await _ends_in_good_order(start, number)


async def _ends_in_good_order(start: Start, number: signal.Signals) -> None:
    children = start.children()
    assert await start.end(number) == 0
    assert not alive(children)
    assert not (start.home / "running.json").exists()
    assert "Traceback" not in start.said


async def test_a_signal_while_it_starts_ends_it_too(home: Path) -> None:
    start = await begin(home)
    await start.until("broker and database")
    assert await start.end(signal.SIGTERM) == 0
    async with started(home) as again:
        assert (await again.say("hello")).status_code == 200


async def test_a_closed_terminal_leaves_nothing_behind(home: Path) -> None:
    master, slave = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _OWN_TERMINAL, sys.executable, "-m", "deploy.local", "--port", str(free_port())),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "HOLDFAST_HOME": str(home)},
        start_new_session=True,
    )
    os.close(slave)
    said = ""
    async with asyncio.timeout(90):
        while READY not in said:
            said += (await asyncio.to_thread(os.read, master, 4096)).decode()
    children = psutil.Process(process.pid).children(recursive=True)
    os.close(master)
    assert await asyncio.wait_for(process.wait(), 40) == 0
    assert not alive(children)


# A new session has no terminal; it takes the one that it is given, so that closing it is heard as a hang-up.
_OWN_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)


@pytest.mark.full("test_embedded_servers.py: a second start on one home says who is there")
async def test_a_second_start_on_one_home_says_so_and_stops_and_one_on_another_runs_beside_it(home: Path) -> None:
    async with started(home) as first:
        second = await begin(home)
        await second.until("Stop that one first")
        assert f"already runs on {home} (process {first.process.pid})" in second.said
        assert await asyncio.wait_for(second.process.wait(), 20) == 2
        async with started(home.with_name("other")) as other:
            assert (await first.say("hello")).status_code == 200
            assert (await other.say("hello")).status_code == 200


async def test_a_port_in_use_is_said_with_what_to_do(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        start = await begin(home, port=port)
        await start.until("HOLDFAST_PORT=8081 make run")
        assert f"Port {port} is in use." in start.said
        assert await asyncio.wait_for(start.process.wait(), 20) == 1


async def test_a_wrong_setting_is_named_and_its_value_is_not_shown(home: Path) -> None:
    start = await begin(home, concurrency="many-secrets")
    await start.until("HOLDFAST_CONCURRENCY is wrong")
    assert await asyncio.wait_for(start.process.wait(), 20) == 1
    assert "many-secrets" not in start.said
    assert "Traceback" not in start.said


async def test_a_lost_way_in_is_made_anew_a_damaged_one_is_named_and_with_the_database_the_person_is_gone(
    home: Path,
) -> None:
    async with started(home) as start:
        before = json.loads((home / "person.json").read_text())
        headers = {"Authorization": f"Bearer {before['token']}"}
        async with httpx.AsyncClient(base_url=before["url"]) as client:
            assert (await client.delete("/v1/session", headers=headers)).status_code == 204
            assert (await client.get("/v1/me", headers=headers)).status_code == 401
    async with started(home) as start:
        assert "was good no more" in start.said
        assert json.loads((home / "person.json").read_text())["person_id"] == before["person_id"]
        assert (await start.say("hello")).status_code == 200
    (home / "person.json").unlink()
    async with started(home) as start:
        assert "person.json was gone" in start.said
        assert json.loads((home / "person.json").read_text())["person_id"] == before["person_id"]
    kept = (home / "person.json").read_text()
    (home / "person.json").write_text("{")
    start = await begin(home)
    await start.until("person.json cannot be read")
    assert await asyncio.wait_for(start.process.wait(), 40) == 1
    assert "Traceback" not in start.said
    (home / "person.json").write_text(kept)
    shutil.rmtree((home / "database").resolve())
    (home / "run" / "bootstrapped").unlink()
    async with started(home) as start:
        assert json.loads((home / "person.json").read_text())["person_id"] != before["person_id"]
        assert (await start.say("hello")).status_code == 200


@pytest.mark.row("P1")
@pytest.mark.full(
    "test_broker_outages.py, test_database_outages.py; test_embedded_servers.py: whatever dies comes back"
)
@pytest.mark.parametrize("dies", ["nats-server", "postgres"])
async def test_a_broker_or_database_that_dies_comes_back_and_turns_are_answered(home: Path, dies: str) -> None:
    async with started(home) as start:
        await start.say("hello")
        next(child for child in start.children() if child.name() == dies).kill()
        await start.until("ended by itself")
        assert await _answered_within(start, 20)


@pytest.mark.row("P1")
async def test_with_a_process_for_each_service_one_that_dies_comes_back(home: Path) -> None:
    async with started(home, "--processes") as start:
        assert (await start.say("hello")).status_code == 200
        told = json.loads((home / "running.json").read_text())["metrics"]
        async with httpx.AsyncClient() as client:
            metrics = {name: (await client.get(url)).text for name, url in told.items()}
        assert set(metrics) == {"memory", "classifier", "router", "responder", "reflector", "workers", "gateway"}
        assert 'holdfast_step_seconds_count{outcome="done",step="classify"} 1.0' in metrics["classifier"]
        assert "holdfast_request_seconds" in metrics["gateway"]
        for name in ("classifier", "gateway", "memory"):
            kept = json.loads((home / "run" / f"{name}.json").read_text())
            os.kill(kept["pid"], signal.SIGKILL)
            await start.until(f"The {name} ended by itself (signal 9)")
        assert await _answered_within(start, 20)
        children = start.children()
        assert await start.end() == 0
        assert not alive(children)


async def _answered_within(start: Start, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if (await start.say("are you there?")).status_code == 200:
                return True
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.2)
    return False
