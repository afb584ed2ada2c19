"""The names of models as people write them, and where the text that is said goes with each."""

import ipaddress
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

OFFLINE = "offline"
ANTHROPIC_URL = "https://api.anthropic.com"
OURS = (".localhost", ".local", ".internal", ".home.arpa")
"""Endings that are kept for private networks and can never be bought."""
HOST_OF_CONTAINERS = {"host.docker.internal", "host.containers.internal"}
"""What a container calls the machine that it runs on."""


class Provider(StrEnum):
    """Who answers."""

    OFFLINE = "offline"
    ANTHROPIC = "anthropic"
    OPENAI = "openai"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model, and where it is."""

    provider: Provider
    model: str = ""
    base_url: str = ""

    @property
    def host(self) -> str:
        """Where what is said goes; empty when it goes nowhere."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_near(self) -> bool:
        """Whether nothing leaves this machine and its private network."""
        return self.provider is Provider.OFFLINE or is_near(self.host)

    @property
    def is_here(self) -> bool:
        """Whether it runs on this very machine, beside everything else."""
        return self.provider is Provider.OPENAI and is_here(self.host)

    @property
    def told(self) -> str:
        """What somebody calls it who wants to know who is listening."""
        if self.provider is Provider.OFFLINE:
            return "the offline engine, in this process"
        at = {"machine": "on this machine", "network": f"at {self.host}, in your own network", "far": f"at {self.host}"}
        return f"{self.model} {at[place_of(self.host)]}"

    def __str__(self) -> str:
        """The name as it is written."""
        return self.provider.value if self.provider is Provider.OFFLINE else f"{self.provider.value}:{self.model}"


def parse_model_name(name: str) -> ModelChoice:
    """What a name means; a ValueError says how names are written."""
    provider, _, rest = name.partition(":")
    if name == OFFLINE:
        return ModelChoice(Provider.OFFLINE)
    if provider == Provider.ANTHROPIC and rest and "@" not in rest:
        return ModelChoice(Provider.ANTHROPIC, rest, ANTHROPIC_URL)
    model, _, base_url = rest.rpartition("@")
    if provider == Provider.OPENAI and model and _is_url(base_url):
        return ModelChoice(Provider.OPENAI, model, base_url)
    raise ValueError(f"must be {OFFLINE}, anthropic:<model> or openai:<model>@<base-url>")


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  # raises for a port that is none
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and not parts.fragment


def place_of(host: str) -> Literal["machine", "network", "far"]:
    """How far away a host is, by its address or name alone."""
    if is_here(host):
        return "machine"
    return "network" if is_near(host) else "far"


def is_here(host: str) -> bool:
    """Whether a host is this very machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in HOST_OF_CONTAINERS or host == "localhost" or host.endswith(".localhost")


def is_near(host: str) -> bool:
    """Whether a host is this machine or in its private network, by its address or name alone.

    What a name stands for may change; so only names count that can stand for nothing else.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(OURS))
    return address.is_loopback or (address.is_private and not address.is_unspecified)
