"""Every text that a model reads is an asset with a name and a version, pinned in `prompts.lock` by its hash.

`make check` refuses a text that changed and kept its version. `python -m shared.prompts` (`make prompts`) brings the
lock up to the texts, and refuses the same.
"""

import hashlib
import json
import sys
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shared.intents.card import FENCE, Name, load_cards

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "prompts.lock"
INTENTS = Path(__file__).parent / "intents"
SERVICES = ROOT / "services"


class PromptText(BaseModel):
    """One text for a model: `services/<service>/prompts/<name>.md`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    version: int = Field(ge=1)
    """Raised with every change of the text."""
    text: str = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Pinned:
    """One text as it is pinned."""

    name: str
    version: int
    sha256: str


class PromptError(Exception):
    """A text that cannot be used, or that does not fit the lock; says which and what to do."""


@cache
def read_prompt(path: Path) -> PromptText:
    """TOML with name and version between two +++ lines, then the text; read once."""
    where = f"prompt {path.parent.parent.name}/{path.name}"
    try:
        opening, _, rest = path.read_text(encoding="utf-8").partition(FENCE)
        head, fence, text = rest.partition(FENCE)
        if opening or not fence or not text.strip():
            raise PromptError(f"{where}: must be TOML between two +++ lines, then text")
        prompt = PromptText.model_validate({**tomllib.loads(head), "text": text.strip()})
    except ValueError as error:  # of the encoding, of TOML and of pydantic alike
        raise PromptError(f"{where}: {error}") from error
    if prompt.name != path.stem:
        raise PromptError(f"{where}: is named {prompt.name}")
    return prompt


def load_prompt(service: str, name: str) -> PromptText:
    """The text of that name that a service brings."""
    return read_prompt(SERVICES / service / "prompts" / f"{name}.md")


def load_prompts() -> list[Pinned]:
    """All texts that a model reads, as they are now."""
    intents = [
        Pinned(f"intents/{card.name}", card.version, _digest(INTENTS / f"{card.name}.md"))
        for card in load_cards().values()
    ]
    return intents + [
        Pinned(f"{path.parent.parent.name}/{path.stem}", read_prompt(path).version, _digest(path))
        for path in sorted(SERVICES.glob("*/prompts/*.md"))
    ]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pinned_prompts() -> list[Pinned]:
    """All texts as they are pinned."""
    return [Pinned(**entry) for entry in json.loads(LOCK.read_text(encoding="utf-8"))] if LOCK.exists() else []


def refuse_unversioned_changes() -> None:
    """Raises for the first text that changed and kept its version."""
    before = {entry.name: entry for entry in pinned_prompts()}
    for now in load_prompts():
        then = before.get(now.name)
        if then is not None and then.sha256 != now.sha256 and then.version >= now.version:
            raise PromptError(f"{now.name} changed; raise its version above {then.version}")


def verify_prompts() -> None:
    """Raises unless the lock holds exactly the texts as they are."""
    refuse_unversioned_changes()
    if pinned_prompts() != load_prompts():
        raise PromptError("prompts.lock is behind the texts; run: make prompts")


def write_lock() -> None:
    """Brings the lock up to the texts."""
    refuse_unversioned_changes()
    LOCK.write_text(json.dumps([asdict(entry) for entry in load_prompts()], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        write_lock()
    except PromptError as error:
        sys.exit(f"prompts: {error}")
