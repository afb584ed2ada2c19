"""A fact in the person's own words: `You said: “…”`, where no sentence of ours would surely say what they said.

How it is recognised: `words_quoted(text)` gives those words, or nothing. On a page the same pattern does.
"""

import re
import tomllib
from pathlib import Path

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
QUOTING: dict[str, str] = _TABLES["quoting"]
CORRECTING: dict[str, str] = _TABLES["correcting"]
_FORMS = "|".join(re.escape(form).replace(r"\{words\}", "(.+)") for form in QUOTING.values())
_QUOTED = re.compile(rf"(?:^|(?<=[.!?…] ))(?:{_FORMS})$", re.DOTALL)
_CORRECTIONS = "|".join(
    re.escape(form).replace(r"\{known\}", "(.+?)").replace(r"\{words\}", "(.+)") for form in CORRECTING.values()
)
_CORRECTED = re.compile(rf"^(?:{_CORRECTIONS})$", re.DOTALL)


def quote_words(words: str, language: str) -> str:
    """The fact that these were the person's words; in English where we have no words of that language."""
    return QUOTING.get(language, QUOTING["en"]).format(words=words)


def quote_correction(known: str, words: str, language: str) -> str:
    """That these were the person's words about something that they did not agree to as it was."""
    before, _ = quotation_parts(known)
    return CORRECTING.get(language, CORRECTING["en"]).format(known=before or known, words=words)


def quotation_parts(text: str) -> tuple[str, str | None]:
    """What stands before the quotation, or was corrected by it, and the words in it."""
    if corrected := _CORRECTED.search(text):
        known, words = (group for group in corrected.groups() if group is not None)
        return known, words
    found = _QUOTED.search(text)
    if found is None:
        return text, None
    return text[: found.start()].rstrip(), next(words for words in found.groups() if words is not None)


def words_quoted(text: str) -> str | None:
    """The person's words, where a fact is nothing but a quotation of them."""
    before, words = quotation_parts(text)
    return None if before else words


def without_marks(text: str) -> str:
    """What a fact says, without saying that it was said: for comparing and searching."""
    before, words = quotation_parts(text)
    return text if words is None else f"{before} {words}".strip()
