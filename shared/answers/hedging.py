"""Lines that say nothing: signs, hesitation, laughter, mere approval. To a question they are no answer."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.answers.words import fold_answer

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def says_nothing(line: str) -> bool:
    """Whether all of it hesitates, laughs or approves, or there is no word in it."""
    said = {fold_answer(word) for word in _WORD.findall(line)}
    return not said or any(said <= hedges for hedges in _hedges())


@cache
def _hedges() -> tuple[frozenset[str], ...]:
    lists = tomllib.loads(Path(__file__).with_name("hedges.toml").read_text(encoding="utf-8"))
    return tuple(frozenset(words.split()) for words in lists.values())
