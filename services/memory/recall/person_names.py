"""What the person is called, as memory has it: who asks about them by name asks about them."""

import re
from collections.abc import Iterable

_TOLD = (
    r"your (?:first |last |full |nick)?name(?:'s| is)|you(?:'re| are) called|people call you|you go by"
    r"|du heißt|dein (?:vor|nach|spitz)?name ist|te llamas|tu nombre es"
)
_SAID = (
    r"my (?:first |last |full |nick)?name(?:['\u2019]s| is)|i(?:['\u2019]m| am) called|(?:people )?call me|i go by"
    r"|ich heiße|mein (?:vor|nach|spitz)?name ist|me llamo|mi nombre es"
)
"""The same in the person's own words."""
_CALLED = re.compile(rf"(?:{_TOLD}|{_SAID})\s+(?P<names>[^.,;:!?“”\"]+)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")


def names_in(memories: Iterable[str]) -> list[str]:
    """Each name whole, and by its parts."""
    names = list[str]()
    for memory in memories:
        for found in _CALLED.finditer(memory):
            parts = [word for word in _WORD.findall(found["names"]) if word[:1].isupper()]
            names += [" ".join(parts), *parts] if len(parts) > 1 else parts
    return list(dict.fromkeys(names))
