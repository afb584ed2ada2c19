"""Says plainly what was said in a roundabout way; the ways are data, in forms.toml."""

import re
import tomllib
from functools import cache
from pathlib import Path

MOST = 400
"""Nobody says a fact of their life at greater length in one clause; longer text is left as it is."""


@cache
def _forms(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    tables = tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))
    return tuple((re.compile(pattern), plain) for pattern, plain in tables.get(language, {"forms": []})["forms"])


def plain(clause: str, language: str) -> str:
    """The clause as a statement in the first person; unchanged where it is one, or no form is known."""
    text = clause
    for pattern, form in _forms(language) if len(clause) <= MOST else ():
        text = pattern.sub(form, text, count=1)
    is_lent = _LENT.match(text) is not None and text != clause and text.endswith(clause)
    return _LENT.sub(lambda found: found[0].lower(), text, count=1) if is_lent else text


_LENT = re.compile(r"^(?:soy|estoy|tengo|vivo|ich bin|my) \w")
"""What the clause began with stands inside the sentence now."""
