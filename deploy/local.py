"""Everything on one machine: `python -m deploy.local --port 8080 [--processes]`, which is what `make run` starts.

Broker and database are child processes, the services run in this event loop or, with --processes, each in a process
of its own. Stopping goes the other way round: the doors first, the database last.
"""

import argparse
import asyncio
import errno
import json
import logging
import os
import shlex
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import uvloop

from deploy.embedded.child import ChildFailedError, CommandFailedError, trim_log
from deploy.embedded.home import AlreadyRunningError, Home, HomeError, write_private
from deploy.embedded.ports import LOOPBACK, NoFreePortError, free_port
from deploy.embedded.servers import EmbeddedServers
from deploy.embedded.supervisor import keep_running
from deploy.first_person import SeveralPeopleError, sign_in_link
from deploy.own_gateway import GatewayCallError, OwnGateway
from deploy.services import Doors, Parts
from services.memory.migrate import migrate_database
from shared.bus import logs
from shared.bus.gc_tuning import tune_gc
from shared.bus.health import health_server
from shared.bus.service import Act, CannotRunError
from shared.models.open_model import Role, choice_of
from shared.settings import PREFIX, ServiceSettings, SettingError, misspelt_settings
from shared.settings import home_folder as home_of_environment
from shared.trained_files import DamagedModelError

OF_A_CHECKOUT = ".venv/bin/holdfast"
NOBODY = "the offline engine, on this machine, and by nobody else"
DRAIN_SECONDS = 20.0
LAST_PORT = 65_535
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class DoorError(Exception):
    """The page cannot have its port."""

    def __init__(self, doors: Doors, error: OSError) -> None:
        why = "is in use" if error.errno == errno.EADDRINUSE else f"on {doors.host} cannot be used ({error.strerror})"
        super().__init__(
            f"Port {doors.port} {why}. Stop what listens there, or take another port: HOLDFAST_PORT=8081 make run",
        )


class BrokerLostError(Exception):
    """The broker refused us for good; only a new start helps."""

    def __init__(self) -> None:
        super().__init__("The connection to the broker was closed for good. Please start again.")


SORRY = (
    *(AlreadyRunningError, BrokerLostError, ChildFailedError, CommandFailedError, DoorError),
    *(GatewayCallError, HomeError, NoFreePortError, SettingError, CannotRunError, DamagedModelError),
)
"""What can go wrong at a start and says itself what it was."""


async def run(home: Path, port: int, *, processes: bool = False, host: str = "127.0.0.1") -> None:
    """Starts everything and serves until it is cancelled; a signal cancels it."""
    hurry = _listen_to_signals()
    async with AsyncExitStack() as ending:
        doors = Doors(host, port or free_port())
        servers = EmbeddedServers(home)
        ending.push_async_callback(servers.stop)
        _check_free(doors)
        _log_to(servers.home)
        for ignored in (f"{PREFIX}NATS_URL", f"{PREFIX}DATABASE_URL"):
            if ignored in os.environ:
                _say(f"{ignored} is set, but this start brings a broker and a database of its own and uses those.")
        for told in misspelt_settings():
            _say(told)
        _say(f"Holdfast keeps its data in {servers.home.path}")
        async with _timed("broker and database"):
            await servers.start()
        async with _timed("the database's schema"):
            await migrate_database(servers.database.url("holdfast_owner"))
        servers.keep(_say)
        lost = asyncio.Event()
        async with _timed("services"):
            parts = Parts(servers, doors)
            await (_start_processes(parts, ending, hurry) if processes else _start_here(parts, ending, hurry, lost))
            await _answer_for_health(parts, ending, servers)
            await OwnGateway(doors).wait_ready()
        tune_gc()
        _announce_running(servers, doors, parts, ending)
        await _greet(servers, doors, parts)
        await lost.wait()
        raise BrokerLostError


async def _start_here(parts: Parts, ending: AsyncExitStack, hurry: asyncio.Event, lost: asyncio.Event) -> None:
    for service in parts.in_this_process(lost.set):
        parts.checks |= {f"{service.name} {name}": check for name, check in service.checks.items()}
        ending.push_async_callback(_unless_hurried, service.name, service.stop, hurry)
        await service.start()


async def _start_processes(parts: Parts, ending: AsyncExitStack, hurry: asyncio.Event) -> None:
    for part in parts.in_their_own():
        await part.start()
        keeper = asyncio.create_task(keep_running(part, _say))
        # Run from the last to the first: no longer kept, asked to stop, and gone in any case.
        ending.callback(part.child.signal, signal.SIGKILL)
        ending.push_async_callback(_unless_hurried, part.child.command.name, part.stop, hurry)
        ending.callback(keeper.cancel)


async def _unless_hurried(name: str, stop: Act, hurry: asyncio.Event) -> None:
    """Lets a part drain until it is done, takes too long, or a second signal says that nobody wants to wait."""
    stopping, hurrying = asyncio.create_task(stop()), asyncio.create_task(hurry.wait())
    await asyncio.wait({stopping, hurrying}, timeout=DRAIN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for task in (stopping, hurrying):
        task.cancel()
    failure, _ = await asyncio.gather(stopping, hurrying, return_exceptions=True)
    if isinstance(failure, Exception):
        _say(f"The {name} did not stop in good order ({type(failure).__name__}).")


async def _answer_for_health(parts: Parts, ending: AsyncExitStack, servers: EmbeddedServers) -> None:
    """Processes answer for themselves; for all that run in this one, one port does."""
    if not parts.health:
        parts.health["all"] = free_port()
        settings = ServiceSettings(nats_url=servers.broker.url("operator"), health_port=parts.health["all"])
        await ending.enter_async_context(health_server("all", parts.checks, settings))


def _announce_running(servers: EmbeddedServers, doors: Doors, parts: Parts, ending: AsyncExitStack) -> None:
    """What `holdfast ops` needs to know, for as long as it is true."""
    running = {
        "pid": os.getpid(),
        "url": doors.url,
        "port": doors.port,
        "nats_port": servers.broker.port,
        "operator_nats_url": servers.broker.url("operator"),
        "metrics": {name: f"http://{LOOPBACK}:{port}/metrics" for name, port in parts.health.items()},
    }
    file = servers.home.path / "running.json"
    write_private(file, json.dumps(running, indent=2))
    ending.callback(file.unlink, missing_ok=True)


async def _greet(servers: EmbeddedServers, doors: Doors, parts: Parts) -> None:
    try:
        link = await sign_in_link(servers.home, doors, servers.secrets["admin_token"], _say)
        signing_in = f"Sign in, once: {link}"
    except SeveralPeopleError as error:
        signing_in = str(error)
    _say(f"The page: {doors.url}/\n{signing_in}\nIn another terminal: {_chat()}")
    _say(f"{_readers(parts)}\nCtrl-C stops everything.")


def _chat() -> str:
    """How to talk from another terminal, which knows neither of the home nor of the checkout's environment."""
    where = os.environ.get(f"{PREFIX}HOME")
    command = OF_A_CHECKOUT if Path(OF_A_CHECKOUT).exists() else "holdfast"
    return f"{PREFIX}HOME={shlex.quote(where)} {command} chat" if where else f"{command} chat"


def _readers(parts: Parts) -> str:
    """Who sees what is said, and where; nobody should have to look that up."""
    settings = parts.models()
    reads, answers = (choice_of(settings, role) for role in (Role.CLASSIFY, Role.RESPOND))
    if reads == answers:
        return f"What you say is read and answered by {reads.told if reads.host else NOBODY}."
    return f"What you say is read by {reads.told}, and answered by {answers.told}."


def _check_free(doors: Doors) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((doors.host, doors.port))
        except OSError as error:
            raise DoorError(doors, error) from None


def _listen_to_signals() -> asyncio.Event:
    """The first signal begins the end, a second one hurries it. An ignored SIGHUP (nohup) stays ignored."""
    loop, hurry = asyncio.get_running_loop(), asyncio.Event()
    serving = asyncio.current_task()
    heard: list[signal.Signals] = []

    def on_signal(number: signal.Signals) -> None:
        heard.append(number)
        if len(heard) > 1:
            hurry.set()
        elif serving is not None:
            _say("\nStopping; once more hurries.")
            serving.cancel()

    for number in STOP_SIGNALS:
        if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, on_signal, number)
    return hurry


@asynccontextmanager
async def _timed(what: str) -> AsyncIterator[None]:
    began = time.monotonic()
    _say(f"  {what} … ", end="")
    try:
        yield
    except BaseException:
        _say("")
        raise
    _say(f"{time.monotonic() - began:.1f} s")


def _say(sentence: str, end: str = "\n") -> None:
    """To whoever started us, if they are still there: a closed terminal is no reason to stop in disorder."""
    try:
        print(sentence, end=end, flush=True)
    except OSError:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  # for the rest of our life


def _log_to(home: Home) -> None:
    """The services' records go to a file; the terminal is for the person. A wrong level is named by the settings."""
    level = os.environ.get(f"{PREFIX}LOG_LEVEL", "info")
    logs.configure_logs(level if level.upper() in logging.getLevelNamesMapping() else "info", "json")
    path = home.logs / "services.log"
    trim_log(path)
    file = path.open("a")
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(file)


def _of_the_disk(error: OSError) -> str:
    """What a file or a folder did not allow, and what to do."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno == errno.ENOSPC:
        return f"The disk is full{where}. Make room, and start again; what was said is in the database."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"Nothing can be written there{where}. Set HOLDFAST_HOME to a folder of yours."
    return f"The start failed: {error.strerror or type(error).__name__}{where}."


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{PREFIX}PORT must be a number from 0 (any free port) to {LAST_PORT}")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Starts everything; the exit code is 0 after a stop, 1 after a failure, 2 when this home is already in use."""
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="Starts everything on this machine.")
    parser.add_argument("--port", type=_port, default=os.environ.get(f"{PREFIX}PORT", "8080"))
    parser.add_argument("--host", default=os.environ.get(f"{PREFIX}HOST", LOOPBACK))
    parser.add_argument("--processes", action="store_true", help="a process for each service")
    given = parser.parse_args(arguments)
    try:
        uvloop.run(run(home_of_environment(), given.port, processes=given.processes, host=given.host))
    except asyncio.CancelledError:
        _say("Everything has stopped.")
        return 0
    except SORRY as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, AlreadyRunningError) else 1
    except OSError as error:
        print(_of_the_disk(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
