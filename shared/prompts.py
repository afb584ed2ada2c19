"""Every text that a model reads is pinned in `prompts.lock` by name, version and hash.

`make check` refuses a text that changed and kept its version. `python -m shared.prompts` (`make prompts`) brings the
lock up to the texts, and refuses the same.
"""

import hashlib
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from shared.intents.card import cards

LOCK = Path(__file__).parent.parent / "prompts.lock"
INTENTS = Path(__file__).parent / "intents"


@dataclass(frozen=True, slots=True)
class Pinned:
    """One text as it is pinned."""

    name: str
    version: int
    sha256: str


class PromptError(Exception):
    """A text and the lock do not fit; says which and what to do."""


def prompts() -> list[Pinned]:
    """All texts that a model reads, as they are now."""
    return [
        Pinned(f"intents/{card.name}", card.version, _digest(INTENTS / f"{card.name}.md")) for card in cards().values()
    ]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pinned() -> list[Pinned]:
    """All texts as they are pinned."""
    return [Pinned(**entry) for entry in json.loads(LOCK.read_text(encoding="utf-8"))] if LOCK.exists() else []


def refuse_unversioned_changes() -> None:
    """Raises for the first text that changed and kept its version."""
    before = {entry.name: entry for entry in pinned()}
    for now in prompts():
        then = before.get(now.name)
        if then is not None and then.sha256 != now.sha256 and then.version >= now.version:
            raise PromptError(f"{now.name} changed; raise its version above {then.version}")


def verify() -> None:
    """Raises unless the lock holds exactly the texts as they are."""
    refuse_unversioned_changes()
    if pinned() != prompts():
        raise PromptError("prompts.lock is behind the texts; run: make prompts")


def write() -> None:
    """Brings the lock up to the texts."""
    refuse_unversioned_changes()
    LOCK.write_text(json.dumps([asdict(entry) for entry in prompts()], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        write()
    except PromptError as error:
        sys.exit(f"prompts: {error}")
