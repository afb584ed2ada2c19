"""`python -m tests.evals.expressions`: how many of all cases each expression matches that decides an intent or a fact.

What matches fewer than 13 of 2,600 has no place here: cue and safety lists, grammar and fixed answers aside.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shared.text.own_words import part_words
from shared.text.pattern_files import APOSTROPHE
from tests.evals.cases import CASES

FEWEST = 13
ENGINE = Path(__file__).parents[2] / "shared" / "offline"
FILES = ("facts/facts.toml", "engine_patterns.toml", "votes.toml")
CUES = ("facts.choosing.unsays", "facts.clauses.abbreviation", "engine_patterns.loss.")
"""What takes something back, and grief: safety lists; and where a full stop ends nothing: grammar."""


def main() -> None:
    """The rare ones, each with its count."""
    print("\n".join(f"{count:3} {name}" for name, count in rare()))


def rare() -> list[tuple[str, int]]:
    """Those that match fewer."""
    counted = [(name, _matches(expression)) for name, expression in expressions() if not name.startswith(CUES)]
    return [(name, count) for name, count in counted if count < FEWEST]


def expressions() -> Iterator[tuple[str, str]]:
    """Each with its file, table and name."""
    for file in FILES:
        tables = tomllib.loads((ENGINE / file).read_text(encoding="utf-8"))
        for table, found in tables.items():
            for name, texts in found.items():
                several = texts if isinstance(texts, list) else [texts]
                for number, text in enumerate(several, 1):
                    place = f"{Path(file).stem}.{table}.{name}"
                    yield f"{place}.{number}" if isinstance(texts, list) else place, text


def _matches(expression: str) -> int:
    pattern = re.compile(expression, re.IGNORECASE)
    return sum(pattern.search(message) is not None for message in _messages())


@cache
def _messages() -> tuple[str, ...]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return tuple(part_words(json.loads(line)["message"]).own.replace(APOSTROPHE, "'") for line in lines)


if __name__ == "__main__":
    main()
