"""`holdfast completion`: a script for the shell, made from the very parser that reads the commands."""

import argparse
from argparse import Namespace
from collections.abc import Iterator

from services.terminal.main import make_parser
from services.terminal.output import print_text

BASH = """\
_holdfast() {{
    local words="${{COMP_WORDS[*]:1:COMP_CWORD-1}}" offers
    case "$words" in
{cases}
    esac
    COMPREPLY=($(compgen -W "$offers" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -F _holdfast holdfast"""
ZSH = "autoload -U +X bashcompinit && bashcompinit"


def run(given: Namespace) -> int:
    """Prints the script."""
    cases = "\n".join(f'        "{words}"*) offers="{offers}" ;;' for words, offers in _deepest_first())
    script = BASH.format(cases=cases)
    print_text(script if given.shell == "bash" else f"{ZSH}\n{script}")
    return 0


def _deepest_first() -> list[tuple[str, str]]:
    # In a shell's `case` the first match wins, so the longer beginnings come first.
    return sorted(_walk(make_parser(), ""), key=lambda case: -len(case[0].split()))


def _walk(parser: argparse.ArgumentParser, words: str) -> Iterator[tuple[str, str]]:
    offers: list[str] = []
    for action in parser._actions:  # noqa: SLF001  # argparse has no public way to look at a parser
        offers += action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            offers += action.choices
            for name, below in action.choices.items():
                yield from _walk(below, f"{words} {name}".strip())
        elif action.choices:
            offers += map(str, action.choices)
    yield words, " ".join(offers)
