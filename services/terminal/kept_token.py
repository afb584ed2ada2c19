"""Where the doors are and who is calling: from the environment, or from what `holdfast up` has kept."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from services.terminal.terminal_error import SorryError

DEFAULT_URL = "http://127.0.0.1:8080"


@dataclass(frozen=True)
class Account:
    """An address and a token for it."""

    url: str
    token: str


def person_account() -> Account:
    """The person whose terminal this is."""
    kept = _kept("person.json")
    token = os.environ.get("HOLDFAST_TOKEN") or kept.get("token")
    if not token:
        raise SorryError("Nobody is signed in here. Start with “holdfast up”, or set HOLDFAST_URL and HOLDFAST_TOKEN.")
    return Account(_url(kept), token)


def operator_account() -> Account:
    """The operator, who may make people."""
    token = os.environ.get("HOLDFAST_ADMIN_TOKEN") or _kept("secrets.json").get("admin_token")
    if not token:
        raise SorryError("There is no admin token here. Set HOLDFAST_ADMIN_TOKEN, or start with “holdfast up”.")
    return Account(_url(_kept("person.json")), token)


def home_person() -> str:
    """The person of this machine, as `holdfast up` made them."""
    person_id = _kept("person.json").get("person_id")
    if not person_id:
        raise SorryError("There is no person on this machine. Name one with --person.")
    return person_id


def keep_person(person_id: str, token: str) -> None:
    """From now on this machine's terminal speaks for them."""
    kept = {"url": _url(_kept("person.json")), "person_id": person_id, "token": token}
    try:
        descriptor = os.open(_file("person.json"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump(kept, file, indent=2)
    except OSError:
        raise SorryError(f"{_file('person.json')} cannot be written.") from None


def operator_broker() -> str:
    """The broker's address, with the operator's user."""
    url = os.environ.get("HOLDFAST_NATS_URL") or _kept("running.json").get("operator_nats_url")
    if not url:
        raise SorryError("Nothing runs here. Start with “holdfast up”, or set HOLDFAST_NATS_URL to the operator's.")
    return url


def _url(kept: dict[str, str]) -> str:
    url = os.environ.get("HOLDFAST_URL") or kept.get("url") or _kept("running.json").get("url") or DEFAULT_URL
    return url.rstrip("/")


def _file(name: str) -> Path:
    return Path(os.environ.get("HOLDFAST_HOME") or "~/.holdfast").expanduser() / name


def _kept(name: str) -> dict[str, str]:
    file = _file(name)
    try:
        kept: dict[str, str] = json.loads(file.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise SorryError(f"{file} cannot be read.") from None
    return kept
