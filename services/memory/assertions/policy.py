"""What must be asked with more care: what is delicate, private to others, or a secret; the stricter view wins."""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from services.memory.assertions.assertion import Assertion
from shared.contracts.assertions import About, Category, Label
from shared.contracts.operations import CardFor
from shared.contracts.understanding import PersonalFact
from shared.text.comparable import comparable_form, content_words, fold_text, told_to_them, words_in
from shared.text.quotation import without_marks
from shared.text.secret_words import holds_secret

SENSITIVE_IMPORTANCE = 4
POLICY_VERSION = 2
"""Raised with every change of what is asked, kept or refused, here and in its lists: the audit has it beside each."""


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("policy.toml").read_text(encoding="utf-8")
    return {name: frozenset(listed.split()) for name, listed in tomllib.loads(text).items()}


def is_sensitive(text: str) -> bool:
    """Whether our own rules find something private in it."""
    return is_private(text)


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    """Over folded text."""
    tables = tomllib.loads(Path(__file__).with_name("not_facts.toml").read_text(encoding="utf-8"))
    return {name: re.compile("|".join(forms)) for name, forms in tables.items()}


def may_be_asked(fact: PersonalFact) -> bool:
    """Orders are no facts, whoever gives them; what is private is only asked about when it was said outright."""
    if tells_secret(fact):
        return False
    orders = is_instruction(fact.text) or is_instruction(fact.own_words)
    return not orders and not _is_guessed(fact) and not _is_inferred(fact)


def tells_secret(fact: PersonalFact) -> bool:
    """It opens a door, an account or a purse: never asked about, never named again."""
    return holds_secret(fact.text) or holds_secret(fact.own_words)


def is_instruction(text: str) -> bool:
    """It would tell the companion how to treat rules, consent or other people, or hides what it says."""
    said = fold_text(without_marks(text))
    return any(_signs()["instruction"].search(each) for each in (said, comparable_form(text)))


def _is_guessed(fact: PersonalFact) -> bool:
    """Private, and only supposed, or said of the person by others than those who know."""
    if not (fact.sensitive or is_sensitive(fact.text)):
        return False
    text = comparable_form(fact.text)
    supposed = _signs()["supposed"].search(text) is not None
    told = _signs()["told_by_others"].search(text) is not None
    return supposed or (told and _signs()["who_knows"].search(text) is None)


def _is_inferred(fact: PersonalFact) -> bool:
    """A private conclusion stands in it that the person did not draw: neither that word, nor one of its kind."""
    said, own = set(words_in(fact.own_words)), private_words(fact.own_words)
    for kind, found in private_words(fact.text).items():
        concluded = {word for word in found if not _signs()["no_conclusion"].search(word)}
        if concluded and not own[kind] and not any(get_close_matches(word, said, 1, ALIKE) for word in concluded):
            return True
    return False


ALIKE = 0.7
"""From here on two words are one: in another form, misspelled, or in another language."""


def is_safety(text: str) -> bool:
    """What keeps a person safe is never left out of a prompt for want of room."""
    return any(word.startswith(_beginnings()) for word in words_in(text))


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(sorted(_lists()["safety"]))


@cache
def safety_patterns() -> tuple[str, ...]:
    """For the database, on small letters: what these find holds all that is_safety finds, so that an old one is read.

    Folding every text, or one expression for all of them, takes three times as long.
    """
    return tuple(f"%{beginning}%" for beginning in sorted(_lists()["safety"] | _lists()["safety_accented"]))


def category_of(text: str, claimed: str) -> str:
    """Health is health, whatever it was taken for."""
    return Category.HEALTH if is_of_health(text) else claimed


def label_of(fact: PersonalFact) -> Label:
    """Stamped here: what stood in a quotation the person did not say, nor what has a word that is not theirs."""
    if fact.quoted:
        return Label.QUOTED
    return Label.STATED if _is_said(fact) else Label.INFERRED


def _is_said(fact: PersonalFact) -> bool:
    """Whether all that the fact says stands in the person's words; signs count where no words are parted."""
    told, own = content_words(fact.text), content_words(fact.own_words)
    return all(get_close_matches(word, own, 1, ALIKE) or _is_within(word, fact.own_words) for word in told - own)


def _is_within(word: str, own: str) -> bool:
    """Of a language that writes without spaces, a part of the word stands in what was said."""
    if word.isascii():
        return False
    said = fold_text(own)
    return any(word[at : at + 2] in said for at in range(len(word) - 1))


def needs_control(fact: PersonalFact) -> bool:
    """A yes in words is enough for what the person said themself; for the rest, and for others' secrets, it is not."""
    return label_of(fact) is not Label.STATED or _is_private_to_others(fact.text, fact.about, sensitive=fact.sensitive)


def needs_card(assertion: Assertion) -> bool:
    """The same of what is held already."""
    return card_for(assertion) is not None


def card_for(assertion: Assertion) -> CardFor | None:
    """Why a yes in words is not enough for it; nothing, where it is."""
    if is_private_to_others(assertion):
        return "private_to_others"
    if assertion.label is Label.STATED:
        return None
    return "said_by_others" if assertion.label is Label.QUOTED else "not_own_words"


def is_private_to_others(assertion: Assertion) -> bool:
    """Whether it is somebody else's secret."""
    return _is_private_to_others(assertion.content, assertion.about, sensitive=assertion.sensitive)


def _is_private_to_others(text: str, about: About, *, sensitive: bool) -> bool:
    """By our own words for it, by the reader's word, or because it is nothing that one tells of others freely."""
    private = sensitive or is_private(text)
    if private and (about is About.OTHERS or not _speaks_to_the_person(text)):
        return True
    if tells_of_others(text):
        return True
    return sensitive and not is_private(text) and about is not About.SELF


def _speaks_to_the_person(text: str) -> bool:
    return _signs()["to_the_person"].search(comparable_form(text)) is not None


def importance_of(fact: PersonalFact) -> int:
    """At least this, where it matters for a person's safety or privacy."""
    return max(fact.importance, SENSITIVE_IMPORTANCE) if is_sensitive(fact.text) else fact.importance


_APOSTROPHES = str.maketrans("", "", "'\u2019")


@cache
def _tables(kind: str) -> dict[str, str]:
    tables: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("private.toml").read_text("utf-8"))
    return tables[kind]


@cache
def _forms(kind: str) -> dict[str, list[str]]:
    tables: dict[str, dict[str, list[str]]] = tomllib.loads(Path(__file__).with_name("private.toml").read_text("utf-8"))
    return tables[kind]


def _stems(name: str) -> list[str]:
    return _tables("words")[name].replace("*", r"\w*").split()


def _people(*which: str) -> str:
    return "|".join(form for name in which for form in _tables("people")[name].split())


def _whole(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)")


@cache
def _words(name: str) -> re.Pattern[str]:
    return _whole(_stems(name))


@cache
def _matters() -> re.Pattern[str]:
    """All that is private: phrases, then words."""
    phrases = [form for forms in _forms("phrases").values() for form in forms]
    return _whole(phrases + [word for name in _tables("words") for word in _stems(name)])


@cache
def _harmless() -> re.Pattern[str]:
    return re.compile("|".join(_forms("harmless")["forms"]))


@cache
def _shared() -> re.Pattern[str]:
    return re.compile("|".join(_forms("shared")["forms"]))


def _folded(text: str) -> str:
    return fold_text(text).translate(_APOSTROPHES)


def _plain(text: str) -> str:
    """Folded, and without what only sounds private: that somebody is a nurse says nothing of their health."""
    return _harmless().sub(" ", _folded(text))


def is_private(text: str) -> bool:
    """Whether something private stands in it."""
    return _matters().search(_plain(without_marks(text))) is not None


def is_of_health(text: str) -> bool:
    """Whether it says something of somebody's health."""
    return _words("health").search(_plain(without_marks(text))) is not None


def private_words(text: str) -> dict[str, frozenset[str]]:
    """The private words in it, by what they are about."""
    plain = _folded(without_marks(text))
    return {name: frozenset(found[0] for found in _words(name).finditer(plain)) for name in _tables("words")}


def tells_of_others(text: str) -> bool:
    """Whether one of its private matters is somebody else's: whoever was named last before it has it."""
    told = _shared().sub(" ", _plain(_with_names(told_to_them(text))))
    return any(_is_anothers(told, found.start(), found.end()) for found in _matters().finditer(told))


def _is_anothers(told: str, start: int, end: int) -> bool:
    named: str | None = None
    for found in _references().finditer(told):
        if found.start() > start:
            break
        named = found.lastgroup
        if found.end() > start:
            return named == _OTHER  # "your depressed brother"; "your therapist" is a matter of one's own
    return named in (_OTHER, _HELPER) or _belongs().match(told, end) is not None


_OTHER, _HELPER = "other", "helper"
_SOMEBODY = "somebodyelse"
_WHOSE = r"(?:your|dein\w*|tus?|euer|eure\w*)"
_SOME = r"(?:an?|ones?|two|three|the|eine?[nmrs]?|der|die|das|den|un[oa]?s?|el|l[ao]s?)"
_NOT_THEMSELF = r"(?<!\bare )(?<!\byoure )(?<!\bbist )(?<!\beres )"
_TOLD_OF = r"(?= (?:is|was|has|had|ist|war|hat|hatte|es|era|tiene|tuvo|esta)\b)"


@cache
def _references() -> re.Pattern[str]:
    """Somebody else, somebody who helps the person, or the person: whichever stands there."""
    other = (
        rf"{_NOT_THEMSELF}\b(?:{_WHOSE}|{_SOME})(?: [\w-]+){{0,2}}? (?:{_people('kin', 'others')})s?\b"
        rf"|\byour (?:gran|nan)\b|\b(?:{_SOMEBODY}|he|she|they|er|ella|ellos|ellas)\b"
    )
    helper = rf"\b{_WHOSE} (?:{_people('helpers')}){_TOLD_OF}"
    beside = "".join(rf"(?<!\b{word} )" for word in _tables("people")["beside"].split())
    return re.compile(rf"(?P<{_OTHER}>{other})|(?P<{_HELPER}>{helper})|(?P<self>{beside}\b(?:{_people('you')})\b)")


@cache
def _belongs() -> re.Pattern[str]:
    """Behind a private matter: that of somebody else."""
    whose = r"(?:your|tus?|dein\w*|the|an?|der|des|la|el|una?)"
    return re.compile(
        rf"\s+(?:(?:of|de|del|von|bei) {whose}|dein(?:er|es)) (?:[\w-]+ )?(?:{_people('kin', 'others')})\b"
    )


_NAME = re.compile(
    r"(?:(?<=\bthat )|(?<=\bdass )|(?<=\bwith )|(?<=\band )|(?<=\bund )|(?<=\bbut )|(?<=\bque )|(?<=\by )|(?<=, ))"
    r"(?!(?:I|You|Du|Ich|Yo)\b)[A-ZÄÖÜ][a-zäöüßáéíóúñ]+ "
    r"(?=(?:is|was|has|had|got|takes|lost|ist|hat|hatte|war|nimmt|es|está|tiene|tuvo|fue)\b)"
)
"""A name behind "that", "with" or "and", of which something is said, is somebody's."""


def _with_names(text: str) -> str:
    return _NAME.sub(f"{_SOMEBODY} ", text)
