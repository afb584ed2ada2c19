"""Which template is spoken: by the turn's hash, never the same twice in a row, in the person's language."""

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shared.llm.model import Brief
from shared.llm.offline.language import SPOKEN


class Templates(BaseModel):
    """What the offline engine can say in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_time: str
    replies: dict[str, tuple[str, ...]] = Field(min_length=1)
    greeting_words: tuple[str, ...]
    thanks_words: tuple[str, ...]


@cache
def templates(language: str) -> Templates:
    """The templates of a language, checked when they are read."""
    text = (Path(__file__).parent / "replies" / f"{language}.toml").read_text(encoding="utf-8")
    return Templates.model_validate(tomllib.loads(text))


def compose(brief: Brief) -> str:
    """The reply; on the very first turn it also says, once, that this is the offline mode."""
    language = templates(brief.language if brief.language in SPOKEN else "en")
    variants = language.replies[_occasion(brief, language)]
    last = brief.history[-1].replied if brief.history else ""
    spoken = [variant.format(companion=brief.companion_name) for variant in variants]
    fresh = [variant for variant in spoken if not last.startswith(variant)]  # the first reply goes on after it
    reply = fresh[_draw(brief, len(fresh))]
    return f"{reply}\n\n{language.first_time}" if brief.first_turn else reply


def _occasion(brief: Brief, language: Templates) -> str:
    if brief.card.name != "general_conversation":
        return brief.card.name
    words = set(brief.text.lower().replace(",", " ").replace("!", " ").replace(".", " ").split())
    if words & set(language.thanks_words):
        return "thanks"
    if words & set(language.greeting_words):
        return "greeting"
    return "question" if brief.text.rstrip().endswith("?") else "statement"


def _draw(brief: Brief, among: int) -> int:
    return int.from_bytes(hashlib.sha256(brief.turn_id.bytes).digest()[:4]) % among
