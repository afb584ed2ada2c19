"""Reads the intent cards and refuses a broken one: a typo stops the start, not a conversation."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

FENCE = "+++\n"
Name = Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$")]


class Card(BaseModel):
    """One intent: when it is meant, what it does, and how the responder speaks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    version: int = Field(ge=1)
    """Raised with every change of the text: what a classification was made with must be tellable later."""
    live: bool
    when: str
    boundary: str
    examples: tuple[str, ...] = Field(min_length=1)
    operation: Literal["none"]
    reply_needs: tuple[Literal["history"], ...]
    reply: str
    """How the responder is to reply."""


class CardError(Exception):
    """A card that cannot be used; names the file and what is wrong with it."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"intent card {path.name}: {why}")


def read_card(path: Path) -> Card:
    """TOML between two fences, then the words for the responder."""
    try:
        opening, _, rest = path.read_text(encoding="utf-8").partition(FENCE)
        head, fence, reply = rest.partition(FENCE)
        if opening or not fence or not reply.strip():
            raise CardError(path, "must be TOML between two +++ lines, then text")
        card = Card.model_validate({**tomllib.loads(head), "reply": reply.strip()})
    except ValueError as error:  # of the encoding, of TOML and of pydantic alike
        raise CardError(path, str(error)) from error
    if card.name != path.stem:
        raise CardError(path, f"is named {card.name}")
    return card


@cache
def cards() -> dict[str, Card]:
    """All cards by name."""
    return {card.name: card for card in map(read_card, sorted(Path(__file__).parent.glob("*.md")))}
