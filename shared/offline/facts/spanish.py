"""Spanish: from "soy" to "eres", by a table of verbs and by the endings of the regular ones."""

import re
from itertools import pairwise

from shared.offline.facts.forms import plain
from shared.offline.patterns import listed, patterns, word_tables

_P = patterns("spanish")

_TURNED = word_tables("es")["turned"]
_FIRST = word_tables("es")["first"]
"""Words that are also nouns; at the beginning or after a small word they are verbs."""
_NO_VERB = listed("es")["no_verb"]
_ALSO_THEIRS = listed("es")["also_theirs"]
"""Forms that he and she share with me: mine only right after "yo", or at the beginning."""
_WORD = re.compile(r"[^\W\d_]+")
_AR = _P["ar"]
_THAT_YOU = _P["that_you"]
_WITH_ME = _P["with_me"]
_OF_A_NAME = re.compile(r" y [A-ZÁÉÍÓÚÑ]| (?:ya |no |también )?(?:es|era|fue|está|tiene|vive|trabaja|va|ha|se llama)\b")
"""Behind the first of two names, and behind somebody of whom something is said: "Bruno y Vera", "Bruno no es"."""
_FUTURE = re.compile(r"[aei]ré$")
_BEFORE_A_VERB = listed("es")["before_a_verb"]
_BEFORE_A_NOUN = listed("es")["before_a_noun"]
_OF_OURS = frozenset({"mío", "nuestro"})
_BEFORE_TOO = {
    "pienso": frozenset({"damos", "doy", "da", "dan", "come", "comen", "compro", "compra", "compramos", "de"}),
    "vivo": frozenset({"mantengo", "mantiene", "sigo", "sigue", "está", "estoy", "en"}),
}
"""Feed and alive, where they are no verbs."""
_BEFORE_EATING = listed("es")["before_eating"] | {""}
"""Behind these "como" is what I eat, and not "as"."""
_NO_FUTURE = listed("es")["no_future"]


def turned(clause: str) -> str:
    """The clause as a sentence to the person; without capital and full stop."""
    text = _THAT_YOU.sub(_of_the_companion, plain(_SHORT.sub(_in_full, clause.rstrip(" .!")), "es"))
    was = any(_P[sign].search(text) is not None for sign in ("past", "done"))
    places = [found.span() for found in _WORD.finditer(text)]
    before = {end: _word_before(text, begin, end) for (_, begin), (end, _) in pairwise(places)}

    def turn(found: re.Match[str]) -> str:
        begins = found.start() == 0 or text[found.start() - 2] in ".!?"
        named = found[0].istitle() and (not begins or _OF_A_NAME.match(text, found.end()) is not None)
        # A participle alone is a correction: what it is said of has to be shown with it.
        if named or (len(places) > 1 and _P["participle"].fullmatch(found[0])):
            return found[0]
        if _P["ours"].fullmatch(found[0]) and found[0] not in _TURNED:
            return _of_you_all(found[0].lower(), was=was)
        if found[0].lower() == "como" and _AS_SOMEBODY.match(text, found.end()):
            return found[0]
        if found[0].lower() in _ALSO_THEIRS and _WHICH.search(text, 0, found.start()):
            return found[0]
        by_me = _BY_ME.match(text, found.end()) is not None
        return _word(found[0], "yo" if by_me else before.get(found.start(), ""))

    return _WORD.sub(turn, text)


_WHICH = re.compile(r"(?<!desde)(?<!\bya)(?<!sabía)(?<!creía)(?<!pensaba)(?<!dijo)(?<!dijeron)(?<!vez) que $")
"""What is said of the thing before it: "una tortuga que era de mi abuela"."""
_AS_SOMEBODY = re.compile(r" [A-ZÁÉÍÓÚÑ]")
"""Behind "como" it is no food: "firmo como Marta"."""
_BY_ME = re.compile(r" yo\b")
"""What stands before it is what I do: "en casa cocino yo"."""
_SPELLED = word_tables("es")["spelled"]
_SHORT = re.compile(rf"(?<![\w'])(?:{'|'.join(_SPELLED)})(?![\w'])")


def _in_full(found: re.Match[str]) -> str:
    return _SPELLED[found[0]]


def _of_you_all(verb: str, *, was: bool) -> str:
    """As "vosotros" has it; what happens once is left alone where nothing says whether it has been."""
    stem, vowel = verb[:-4], verb[-4]
    if was and vowel != "e":
        return f"{stem}asteis" if vowel == "a" else f"{stem}isteis"
    if _P["once"].fullmatch(verb):
        return verb
    return f"{stem}{ {'a': 'áis', 'e': 'éis', 'i': 'ís'}[vowel] }"


_WITH_IT = re.compile(r"(?!charlo|parlo)\w{2,}[aeií]rlo")
"""Llamarlo: what is done to somebody."""
_STRESSED_BEFORE = re.compile(r"[áéíóú](?!o$)")
"""No verb of mine is stressed there: "eléctrico"."""


def _word_before(text: str, ends: int, begins: int) -> str:
    """The word that ends there; nothing when a comma or a stop parts it from the next."""
    if between := text[ends:begins].strip(" "):
        return between.rsplit(None, 1)[-1] if between[-1].isdigit() else ""
    return text[:ends].rsplit(None, 1)[-1].strip("¿¡(«\"'“").lower()


def _of_the_companion(found: re.Match[str]) -> str:
    """What the person wants the companion to do: "que me hables" is "que te hable" when the companion says it."""
    return f"{found[0][:-3]}dé" if found[0].lower().endswith(" des") else found[0][:-1]


def _word(word: str, before: str) -> str:
    low = word.lower()
    if low == "como" and before not in _BEFORE_EATING:
        return word
    if low in _ALSO_THEIRS and before not in {"", "yo", "cuando", "que", "antes"}:
        return word
    if low in _TURNED:
        is_noun = (
            before in _BEFORE_A_NOUN | _BEFORE_TOO.get(low, frozenset()) and low.endswith("o") and low not in _OF_OURS
        )
        return word if is_noun else _TURNED[low]
    if _WITH_ME.fullmatch(low):
        return f"{low[:-2]}te"
    begins = not before or before in _BEFORE_A_VERB or (low in _FIRST and before in _BEFORE_EATING)
    if low.endswith(("é", "í", "zco")) and before not in _BEFORE_A_NOUN and _P["no_past"].fullmatch(low) is None:
        return _verb(low, word)
    return _verb(low, word) if begins else word


def second_of(word: str) -> tuple[str, ...]:
    """What a regular form of the first person can be turned to."""
    if _P["ours"].fullmatch(word):
        return (_of_you_all(word, was=False), _of_you_all(word, was=True))
    return (_verb(word, word),) if word.endswith(("é", "í", "zco")) else ()


def _verb(low: str, word: str) -> str:
    """What stands where a verb may stand."""
    if low in _FIRST:
        return _FIRST[low]
    return _regular(low, word) if low not in _NO_VERB and len(low) > 3 else word  # noqa: PLR2004


def _regular(low: str, word: str) -> str:
    if _FUTURE.search(low) and low not in _NO_FUTURE:
        return f"{low[:-1]}ás"
    if low.endswith(("zco", "uyo")) and len(low) > len("cuyo"):
        return f"{low[:-3]}ces" if low.endswith("zco") else f"{low[:-1]}es"
    if low.endswith("é") and not low.endswith(("porqué", "café", "bebé")):
        stem = low[:-1]
        stem = f"{stem[:-2]}c" if stem.endswith("qu") else f"{stem[:-1]}z" if stem.endswith("c") else stem
        stem = stem[:-1] if stem.endswith("gu") else stem
        return f"{stem}aste"
    if low.endswith("o") and _AR.search(low) and _STRESSED_BEFORE.search(low) is None and not _WITH_IT.fullmatch(low):
        return f"{low[:-1]}as"
    if low.endswith("í") and low not in {"allí", "aquí", "casi", "ahí", "así"}:
        return f"{low[:-1]}iste"
    return word
