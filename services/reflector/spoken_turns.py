"""The person's own words in a talk, turn by turn: what was pasted, quoted or secret is nobody's word. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shared.contracts.work import TalkTurn
from shared.text.comparable import content_words, fold_text
from shared.text.language import language_so_far
from shared.text.own_words import part_words, split_sentences
from shared.text.secret_words import holds_secret

_WORD = re.compile(r"\w+")
OF_THE_HOUSE = frozenset({
    *("help", "manage_settings", "export_data", "share_engagement", "summarize_engagement", "ask_about_past_input"),
    *("forget_about_me", "close_conversation"),
})  # fmt: skip
"""Intents of lines that are about the companion itself."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A turn with the person's words in it, apart from all others."""

    turn: TalkTurn
    own: str
    """Theirs, with a mark where something was pasted or quoted."""
    told: str
    """Of that, the sentences that quote nobody."""
    quoted: str

    @property
    def plain(self) -> str:
        """The own words alone, folded, between spaces."""
        return plain_words(self.own)

    @property
    def sentences(self) -> list[str]:
        """The person's sentences, one by one."""
        return [one for line in self.told.split("\n") for one in map(str.strip, split_sentences(line)) if one]


def plain_words(text: str) -> str:
    """With a space at both ends, so that only whole words are found in it."""
    return f" {' '.join(_WORD.findall(fold_text(text)))} "


def hear_turns(talk: Iterable[TalkTurn]) -> tuple[SpokenTurn, ...]:
    """All turns but those that hold a secret."""
    return tuple(_heard(turn) for turn in talk if not holds_secret(turn.said))


def _heard(turn: TalkTurn) -> SpokenTurn:
    said = part_words(turn.said)
    return SpokenTurn(turn, said.own, said.told, "\n".join(said.quoted))


def find_quote(quote: str, turns: Sequence[SpokenTurn], number: int | None = None) -> SpokenTurn | None:
    """The turn in whose own words the quotation stands: the one that was named, else the first."""
    words = plain_words(quote)
    if not words.strip():
        return None
    near = sorted(turns, key=lambda one: one.turn.number != number)
    return next((one for one in near if words in one.plain), None)


def sentence_of(quote: str, spoken: SpokenTurn) -> str:
    """The whole sentence that the quotation is taken from; it alone, where it spans several."""
    words = plain_words(quote)
    return next((one for one in spoken.sentences if words in plain_words(one)), quote)


def own_stems(turns: Iterable[SpokenTurn]) -> frozenset[str]:
    """What the person spoke of, in their own words."""
    return frozenset[str]().union(*(content_words(one.own) for one in turns))


def language_spoken(turns: Sequence[SpokenTurn], otherwise: str) -> str:
    """The language of the talk."""
    return language_so_far((" ".join(one.own for one in turns[-40:]),), otherwise)
