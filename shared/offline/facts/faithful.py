"""Whether sentences to the person surely say what the person said. Pure; the rules for words are in faithful.toml.

It is stricter than it needs to be: where it doubts a good sentence, the person is quoted, which is never wrong.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from shared.offline.facts.german import of_mine, strong_form
from shared.offline.facts.spanish import second_of
from shared.offline.patterns import patterns, word_tables
from shared.text.language import SPOKEN, language_heard
from shared.text.patterns import APOSTROPHE

FILE = Path(__file__).with_name("faithful.toml")
_NEVER, _OTHERWISE = r"(?!)", {"finite": r"\w"}
_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_TABLES = ("turned", "spelled", "strong", "first", "we", "orders")
_ENDING, _SHORT = 4, 2
"""Letters in which two forms of one word may differ at the end of the longer, and of the shorter."""
_AN_ANTECEDENT = 2
"""Words with a meaning before a pronoun, the verb among them, that leave something for it to mean."""
_SOMEBODY = patterns("faithful")["somebody"]
"""Whom a pronoun behind it can mean."""
_NAME = re.compile(r"(?<=[\w,] )[A-ZÄÖÜÁÉÍÓÚÑ][a-zäöüßáéíóúñ]+\b")
_WITH_ONE = re.compile(r" with (?=[A-ZÄÖÜÁÉÍÓÚÑ][a-zäöüßáéíóúñ]+\b)")
"""Before a name that somebody has."""
_SEPARABLE = patterns("german")["separable"]
"""Aufstehe, which becomes: stehst auf."""
_DOUBLED = re.compile(r"\b(\w+) \1\b")
_KEEPS_DOUBLE = frozenset({"no", "had", "that", "sie", "nos", "os", "die"})


@dataclass(frozen=True, slots=True)
class _Rules:
    """What is known of one language."""

    signs: dict[str, re.Pattern[str]]
    small: frozenset[str]
    added: frozenset[str]

    def has(self, sign: str, text: str) -> bool:
        """Whether the sign is in the text."""
        return self.signs[sign].search(text) is not None

    def count(self, sign: str, text: str) -> int:
        """How often it is there."""
        return sum(1 for _ in self.signs[sign].finditer(text))


_SIGNS = (
    "first",
    "wish",
    "second",
    "addressed",
    "leaning",
    "joins",
    "dangling",
    "broken",
    "borrows",
    "finite",
    "subjects",
)
_SIGNS_TOO = ("companions", "pronouns", "filler", "people", "must", "not", "ordered")


@cache
def _rules(language: str) -> _Rules | None:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    if language not in tables:
        return None
    table = tables[language]
    signs = {
        name: re.compile(table.get(name, _OTHERWISE.get(name, _NEVER)), re.IGNORECASE)
        for name in (*_SIGNS, *_SIGNS_TOO)
    }
    return _Rules(signs, frozenset(table["small"].split()), frozenset(table["added"].split()))


def faithful(said: str, facts: Sequence[str], language: str, *, leant_on: str = "") -> bool:
    """Together they hold all that was said, each can be read by itself, and none says more."""
    return bool(facts) and not doubts(said, facts, language, leant_on=leant_on)


def doubts(said: str, facts: Sequence[str], language: str, *, leant_on: str = "") -> list[str]:
    """The names of the rules that the facts break; `leant_on` is what was said before."""
    rules = _rules(language)
    if rules is None:
        return ["no_rules"]
    plain, told = _lowered(said), [_lowered(fact) for fact in facts]
    whole = said if len(facts) == 1 else ""
    found = [flaw for fact in facts for flaw in flaws(fact, language, said=whole)]
    wished = any(_wishes(fact, rules) for fact in told)
    denied = _denials(plain, rules) != sum(_denials(fact, rules) for fact in told)
    kept = {word for fact in told for word in _conditions(fact, rules)}
    broken = {
        "addressed": not wished and rules.has("addressed", plain),
        "ordered": orders(said, facts, language),
        "lost": bool(lost(said, facts, language)),
        "denied": denied,
        "condition": not _conditions(plain, rules) <= kept,
        "borrowed": len(told) > 1 and any(borrows(fact, language) for fact in facts),
        "invented": bool(invented(f"{leant_on} {said}", facts, language)),
        "other_language": _in_another(said, facts, language, leant_on=leant_on),
    }
    return [*found, *(name for name, is_so in broken.items() if is_so)]


def orders(said: str, facts: Sequence[str], language: str) -> bool:
    """It tells the companion what to do, and no fact says that the person wants that."""
    rules = _rules(language)
    if rules is None or any(_wishes(_lowered(fact), rules) for fact in facts):
        return False
    return rules.has("ordered", _lowered(said).strip())


def _of_the_person(part: str, rules: _Rules) -> str:
    """Without what says that the person wants something of the companion, and without the companion's own."""
    bare = rules.signs["wish"].sub("", part)
    return bare if bare == part else rules.signs["companions"].sub("", bare)


def _wishes(fact: str, rules: _Rules) -> bool:
    """It, or one of its parts, says what the person wants of the companion."""
    return any(rules.has("wish", part) for part in fact.split("; "))


def _in_another(said: str, facts: Sequence[str], language: str, *, leant_on: str) -> bool:
    """A fact is in another language than what was said; told only of languages that are spoken here.

    What has only the person's own words, turned, is in theirs, whatever a short sentence sounds like.
    """
    if language not in SPOKEN or language_heard(said, language) != language:
        return False
    if not invented(f"{leant_on} {said}", facts, language):
        return False
    return any(language_heard(fact, language) != language for fact in facts)


def lost(said: str, facts: Sequence[str], language: str) -> frozenset[str]:
    """The words with a meaning that stand in none of the facts."""
    there = {form for fact in facts for word in _words(fact) for form in (word, _parted(word, language)[1])}
    return frozenset(word for word in content(said, language) if not _among(word, there, language))


def invented(said: str, facts: Sequence[str], language: str) -> frozenset[str]:
    """The words with a meaning that the person did not say."""
    rules = _rules(language)
    theirs = {form for word in _words(said) for form in (word, *_turned(word, language))}
    ours = frozenset[str]().union(*(content(fact, language) for fact in facts))
    added = rules.added if rules else frozenset[str]()
    unsaid = (word for word in ours if word not in added and not any(_alike(word, one) for one in theirs))
    return frozenset(word for word in unsaid if not _put_together(word, theirs, language))


def _put_together(word: str, said: Collection[str], language: str) -> bool:
    """Both parts of a German verb were said: "rechne … um" is "umrechne"."""
    prefix, verb = _parted(word, language)
    return prefix in said and verb in said


def _parted(word: str, language: str) -> tuple[str, str]:
    found = _SEPARABLE.match(word) if language == "de" else None
    return (found["prefix"], found["verb"]) if found else ("", word)


def content(text: str, language: str) -> frozenset[str]:
    """The words that nobody would leave out."""
    rules = _rules(language)
    small = rules.small if rules else frozenset[str]()
    return frozenset(word for word in _words(text) if word not in small and word.split("'")[0] not in small)


def speaks_of_themself(text: str, language: str) -> bool:
    """It has "I", "my" or the like in it."""
    rules = _rules(language)
    return rules is not None and rules.has("first", _lowered(text))


def leans(text: str, language: str) -> bool:
    """By itself nobody would know what it is about."""
    rules = _rules(language)
    if rules is None:
        return False
    plain = _lowered(text).strip(" .!?")
    return rules.has("leaning", plain) or rules.has("joins", plain) or _points_back(plain, rules)


def borrows(fact: str, language: str) -> bool:
    """Beside others it would not say what it is about: "you never learned"."""
    rules = _rules(language)
    return rules is not None and rules.has("borrows", _lowered(fact).strip(" .!?"))


# ---- one fact by itself ----


def flaws(fact: str, language: str, *, said: str = "") -> list[str]:
    """The rules that a sentence breaks by itself, however it came about."""
    rules = _rules(language)
    if rules is None:
        return []
    bare = _lowered(fact).strip(" .!?")
    last = bare.rsplit(" ", 1)[-1]
    broken = {
        "first_person": any(rules.has("first", _of_the_person(part, rules)) for part in bare.split("; ")),
        "nobody": not rules.has("second", bare),
        "leaning": rules.has("leaning", bare) or _points_back(_lowered(_WITH_ONE.sub(" with named ", fact)), rules),
        "half": _is_half(bare, rules),
        "dangling": rules.has("dangling", bare) and not _lowered(said).strip(" .!?").endswith(last),
        "broken": any(rules.has("broken", part) for part in _parts(bare) if not rules.has("wish", part)),
        "one_word": any(" " not in part for part in _parts(bare)[1:]),
        "doubled": any(word not in _KEEPS_DOUBLE for word in _DOUBLED.findall(bare)),
        "no_verb": not rules.has("finite", _without_names(fact)),
        "cut": fact.rstrip().endswith("…"),
    }
    return [name for name, is_so in broken.items() if is_so]


def _parts(bare: str) -> list[str]:
    """What semicolons part; what only limits the first need be no sentence: "you don't do calls; nothing after 9"."""
    first, *others = bare.split("; ")
    return [first, *(part for part in others if not _LIMITS.match(part))]


_LIMITS = re.compile(
    r"(?:nothing|no|none|never|always|only|not) |(?:dein\w*|tus?) [\w-]+(?: [\w-]+)? "
    r"(?:auch(?: nicht)?|también|tampoco)$"
)


def _without_names(fact: str) -> str:
    """What begins with a capital is no verb, though it may end like one: "in Leeds"."""
    return _lowered(_NAME.sub("", _SOMEBODY_IS.sub(" is ", fact))).strip(" .!?")


_SOMEBODY_IS = re.compile(
    r"(?<=[a-z])'s (?=(?:\w+ing|an?|the|in|on|at|not|been|got|so|very|from|with|back|now|called)\b)"
)
"""Somebody who is something, and not what belongs to them: "Rosa's moving in"."""


def _points_back(bare: str, rules: _Rules) -> bool:
    """A pronoun in it has nothing before it that it could mean."""
    text = rules.signs["filler"].sub(lambda found: "x" * len(found[0]), bare)
    for found in rules.signs["pronouns"].finditer(text):
        words = (word for word in _WORD.findall(text[: found.start()]) if not word.endswith("n't"))
        before = [word for word in words if word not in rules.small]
        somebody = rules.has("people", found[0]) and _SOMEBODY.search(text[: found.start()]) is None
        if len(before) < _AN_ANTECEDENT or somebody:
            return True
    return False


def _is_half(bare: str, rules: _Rules) -> bool:
    """It begins with "because" or the like, and nothing follows what that introduces."""
    begins = rules.signs["joins"].match(bare)
    if begins is None:
        return False
    if begins[0] in _HALVES:
        return True
    return rules.count("subjects", bare[begins.end() :]) < 1 + (
        rules.signs["subjects"].match(bare[begins.end() :].strip()) is not None
    )


_HALVES = frozenset(
    {
        *("and", "or", "but", "because", "cause", "cos", "though", "which", "who", "that", "so"),
        *("und", "aber", "oder", "weil", "denn", "sondern", "dass", "y", "e", "o", "pero", "porque", "que", "sino"),
    }
)


# ---- words ----


def denies(text: str, language: str) -> bool:
    """It says that something is not."""
    rules = _rules(language)
    return rules is not None and rules.has("not", _lowered(text))


def is_sentence(text: str, language: str) -> bool:
    """Something is said of something in it; what only limits or names is no sentence."""
    rules = _rules(language)
    return rules is not None and rules.has("finite", _lowered(text))


def same_word(one: str, other: str) -> bool:
    """The two are forms of one word."""
    return _alike(one, other)


def _denials(text: str, rules: _Rules) -> int:
    return rules.count("not", text)


def _conditions(text: str, rules: _Rules) -> set[str]:
    """The small words on which the sense hangs."""
    return {_SPELLED.get(found[0], found[0]) for found in rules.signs["must"].finditer(_joined(text))}


_SPELLED = {"till": "until", "ausser": "außer", "sólo": "solo"}


def _joined(text: str) -> str:
    """With "because" where it was said in short."""
    return re.sub(r"\b(?:cos|coz|cause|'cause)\b", "because", text)


def _lowered(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace(APOSTROPHE, "'")).casefold()


def _words(text: str) -> list[str]:
    return _WORD.findall(_lowered(text))


def _among(word: str, there: Iterable[str], language: str) -> bool:
    """It or a form of it, or what it is turned to."""
    forms = (word, *_turned(word, language))
    return any(_alike(form, one) for form in forms for one in there)


@cache
def _turned(word: str, language: str) -> tuple[str, ...]:
    tables = word_tables(language)
    parted = _SEPARABLE.match(word) if language == "de" else None
    if parted and parted["verb"] != word:
        return (parted["verb"], *_turned(parted["verb"], language))
    known = second_of(word) if language == "es" else _german_forms(word) if language == "de" else ()
    by_table = (part for name in _TABLES if word in tables.get(name, {}) for part in _words(tables[name][word]))
    return (*by_table, *(form for form in known if form))


def _german_forms(word: str) -> tuple[str | None, ...]:
    return (strong_form(word), of_mine(word) if word.endswith("st") else None)


def _alike(one: str, other: str) -> bool:
    """The same word but for its ending; numbers are never merely alike."""
    if one == other or one.partition("'")[0] == other.partition("'")[0]:
        return True
    if one[0].isdigit() or other[0].isdigit():
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    longer, shorter = max(len(one), len(other)), min(len(one), len(other))
    return shared >= max(_SHORT, shorter - _SHORT, longer - _ENDING, longer / 2)
