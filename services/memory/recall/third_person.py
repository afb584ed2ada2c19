"""A fact as an agent is told it: of the person, not to them; any quotation, and English where that is surely right."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

from shared.text.quotation import quotation_parts

Voice = Literal["third", "kept"]

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SUBJECT: str = _TABLES["subject"]
_FINITE: dict[str, str] = _TABLES["finite"]
_SHORT = {"you're": "you are", "you've": "you have", "you'll": "you will"}
_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z“])")
_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SHORTENED = re.compile("|".join(_SHORT), re.IGNORECASE)
_OWN = re.compile(r"\b(yours|your|yourself|you)\b", re.IGNORECASE)
_VERB = re.compile(r"[a-z]+(?:'[a-z]+)?(?![\w'-])")
_OWNED = {"your": "their", "yours": "theirs", "yourself": "themself"}
_SIBILANT = ("s", "x", "z", "ch", "sh", "o")
_NOT_ENGLISH = re.compile(r"\b(?:du|dich|dir|dein\w*|ihr|euch|sie|tu|tus|tú|te|ti|usted|eres|tienes|tu\w*)\b|[äöüßñ¿¡]")


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(_TABLES[name]["words"].split())


def of_the_person(text: str) -> tuple[str, Voice]:
    """The text as it is said of the person, and whether it could be turned."""
    before, words = quotation_parts(text)
    if words is not None:
        return (text, "kept") if before else (f"{_SUBJECT} said: “{words}”", "third")
    if _NOT_ENGLISH.search(text.casefold()) or "’" in text or "“" in text:  # noqa: RUF001  # a phone's apostrophe, a quotation
        return text, "kept"
    turned = [_turned(sentence) for sentence in _SENTENCE.split(text)]
    whole = [sentence for sentence in turned if sentence is not None]
    return (" ".join(whole), "third") if len(whole) == len(turned) else (text, "kept")


def _turned(sentence: str) -> str | None:
    spelled = _SHORTENED.sub(lambda found: _capital(found[0], _SHORT[found[0].casefold()]), sentence)
    if "you'd" in spelled.casefold():  # had or would
        return None
    if not _OWN.search(spelled):
        return spelled
    if spelled.startswith("You "):
        return _as_subject(spelled)
    if spelled.startswith("Your "):
        return _rest(f"{_SUBJECT}'s{spelled.removeprefix('Your')}")
    return None


def _as_subject(sentence: str) -> str | None:
    _, *words = sentence.split(" ")
    place = next((place for place, word in enumerate(words) if word not in _listed("between")), None)
    found = None if place is None else _VERB.match(words[place])
    said = None if found is None else _of_one(found[0])
    if place is None or found is None or said is None:
        return None
    words[place] = said + words[place][found.end() :]
    return _rest(" ".join([_SUBJECT, *words]))


def _of_one(verb: str) -> str | None:
    """The verb as it goes with one person; none for a word that is not known as one."""
    if verb in _FINITE:
        return _FINITE[verb]
    if verb in _listed("unchanged"):
        return verb
    if verb in _listed("present"):
        if verb.endswith("y") and verb[-2] not in "aeiou":
            return f"{verb[:-1]}ies"
        return f"{verb}es" if verb.endswith(_SIBILANT) else f"{verb}s"
    return verb if verb.endswith("ed") and len(verb) > len("need") else None


def _rest(sentence: str) -> str | None:
    """What follows, with "your" as "their"; none where a "you" could be either "they" or "them"."""
    told, at = list[str](), 0
    for found in _OWN.finditer(sentence):
        instead = _OWNED.get(found[0].casefold()) or _they_or_them(sentence[: found.start()], sentence[found.end() :])
        if instead is None:
            return None
        told += [sentence[at : found.start()], instead]
        at = found.end()
    return "".join([*told, sentence[at:]])


def _they_or_them(before: str, after: str) -> str | None:
    words = _WORDS.findall(before.casefold())
    ends = not after.strip(" .!?")
    if ends or words[-1] in _listed("towards"):
        return "them"
    return "they" if words[-1] in _listed("joining") else None


def _capital(like: str, text: str) -> str:
    return text.capitalize() if like[0].isupper() else text
