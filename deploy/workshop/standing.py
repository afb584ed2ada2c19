"""The standing offer of a case that carries only text: read off the companion's last line and the intent it answered.

In a real conversation the offer is in the turn and nothing is guessed; this is for classifying cases from elsewhere.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from shared.assertions import text_hash
from shared.ids import new_id
from shared.llm.offline.facts.clauses import clauses_of
from shared.llm.offline.patterns import patterns
from shared.operations import Offer, OfferItem, OfferKind

_P = patterns("standing", Path(__file__).with_name("standing.toml"))

REMEMBER, FORGET, ADD, CORRECT = "remember_about_me", "forget_about_me", "add_knowledge", "correct_knowledge"
_LISTED = _P["listed"]
_NUMBERED = _P["numbered"]
_ASKED_AFTER = _P["asked_after"]
_VERB_LAST = re.compile(r"^(?P<who>du|deine? [\w-]+) (?P<rest>.+) (?P<verb>\w+)$", re.IGNORECASE)
_QUOTED = _P["quoted"]
_QUOTED_SINGLY = _P["quoted_singly"]
_SENTENCE = _P["sentence"]
_ALL_PROJECTS = _P["all_projects"]
_KEEPS = _P["keeps"]
_FORGETS = _P["forgets"]
_CLASH = _P["clash"]
_PROJECT_KEEP = _P["project_keep"]
_LEAD = _P["lead"]
_IN_QUESTION = _P["in_question"]
_POINTING = _P["pointing"]
_EMBEDDED = _P["embedded"]
_ADDRESSES = _P["addresses"]
_ABOUT_THE_PERSON = frozenset({OfferKind.REMEMBER, OfferKind.CROSS_PROMOTE})


_ASKS = _P["asks"]


def standing_offer(line: str, intent: str | None) -> Offer | None:
    """What the companion's line asked; nothing when it asked nothing."""
    if "?" not in line and not _ASKS.search(line):
        return None
    kind = _kind(line, intent)
    if kind is None:
        return None
    listed = _listed(line)
    items = listed or tuple((0, text) for text in _items(line, kind))
    if not items:
        return None
    several = kind is OfferKind.RETRACT and len(items) > 1
    return Offer(
        offer_id=new_id(),
        kind=OfferKind.REMEMBER if kind is OfferKind.CLASH and len(items) != 2 else kind,  # noqa: PLR2004
        items=tuple(_item(number, text) for number, text in items),
        needs_choice=several,
    )


def _kind(line: str, intent: str | None) -> OfferKind | None:
    closing = _SENTENCE.split(line.strip())[-1]
    if intent == FORGET or (intent not in {REMEMBER, ADD} and _FORGETS.search(closing)):
        return OfferKind.RETRACT
    if _ALL_PROJECTS.search(line):
        return OfferKind.CROSS_PROMOTE
    if intent == REMEMBER:
        return OfferKind.CLASH if _CLASH.search(closing) else OfferKind.REMEMBER
    if asks_for_a_change(line) and intent != ADD:
        return OfferKind.PROJECT_FACTS
    asks_to_keep = _KEEPS.search(closing) is not None
    if intent in {ADD, CORRECT}:
        return OfferKind.PROJECT_FACTS if asks_to_keep or _PROJECT_KEEP.search(closing) else None
    return OfferKind.REMEMBER if asks_to_keep else None


def asks_for_a_change(line: str) -> bool:
    """Of what the project knows: a yes to it is a correction."""
    return _CLASH.search(_SENTENCE.split(line.strip())[-1]) is not None


def _listed(line: str) -> tuple[tuple[int, str], ...]:
    if named := tuple((int(part["number"]), _clean(part["item"])) for part in _NUMBERED.finditer(line)):
        return named
    found = [(int(part["number"] or 0), _clean(_ASKED_AFTER.sub("", part["item"]))) for part in _LISTED.finditer(line)]
    return tuple(found) if len(found) > 1 else ()


def _items(line: str, kind: OfferKind) -> list[str]:
    """Quoted texts, else the sentences before the question, else what the question itself names."""
    if quoted := [_clean(text) for text in (_QUOTED.findall(line) or _QUOTED_SINGLY.findall(line))]:
        return quoted[:5]
    sentences = [part.strip() for part in _SENTENCE.split(line.strip()) if part.strip()]
    told = [
        _clean(_LEAD.sub("", part))
        for part in sentences
        if not part.endswith(("?", ":")) and _tells(_LEAD.sub("", part))
    ]
    if kind is OfferKind.CLASH:
        return told[-2:]
    if kind in _ABOUT_THE_PERSON and (theirs := _about_the_person(sentences, line)):
        return theirs
    asked = [found["what"].strip() for part in sentences if (found := _IN_QUESTION.search(part))]
    own = [text for text in asked if not _POINTING.match(text) and len(text.split()) > 1]
    if own and not (told and kind is OfferKind.RETRACT):
        return [_clean(_verb_second(own[0], line))]
    if told:
        return _one_by_one(told, line)
    named = [_ABOUT.sub("", _LEAD.sub("", part)).rstrip("?") for part in sentences[-1:]]
    return [] if kind in _ABOUT_THE_PERSON else [_clean(text) for text in named if not _POINTING.match(text)]


def _about_the_person(sentences: list[str], line: str) -> list[str]:
    """What a clause tells of them, else the sentences that speak to them."""
    if embedded := [_clean(_verb_second(found["what"], line)) for found in _EMBEDDED.finditer(line)]:
        return embedded[-1:]
    addressed = [_clean(text) for part in sentences if _ADDRESSES.match(text := _LEAD.sub("", part))]
    return _one_by_one(addressed, line) if addressed else []


def _verb_second(text: str, line: str) -> str:
    """German of a clause with its verb at the end as a sentence."""
    return _VERB_LAST.sub(r"\g<who> \g<verb> \g<rest>", text.strip()) if re.search("da(?:ss|ß)", line) else text


_SEVERAL = _P["several"]
_COUNTED = _P["counted"]
_ABOUT = _P["about"]
_COMMENT = _P["comment"]


def _one_by_one(told: list[str], line: str) -> list[str]:
    return _parted(told[-1], line) if _SEVERAL.search(line) and len(told) == 1 else told[-3:]


def _parted(text: str, line: str) -> list[str]:
    """One sentence that names several facts."""
    listed = text.split(", ") if _COUNTED.search(line) else [clause.text for clause in clauses_of(text)]
    return [_clean(re.sub(r"^(?:and|und|y) ", "", one)) for one in listed][:3]


def _tells(text: str) -> bool:
    return len(text.split()) > 1 and _COMMENT.match(text) is None


def _clean(text: str) -> str:
    text = text.strip(' \n\t"“”„«».,;:–—-')  # noqa: RUF001
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _item(number: int, text: str) -> OfferItem:
    return OfferItem(
        assertion_id=new_id(), display_number=number, version=1, text_hash=text_hash(text), shown_text=text
    )


def spoken(history: Sequence[dict[str, object]]) -> tuple[str, str | None]:
    """The companion's last line, when it is the last of all, and the intent that it answered."""
    if not history or str(history[-1].get("role", "")).lower() in {"person", "user", "human"}:
        return "", None
    last = history[-1]
    intent = last.get("intent") or next(
        (line.get("intent") for line in reversed(history[:-1]) if line.get("intent")), None
    )
    return str(last.get("content") or ""), str(intent) if intent else None
