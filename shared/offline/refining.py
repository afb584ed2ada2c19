"""Makes of an offered fact and a correction the fact as it should read: "just shrimp" goes where "shellfish" was."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shared.embedding.embedder import vector_of
from shared.offline.facts.framing import unframed
from shared.offline.facts.sentences import finished, sentence, turned_words
from shared.offline.filling import filled, has_verb, named, nearest, put, typed, without_spelling
from shared.offline.patterns import patterns
from shared.offline.selecting import points_by_place
from shared.offline.slots import slots_of
from shared.text.delete_orders import removals

_P = patterns("refining")
_LIMIT_FIRST = re.compile(r"(?:until|till|except|but not|only on|only in)\b", re.IGNORECASE)
_SHORT = 7
"""Words of a correction that can be put into a sentence; a longer one is a sentence by itself."""
_A_WORD_OR_TWO = 2
_VERBS = {"'s": " is", "'re": " are", "'ve": " have"}


@dataclass(frozen=True, slots=True)
class Refined:
    """An item's place, from 1, and how it should read now."""

    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How an answer would go into what was offered: what the trained models hear of it."""

    led: bool
    """It begins with a yes, a no or "actually"."""
    words_left: int
    """How many words are left without that."""
    contrast: bool
    known_contrast: bool
    """What it takes back stands in the offer."""
    same_kind: bool
    """A day for a day, a number for a number."""
    limits: bool
    clause: bool
    by_place: bool


@dataclass(frozen=True, slots=True)
class _Correction:
    """What was said, beside one offered fact."""

    said: str
    bare: str
    language: str

    @property
    def head(self) -> str:
        """Up to the first comma: what follows usually explains."""
        return without_lead(_P["head"].split(self.said)[0])

    @property
    def parts(self) -> list[str]:
        """All that is parted by commas."""
        return list(_P["head"].split(self.said))

    @property
    def contrast(self) -> tuple[str, str] | None:
        """What is, and what is not."""
        found = _P["not"].match(self.said)
        return (found["new"] or found["new_"], found["old"] or found["old_"]) if found else None


def fit_of(answer: str, items: tuple[str, ...]) -> Fit:
    """Of the item that it fits best."""
    all_of_them = [_Correction(without_lead(answer), item.rstrip(" ."), "en") for item in items]
    first = all_of_them[0]
    contrast = first.contrast
    return Fit(
        led=_P["lead"].match(answer) is not None,
        words_left=len(first.said.split()),
        contrast=contrast is not None,
        known_contrast=contrast is not None and any(named(contrast[1], one.bare) for one in all_of_them),
        same_kind=any(typed(one.head, one.bare) for one in all_of_them),
        limits=_P["limits"].match(first.head) is not None,
        clause=is_clause(first.said),
        by_place=points_by_place(answer),
    )


def corrects(answer: str, items: tuple[str, ...]) -> bool:
    """Whatever it sounds like, it is no plain yes: it limits the one offered fact, or has another of the same kind."""
    if len(items) != 1:
        return False
    if _P["was_so"].match(answer) or _P["but_for"].match(answer) or puts_right(answer):
        return True
    fit, found = fit_of(answer, items), typed(without_spelling(without_lead(answer)), items[0])
    other = found is not None and found[0].text.casefold() not in items[0].casefold()
    return other or (fit.limits and fit.words_left > 1 and _P["narrows"].search(answer) is not None)


def puts_right(answer: str) -> bool:
    """Yes, but decaf; what is said of whether and where to keep it does not."""
    found = _P["yes_but"].match(answer)
    return found is not None and not of_the_keeping(found["rest"]) and not waives(found["rest"])


def waives(said: str) -> bool:
    """It has a no in it, an order to let it be, or a doubt: nothing of that says how it is."""
    return _P["waives"].search(said) is not None or bool(removals(said))


def says_merely_no(answer: str) -> bool:
    """A no and nothing else, whatever word leads it: "just no", "nur nicht", "sólo déjalo"."""
    return _P["merely_no"].match(answer) is not None


def opens_with_no(answer: str) -> bool:
    """It begins as a no, whatever comes then."""
    return _P["opens_with_no"].match(answer) is not None


def opens_with_actually(answer: str) -> bool:
    """It begins as what puts something right."""
    return _P["opens_with_actually"].match(answer) is not None


def opens_with_almost(answer: str) -> bool:
    """It is not quite right as it was shown."""
    return _P["almost"].match(answer) is not None


def names_a_part(answer: str, items: tuple[str, ...], *, counts: bool) -> bool:
    """Nothing but a number or a day for another, or whose it is: "two"; and if it `counts`, "two litres"."""
    if len(items) != 1:
        return False
    if _P["about_them"].match(answer) and _OF_SOMEBODY.match(items[0]):
        return True
    said = without_lead(answer).strip(" .!?").casefold()
    shown = {(slot.kind, slot.text.casefold()) for slot in slots_of(items[0])}
    kinds = {kind for kind, _ in shown} - {"name"} | ({"number"} if _ONE_OF_IT.search(items[0]) else set())
    slots = [slot for slot in slots_of(said) if slot.kind in kinds and (slot.kind, slot.text) not in shown]
    number = any(slot.kind == "number" and slot.start == 0 for slot in slots)
    return any(slot.text.strip() == said for slot in slots) or (counts and number and len(said.split()) <= _COUNTED)


_OF_SOMEBODY = re.compile(r"(?:Your|Deine?|Tus?|Eure?|Vuestr\w+) ")
_ONE_OF_IT = re.compile(r"\b(?:an|a|ein\w*|una?)\b")
_COUNTED = 3
"""Words of a number and what is counted."""


def limits_it(answer: str, items: tuple[str, ...]) -> bool:
    """Of how much of the one offered fact that is true, or when: "only in the mornings", "at nine"."""
    if len(items) != 1 or of_the_keeping(answer) or waives(answer):
        return False
    if found := _P["only_so"].match(answer):
        return _P["part_of_it"].search(found["rest"]) is not None
    return _P["when"].match(answer) is not None and any(slot.kind != "name" for slot in slots_of(answer))


def of_the_keeping(said: str) -> bool:
    """Whether it says where to keep it, or that it is not to be kept."""
    return _P["here"].search(said) is not None or _P["refuses"].search(said) is not None


def refined(answer: str, items: tuple[str, ...], language: str) -> Refined:
    """Which item the answer corrects, and what becomes of it."""
    said = without_lead(answer)
    vector = vector_of(said)
    near = [float(vector @ vector_of(item)) for item in items]
    corrections = [_Correction(said, item.rstrip(" ."), language) for item in items]
    place = max(range(len(items)), key=lambda one: _fit(corrections[one]) + near[one])
    return Refined(place + 1, finished(next(_readings(corrections[place]))))


def _fit(one: _Correction) -> float:
    """What is taken back stands there; or there is a place for a thing of that kind."""
    if one.contrast and named(one.contrast[1], one.bare):
        return 1.0
    return KIND if typed(one.head, one.bare) else 0.0


KIND = 0.3


def _readings(one: _Correction) -> Iterator[str]:
    """The ways of taking a correction, the surest first."""
    ways: tuple[Callable[[_Correction], str | None], ...] = (_instead, _by_itself, _in_its_slot, _limited, _explained)
    yield from (text for way in ways if (text := way(one)))
    yield put(one.bare, nearest(one.head, one.bare), without_spelling(one.head), one.language)


def _instead(one: _Correction) -> str | None:
    """This, not that."""
    if one.contrast is None:
        return None
    new, old = one.contrast
    if is_clause(new):
        return _sentence(new, one)
    new = _P["lead"].sub("", new)
    fitting = typed(new, one.bare)
    slot = named(old, one.bare) or (fitting[1] if fitting else nearest(new, one.bare))
    return put(one.bare, slot, new, one.language)


def _by_itself(one: _Correction) -> str | None:
    """A sentence of its own says all that there is to say."""
    if not is_clause(one.said):
        return None
    return _sentence(next((part for part in one.parts if is_clause(part)), one.said), one)


def _in_its_slot(one: _Correction) -> str | None:
    fitting = typed(one.head, one.bare)
    if fitting is None or _LIMIT_FIRST.match(one.head):
        return None
    return filled(one.bare, *fitting, one.head, one.language)


def _limited(one: _Correction) -> str | None:
    """Only on weekdays, except at Christmas: it is true of some of it."""
    if not (_P["limits"].match(one.head) or _P["limits"].match(one.said)):
        return None
    tail = re.sub(r"^(?:but|aber|pero) ", "", turned_words(one.said, one.language))
    joint = ", " if re.match(r"(?:except|apart|but not|außer|salvo|excepto|unless|because)\b", tail) else " "
    return f"{one.bare}{joint}{tail}"


def _explained(one: _Correction) -> str | None:
    """That's too strong, I just …: the sentence after it counts; and so does a long one."""
    later = [part for part in one.parts[1:] if is_clause(part)]
    words = len(one.head.split())
    if later and words > _A_WORD_OR_TWO and has_verb(one.head):
        return _sentence(later[0], one)
    return _sentence(one.said, one) if words > _SHORT else None


def without_lead(said: str) -> str:
    """Without the yes or no before it and the "actually" behind it."""
    lead = _P["lead"].match(said)
    kept = "only " if lead and re.search(r"\bonly\b", lead[0], re.IGNORECASE) else ""
    return kept + _P["tail"].sub("", said[lead.end() :] if lead else said).strip(" .,!;")


def uninverted(said: str) -> str:
    """Wohne ich jetzt in Ulm: what stood before it is gone, and the verb stands behind "ich" again."""
    return _P["inverted"].sub(r"ich \g<verb>\g<rest>", said, count=1)


def is_clause(said: str) -> bool:
    """A sentence of its own, of the person or of somebody of theirs."""
    return _P["clause"].match(said) is not None and len(said.split()) > _A_WORD_OR_TWO


def _sentence(said: str, one: _Correction) -> str:
    """He and she are whom the offer was about."""
    text = sentence(unframed(said, one.language) or said, one.language)
    pronoun, subject = _P["pronoun"].match(text), _P["subject"].match(one.bare)
    if pronoun and subject:
        verb = pronoun["verb"] or ""
        return subject[0] + _VERBS.get(verb, verb) + text[pronoun.end() :]
    return text
