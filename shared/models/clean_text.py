"""What a model wrote, made fit to be stored and shown."""

import re

_NEVER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\U000e0000-\U000e007f]")
"""Controls but for tab and line breaks, lone surrogates, and tag characters, which hide words from the eye.

HTML stays as it is: it is text, and whatever shows it escapes it.
"""


def visible_text(text: str) -> str:
    """Without what no reader should get."""
    return _NEVER.sub("", text)


def clean_text(text: str, most: int) -> str:
    """The same, and no longer than that: cut at a word where there is one."""
    kept = visible_text(text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(kept) <= most:
        return kept
    room = kept[: most - 1]
    return (room.rsplit(" ", 1)[0] if " " in room else room).rstrip() + "…"
