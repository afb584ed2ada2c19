"""The standing offer of a case that carries only text: read off the companion's last line and the intent it answered.

In a real conversation the offer is in the turn and nothing is guessed; this is for classifying cases from elsewhere.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from shared.contracts.assertions import text_hash
from shared.contracts.ids import new_id
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.offline.facts.choosing import clauses_of
from shared.text.language import language_heard
from shared.text.pattern_files import load_patterns

_P = load_patterns("standing", Path(__file__).with_suffix(".toml"))

REMEMBER, FORGET, ADD, CORRECT = "remember_about_me", "forget_about_me", "add_knowledge", "correct_knowledge"
_VERB_LAST = re.compile(r"^(?P<who>du|deine? [\w-]+) (?P<rest>.+) (?P<verb>\w+)$", re.IGNORECASE)
_ABOUT_THE_PERSON = frozenset({OfferKind.REMEMBER, OfferKind.CROSS_PROMOTE})


def standing_offer(
    line: str, intent: str | None, *, in_project: bool = False, told: Sequence[str] = ()
) -> Offer | None:
    """What the companion's line asked; nothing when it asked nothing. `told` are the facts that it replied to."""
    if "?" not in line and not _P["asks"].search(line):
        return None
    kind = _kind(line, intent, in_project=in_project)
    if kind is None:
        return None
    listed = _listed(line)
    items = listed or tuple((0, text) for text in _items(line, kind))
    if kind is OfferKind.CLASH and len(items) == 1:
        items += tuple((0, text) for text in told[:1])
    if not items:
        return None
    several = kind is OfferKind.RETRACT and len(items) > 1
    return Offer(
        offer_id=new_id(),
        kind=OfferKind.REMEMBER if kind is OfferKind.CLASH and len(items) != 2 else kind,  # noqa: PLR2004
        items=tuple(_item(number, text) for number, text in items),
        needs_choice=several,
    )


def _kind(line: str, intent: str | None, *, in_project: bool) -> OfferKind | None:
    *_, closing = _spoken_sentences(line)
    asks_what_goes = _P["forgets"].search(closing) or (intent is None and _P["which_is_meant"].search(line))
    if intent == FORGET or (intent not in {REMEMBER, ADD} and asks_what_goes):
        return OfferKind.RETRACT
    if _P["all_projects"].search(line):
        return OfferKind.CROSS_PROMOTE
    if intent == REMEMBER or (intent is None and _tells_them(line)):
        clash = _P["clash"].search(closing) and _P["holds_now"].search(closing)
        kind = OfferKind.CLASH if clash else OfferKind.REMEMBER
        return kind if clash or intent == REMEMBER or _asks_to_keep(line) else None
    if asks_for_a_change(line) and intent != ADD:
        return OfferKind.PROJECT_FACTS
    if intent in {ADD, CORRECT} or _P["of_a_project"].search(line) or (in_project and not _tells_them(line)):
        return OfferKind.PROJECT_FACTS if _asks_to_keep(line) or _P["project_keep"].search(closing) else None
    return OfferKind.REMEMBER if _asks_to_keep(line) else None


def _asks_to_keep(line: str) -> bool:
    """In the question itself, or in what stands before a mere "okay?"."""
    *before, closing = _spoken_sentences(line)
    introduced = before[-1] if before and before[-1].endswith(":") else ""
    if _P["keeps"].search(f"{introduced} {closing}"):
        return True
    return _P["consents"].search(closing) is not None and (
        _P["keeps"].search(line) is not None or _tells_them(" ".join(before))
    )


def _spoken_sentences(line: str) -> list[str]:
    """All that say something: a face behind the question is none."""
    return [part.strip() for part in _P["sentence"].split(line) if re.search(r"\w", part)] or [""]


def _tells_them(line: str) -> bool:
    """A sentence of it, or a clause, says something of the person."""
    sentences = (_P["lead"].sub("", part.strip()) for part in _P["sentence"].split(line.strip()))
    return _P["embedded"].search(line) is not None or any(_addresses(part) for part in sentences)


def _addresses(sentence: str) -> bool:
    """It says something of the person: in Spanish often by its verb alone."""
    if _P["addresses"].match(sentence):
        return True
    return language_heard(sentence, "en") == "es" and _P["addresses_es"].match(sentence) is not None


def asks_for_a_change(line: str) -> bool:
    """Of what the project knows: a yes to it is a correction."""
    return _P["clash"].search(_P["sentence"].split(line.strip())[-1]) is not None


def _listed(line: str) -> tuple[tuple[int, str], ...]:
    if named := tuple((int(part["number"]), _clean(part["item"])) for part in _P["numbered"].finditer(line)):
        return named
    found = [
        (int(part["number"] or part["sign"] or 0), _clean(_P["asked_after"].sub("", part["item"])))
        for part in _P["listed"].finditer(line)
    ]
    return tuple(found) if len(found) > 1 else ()


def _items(line: str, kind: OfferKind) -> list[str]:
    """Quoted texts, else the sentences before the question, else what the question itself names."""
    quoted = [_clean(text) for text in (_P["quoted"].findall(line) or _P["quoted_singly"].findall(line))]
    if quoted and kind is not OfferKind.CLASH:
        return quoted[:5]
    sentences = [part.strip() for part in _P["sentence"].split(line.strip()) if part.strip()]
    told = [
        _clean(_P["lead"].sub("", part))
        for part in sentences
        if not part.endswith(("?", ":")) and _tells(_P["lead"].sub("", part)) and not _P["asks"].search(part)
    ]
    if kind is OfferKind.CLASH:
        return [*quoted, *(text for text in told if not any(one.rstrip(".") in text for one in quoted))][:2]
    if kind in _ABOUT_THE_PERSON and (theirs := _about_the_person(sentences, line)):
        return theirs
    if (asked := _asked(sentences, line, kind)) and not (told and kind is OfferKind.RETRACT):
        return [_clean(_verb_second(asked, line))]
    return _one_by_one(told, line) if told else _named(sentences, kind)


def _asked(sentences: list[str], line: str, kind: OfferKind) -> str | None:
    """What the question itself says is to be kept, noted or let go."""
    found = [asked["what"].strip() for part in sentences if (asked := _P["in_question"].search(part))]
    own = [text for text in found if not _P["pointing"].match(text) and len(text.split()) > 1]
    clause = _P["that_clause"].search(line) if kind is OfferKind.PROJECT_FACTS else None
    return own[0] if own else clause["what"] if clause else None


def _named(sentences: list[str], kind: OfferKind) -> list[str]:
    named = [_P["about"].sub("", _P["lead"].sub("", part)).rstrip("?") for part in sentences[-1:]]
    return [] if kind in _ABOUT_THE_PERSON else [_clean(text) for text in named if not _P["pointing"].match(text)]


def _about_the_person(sentences: list[str], line: str) -> list[str]:
    """What a clause tells of them, else the sentences that speak to them."""
    if embedded := [
        _verb_second(found["what"], line) for part in sentences[::-1] for found in _P["embedded"].finditer(part)
    ]:
        last = embedded if _P["and_that"].search(line) else embedded[:1]
        return [_clean(part) for text in last for part in _P["and_that"].split(text)]
    if named := [_clean(_verb_second(found["what"], line)) for found in _P["which_fact"].finditer(line)]:
        return named
    if stated := [found["what"] for part in sentences[-1:] if (found := _P["stated_first"].match(part))]:
        return _one_by_one([_clean(_P["lead"].sub("", stated[0]))], line)
    addressed = [_clean(text) for part in sentences if _addresses(text := _P["lead"].sub("", part))]
    return _one_by_one(addressed, line) if addressed else []


def _verb_second(text: str, line: str) -> str:
    """German of a clause with its verb at the end as a sentence."""
    return _VERB_LAST.sub(r"\g<who> \g<verb> \g<rest>", text.strip()) if re.search("da(?:ss|ß)", line) else text


def _one_by_one(told: list[str], line: str) -> list[str]:
    several = (
        _P["several"].search(_spoken_sentences(line)[-1])
        or _P["counted"].search(line)
        or _P["which_of_them"].search(line)
    )
    return _parted(told[-1], line) if several and len(told) == 1 else told[-3:]


def _parted(text: str, line: str) -> list[str]:
    """One sentence that names several facts."""
    listed = text.split(", ") if _P["counted"].search(line) else []
    if ";" in text:
        listed = text.split(";")
    for part in (_P["and_you"].split, lambda text: [clause.text for clause in clauses_of(text)]):
        listed = listed if len(listed) > 1 else part(text)
    if len(listed) == 1 and _P["each_of_both"].search(line) and (both := _P["you_both"].match(text)):
        listed = [f"{both['who']} {both['one']}", f"{both['who']} {both['other']}"]
    return [_clean(re.sub(r"^(?:and|und|y) ", "", one)) for one in listed][:3]


def _tells(text: str) -> bool:
    return len(text.split()) > 1 and _P["comment"].match(text) is None


def _clean(text: str) -> str:
    text = text.strip(' \n\t"“”„«».,;:?¿–—-')  # noqa: RUF001
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _item(number: int, text: str) -> OfferItem:
    return OfferItem(
        assertion_id=new_id(), display_number=number, version=1, text_hash=text_hash(text), shown_text=text
    )


def agrees_by_a_no(line: str, message: str) -> bool:
    """It was asked whether anything speaks against it, and nothing does."""
    return (
        _P["against"].search(_P["sentence"].split(line.strip())[-1]) is not None
        and _P["mere_no"].fullmatch(message) is not None
    )


def last_spoken(history: Sequence[dict[str, object]]) -> tuple[str, str | None]:
    """The companion's last line, when it is the last of all, and the intent that it answered."""
    if not history or str(history[-1].get("role", "")).lower() in {"person", "user", "human"}:
        return "", None
    last = history[-1]
    intent = last.get("intent") or next(
        (line.get("intent") for line in reversed(history[:-1]) if line.get("intent")), None
    )
    return str(last.get("content") or ""), str(intent) if intent else None
