"""Every knob of the doors."""

import ipaddress
from pathlib import Path
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import NoDecode

from shared.client.holdfast_client import ANSWER_SECONDS
from shared.settings import DEFAULT_TENANT, ServiceSettings

SHORTEST_ADMIN_TOKEN = 16


def _list(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _networks(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        ipaddress.ip_network(value)
    return values


def _long_enough(token: SecretStr) -> SecretStr:
    if len(token.get_secret_value()) < SHORTEST_ADMIN_TOKEN:
        raise ValueError(f"must have at least {SHORTEST_ADMIN_TOKEN} characters")
    return token


# From the environment a list is written with commas; JSON, which the settings library expects, is no joy in a shell.
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_list)]
Networks = Annotated[Names, AfterValidator(_networks)]
AdminToken = Annotated[SecretStr, AfterValidator(_long_enough)]


class GatewaySettings(ServiceSettings):
    """What the gateway can be told."""

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    """Where the doors are. 0 takes any free port, for tests."""
    admin_token: AdminToken | None = None
    """Makes people at `POST /v1/people`; absent: nobody can from outside."""
    tenant_id: UUID = DEFAULT_TENANT
    """The tenant that the admin token makes people in."""
    allowed_hosts: Names = ("localhost", "127.0.0.1", "[::1]")
    """The names, without a port, under which the doors may be called."""
    trusted_proxies: Networks = ()
    """The addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    secure_cookies: bool = False
    """For everything behind TLS. Off on loopback, where Safari refuses a Secure cookie."""
    model_file: Path | None = None
    """Where an embedded start keeps which model is chosen: with it the page may choose one; absent, nobody can."""
    runner_file: Path | None = None
    """Where it says who runs it: nobody else may choose."""
    turn_wait_seconds: float = Field(default=95, gt=0, le=600)
    """How long a request waits for its reply before it is told to come back."""
    answer_seconds: float = Field(default=ANSWER_SECONDS, gt=0, le=60)
    """How long the memory service may take to answer a request that has no time of its own; then it is a 503."""
    token_cache_seconds: float = Field(default=30, ge=0, le=60)
    """How long a token's owner is remembered; a revoked token works no longer than this."""
    body_limit: int = Field(default=65_536, ge=8_192, le=1_048_576)
    """Bytes that a request's body may have."""
    requests_per_second: float = Field(default=100, gt=0)
    """How many requests one token may make, over time; twice as many at once."""
    streams_per_person: int = Field(default=5, ge=1)
    """How many doors of one person may listen at the same time."""
