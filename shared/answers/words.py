"""The words that answers are made of, one file a language, and lines of them that answer nothing or order to keep."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

SPOKEN = ("en", "de", "es")
"""Languages with a whole file: yes, no, which, limits and corrections. The others have a plain yes and no."""

STOP = "stop"

OTHER = "other"

_FILES = Path(__file__).with_name("words")

_SIGNS = MappingProxyType({"👍": "yes", "👌": "yes", "✅": "yes", "✔": "yes", "👎": "no", "❌": "no"})

_FRIENDLY = re.compile(r"(?<!\S):-?\)(?!\S)|[🙂😊🙏❤]")
"""Said with an answer, these change nothing."""

_DRESS = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f\u200d]")
"""Skin tones and the marks that make a sign colourful."""

_ALLOWED = re.compile(rf"[\w\s'\u2019.,;!()\u2026\u2013\u2014\u00a1\u00bf\-{''.join(_SIGNS)}]*")
"""Signs of plain talk. Quotes, colons, brackets, addresses, code and questions are none of an answer."""

_QUOTE = re.compile(r"(?<!\w)['\u2019]|['\u2019](?!\w)")
"""An apostrophe that stands in no word is a quotation mark."""

_PIECE = re.compile(rf"[{''.join(_SIGNS)}]|[^\W_]+(?:['\u2019][^\W_]+)*|[.,;!()\n\u2013\u2014-]")

_DRAWN_OUT = re.compile(r"([^\W\d])\1{2,}")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase of a line, which of the language's lists it stands in, and where in the line it is."""

    kind: str
    text: str
    start: int
    end: int
    place: int = 0
    """Which of its list; of an ordinal or a number, the number."""


def plainly_written(line: str) -> str | None:
    """The line without what is merely friendly, where it is made of words and the usual signs alone."""
    plain = _FRIENDLY.sub(" ", _DRESS.sub("", line)).strip()
    return plain if plain and _ALLOWED.fullmatch(plain) and not _QUOTE.search(plain) else None


def fold_answer(text: str) -> str:
    """Without case, accents and apostrophes; a letter that is drawn out stands once."""
    if text.isascii():
        return _DRAWN_OUT.sub(r"\1", text.lower().replace("'", ""))
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _DRAWN_OUT.sub(r"\1", plain.replace("'", "").replace("\u2019", ""))


class Words:
    """The lists of one language."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        bent = {kind: [fold_answer(entry).split("|") for entry in entries] for kind, entries in lists.items()}
        self.lists = MappingProxyType({kind: tuple(chain(*entries)) for kind, entries in bent.items()})
        self._phrases: dict[tuple[str, ...], tuple[str, int]] = {}
        for kind, entries in bent.items():
            for place, forms in enumerate(entries, 1):
                for form in forms:
                    self._phrases.setdefault(tuple(form.split()), (kind, place))
        self.entries = sum(map(len, bent.values()))
        self._longest = max(map(len, self._phrases))

    def cut(self, line: str) -> list[Token]:
        """The line as tokens; a word that stands in no list is `OTHER`, a sign between words `STOP`."""
        return list(self._tokens(list(_PIECE.finditer(line))))

    def _tokens(self, pieces: Sequence[re.Match[str]]) -> Iterator[Token]:
        folded = [fold_answer(piece[0]) for piece in pieces]
        at = 0
        while at < len(pieces):
            size, kind, place = self._found(folded, at)
            yield Token(kind, " ".join(folded[at : at + size]), pieces[at].start(), pieces[at + size - 1].end(), place)
            at += size

    def _found(self, folded: Sequence[str], at: int) -> tuple[int, str, int]:
        if not folded[at][0].isalnum():
            return 1, _SIGNS.get(folded[at], STOP), 0
        for size in range(min(self._longest, len(folded) - at), 0, -1):
            if found := self._phrases.get(tuple(folded[at : at + size])):
                return size, *found
        return 1, OTHER, 0


@cache
def words_of(language: str) -> Words:
    """The words of a language that has a file."""
    return Words(tomllib.loads((_FILES / f"{language}.toml").read_text(encoding="utf-8")))


@cache
def languages_read() -> tuple[str, ...]:
    """All that have a file, those with a whole one first."""
    found = sorted(path.stem for path in _FILES.glob("*.toml"))
    return (*SPOKEN, *(language for language in found if language not in SPOKEN))


_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def says_nothing(line: str) -> bool:
    """Whether all of it hesitates, laughs or approves, or there is no word in it."""
    said = {fold_answer(word) for word in _WORD.findall(line)}
    return not said or any(said <= hedges for hedges in _hedges())


@cache
def _hedges() -> tuple[frozenset[str], ...]:
    lists = tomllib.loads(Path(__file__).with_name("hedges.toml").read_text(encoding="utf-8"))
    return tuple(frozenset(words.split()) for words in lists.values())


def only_thanks(line: str) -> bool:
    """As in "ok thanks": it takes note of what was said last, whatever that was, and agrees to nothing."""
    said = {fold_answer(word) for word in _WORD.findall(line)}
    return any(said & noting and said & thanking and said <= noting | thanking for noting, thanking in _thanks())


@cache
def _thanks() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    lists = tomllib.loads(Path(__file__).with_name("thanks.toml").read_text(encoding="utf-8"))
    words = {name: frozenset(map(fold_answer, text.split())) for name, text in lists.items()}
    return tuple((words[f"noting_{spoken}"], words[f"thanking_{spoken}"]) for spoken in SPOKEN)


_BEFORE = frozenset({"courtesy", "yes", "also", STOP})

_RECALLS = frozenset(
    {"when", "how", "who", "what", "where", "why", "wenn", "wie", "wer", "was", "cuando", "como", "quien"}
)
"""Whoever asks whether something is remembered orders nothing."""


def is_order_to_remember(line: str) -> bool:
    """Whether the line begins with such an order, and goes on to say what."""
    return not line.rstrip().endswith("?") and any(_begins_with_order(words_of(spoken), line) for spoken in SPOKEN)


def _begins_with_order(words: Words, line: str) -> bool:
    tokens = words.cut(line)
    start = next((at for at, token in enumerate(tokens) if token.kind not in _BEFORE), len(tokens))
    told = [token for token in tokens[start + 1 :] if token.kind != STOP]
    if start == len(tokens) or tokens[start].kind != "keep" or not told or told[0].text in _RECALLS:
        return False
    return any(token.kind == OTHER for token in told)
