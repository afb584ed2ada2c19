"""deploy/compose.yaml, brought up under a name of its own and taken down whatever happens."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

import httpx

from deploy.compose.passwords import complete_passwords
from deploy.embedded.ports import LOOPBACK, free_port

FILE = Path(__file__).parents[3] / "deploy" / "compose.yaml"


class ComposeError(Exception):
    """A command failed; carries what it said."""


@dataclass(frozen=True)
class Stack:
    """One project of compose."""

    name: str
    passwords: Path
    port: int

    @property
    def admin_token(self) -> str:
        lines = dict(line.split("=", 1) for line in self.passwords.read_text().splitlines())
        return lines["HOLDFAST_ADMIN_TOKEN"]

    def client(self, token: str) -> httpx.AsyncClient:
        """Somebody at the gateway's published port."""
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{self.port}", headers=headers, timeout=60)

    async def compose(self, *arguments: str) -> str:
        """Runs a command on this project."""
        project = ("--project-name", self.name, "--env-file", str(self.passwords), "--file", str(FILE))
        return await run("docker", "compose", *project, *arguments, environment=self._environment)

    async def containers(self, service: str) -> list[str]:
        """The running containers of a service."""
        return (await self.compose("ps", "--quiet", "--status", "running", service)).split()

    async def inspect(self, container: str, what: str) -> object:
        """One thing that the engine knows of a container."""
        found: object = json.loads(await run("docker", "inspect", "--format", f"{{{{json .{what}}}}}", container))
        return found

    async def in_container(self, container: str, code: str) -> str:
        """Runs Python in a container."""
        return await run("docker", "exec", container, "python", "-c", code)

    async def take_down(self) -> None:
        """Removes containers, networks, volumes and the image."""
        try:
            await self.compose("down", "--volumes", "--remove-orphans", "--timeout", "5")
        finally:
            await run("docker", "image", "rm", "--force", f"holdfast:{self.name}")

    @property
    def _environment(self) -> Mapping[str, str]:
        return {"HOLDFAST_PORT": str(self.port), "HOLDFAST_TAG": self.name}


async def run(*command: str, environment: Mapping[str, str] | None = None) -> str:
    """What a command printed; a ComposeError with all of it when it failed."""
    told = {name: value for name, value in os.environ.items() if not name.startswith(("HOLDFAST_", "NATS_", "OTEL_"))}
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**told, **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate()
    if process.returncode:
        raise ComposeError(f"{' '.join(command)}\n{said.decode()}\n{complained.decode()}")
    return said.decode()


@asynccontextmanager
async def a_stack(folder: Path) -> AsyncIterator[Stack]:
    """A project with passwords and a port of its own; nothing of it is left behind."""
    passwords = folder / "passwords.env"
    passwords.write_text(complete_passwords(""))
    stack = Stack(f"holdfast-test-{token_hex(4)}", passwords, free_port())
    try:
        yield stack
    finally:
        await stack.take_down()
