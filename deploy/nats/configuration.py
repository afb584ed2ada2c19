"""The broker's configuration: the same limits and the same users wherever it runs."""

import json
from collections.abc import Callable
from pathlib import Path

from deploy.nats.users import authorization_block

CONTAINER = Path(__file__).with_name("nats.conf")
"""Generated from `container()` by `make docs`."""

LIMITS = """\
max_payload: 1MB
max_connections: 512
ping_interval: 20s
write_deadline: 10s
"""


def broker_configuration(*, listen: str, store: Path, more: str, password: Callable[[str], str]) -> str:
    """The whole text. No monitoring port, no other protocol, no user without a password."""
    jetstream = f"jetstream {{\n  store_dir: {quote_path(store)}\n  max_memory_store: 1GB\n  max_file_store: 64MB\n}}\n"
    return f"listen: {listen}\n{more}{LIMITS}{jetstream}{authorization_block(password)}"


def quote_path(path: Path) -> str:
    """A path as the broker's configuration reads it, whatever is in it."""
    return json.dumps(str(path), ensure_ascii=False)


def container_configuration() -> str:
    """For compose, clusters and the tests' containers: passwords come from the environment of the broker."""
    return (
        "# Made from deploy/nats/users.py by `make docs`; a change belongs there.\n"
        "# Each password comes from the environment: NATS_GATEWAY_PASSWORD and so on. Let it begin with a letter,\n"
        "# because the broker reads a value of digits as a number.\n"
        + broker_configuration(
            listen="0.0.0.0:4222",
            store=Path("/data/jetstream"),
            more="# Health, for the container itself only.\nhttp: 127.0.0.1:8222\n",
            password=lambda name: f"$NATS_{name.upper()}_PASSWORD",
        )
    )
