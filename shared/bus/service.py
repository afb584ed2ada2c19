"""A service as a process: settings, logs, start, signals, health, stop."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

import uvloop

from shared.bus import logs
from shared.bus.gc_tuning import tune_gc
from shared.bus.health import health_server
from shared.settings import ServiceSettings, SettingError, load_settings, misspelt_settings
from shared.trained_files import DamagedModelError

Act = Callable[[], Coroutine[object, object, None]]
"""Starting, stopping, or a check, which raises when what it looks at is not well."""


@dataclass(frozen=True)
class Service:
    """What can be started and stopped, and asked whether it is well."""

    name: str
    start: Act
    stop: Act
    checks: Mapping[str, Act] = field(default_factory=dict)
    reload: Callable[[], None] | None = None
    """What SIGHUP asks for; absent, it asks for the end."""


class CannotRunError(Exception):
    """Something that a service needs is not as it must be; says what, and what to do, in one line."""


SettingsT = TypeVar("SettingsT", bound=ServiceSettings)
Build = Callable[[SettingsT, Callable[[], None]], Service]
"""Wires a service from its settings; the second argument ends the process when it cannot go on."""


def run(build: Build[SettingsT], settings_class: type[SettingsT]) -> NoReturn:
    """The whole life of a service's process."""
    try:
        settings = load_settings(settings_class)
    except SettingError as error:
        sys.exit(f"holdfast: {error}")
    logs.configure_logs(settings.log_level, settings.log_format)
    for told in misspelt_settings():
        sys.stderr.write(f"holdfast: {told}\n")
    try:
        sys.exit(uvloop.run(_live(build, settings)))
    except (CannotRunError, DamagedModelError, SettingError) as error:
        sys.exit(f"holdfast: {error}")


async def _live(build: Build[SettingsT], settings: SettingsT) -> int:
    ended = asyncio.Event()
    broken = asyncio.Event()

    def give_up() -> None:
        if not ended.is_set():  # while stopping, a closed connection is what was asked for
            broken.set()
            ended.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    service = build(settings, give_up)
    if service.reload is not None:
        loop.add_signal_handler(signal.SIGHUP, service.reload)
    health = health_server(service.name, service.checks, settings)
    async with health:
        starting = asyncio.create_task(service.start())
        await _first(starting, ended)
        if not ended.is_set():
            tune_gc()
            logs.log_event("service_ready", service=service.name)
            await ended.wait()
        if starting.done() and starting.exception() is None:
            await service.stop()
        else:
            starting.cancel()
    return 1 if broken.is_set() else 0


async def _first(starting: "asyncio.Task[None]", ended: asyncio.Event) -> None:
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait({starting, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if starting.done():
        starting.result()
