"""Asks the person before something is done that cannot be undone."""

import sys
from collections.abc import Sequence

from services.terminal.style import clean_text
from services.terminal.terminal_error import SorryError


def wants_json(given_json: bool) -> bool:  # noqa: FBT001  # it is the option, as it was given
    """Whether to answer in JSON: when asked to, and when nobody reads but a program."""
    return given_json or not sys.stdout.isatty()


def choose_among(question: str, among: Sequence[str]) -> str:
    """Which of them the person types; anything else is none of them."""
    sys.stderr.write(f"{clean_text(question)} Type {' or '.join(f'“{each}”' for each in among)}: ")
    sys.stderr.flush()
    answer = sys.stdin.readline().strip()
    if answer not in among:
        raise SorryError("Nothing was done.")
    return answer


def typed_exactly(question: str, expected: str) -> bool:
    """Whether the person types exactly what is expected; asks beside the answer, so that a pipe stays clean."""
    sys.stderr.write(f"{clean_text(question)} Type “{expected}”: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() == expected
