"""Finds the part of a sentence that a correction is about, and puts the correction there."""

import difflib
import re

from shared.embedding.embedder import vector_of
from shared.offline.facts.sentences import turned_words
from shared.offline.patterns import listed, patterns
from shared.offline.slots import Slot, slots_of

_P = patterns("refining")
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|does|matters?|ist|es|hat)\b|'s\b", re.IGNORECASE)
_ONE = re.compile(r"^(?:the|my|der|die|das|el|la) (?P<which>[\w-]+) (?:ones?|eine)$", re.IGNORECASE)
_AT = re.compile(r"\b(?:on|in|at|from|to|into|near|since|en|a|desde|bei|am|im|ab|seit|um) $", re.IGNORECASE)
_WITH = re.compile(r"\b(?:with|for|mit|für|con) (?:(?:the|an?|your|my|dein\w*|mein\w*|tus?|mis?) )?$", re.IGNORECASE)
_ARTICLE_FIRST = re.compile(r"^(?:the|a|an|my|der|die|das|el|la|los|las|on|in|at) ", re.IGNORECASE)
_DAY = re.compile(r"(?:(?:the|am|der|el) )?(\d{1,2})(?:st|nd|rd|th|\.)?")
_SHORT = 2
_BEGINNING = 5
"""Letters that a word shares with its other forms."""


def has_verb(text: str) -> bool:
    """Something is said of something."""
    return _VERB.search(text) is not None


def typed(said: str, bare: str) -> tuple[Slot, Slot] | None:
    """What was said of one kind, and the slot of that kind: a day for a day, a name for a name."""
    for wanted in slots_of(said):
        same = [slot for slot in slots_of(bare) if slot.kind == wanted.kind]
        if same:
            return wanted, max(same, key=lambda slot: _alike(slot, wanted, bare, said))
    return None


def _alike(slot: Slot, wanted: Slot, bare: str, said: str) -> float:
    """Names by their letters; numbers by the word that they count."""
    if wanted.kind == "name":
        at, shown = _AT.search(said[: wanted.start]), _AT.search(bare[: slot.start])
        same_place = at is not None and shown is not None and at[0].lower() == shown[0].lower()
        return same_place + difflib.SequenceMatcher(None, slot.text.lower(), wanted.text.lower()).ratio()
    beside = [*bare[: slot.start].rsplit(None, 1)[-1:], *bare[slot.end :].split(None, 1)[:1]]
    return float(any(word.lower()[:_BEGINNING] in said.lower() for word in beside if len(word) > _SHORT))


def named(old: str, bare: str) -> Slot | None:
    """Where the words that are taken back stand."""
    words = re.findall(r"\w+", _ARTICLE_FIRST.sub("", old))
    if not words:
        return None
    whole = r"\W+".join(map(re.escape, words)) + r"\w*"
    found = re.search(rf"\b{whole}", bare, re.IGNORECASE)
    found = found or re.search(rf"\b{re.escape(words[-1][:_BEGINNING])}[\w-]*", bare, re.IGNORECASE)
    return Slot("said", found[0], found.start(), found.end()) if found else None


def nearest(said: str, bare: str) -> Slot:
    """The word that is nearest in meaning to what is put in its place; of two alike the later one."""
    function = listed("all")["function"]
    words = [
        Slot("word", found[0], found.start(), found.end())
        for found in re.finditer(r"[\w'-]+", bare)
        if found[0].lower() not in function
    ]
    vector = vector_of(said)
    scored = [(float(vector @ vector_of(slot.text)) + LATER * place, place) for place, slot in enumerate(words)]
    return words[max(scored)[1]] if scored else Slot("said", bare, 0, len(bare))


LATER = 0.02


def filled(bare: str, wanted: Slot, slot: Slot, head: str, language: str) -> str:
    """The sentence with what fits of a correction in its slot."""
    if day := _same_month(wanted, slot):
        return f"{bare[: slot.start]}{day}{bare[slot.end :]}"
    return put(bare, slot, _cut(head, wanted, bare), language)


def _same_month(wanted: Slot, slot: Slot) -> str | None:
    """Only the day was said, and the month is known: the 10th instead of 3 December is 10 December."""
    day, known = _DAY.fullmatch(wanted.text.strip()), re.search(r"\d{1,2}", slot.text)
    if wanted.kind != "date" or day is None or known is None or not re.search(r"[a-z]{3}", slot.text, re.IGNORECASE):
        return None
    return slot.text[: known.start()] + day[1] + slot.text[known.end() :]


def _cut(head: str, wanted: Slot, bare: str) -> str:
    """Of a correction that goes on talking, the part that fits; a counted thing stays with its number."""
    head = without_spelling(head)
    if _ONE.match(head):
        return wanted.text
    counted = re.match(r"\s+([\w-]+)", head[wanted.end :])
    end = wanted.end
    if counted and _same_word(counted[1], bare[bare.find(" ") :]):
        end += counted.end()
    return head[wanted.start : end] if _P["later"].match(head[end:]) or has_verb(head) else head


def without_spelling(head: str) -> str:
    """Without "with an a" after a name."""
    return _P["spelling"].sub("", head)


def _same_word(word: str, among: str) -> bool:
    """The word or its plural is there."""
    bare = word.lower().removesuffix("s").removesuffix("e")
    return any(one.lower().removesuffix("s").removesuffix("e") == bare for one in re.findall(r"[\w-]+", among))


def put(bare: str, slot: Slot, said: str, language: str) -> str:
    """The sentence with the slot filled anew; articles and places are not said twice."""
    new = turned_words(said, language)
    start, end = slot.start, slot.end
    for same in (_P["article"], _AT, _WITH):
        shown = same.search(bare[:start])
        if shown and re.match(same.pattern.removesuffix("$"), new, re.IGNORECASE):
            start = shown.start()
    following = re.match(r" ([\w-]+)", bare[end:])
    if following and " " in new and _same_word(new.rsplit(" ", 1)[-1], following[1]):
        end += following.end()
    return f"{bare[:start]}{new}{bare[end:]}"
