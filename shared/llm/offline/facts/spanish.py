"""Spanish: from "soy" to "eres", by a table of verbs and by the endings of the regular ones."""

import re

from shared.llm.offline.patterns import listed, patterns, word_tables

_P = patterns("spanish")

_TURNED = word_tables("es")["turned"]
_FIRST = word_tables("es")["first"]
"""Words that are also nouns; at the beginning or after a small word they are verbs."""
_NO_VERB = listed("es")["no_verb"]
_ALSO_THEIRS = listed("es")["also_theirs"]
"""Forms that he and she share with me: mine only right after "yo", or at the beginning."""
_WORD = re.compile(r"[^\W\d_]+")
_AR = _P["ar"]


def turned(clause: str) -> str:
    """The clause as a sentence to the person; without capital and full stop."""
    words = _WORD.findall(clause)
    after = {word.lower(): words[place - 1].lower() if place else "" for place, word in enumerate(words)}
    return _WORD.sub(lambda found: _word(found[0], after.get(found[0].lower(), "")), clause)


def _word(word: str, before: str) -> str:
    low = word.lower()
    if low == "como" and before not in {"no", "ni", "yo", "solo", "sólo", "nunca", "siempre", ""}:
        return word
    if low in _ALSO_THEIRS and before not in {"", "yo", "cuando", "que"}:
        return word
    if low in _TURNED:
        return _TURNED[low]
    verb_may_stand = before in {
        "",
        "no",
        "yo",
        "ya",
        "me",
        "lo",
        "la",
        "los",
        "las",
        "nunca",
        "siempre",
        "solo",
        "sólo",
        "y",
        "que",
        "también",
        "todavía",
        "aún",
    }
    if verb_may_stand and low in _FIRST:
        return _FIRST[low]
    if verb_may_stand and low not in _NO_VERB and len(low) > 3:  # noqa: PLR2004
        return _regular(low, word)
    return word


def _regular(low: str, word: str) -> str:
    if low.endswith("o") and _AR.search(low):
        return f"{low[:-1]}as"
    if low.endswith("é") and not low.endswith(("qué", "café", "bebé")):
        stem = low[:-1]
        stem = f"{stem[:-2]}c" if stem.endswith("qu") else f"{stem[:-1]}z" if stem.endswith("c") else stem
        stem = stem[:-1] if stem.endswith("gu") else stem
        return f"{stem}aste"
    if low.endswith("í") and low not in {"allí", "aquí", "casi", "ahí", "así"}:
        return f"{low[:-1]}iste"
    return word
