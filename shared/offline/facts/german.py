"""German: from "ich bin" to "du bist", by a table of verbs and by the endings of the regular ones beside "ich"."""

import re

from shared.offline.facts.forms import plain
from shared.offline.facts.main_clause import as_main
from shared.offline.patterns import listed, patterns, word_tables

_P = patterns("german")

_TURNED = word_tables("de")["turned"]
_STRONG = word_tables("de")["strong"]
_MODAL = frozenset({"bin", "kann", "will", "muss", "mag", "soll", "darf", "weiß"})
_WORD = re.compile(r"[^\W\d_]+")
_OPENING = _P["opening"]


_BARE = listed("de")["bare"]
_SPOKEN = _BARE | {verb.removesuffix("e") for verb in _BARE} | listed("de")["bare_in_full"]
_BEHIND_AND = listed("de")["behind_and"]
"""At the beginning they would order: "hör auf"."""
_NO_VERB = listed("de")["no_verb"]
_ALSO_THEIRS = listed("de")["also_theirs"]
"""Forms that he and she share with me: mine only near "ich", or at the beginning."""
_BESIDE = listed("de")["beside"]
_WE = word_tables("de")["we"]
_VERB_FIRST = re.compile(r"^(?P<verb>\w+) ich\b(?P<rest>(?! bin\b| habe?\b).*)$", re.IGNORECASE | re.DOTALL)
"""What stood before it was framing, and has been taken off."""
_MIND_YOU = re.compile(r"(?i)\bübrigens\b,? ?")
"""Says nothing wherever it stands."""
_I_IT = re.compile(r"(?i)\b(ich)'?s\b")
"""So mag ichs: its verb is mine as well."""
_JOINING = listed("de")["joining"]
_VERB_LAST, _WE_LAST = _P["verb_last"], _P["we_last"]
"""What hangs on a conjunction has its verb far from its "du": "dass du im Januar weniger arbeiten *kann*"."""


def turned(clause: str) -> str:
    """The clause as a sentence to the person; without capital and full stop."""
    said = _I_IT.sub(r"\1 es", _MIND_YOU.sub("", clause.strip(" .!")))
    if yours := _WISHES["you"].match(said):
        return f"du möchtest, dass ich {_words_turned(yours['rest'])} {of_mine(yours['verb'])}"
    if wish := _when(said):
        return wish
    clause = plain(said, "de")
    if wish := _wish(clause):
        return wish
    clause = as_main(clause)
    if (found := _VERB_FIRST.match(clause)) and found["verb"].lower() not in _BESIDE - {"bin", "hab"}:
        clause = f"ich {found['verb'].lower()}{found['rest']}"
    words = [word.lower() for word in _WORD.findall(clause)]
    place, verb_at = 0, -2

    def turn(found: re.Match[str]) -> str:
        nonlocal place, verb_at
        joined = place > 1 and words[place - 1] == "ich" and words[place - 2] in _JOINING
        verb_is_later = joined and _ENDS.match(clause, found.end()) is None
        behind = place == verb_at + _VERB_AND_I and words[place - 1] == "ich" and words[place] not in _TURNED
        # What a comma parts from "ich" is not its verb: "vegetarisch, ich nicht".
        seen = words[: place + 1] if clause[found.end() : found.end() + 1] in _COMMAS else words
        counted = place > 0 and words[place - 1] == "und" and _FIGURE.search(clause, 0, found.start()) is not None
        said = (
            found[0]
            if behind or counted or (verb_is_later and found[0] not in _TURNED)
            else _word(found[0], seen, place)
        )
        if said == found[0] and _goes_on(clause[: found.start()], words, place):
            said = _conjugated(said.lower(), said)
        if said != found[0] and words[place] not in _NO_VERB:
            verb_at = place
        place += 1
        return said

    text = _WE_LAST.sub(_last_verb_of_us, _VERB_LAST.sub(_last_verb, _WORD.sub(turn, clause)))
    if lacks_its_subject(clause):
        return f"du {text[:1].lower()}{text[1:]}"
    return text


def _goes_on(before: str, words: list[str], place: int) -> bool:
    """Behind a comma a verb whose subject was said, or left out, at the beginning: "hab kein Auto, fahr Rad"."""
    mine = words[0] in _TURNED or words[0] in _SPOKEN
    following = words[place + 1] if place + 1 < len(words) else ""
    behind = before.rstrip().endswith(",") and (words[place] in _SPOKEN or words[place] in _STRONG.keys() - {"halt"})
    return behind and mine and following not in {"ich", "wir", "er", "sie"}


def lacks_its_subject(clause: str) -> bool:
    """Bin bei der Feuerwehr, wohn in Essen."""
    words = [word.lower() for word in _WORD.findall(clause)]
    first, second = [*words, "", ""][:2]
    mine = (first in _SPOKEN or first in _TURNED) and first not in _NO_VERB
    theirs = second.startswith("mein") and first in _ALSO_THEIRS
    return mine and second not in {"ich", "wir"} and not theirs


_SAYS_OF_ME = frozenset({"meint", "sagt", "findet", "glaubt", "denkt", "behauptet", "hofft", "fürchtet", "weiß"})
"""Somebody else does that: "mein Arzt meint ich soll mehr trinken"."""
_COMMAS = frozenset(",;:.!?)")
_FIGURE = re.compile(r"\d\W*$")
"""Behind "and" and a number stands a thing: "am 1. und 3. wochenende"."""
_VERB_AND_I = 2
"""Words; what follows both is no verb: "Spinnen find ich furchtbar"."""
_ENDS = re.compile(r"\W*(?:$|[,.;!]|und\b)")


def _last_verb(found: re.Match[str]) -> str:
    verb = found["verb"].lower()
    parted = _SEPARABLE.match(verb)
    if parted and parted["verb"] in _STRONG:
        return found["before"] + parted["prefix"] + _STRONG[parted["verb"]]
    return found["before"] + _conjugated(verb, found["verb"])


def _last_verb_of_us(found: re.Match[str]) -> str:
    verb = found["verb"]
    return found["before"] + (_WE[verb] if verb in _WE else _of_you_all(verb))


_SEPARABLE = _P["separable"]


def _wish(clause: str, *, sure: bool = False) -> str | None:
    """What the companion is told to do, as what the person wants of it: the verb stands last then."""
    if asked := _WISHES["say"].match(clause):
        return f"du möchtest, dass ich dir sage, {turned(asked['what'])}"
    if (bare := _WISHES["infinitive"].match(clause)) and (bare["when"] or "bitte" in bare["how"].lower()):
        return _to_be_done(bare)
    order = _P["order"].match(clause)
    if order is None or not order["rest"].strip() or not (sure or _P["lasting"].search(clause)):
        return None
    rest, _, why = order["rest"].strip(" .!").partition(", ")
    if why and _P["reason"].match(why) is None and _OF_MINE.search(why) is None:
        rest, why = f"{rest}, {why}", ""
    behind = f", {turned(why)}" if why else ""
    rest = _P["softly"].sub("", f"{rest} ").strip()
    before, _, last = rest.rpartition(" ")
    parted = before and last in _PARTED
    verb = _ORDERS[order["verb"].lower()]
    what = turned(before if parted else rest)
    whom = (order["me"] or "").lower().replace("m", "d", 1)
    said = " ".join(part for part in (whom, what) if part)
    return f"du möchtest, dass ich {said} {last if parted else ''}{verb}{behind}"


_OF_MINE = re.compile(r"(?i)\b(?:ichs?|mir|mich|mein\w*|wir|uns)\b")
"""Behind an order: what is so with the person, and why they want it."""


def _when(clause: str) -> str | None:
    """An order for when something is so: "wenn du was erklärst, fang mit einem Beispiel an"."""
    found = _P["when"].match(clause)
    wish = _wish(found["order"], sure=True) if found else None
    if found is None or wish is None:
        return None
    when = found["when"]
    if by_you := _P["by_you"].match(when):
        return f"{wish}, {by_you['joint'].lower()} ich {_words_turned(by_you['rest'])}{of_mine(by_you['verb'])}"
    return f"{wish}, {turned(when[:1].lower() + when[1:])}"


_WISHES = patterns("german_wishes")


def _to_be_done(bare: re.Match[str]) -> str:
    """Bitte langsam reden: "du möchtest, dass ich langsam rede"."""
    said = " ".join(part.strip() for part in (bare["what"], bare["ever"], bare["how"]) if part)
    what = _words_turned(re.sub(r"(?i)\bbitte ?", "", said)).strip()
    verb = bare["verb"]
    done = f"{verb[:-2]}le" if verb.endswith("eln") else f"{verb[:-1]}e" if verb.endswith("ern") else verb[:-1]
    when = ", " + turned("wenn " + bare["when"]) if bare["when"] else ""
    return f"du möchtest, dass ich {what} {done}{when}".replace("  ", " ")


def _words_turned(text: str) -> str:
    return _WORD.sub(lambda found: _TURNED.get(found[0].lower(), found[0]), text)


_MINE_OF = {yours: mine for mine, yours in (_STRONG | _TURNED).items() if mine.endswith("e") or mine in _MODAL}


def of_mine(verb: str) -> str:
    """What "du" does, as "ich" does it: sagst, gibst, antwortest."""
    if verb in _MINE_OF:
        return _MINE_OF[verb]
    stem = verb.removesuffix("st") if verb.endswith("st") else verb.removesuffix("t")
    return stem if stem.endswith("e") else f"{stem}e"


_ORDERS = word_tables("de")["orders"]
_PARTED = {"an", "auf", "vor", "aus", "ab", "zu", "ein", "durch", "um", "zusammen", "weg"}


def _word(word: str, words: list[str], place: int) -> str:
    low = word.lower()
    mine = "ich" in words[max(0, place - 2) : place + 3] or (words[place - 1] == "und" and "ich" in words[:place])
    of_theirs = low in _SAYS_OF_ME and words[place + 1 : place + 2] == ["ich"]
    if of_theirs or (low in _ALSO_THEIRS and place and not mine):
        return word
    if low in _TURNED:
        says_so = low == "meine" and "ich" in words[place - 1 : place] + words[place + 1 : place + 2]
        return "meinst" if says_so else _TURNED[low]
    after_verb = (
        place > 1 and words[place - 1] == "ich" and (words[place - 2] in _TURNED or words[place - 2] in _STRONG)
    )
    near = words[max(0, place - 1) : place] + words[place + 1 : place + 2]
    first = place == 0 and lacks_its_subject(" ".join(words))
    of_me = "ich" in words or words[0] in _SPOKEN
    # No verb: "und Mathe hasse ich", "gegen Heu und Birke allergisch".
    before_a_verb = words[place + 2 : place + 3] == ["ich"] or words[place + 1 : place + 2] == ["allergisch"]
    joined = (
        words[max(0, place - 1) : place] == ["und"]
        and (
            (of_me and not before_a_verb and low.endswith("e") and (len(low) > 4 or low in _STRONG))  # noqa: PLR2004
            or (low in _SPOKEN | _BEHIND_AND and ("ich" in words[:place] or words[0] in _TURNED or words[0] in _SPOKEN))
        )
    )
    joined_to_us = (
        place > 1
        and words[place - 1] == "und"
        and "wir" in words[:place]
        and (low in _WE or (_is_verb_of_us(low) and not words[place - 2].endswith("en")))
    )
    if (
        not after_verb
        and words[max(0, place - 1) : place] != ["wie"]
        and ("ich" in near or joined or (first and low in _SPOKEN))
        and not (word[:1].isupper() and place)
    ):
        return _conjugated(low, word)
    ours = "wir" in near or (joined_to_us and word == low)
    if ours and low in _WE:
        return _WE[low]
    if ours and not (word[:1].isupper() and place):
        return _of_you_all(low) if low.endswith("en") and low not in {"einen", "deinen"} else _of_all_in_rn(low, word)
    return word


def _is_verb_of_us(low: str) -> bool:
    """And no article or possessive before a further thing."""
    return low.endswith("en") and not low.endswith(("einen", "unseren", "ihren", "wegen"))


def _conjugated(low: str, word: str) -> str:
    if low in _BESIDE:
        return word
    if known := strong_form(low) or _WE.get(low):
        return known
    if low.endswith("en") and len(low) > SHORT + 1:  # my ex and I
        return _of_you_all(low)
    if low.endswith(("te", "de")) and len(low) > SHORT + 1:
        return f"{low}st"
    if low.endswith("e") and len(low) > SHORT:
        return _ended(low[:-1])
    spoken = len(low) >= SHORT and low[-1] not in "aeiouäöü" and not low.endswith("st")
    return _ended(low) if spoken and low == word else word


def strong_form(low: str) -> str | None:
    """By the table, also where its e was left away, and behind a prefix that stays: vertret, from trete."""
    prefix = _KEPT_PREFIX.match(low)
    for begin, verb in (("", low), (prefix[0], low[prefix.end() :]) if prefix else ("", low)):
        if found := _STRONG.get(verb) or _STRONG.get(f"{verb}e"):
            return begin + found
    return None


_KEPT_PREFIX = re.compile(r"(?:be|ver|er|ent|zer|über|unter)(?=\w{3})")


def _of_you_all(verb: str) -> str:
    stem = verb[:-2]
    return f"{stem}et" if stem.endswith(("t", "d")) else f"{stem}t"


def _of_all_in_rn(low: str, word: str) -> str:
    """Verbs like feiern and sammeln, and no other word beside wir."""
    return f"{low[:-1]}t" if low == word and low.endswith(("ern", "eln")) and low not in _NO_VERB_IN_RN else word


_NO_VERB_IN_RN = frozenset({"gern", "ungern", "fern", "gestern", "vorgestern", "modern", "sondern", "andern", "unsern"})
SHORT = 3
"""Letters; shorter words are no verbs."""


def _ended(stem: str) -> str:
    """A stem as "du" has it; many people leave the e of "ich" away."""
    if stem.endswith(("s", "ß", "z", "x")):
        return f"{stem}t"
    if _WITHOUT_ITS_E.search(stem):
        return f"{stem[:-1]}elst"
    return f"{stem}est" if _NEEDS_AN_E.search(stem) else f"{stem}st"


_WITHOUT_ITS_E = re.compile(r"(?:ch|[bcdfgkmnpstvxz])l$")
"""Pendle, sammle, lächle."""
_NEEDS_AN_E = re.compile(r"[td]$|(?:ch|[bcdfgkpstvwz])[mn]$")
"""Arbeite, rechne, atme."""
