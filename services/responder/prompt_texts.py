"""The responder's prompt texts: whole ones, and ones of several passages under `## name`."""

from functools import cache

from shared.prompts import PromptText, load_prompt

SERVICE = "responder"
SHORT = "short"
"""The one text of a small model's prompt."""
TEXTS = ("persona", "landscape", "engagement", "memory", "cross_promotion", "turn", SHORT)


def prompt_text(name: str) -> str:
    """A text that is said as a whole."""
    return load_prompt(SERVICE, name).text


@cache
def prompt_passages(name: str) -> dict[str, str]:
    """The passages of a text by their names."""
    parts = load_prompt(SERVICE, name).text.split("## ")[1:]
    return {heading: passage.strip() for heading, _, passage in (part.partition("\n") for part in parts)}


def prompt_versions() -> tuple[PromptText, ...]:
    """All of them, read: a broken one stops the start."""
    return tuple(load_prompt(SERVICE, name) for name in TEXTS)
