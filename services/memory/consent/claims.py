"""What a statement claims, of whom, and whether it says that something is no longer so. Without a model.

A statement is read clause by clause, over its comparable form; `claims.toml` holds the words and forms.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import cast

from shared.text.comparable import compared_words, content_words, fold_text, is_form_negated, told_to_them, words_in
from shared.text.language import language_of

_WHO = r"(?P<who>(?:\w+ ){0,4}?\w+)"
_MACROS = {
    "{who}": _WHO,
    "{be}": "(?:is|are|am|s|been|being)",
    "{have}": "(?:have|has|ve|had)",
    "{value}": "(?P<value>.+)",
}
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b|(?<=s)['’](?=\s)")  # noqa: RUF001  # as phones write it
_OF = re.compile(r"^(?:the|der|die|das|el|la) (?P<what>.+?) (?:of|von|vom|del|de) (?P<whose>.+)$")
_GENITIVE = re.compile(r"^(?:der|die|das|deine?) (?P<what>\w+) (?P<whose>(?:deiner|deines|der|des) \w+)$")
_DIGITS = re.compile(r"\d+")
_SPACES = re.compile(r"\s+")
_MOST_OF_A_NAME = 3
_SAID_AS_A_WISH = frozenset({"name"})
"""To want to be called so is to be called so; any other wish is none of what is."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Of whom something is claimed: of the person, where it is empty."""

    named: frozenset[str] = frozenset()
    whose: frozenset[str] = frozenset()
    """Whose they are, where they are not the person's."""

    def is_same(self, other: "Owner") -> bool:
        """Whether both can be one: "Ben" is "your son Ben", and the doctor's cat is not yours."""
        if not (self.named and other.named):
            return self == other
        return self.whose == other.whose and (self.named <= other.named or other.named <= self.named)


SELF = Owner()


@dataclass(frozen=True, slots=True)
class Claim:
    """One attribute of somebody, and what it is."""

    owner: Owner
    attribute: str
    value: frozenset[str]
    many: bool = False
    perhaps: bool = False
    """Only the meaning tells whether it is that attribute."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a statement that says one thing."""

    text: str
    """Without what only says that and when something changed."""
    owner: Owner
    about: frozenset[str]
    """Its content words, numbers in digits."""
    is_over: bool
    is_past: bool


@dataclass(frozen=True, slots=True)
class ReadStatement:
    """A statement, read."""

    clauses: tuple[Clause, ...]
    about: frozenset[str]
    corrects: bool
    changes: bool
    """It says that something is otherwise than it was."""
    tells_event: bool
    """Something happened that leaves things otherwise."""
    adds: bool
    is_unsure: bool
    is_negated: bool
    is_together: bool
    """Somebody else with the person."""
    former: frozenset[str]
    """What it names as what was."""
    said: frozenset[str]
    """All its words."""
    kin: frozenset[str]
    """Who of somebody's own people is named in it, and whose something is."""
    whose: frozenset[str]
    written: str
    """With its capitals."""
    asks: bool
    language: str


def read_statement(text: str, own_words: str = "") -> ReadStatement:
    """All of it; of a wording that is not theirs, also what only the person's own words tell."""
    written = told_to_them(text)
    form = fold_text(written)
    plain = _POSSESSIVE.sub(" s", form).strip(" .!")
    body = _sign("opening").sub("", plain, count=1) if _sign("opening").match(plain) else plain
    body = _sign("not_that").sub("", body)
    parts = [part for part in _sign("joint").split(body) if part and part.strip()]
    clauses = tuple(_clause(part) for part in parts)
    return ReadStatement(
        clauses,
        frozenset().union(*(clause.about for clause in clauses)),
        corrects=bool(_sign("corrects").search(plain) or _sign("corrects").search(fold_text(own_words))),
        changes=bool(_sign("change").search(body)),
        tells_event=bool(_sign("event").search(body)),
        adds=bool(_sign("adds").search(body)),
        is_unsure=bool(_sign("unsure").search(body)),
        is_negated=is_form_negated(form),
        is_together=bool(_sign("together").search(fold_text(f"{text} {own_words}"))),
        former=_former(body),
        said=frozenset(body.split()),
        kin=frozenset(body.split()) & _words("kin") | _whose(body),
        whose=_whose(body),
        written=written,
        asks=text.rstrip(" ”“»\"'").endswith("?"),
        language=language_of(text, "en"),
    )


def _whose(body: str) -> frozenset[str]:
    """Before an s that belongs to a noun: "Arlo's teacher", and not "Arlo's got"."""
    following = pairwise([*re.findall(r"\w+", body), ""])
    found = {one: after for (one, s), (_, after) in pairwise(following) if s == "s"}
    small = compared_words() | _words("many") | {"", "at", "over", "so", "going", "gone"}
    return frozenset(one for one, after in found.items() if after not in small and one not in _NOBODY)


_NOBODY = frozenset({"he", "she", "it", "that", "there", "what", "who", "here", "let", "you", "everything"})


def _former(body: str) -> frozenset[str]:
    found = _sign("old").search(body)
    named = next((words for words in found.groups() if words), "") if found else ""
    return content_words(_in_digits(named))


def _clause(part: str) -> Clause:
    bare = _sign("over").sub(" ", part)
    bare = _sign("since").sub("", _SPACES.sub(" ", _sign("time").sub(" ", bare)).strip())
    bare = _SPACES.sub(" ", _in_digits(bare)).strip()
    said = _SPACES.sub(" ", _sign("change").sub(" ", bare))
    return Clause(
        bare,
        SELF if _sign("said_by").match(part) else _owner_of_clause(bare),
        content_words(said) - _words("self"),
        is_over=bool(_sign("over").search(part)),
        is_past=bool(_sign("past").search(part)),
    )


def _in_digits(text: str) -> str:
    return " ".join(_numbers().get(word, word) for word in text.split(" "))


# ---- claims --------------------------------------------------------------------------------------------------------


def claims_of(statement: ReadStatement, among: frozenset[str] | None = None) -> Iterator[Claim]:
    """What it claims now, of some attributes or of any; nothing of what is over, past or only wished for."""
    if statement.is_unsure:
        among = _SAID_AS_A_WISH if among is None else among & _SAID_AS_A_WISH
    for clause in statement.clauses:
        if clause.is_past or clause.is_over:
            continue
        for name, form, table in _forms():
            if among is not None and name not in among:
                continue
            if (found := form.match(clause.text)) and (claim := _claim(name, table, found, statement)):
                yield claim


def _claim(name: str, table: str, found: re.Match[str], statement: ReadStatement) -> Claim | None:
    groups = found.groupdict()
    value = _sign("since").sub("", groups["value"])
    if name == "role" and not _is_name(value, statement.written):
        return None
    owner = owner_of(groups.get("who") or "")
    if name == "name" and owner.named & _words("several"):
        return None
    attribute = f"{name} {groups['of']}" if groups.get("of") else name
    meant = content_words(value) or frozenset(words_in(value))
    perhaps = table == "perhaps" and not (name == "residence" and statement.is_together)
    return Claim(owner, attribute, meant, many=table == "many", perhaps=perhaps)


def _is_name(value: str, written: str) -> bool:
    said = value.split()
    first = said[0] if said else ""
    capitals = {fold_text(word) for word in re.findall(r"\w+", written)[1:] if word[:1].isupper()}
    return len(said) <= _MOST_OF_A_NAME and first in capitals


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    made = []
    for table in ("one", "perhaps", "many"):
        for name, forms in cast(Mapping[str, list[str]], _tables()[table]).items():
            for form in forms:
                expression = form
                for macro, instead in _MACROS.items():
                    expression = expression.replace(macro, instead)
                made.append((name, re.compile(expression), table))
    return tuple(made)


# ---- of whom -------------------------------------------------------------------------------------------------------


def owner_of(who: str) -> Owner:
    """Of whom words speak that stand where somebody is named."""
    who = who.strip()
    said = who.split()
    if not said or (len(said) == 1 and said[0] in _words("self")):
        return SELF
    if found := _OF.match(who) or _GENITIVE.match(who):
        return Owner(_bare(found["what"]), _bare(found["whose"]) or frozenset())
    *before, last = re.split(r" s ", who)
    whose = frozenset().union(*(_bare(part) for part in before)) if before else frozenset[str]()
    return Owner(_bare(last), whose)


def _bare(named: str) -> frozenset[str]:
    said = [word for word in named.split() if word not in _words("self") and word not in _words("articles")]
    return frozenset(said) - {"s", "name", "is", "new"}


def _owner_of_clause(text: str) -> Owner:
    """Of whom a clause speaks: its first words tell."""
    said = text.split()
    if not said:
        return SELF
    first = said[:5]
    people = [place for place, word in enumerate(first) if word in _words("somebody")]
    if people and said[0] in _words("articles") | _words("mine"):
        return owner_of(" ".join(first[: people[-1] + 1]))
    if set(first) & _words("self") or said[0].endswith("s") or said[0] in _words("articles"):
        return SELF
    return Owner(frozenset(said[:1]))


# ---- kinds of words -----------------------------------------------------------------------------------------------


def kind_of_word(word: str) -> str:
    """Whether it is a number, a day of the week, a month or a time of day, of which one excludes the other."""
    if _DIGITS.search(word):
        return "number"
    return next((kind for kind in ("weekday", "month", "daytime") if word in _stems(kind)), "")


def says_little(word: str) -> bool:
    """Whether two statements that share it may be of different things."""
    return word in _stems("many")


@cache
def _tables() -> Mapping[str, object]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _sign(name: str) -> re.Pattern[str]:
    return re.compile(cast(Mapping[str, str], _tables()["signs"])[name])


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(fold_text(cast(Mapping[str, str], _tables()["words"])[name]).split())


@cache
def _stems(name: str) -> frozenset[str]:
    return frozenset().union(*(content_words(word) for word in _words(name)))


@cache
def _numbers() -> Mapping[str, str]:
    said = cast(Mapping[str, str], _tables()["words"])["numbers"].split()
    return dict(zip(said[::2], said[1::2], strict=True))
