"""What is private, and whose it is: found by the words of a statement to the person, whatever a model says of it.

The words are data: `private.toml`.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.comparable import told_to_them
from shared.text.folding import fold
from shared.text.quotation import without_marks

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
    return fold(text).translate(_APOSTROPHES)


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
