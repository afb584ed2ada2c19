"""A correction that begins with what takes a part's place, and goes on to say why or since when.

"Four. My wife brought another one": the number for the number, and the reason behind it. Only where it is plain which
part is meant; pure, with its patterns in exchanging.toml.
"""

import difflib
import re
from pathlib import Path

from shared.offline.facts.english import with_capitals
from shared.offline.facts.faithful import content, denies, flaws, is_sentence, leans
from shared.offline.facts.sentences import finished, sentence, turned_words
from shared.offline.filling import filled, typed
from shared.offline.patterns import patterns
from shared.offline.slots import Slot, slots_of
from shared.text.patterns import APOSTROPHE
from shared.text.quotation import words_quoted

_P = patterns("exchanging", Path(__file__).with_name("exchanging.toml"))
_LISTABLE = frozenset({"day", "month", "number", "date"})
MOST = 280
"""Characters; nobody puts a part right at greater length."""
_FEWEST = 2
"""Words of a phrase, of which all but one stand there already."""


def exchanged(known: str, answer: str, language: str) -> str | None:
    """The offered sentence with the part put right; nothing where it is not plain which part, or what else is said."""
    if len(answer) > MOST or words_quoted(known):
        return None  # a quotation is what they said, and stays so
    said = without_assent(answer)
    head, mark, tail = _parted(said)
    bare = known.rstrip(" .")
    if not head or denies(bare, language) != denies(head, language) or "?" in said or _P["agrees"].search(head):
        return None
    changed = _instead(bare, head, tail) or _changed(bare, head, language)
    if changed is None or changed.casefold() == bare.casefold():
        return None
    text = _with(changed, tail, mark, language)
    if text is None or set(flaws(text, language)) - set(flaws(known, language)):
        return None
    return finished(_capitals(text, language))


def without_assent(answer: str) -> str:
    """Without the yes or no around it, how it came to be wrong, and that the rest is right."""
    said = answer.replace(APOSTROPHE, "'").strip()
    while (shorter := _P["around"].sub("", _P["leads"].sub("", said)).strip(" .,;!–—-")) != said:  # noqa: RUF001
        if not re.search(r"\w", shorter):
            break
        said = shorter
    return said


def _parted(said: str) -> tuple[str, str, str]:
    """What takes a place, and what is said behind it."""
    end = 0
    if listed := _P["list"].match(said):
        end = listed.end()
    found = _P["part"].search(said, end)
    if found is None:
        return said, "", ""
    return said[: found.start()], found[0], said[found.end() :].strip(" .,;!…")


def _instead(bare: str, head: str, tail: str) -> str | None:
    """This, and not that: what is taken back stands there once."""
    found = _P["old"].match(tail)
    places = list(re.finditer(rf"(?i)\b{re.escape(found['old'])}\b", bare)) if found else []
    return f"{bare[: places[0].start()]}{head}{bare[places[0].end() :]}" if len(places) == 1 else None


def _changed(bare: str, head: str, language: str) -> str | None:
    ways = (
        _a_list,
        _a_year,
        _one_of_a_kind,
        _so_many,
        _at_an_hour,
        _but_for_a_word,
        _which_place,
        _somebody_else,
        _alike_in_letters,
    )
    return next((text for way in ways if (text := way(bare, head, language))), None)


def _a_list(bare: str, head: str, _: str) -> str | None:
    """Mondays and Fridays, for a list of days or for the only day."""
    found = _P["list"].match(head)
    if found is None or not _goes_on_in_time(head[found.end() :]):
        return None
    kinds = {slot.kind for slot in slots_of(found[0])}
    if len(kinds) != 1 or not kinds <= _LISTABLE:
        return None
    run = _run_of(kinds.pop(), bare)
    return f"{bare[: run[0]]}{head}{bare[run[1] :]}" if run else None


def _goes_on_in_time(rest: str) -> bool:
    return re.search(r"\w", rest) is None or _P["in_time"].match(rest) is not None


def _run_of(kind: str, bare: str) -> tuple[int, int] | None:
    """Where all that is of a kind stands, when nothing but commas and an "and" is between."""
    slots = sorted((slot for slot in slots_of(bare) if slot.kind == kind), key=lambda slot: slot.start)
    beside = _beside_each_other(slots, bare)
    return (beside[0].start, beside[-1].end) if beside else None


def _beside_each_other(slots: list[Slot], bare: str) -> list[Slot]:
    """The only list of them; of several single ones none is meant."""
    lists: list[list[Slot]] = []
    for slot in slots:
        joins = lists and _P["between"].fullmatch(bare[lists[-1][-1].end : slot.start])
        if joins:
            lists[-1].append(slot)
        else:
            lists.append([slot])
    long = [one for one in lists if len(one) > 1]
    return long[0] if len(long) == 1 else lists[0] if len(lists) == 1 else []


def _a_year(bare: str, head: str, _: str) -> str | None:
    """The 91, for 1989."""
    found, known = _P["short_year"].fullmatch(head), list(_P["year"].finditer(bare))
    if found is None or len(known) != 1:
        return None
    return f"{bare[: known[0].start()]}{known[0][0][:2]}{found['year']}{bare[known[0].end() :]}"


def _one_of_a_kind(bare: str, head: str, language: str) -> str | None:
    """A month for a month, where there is no other; a name keeps whose it is."""
    rest = " ".join(word for word in head.split() if not _P["now"].fullmatch(word))
    fitting = typed(rest, bare)
    if fitting is None or (language == "de" and fitting[0].kind == "name"):
        return None
    wanted, slot = fitting
    before = rest[: wanted.start]
    if rest[wanted.end :] or (before and not bare[: slot.start].casefold().endswith(f" {before}".casefold())):
        return None
    others = [one for one in slots_of(bare) if one.kind == slot.kind and not _P["of_them"].match(bare, one.end)]
    if others != [slot]:
        return None
    if wanted.kind == "name" and slot.text.endswith("'s") and not rest.endswith("s"):
        return f"{bare[: slot.start]}{rest}'s{bare[slot.end :]}"
    single = wanted.kind == "day" and _P["each"].search(bare[: slot.start]) is not None
    return filled(bare, wanted, slot, wanted.text.rstrip("s") if single else wanted.text, language)


def _so_many(bare: str, head: str, _: str) -> str | None:
    """Two cats, for: a cat."""
    rest = " ".join(word for word in head.split() if not _P["now"].fullmatch(word))
    found = _P["counted"].fullmatch(rest)
    known = list(re.finditer(rf"(?i)\b(?:an?|one|eine?n?|una?) {re.escape(found['stem'])}\w*", bare)) if found else []
    return f"{bare[: known[0].start()]}{rest}{bare[known[0].end() :]}" if len(known) == 1 else None


def _alike_in_letters(bare: str, head: str, language: str) -> str | None:
    """Costume designer, for stage designer in one word: the only word with a meaning that is written much alike."""
    if re.fullmatch(r"[\w-]{4,}", head) is None:
        return None
    words = [found for found in re.finditer(r"[\w-]{3,}", bare) if content(found[0], language)]
    alike = [found for found in words if _ratio(found[0], head) >= ALIKE]
    if len(alike) != 1:
        return None
    return f"{bare[: alike[0].start()]}{head}{bare[alike[0].end() :]}"


ALIKE = 0.6
"""From this likeness on a word stands for the other, where they begin or end alike."""


def _ratio(one: str, other: str) -> float:
    """How much alike; nothing where they neither begin nor end alike."""
    one, other = one.casefold(), other.casefold()
    alike = one[:3] == other[:3] or one[-4:] == other[-4:] or (one[-2:] == other[-2:] and other[:1] in one[:2])
    return difflib.SequenceMatcher(None, one, other).ratio() if alike else 0.0


def _at_an_hour(bare: str, head: str, _: str) -> str | None:
    """Half past three, for the only hour that is named."""
    known = list(_P["hour"].finditer(bare))
    if _P["hour"].fullmatch(head) is None or len(known) != 1:
        return None
    return f"{bare[: known[0].start()]}{head}{bare[known[0].end() :]}"


def _but_for_a_word(bare: str, head: str, language: str) -> str | None:
    """Every second week, for: every third week. All words but one stand there, one after the other."""
    words, known = list(re.finditer(r"[\w'-]+", head)), list(re.finditer(r"[\w'-]+", bare))
    if len(words) < _FEWEST:
        return None
    places = [at for at in range(len(known) - len(words) + 1) if _differs_once(words, known[at : at + len(words)])]
    if len(places) != 1:
        return None
    window = known[places[0] : places[0] + len(words)]
    same = [one[0] for one, other in zip(words, window, strict=True) if one[0].casefold() == other[0].casefold()]
    if not content(" ".join(same), language):
        return None
    new = " ".join(
        other[0] if one[0].casefold() == other[0].casefold() else _as_written(one[0])
        for one, other in zip(words, window, strict=True)
    )
    return f"{bare[: window[0].start()]}{turned_words(new, language)}{bare[window[-1].end() :]}"


def _as_written(word: str) -> str:
    """Loud letters are for the eye."""
    return word.lower() if word.isupper() and len(word) > _FEWEST else word


def _differs_once(words: list[re.Match[str]], known: list[re.Match[str]]) -> bool:
    return sum(one[0].casefold() != other[0].casefold() for one, other in zip(words, known, strict=True)) == 1


def _which_place(bare: str, head: str, _: str) -> str | None:
    """The one in Venezuela: which of two of that name."""
    found, place = _P["the_one_in"].fullmatch(head), _P["ends_in_a_place"].search(bare)
    if found is None or place is None:
        return None
    return f"{bare[: place.end('place')]}, {head}"


def _somebody_else(bare: str, head: str, _: str) -> str | None:
    """It is my stepsister, for: your sister Beatriz. The rest is true of whom the name belongs to."""
    found, known = _P["kin"].match(head), _P["known_kin"].match(bare)
    if found is None or known is None or not any(slot.kind == "kin" for slot in slots_of(known[0])):
        return None
    if (found["name"] and found["name"] not in bare) or not any(slot.kind == "kin" for slot in slots_of(head)):
        return None
    return f"{bare[: known.start('kin')]}{found['kin'].lower()}{bare[known.end('kin') :]}"


def _with(changed: str, tail: str, mark: str, language: str) -> str | None:
    """And what was said behind it: the reason as a half of its own, since when or where as an end of the sentence."""
    if not re.search(r"\w", tail) or any(_P[sign].fullmatch(tail) for sign in ("what_it_is_not", "spelled")):
        return changed
    if _P["part"].search(tail) is not None:
        return None
    if _P["names"].fullmatch(tail) or _P["in_time"].match(tail) or _P["where"].fullmatch(tail):
        if mark.strip() and _P["in_time"].match(tail) and _P["two_halves"].search(changed):
            return None  # of which of the two it is said, nobody would know
        words = turned_words(tail, language)
        return (
            f"{changed}{mark.strip() and ','} {words[:1].lower() + words[1:] if _P['where'].fullmatch(tail) else words}"
        )
    why = _P["because"].sub("", tail)
    if not is_sentence(why, language) or leans(why, language):
        return None
    half = sentence(why, language).rstrip(".")
    named = mark.strip() == "," and why[:1].isupper()  # no sentence began there
    half = half if named else half[:1].lower() + half[1:]
    return None if set(flaws(half, language)) - {"nobody"} else f"{changed}; {half}"


def _capitals(text: str, language: str) -> str:
    """Days and months as English and German write them."""
    if language == "en":
        return with_capitals(text)
    return _P["capital_de"].sub(lambda found: found[0].capitalize(), text) if language == "de" else text
