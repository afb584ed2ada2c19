"""Corrections whose form alone says how they go with what was offered.

A yes with a limit stands behind the whole of it; what has the same small word before it takes the place of what had it;
the same sentence of the same one says another thing of them.
"""

import re
from collections.abc import Callable

from shared.offline import votes
from shared.offline.exchanging import MOST
from shared.offline.facts.faithful import content, denies, flaws
from shared.offline.facts.sentences import finished, sentence, turned_words
from shared.offline.filling import filled, typed
from shared.offline.patterns import patterns
from shared.offline.refining import of_the_keeping, uninverted, waives, without_lead
from shared.offline.slots import Slot, slots_of
from shared.text.patterns import APOSTROPHE

_P, _REFINING = patterns("joining"), patterns("refining")
_A_FEW = 4
"""Words that say another thing of the same one."""
_JOINT = {"en": "but", "de": "aber", "es": "pero"}
_AND = {"en": "and", "de": "und", "es": "y"}
_ONLY = {"en": "only", "de": "nur", "es": "solo"}


def joined(known: str, answer: str, language: str) -> str | None:
    """The offered sentence with what was said; nothing where the form leaves it open."""
    if language not in _JOINT or len(answer) > MOST:
        return None
    bare, said = known.rstrip(" ."), _unexcused(_P["hedge"].sub("", answer.replace(APOSTROPHE, "'").strip(" .!")))
    if denies(bare, language) and any(_REFINING[sign].match(said) for sign in ("denied", "denied_too")):
        return None  # it is the other way round
    ways: tuple[Callable[[str, str, str], str | None], ...] = (
        *(_limited, _at_times, _added, _in_its_place, _exchanged),
        *(_of_the_same, _said_again, _at_another_time, _for_a_reason, _turned_round),
    )
    texts = (way(bare, said, language) for way in ways)
    return next((finished(text) for text in texts if text and not _breaks(text, known, language)), None)


def _unexcused(said: str) -> str:
    """Without how it came to be wrong: "doh, 16th. fat fingers"."""
    bare = _P["excuse"].sub("", _P["oops"].sub("", said)).strip(" .,;!…")
    return _P["not_all"].sub("", bare) if re.search(r"\w", bare) else said


def _at_another_time(bare: str, said: str, language: str) -> str | None:
    """Until half past one, where it was: until one."""
    found = _P["at_a_time"].fullmatch(said)
    if found is None or denies(bare, language):
        return None
    known = [one for one in _P["at_a_time"].finditer(bare) if one["word"].casefold() == found["word"].casefold()]
    return f"{bare[: known[0].start()]}{said}{bare[known[0].end() :]}" if len(known) == 1 else None


def _for_a_reason(bare: str, said: str, language: str) -> str | None:
    """Two, as Mishi died: the number, and what it comes from."""
    found = _P["because"].fullmatch(said)
    changed = _in_its_place(bare, found["new"], language) if found else None
    return f"{changed}; {sentence(found['why'], language).rstrip('.')}" if found and changed else None


def _turned_round(bare: str, said: str, language: str) -> str | None:
    """Dachdecker ist er: what somebody is, said first."""
    found, known = _P["is_he"].fullmatch(said), _P["is_a"].match(bare)
    if language != "de" or found is None or known is None or (found["kept"] and found["kept"] not in bare):
        return None
    return f"{known['who']} ist {found['new']}{bare[known.end() :]}"


def adds(answer: str, known: str, language: str) -> bool:
    """It says that something else is so as well."""
    return language in _JOINT and _added(known.rstrip(" ."), answer, language) is not None


def says_a_part(answer: str, known: str) -> bool:
    """It was so, or is in part, or with somebody: by itself that says nothing; so many, where some were counted."""
    if _P["some"].match(answer) and _P["counted"].search(known):
        return True
    return any(_P[sign].match(answer) for sign in _PARTS) or _WAS_SO.match(answer) is not None


_PARTS = ("partly", "fragment", "often", "whose", "of_them", "over", "more")
_WAS_SO = _REFINING["was_so_once"]


def limits_a_yes(answer: str, known: str, language: str) -> bool:
    """Yes, but: no plain yes."""
    return language in _JOINT and _limited(known.rstrip(" ."), answer, language) is not None


def names_another(answer: str, known: str, language: str) -> bool:
    """A word or two that the sentence does not have, and no yes: decaf, where it was coffee."""
    rest = " ".join(word for word in answer.strip(" .!").split() if not _P["now"].fullmatch(word))
    said = content(rest, language)
    merely_counts = any(slot.kind in {"number", "daytime"} and slot.text == rest.strip("%") for slot in slots_of(rest))
    new = bool(said) and not said & content(known, language) and not (merely_counts and typed(rest, known) is None)
    return new and len(rest.split()) <= _A_FEW and language in _JOINT


def agrees(answer: str) -> bool:
    """It has a yes in it, or says what is to become of the fact."""
    shown = (pattern for name in _AGREEING for pattern in votes.patterns(votes.ANSWER)[f"says.{name}"])
    lowered = re.sub(r"^\W*y (?=\w)", "", answer.lower())  # an "and", and no short yes
    return any(pattern.search(lowered) for pattern in shown) or _SAYS_YES.search(answer) is not None


_SAYS_YES = _P["pleased"]
_AGREEING = ("yes", "yes_else", "keeps", "all", "everywhere", "unsure", "here_only")


def _breaks(text: str, known: str, language: str) -> bool:
    """It is no sentence, or says what was known."""
    return text == known.rstrip(" .") or bool(set(flaws(text, language)) - set(flaws(known, language)))


_HERE = _REFINING["here"]


def _limited(bare: str, said: str, language: str) -> str | None:
    """Yes, but: it is true, and something more is."""
    found = _P["yes_but"].match(said)
    rest = (found["rest"] or found["rest_"]) if found else _but_i_do(bare, said, language)
    if not rest or of_the_keeping(rest):
        return None
    limits = _P["limit"].match(rest) is not None
    if limits and (denies(bare, language) or (_P["always"].search(bare) and _days(rest))):
        return None
    if not content(rest, language) or _P["no_matter"].search(rest):
        return None
    if not limits and (_P["clause"].match(rest) is None or waives(rest)):
        return None
    return f"{bare}, {_JOINT[language]} {_turned(rest, language)}"


def _but_i_do(bare: str, said: str, language: str) -> str:
    """Well, I eat chicken: said of what they do not, it takes only a part of that back."""
    found = _P["but_i_do"].match(said) if denies(bare, language) else None
    return found["rest"] if found and not denies(said, language) else ""


def _days(text: str) -> bool:
    return any(slot.kind == "day" for slot in slots_of(text))


def _has_a_time(bare: str) -> bool:
    return _P["when"].search(bare) is not None or _P["always"].search(bare) is not None


def _at_times(bare: str, said: str, language: str) -> str | None:
    """Only at weekends, where nothing was said of when."""
    found = _P["only_when"].match(said)
    if found is None or denies(bare, language) or _HERE.search(found["rest"]):
        return None
    if _P["when"].search(found["rest"]) is None and _small_words(bare, language):
        return None
    if _has_a_time(bare) or _P["no_end"].search(bare):
        return None
    return f"{bare}, {_JOINT[language]} {turned_words(found['only'], language)} {turned_words(found['rest'], language)}"


def _turned(rest: str, language: str) -> str:
    """Words of the person's within a sentence; a sentence of its own begins small there."""
    if _P["clause"].match(rest) is None:
        return turned_words(rest, language)
    text = sentence(rest, language).rstrip(".")
    return text[:1].lower() + text[1:]


def _added(bare: str, said: str, language: str) -> str | None:
    """Against dogs, too: what stands there stays."""
    if (often := _P["often"].match(said)) and not (denies(bare, language) or _has_a_time(bare)):
        return f"{bare}, {turned_words(often['rest'], language)}"
    if (nor := _P["nor"].match(said)) and denies(bare, language):
        return f"{bare} {turned_words(nor['rest'], language)}"
    found = _P["too"].match(said)
    if found is None or denies(bare, language):
        return None
    rest = found["rest"] or found["rest_"]
    alike = _ends_alike(bare, rest, language) or (found["rest_"] and _lists(bare, rest, language))
    return f"{bare} {_AND[language]} {turned_words(rest, language)}" if alike else None


def _lists(bare: str, rest: str, language: str) -> bool:
    """A language more, where one was said and nothing beside it."""
    plain = not _small_words(bare, language) and not _small_words(rest, language)
    return plain and len(bare.split()) <= _A_FEW and len(rest.split()) <= _A_WORD_OR_TWO


def _in_its_place(bare: str, said: str, language: str) -> str | None:
    """Four by now: nothing but another of its kind; the basketball, where it ended in: the football."""
    words = _P["says_no"].sub("", f"{said} ").split()
    rest = " ".join(word for word in words if not _P["now"].fullmatch(word))
    fitting = _fitting(rest, bare)
    if fitting and fitting[0].text == rest and (language != "de" or fitting[0].kind != "name"):
        return filled(bare, *fitting, rest, language)
    if language == "de" and rest.istitle() and (called := _P["called"].search(bare)):
        return f"{bare[: called.end()]}{rest}"
    one, other = _P["ends_in"].search(bare), _P["ends_in"].fullmatch(rest)
    if one is None or other is None or one.lastgroup != other.lastgroup or denies(bare, language):
        return None
    return f"{bare[: one.start()]}{rest}"


def _fitting(rest: str, bare: str) -> tuple[Slot, Slot] | None:
    """A number for a number, where there is no other."""
    fitting = typed(rest, bare)
    alone = fitting is not None and sum(slot.kind == fitting[1].kind for slot in slots_of(bare)) == 1
    return fitting if alone else None


def _small_words(text: str, language: str) -> list[re.Match[str]]:
    small = _P[f"small_{language}"]
    return [word for word in re.finditer(r"[\w'-]+", text) if small.fullmatch(word[0])]


def _exchanged(bare: str, said: str, language: str) -> str | None:
    """Only against hazelnuts, where it ended in: against nuts."""
    found = _P["small_word"].match(without_lead(said))
    if found is None or denies(bare, language) or _HERE.search(found["rest"]):
        return None
    if not (place := _ends_alike(bare, found["rest"], language)) or _P["of_which"].search(found["rest"]):
        return None
    rest, stem = turned_words(found["rest"], language), bare[:place].rstrip()
    tail = bare[_noun_ends(bare, place) :] if language == "de" else ""
    if found["only"]:
        return None if tail else f"{stem}, {_JOINT[language]} {_ONLY[language]} {rest}"
    return f"{stem} {rest}{tail}"


def _noun_ends(bare: str, place: int) -> int:
    """Where the noun ends that the small word stands before: in German more may follow it."""
    found = _P["noun_of"].match(bare, place)
    return found.end() if found else len(bare)


def _ends_alike(bare: str, rest: str, language: str) -> int:
    """Where the end begins that has the same small word before it as what was said; 0 if there is none."""
    first = rest.split(" ", 1)[0].casefold()
    alike = _ALIKE.get(first, first)
    small = _small_words(bare, language)
    same = [word for word in small if _ALIKE.get(word[0].casefold(), word[0].casefold()) == alike]
    last = bool(small) and same == small[-1:]
    followed = language == "de" and bool(same) and _noun_ends(bare, same[0].start()) < len(bare)
    if _P[f"small_{language}"].fullmatch(first) is None or len(same) != 1 or not (last or followed):
        return 0
    end = _noun_ends(bare, same[0].start()) if language == "de" else len(bare)
    old, new = bare[same[0].start() : end], rest
    of_a_kind = all((_P[sign].search(old) is None) == (_P[sign].search(new) is None) for sign in ("when", "the"))
    return same[0].start() if of_a_kind and (content(new, language) or _P["named"].search(new)) else 0


_ALIKE = {
    "al": "a",
    "del": "de",
    "im": "in",
    "ins": "in",
    "am": "an",
    "zum": "zu",
    "zur": "zu",
    "beim": "bei",
    "vom": "von",
}


def _of_the_same(bare: str, said: str, language: str) -> str | None:
    """She's seven, where it was: your daughter is six."""
    subject, pronoun = _P["subject"].match(bare), _P["pronoun"].match(_P["says_no"].sub("", said))
    if subject is None or pronoun is None:
        return None
    fitting = _fitting(pronoun["rest"], bare)
    of_it, verb = pronoun["rest"].split(), _BE.get(subject["verb"], subject["verb"])
    alike = verb == _BE.get(pronoun["verb"], pronoun["verb"]) and not denies(bare, language)
    short = len(of_it) <= _A_FEW and len(bare[subject.end() :].split()) <= len(of_it) + 1
    if not (alike and short) or denies(pronoun["rest"], language):
        return None
    if fitting and (language != "de" or fitting[0].kind != "name"):
        return filled(bare, *fitting, pronoun["rest"], language)
    return f"{subject['who']} {verb} {turned_words(pronoun['rest'], language)}"


_BE = {"'s": "is", "'re": "are"}


def _said_again(bare: str, said: str, language: str) -> str | None:
    """I'm 35, where it was: you're 34."""
    plain = uninverted(_P["now_first"].sub("", without_lead(said)))
    if _P["clause"].match(plain) is None:
        return None
    told = sentence(uninverted(without_lead(said)), language).rstrip(".")
    known, words = bare.split(), [word for word in told.split() if not _P["now"].fullmatch(word)]
    both = zip((word.casefold() for word in words), (word.casefold() for word in known), strict=False)
    same = next((at for at, (one, two) in enumerate(both) if one != two), 0)
    rest = words[same:]
    if not 0 < same < len(known) or not 0 < len(rest) <= _A_FEW:
        return None
    fitting = _fitting(" ".join(rest), bare)
    if fitting and fitting[0].kind == "kin":
        return None
    if fitting and fitting[0].kind != "name" and len(rest) <= _A_WORD_OR_TWO:
        return filled(bare, *fitting, " ".join(rest), language)
    return told if same >= _A_WORD_OR_TWO or len(rest) == len(known) - same == 1 else None


_A_WORD_OR_TWO = 2
