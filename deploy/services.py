"""The services of one start: what each is told, and how it runs, in this process or in one of its own."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from deploy.embedded.child import Child, Command
from deploy.embedded.ports import LOOPBACK, free_port
from deploy.embedded.servers import EmbeddedServers
from services.classifier.main import build as build_classifier
from services.classifier.settings import ClassifierSettings
from services.gateway.main import build as build_gateway
from services.gateway.settings import GatewaySettings
from services.memory.chores.main import build as build_workers
from services.memory.chores.settings import WorkerSettings
from services.memory.main import build as build_memory
from services.memory.settings import MemorySettings
from services.reflector.main import build as build_reflector
from services.reflector.settings import ReflectorSettings
from services.responder.main import build as build_responder
from services.responder.settings import ResponderSettings
from services.router.main import build as build_router
from services.router.settings import RouterSettings
from shared.bus.service import Act, Build, Service, SettingsT
from shared.models.kept_choice import is_chosen_elsewhere, with_kept
from shared.models.model_names import Provider
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, choice_of
from shared.settings import PREFIX, load_settings

MODULES = {
    "memory": "services.memory",
    "classifier": "services.classifier",
    "router": "services.router",
    "responder": "services.responder",
    "reflector": "services.reflector",
    "workers": "services.memory.chores",
    "gateway": "services.gateway",
}
"""Each part by its broker user, in the order in which they start."""
EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104  # nobody listens here; these are the spellings of "all addresses"
TURN_SECONDS = f"{PREFIX}TURN_SECONDS"
WITHOUT_A_MODEL, WITH_A_MODEL, WITH_A_MODEL_HERE = "30", "90", "300"
A_MOMENT = 5.0
"""A request waits longer for its reply than the reply may take."""
STOPS = ((signal.SIGTERM, 15.0), (signal.SIGKILL, 5.0))


@dataclass(frozen=True)
class Doors:
    """Where the page and the API are."""

    host: str
    port: int

    @property
    def near(self) -> str:
        """The host, as this machine itself calls it."""
        return LOOPBACK if self.host in EVERYWHERE else self.host

    @property
    def url(self) -> str:
        """The address, as a person on this machine types it."""
        return f"http://{self.near}:{self.port}"


class Parts:
    """What every part is told by this start; all else comes from the environment, as anywhere."""

    def __init__(self, servers: EmbeddedServers, doors: Doors) -> None:
        self._servers = servers
        self._doors = doors
        self.health: dict[str, int] = {}
        """Where each process answers for its health and its metrics, once it was told."""
        self.checks: dict[str, Act] = {}
        """What those look at that run in one process."""

    def environment(self, name: str) -> dict[str, str]:
        """The settings of one part, as the variables that it reads."""
        told = {"nats_url": self._servers.broker.url(name)}
        if name in {"classifier", "responder", "reflector", "gateway"}:
            told["model_file"] = str(self._servers.home.path / "model.json")
        if name in {"memory", "workers"}:
            told["database_url"] = self._servers.database.url("holdfast_app")
            told["turn_seconds"] = os.environ.get(TURN_SECONDS) or _turn_seconds()
        if name == "memory":
            told["database_folder"] = str(self._servers.home.database)
        if name == "gateway":
            told |= {"host": self._doors.host, "port": str(self._doors.port)}
            told["turn_wait_seconds"] = str(float(os.environ.get(TURN_SECONDS) or _turn_seconds()) + A_MOMENT)
            told["runner_file"] = str(self._servers.home.path / "person.json")
            told["admin_token"] = self._servers.secrets["admin_token"]
        return {f"{PREFIX}{setting.upper()}": value for setting, value in told.items()}

    def models(self) -> ModelSettings:
        """Which models this start uses now: by its environment, or as somebody chose on the page."""
        with _set(self.environment("responder")):
            return with_kept(load_settings(ModelSettings))

    def in_this_process(self, give_up: Callable[[], None]) -> list[Service]:
        """All parts, to be started in one event loop."""

        def built(name: str, build: Build[SettingsT], settings: type[SettingsT]) -> Service:
            with _set(self.environment(name)):
                return build(load_settings(settings), give_up)

        return [
            built("memory", build_memory, MemorySettings),
            built("classifier", build_classifier, ClassifierSettings),
            built("router", build_router, RouterSettings),
            built("responder", build_responder, ResponderSettings),
            built("reflector", build_reflector, ReflectorSettings),
            built("workers", build_workers, WorkerSettings),
            built("gateway", build_gateway, GatewaySettings),
        ]

    def in_their_own(self) -> list["PartProcess"]:
        """All parts, each as the process that it is in production."""
        return [PartProcess(self._command(name, module)) for name, module in MODULES.items()]

    def _command(self, name: str, module: str) -> Command:
        home = self._servers.home
        self.health[name] = free_port()  # one port cannot be everybody's
        port = {f"{PREFIX}HEALTH_PORT": str(self.health[name])}
        return Command(
            name=name,
            argv=(sys.executable, "-m", module),
            pid_file=home.run / f"{name}.json",
            log=home.logs / f"{name}.log",
            stops=STOPS,
            environment={**os.environ, **self.environment(name), **port},
        )


def _turn_seconds() -> str:
    """A turn that waits for a model has more time; where the page may choose any, as much as the slowest needs."""
    settings = load_settings(ModelSettings)
    if not is_chosen_elsewhere(settings):
        return WITH_A_MODEL_HERE
    models = [choice_of(settings, role) for role in (Role.CLASSIFY, Role.RESPOND)]
    if any(model.is_here for model in models):
        return WITH_A_MODEL_HERE
    return WITHOUT_A_MODEL if {model.provider for model in models} == {Provider.OFFLINE} else WITH_A_MODEL


class PartProcess:
    """A part as a child process."""

    def __init__(self, command: Command) -> None:
        self.child = Child(command)

    async def start(self) -> None:
        """Starts it; its own readiness says when it is of use."""
        await self.child.start()

    async def stop(self) -> None:
        """Lets it drain, then makes sure that it is gone."""
        await self.child.stop()


@contextmanager
def _set(values: Mapping[str, str]) -> Iterator[None]:
    """The variables that a process of its own would have, for as long as a part reads its settings."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
