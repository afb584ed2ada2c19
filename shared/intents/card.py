"""Reads the intent cards and refuses a broken one: a typo stops the start, not a conversation."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

FENCE = "+++\n"
Name = Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$")]
Parameter = Literal[
    "personal_facts",
    "unread_facts",
    "forget_description",
    "forget_everything",
    "never_again",
    "knowledge",
    "target",
    "query",
]
"""What only some intents fill in of a reading."""
Need = Literal["history", "quotes", "spoken", "summary", "waiting"]
DOES: dict[str, set[str]] = {
    "remember": {"personal_facts"},
    "forget": {"forget_description"},
    "add_knowledge": {"knowledge"},
    "correct_knowledge": {"knowledge", "target"},
    "close_conversation": set(),
}
"""What each operation cannot do without."""


class Axes(BaseModel):
    """What kind of thing is asked for; stored with every classification."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    destination: Literal["stream", "file", "process"]
    """Where what comes of it goes: into the talk, into what is kept or handed out, or into something that runs."""
    consumer: Literal["human", "machine"]
    """Who makes use of it."""
    semantics: Literal["read", "interpret", "execute"]
    """What is done with the line: taken as it is, made sense of, or carried out."""


class Card(BaseModel):
    """One intent: when it is meant, what it does, and how the responder speaks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    version: int = Field(ge=1)
    """Raised with every change of the text: what a classification was made with must be tellable later."""
    live: bool
    """Whether it is done; a stub is recognised and answered honestly."""
    when: str = Field(min_length=1)
    boundary: str = Field(min_length=1)
    examples: tuple[Annotated[str, Field(min_length=1)], ...] = Field(min_length=1)
    parameters: tuple[Parameter, ...]
    operation: Literal["none", "remember", "forget", "add_knowledge", "correct_knowledge", "close_conversation"]
    reply_needs: tuple[Need, ...]
    axes: Axes
    reply: str
    """How the responder is to reply."""

    @model_validator(mode="after")
    def _does_what_it_can(self) -> Self:
        if not self.live and self.operation != "none":
            raise ValueError("is a stub, and a stub does nothing")
        if missing := DOES.get(self.operation, set()) - set(self.parameters):
            raise ValueError(f"cannot {self.operation} without {', '.join(sorted(missing))}")
        return self


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
def load_cards() -> dict[str, Card]:
    """All cards by name."""
    return {card.name: card for card in map(read_card, sorted(Path(__file__).parent.glob("*.md")))}
