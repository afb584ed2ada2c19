"""`llmock`: a server of both protocols that nobody here wrote, as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import httpx2
from pydantic import JsonValue

from deploy.embedded.ports import LOOPBACK, free_port

START = "from llmock.cli import app; app()"
STARTS_WITHIN = 20.0


@dataclass
class ProtocolServer:
    """Where it is, and what it is to do next."""

    url: str
    admin: httpx2.Client

    def next(self, *behaviors: dict[str, JsonValue]) -> None:
        """What the next calls meet, in this order."""
        self.admin.post("/_llmock/scenario", json={"behaviors": list(behaviors)}).raise_for_status()

    def reply(self, text: str, **more: JsonValue) -> None:
        """What the next answer says."""
        self.next({"type": "reply", "text": text, **more})

    def reset(self) -> None:
        """Forgets calls and plans."""
        self.admin.post("/_llmock/reset").raise_for_status()

    def bodies(self) -> list[dict[str, JsonValue]]:
        """What it was sent, oldest first."""
        return [request["body"] for request in self.admin.get("/_llmock/requests").json()["requests"]]

    def verdict(self) -> list[str]:
        """What it found wrong with how we behaved."""
        findings = self.admin.get("/_llmock/verdict").json()["findings"]
        return [finding["code"] for finding in findings if finding["severity"] == "error"]


@contextmanager
def protocol_server(log: Path) -> Iterator[ProtocolServer]:
    """Runs until the block ends."""
    url = f"http://{LOOPBACK}:{(port := free_port())}"
    arguments = ["serve", "--host", LOOPBACK, "--port", str(port), "--tool-mode", "off", "--log-level", "warning"]
    with log.open("wb") as out, httpx2.Client(base_url=url, trust_env=False) as admin:
        process = subprocess.Popen([sys.executable, "-c", START, *arguments], stdout=out, stderr=out)
        try:
            _wait(admin, process)
            yield ProtocolServer(url, admin)
        finally:
            process.kill()  # asked nicely, it would first sit out the stalls that it was told to make
            process.wait(timeout=10)


def _wait(admin: httpx2.Client, process: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + STARTS_WITHIN
    while process.poll() is None and monotonic() < until:
        try:
            admin.get("/health").raise_for_status()
        except httpx2.TransportError:
            continue
        return
    raise AssertionError("the protocol server did not start")
