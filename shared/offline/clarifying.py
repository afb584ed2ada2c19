"""One question instead of a guess."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from shared.contracts.turns import NearMemory
from shared.contracts.understanding import Influence, MemoryUse
from shared.text.content_words import stem_word

_WORD = re.compile(r"[^\W\d_]{4,}")
_FITS = 0.3
"""The share of a memory's longer words that a line must use for the memory to have helped."""


@cache
def _meanings() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("meanings.toml").read_text(encoding="utf-8"))


def clarifying_question(likeliest: Sequence[str], near: Sequence[NearMemory], text: str, language: str) -> str:
    """The question, shaped by the two likeliest meanings and by the memory that almost fits."""
    words = _meanings().get(language, _meanings()["en"])
    one, two = (words.get(intent, words["general_conversation"]) for intent in likeliest[:2])
    if used := fitting_memories(near, text):
        content = next(memory.content for memory in near if memory.assertion_id == used[0].assertion_id)
        return words["near"].format(near=content, one=one, two=two)
    return words["ask"].format(one=one, two=two)


def shaping_memories(near: Sequence[NearMemory], text: str) -> tuple[MemoryUse, ...]:
    """Those memories, where they decided what is asked: the best of them is named in the question."""
    disambiguating = {"influence": Influence.DISAMBIGUATION}
    return tuple(MemoryUse.model_validate({**dict(use), **disambiguating}) for use in fitting_memories(near, text))


def fitting_memories(near: Sequence[NearMemory], text: str) -> tuple[MemoryUse, ...]:
    """The memories that share words with the line, the best first."""
    said = {stem_word(word) for word in _WORD.findall(text.lower())}
    found = []
    for memory in near:
        words = {stem_word(word): word for word in _WORD.findall(memory.content.lower())}
        shared = [word for key, word in words.items() if key in said]
        if words and len(shared) / len(words) >= _FITS:
            found.append((len(shared) / len(words), memory, shared))
    found.sort(key=lambda entry: -entry[0])
    return tuple(
        MemoryUse(
            assertion_id=memory.assertion_id,
            influence=Influence.ENTITY_REFERENCE,
            score=round(score, 2),
            reason=f"shares with the line: {', '.join(shared)}",
        )
        for score, memory, shared in found
    )
