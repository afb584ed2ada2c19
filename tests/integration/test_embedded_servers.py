"""The embedded broker and database: private, durable, and never in the way of the next start."""

import asyncio
import json
import os
import shutil
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import psutil
import pytest

from deploy.embedded.child import Child, ChildFailedError, Command
from deploy.embedded.database import Database
from deploy.embedded.home import AlreadyRunningError, Home, HomeError, load_secrets
from deploy.embedded.servers import EmbeddedServers
from tests.servers import temporary_home

pytestmark = pytest.mark.row("O1")
AS_ROOT = os.geteuid() == 0
STARTER = """
import asyncio, pathlib, sys
from deploy.embedded.servers import EmbeddedServers

async def main():
    servers = EmbeddedServers(pathlib.Path(sys.argv[1]))
    await servers.start()
    print(servers.broker.child.pid, servers.database.child.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.fixture
def home() -> Iterator[Path]:
    """A home of the test's own."""
    with temporary_home() as path:
        yield path


@asynccontextmanager
async def running(home: Path) -> AsyncIterator[EmbeddedServers]:
    """Both servers for the length of a block."""
    servers = EmbeddedServers(home)
    try:
        await servers.start()
        yield servers
    finally:
        await servers.stop()


async def ask(url: str, query: str) -> object:
    """One value from the database."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def test_a_second_start_finds_the_data_again_and_is_quick(home: Path) -> None:
    async with running(home) as servers:
        await ask(servers.database.url("holdfast_owner"), "create table kept as select 42 as answer")
    began = time.monotonic()
    async with running(home) as servers:
        assert time.monotonic() - began < 2
        assert await ask(servers.database.url("holdfast_owner"), "select answer from kept") == 42


async def test_a_second_start_on_one_home_says_who_is_there(home: Path) -> None:
    async with running(home):
        with pytest.raises(AlreadyRunningError, match=rf"already runs on .* \(process {os.getpid()}\)"):
            EmbeddedServers(home)


async def test_a_long_path_with_spaces_and_quotes_is_a_home(home: Path) -> None:
    deep = home / 'a "quoted" folder with a $name and a % and ünïcode' / ("long " * 24) / ("longer " * 10)
    async with running(deep) as servers:
        assert await ask(servers.database.url("holdfast_app"), "select 1") == 1


async def test_everybody_needs_a_password_and_the_services_own_nothing(home: Path) -> None:
    async with running(home) as servers:
        url = servers.database.url("holdfast_app")
        with pytest.raises(asyncpg.InvalidPasswordError):
            await ask(
                servers.database.url("holdfast_app").replace(servers.secrets["holdfast_app"], "guess"), "select 1"
            )
        assert await ask(url, "select rolsuper or rolbypassrls from pg_roles where rolname = current_user") is False
        assert (
            await ask(url, "select count(*) from pg_class c join pg_roles r on relowner = r.oid and r.rolname = user")
            == 0
        )
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await ask(url, "create table mine ()")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("data_checksums", "on"),
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("listen_addresses", "127.0.0.1"),
        ("password_encryption", "scram-sha-256"),
    ],
)
async def test_the_database_is_safe_by_default(module_servers: EmbeddedServers, setting: str, value: str) -> None:
    assert await ask(module_servers.database.url("holdfast_app"), f"show {setting}") == value


@pytest.fixture(scope="module")
async def module_servers() -> AsyncIterator[EmbeddedServers]:
    """Servers that the reading tests share."""
    with temporary_home() as path:
        async with running(path) as servers:
            yield servers


async def test_what_was_said_is_not_in_the_log(module_servers: EmbeddedServers) -> None:
    url = module_servers.database.url("holdfast_owner")
    await ask(url, "create table said (text text unique)")
    await ask(url, "insert into said values ('my secret shrimp')")
    with pytest.raises(asyncpg.UniqueViolationError):
        await ask(url, "insert into said values ('my secret shrimp')")
    assert "shrimp" not in (module_servers.home.logs / "database.log").read_text()


async def test_the_children_do_not_hear_the_terminal(module_servers: EmbeddedServers) -> None:
    for child in (module_servers.broker.child, module_servers.database.child):
        assert os.getsid(child.pid) == child.pid


@pytest.mark.skipif(not AS_ROOT, reason="only root has another user to run as")
async def test_as_root_the_database_runs_as_another_user(module_servers: EmbeddedServers) -> None:
    assert psutil.Process(module_servers.database.child.pid).uids().effective != 0


async def test_nothing_of_a_killed_start_is_in_the_way_of_the_next(home: Path) -> None:
    starter = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STARTER, str(home)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert starter.stdout is not None
    left = [psutil.Process(int(pid)) for pid in (await starter.stdout.readline()).split()]
    starter.kill()
    await starter.wait()
    async with running(home) as servers:
        assert await ask(servers.database.url("holdfast_app"), "select 1") == 1
    assert not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in left)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
async def test_a_killed_start_takes_its_children_along(home: Path) -> None:
    starter = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STARTER, str(home)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert starter.stdout is not None
    left = [psutil.Process(int(pid)) for pid in (await starter.stdout.readline()).split()]
    starter.kill()
    await starter.wait()
    _, alive = await asyncio.to_thread(psutil.wait_procs, left, timeout=5)
    assert not alive


async def test_a_leftover_is_stopped_even_where_the_kernel_does_not(tmp_path: Path) -> None:
    argv = ("/bin/sleep", "300")
    leftover = await asyncio.create_subprocess_exec(*argv)
    command = Command("sleeper", argv, tmp_path / "pid.json", tmp_path / "log")
    command.pid_file.write_text(json.dumps({"pid": leftover.pid, "argv": argv}))
    child = Child(command)
    await child.start()
    assert await asyncio.wait_for(leftover.wait(), 5) == -signal.SIGTERM
    await child.stop()


async def test_somebody_elses_process_with_a_leftover_pid_is_left_alone(tmp_path: Path) -> None:
    bystander = await asyncio.create_subprocess_exec("/bin/sleep", "300")
    command = Command("sleeper", ("/bin/sleep", "1"), tmp_path / "pid.json", tmp_path / "log")
    command.pid_file.write_text(json.dumps({"pid": bystander.pid, "argv": command.argv}))
    child = Child(command)
    await child.start()
    assert bystander.returncode is None
    await child.stop()
    bystander.kill()
    await bystander.wait()


async def test_a_stale_pid_file_that_names_a_living_process_does_not_stop_the_start(home: Path) -> None:
    async with running(home):
        pass
    stale = (home / "database").resolve() / "postmaster.pid"
    lines = [str(os.getppid()), str(stale.parent), "1", "5432", "", "127.0.0.1", "1 1", "ready"]
    stale.write_text("\n".join(lines))
    async with running(home) as servers:
        assert await ask(servers.database.url("holdfast_app"), "select 1") == 1


async def test_a_first_start_that_was_cut_short_begins_anew(home: Path) -> None:
    Home(home).make()
    half = home / "database.new" / "data"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18")
    async with running(home) as servers:
        assert await ask(servers.database.url("holdfast_app"), "select 1") == 1


async def test_whatever_dies_comes_back_at_its_old_address(home: Path) -> None:
    said: list[str] = []
    async with running(home) as servers:
        servers.keep(said.append)
        for server in (servers.broker, servers.database):
            address, pid = server.port, server.child.pid
            server.child.signal(signal.SIGKILL)
            async with asyncio.timeout(20):
                while not server.child.running or server.child.pid == pid:
                    await asyncio.sleep(0.02)
            assert server.port == address
        async with asyncio.timeout(20):
            while not await _answers(servers.database):
                await asyncio.sleep(0.05)
    assert said == [
        "The broker ended by itself (signal 9); starting it again.",
        "The database ended by itself (signal 9); starting it again.",
    ]


async def _answers(database: Database) -> bool:
    try:
        return await ask(database.url("holdfast_app"), "select 1") == 1
    except (OSError, asyncpg.PostgresError):
        return False


async def test_a_port_that_is_taken_is_not_insisted_on_at_the_first_start(home: Path) -> None:
    servers = EmbeddedServers(home)
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", servers.database.port)
    servers.broker.port = servers.database.port
    try:
        await servers.start()
        assert servers.database.port != servers.broker.port
        assert await ask(servers.database.url("holdfast_app"), "select 1") == 1
    finally:
        listener.close()
        await servers.stop()


async def test_a_child_that_cannot_start_says_why(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.make()
    database = Database(home, load_secrets(home), {"shared_buffers": "nonsense"})
    with pytest.raises(ChildFailedError, match=r"The database did not start.*shared_buffers"):
        await database.start()
    if home.database.is_symlink():
        shutil.rmtree(home.database.resolve())


def test_secrets_are_private_and_only_ever_added_to(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.make()
    first = load_secrets(home)
    assert stat.S_IMODE(home.secrets.stat().st_mode) == 0o600
    kept = {name: secret for name, secret in first.items() if name != "nats_router"}
    home.secrets.write_text(json.dumps(kept))
    again = load_secrets(home)
    assert kept.items() < again.items()
    assert again["nats_router"] != first["nats_router"]


def test_damaged_secrets_are_named_and_not_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.make()
    home.secrets.write_text("{")
    with pytest.raises(HomeError, match=r"secrets\.json is damaged"):
        load_secrets(home)
    assert home.secrets.read_text() == "{"


@pytest.mark.skipif(not AS_ROOT, reason="only root has a folder that the database's user cannot enter")
async def test_a_home_that_others_cannot_enter_keeps_its_mode_and_links_to_the_database(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    try:
        async with running(closed / "home") as servers:
            assert await ask(servers.database.url("holdfast_app"), "select 1") == 1
            assert servers.home.database.is_symlink()
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    finally:
        shutil.rmtree((closed / "home" / "database").resolve())
