"""`holdfast`: reads what is asked, and loads only what that needs."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from services.gateway.terminal.sorry import SorryError
from services.gateway.terminal.telling import tell_aside

MODULES = {
    "up": "up", "chat": "chat", "say": "say", "ops": "ops", "admin": "admin", "completion": "completion",
    "version": "version",
}  # fmt: skip
"""Each command's file: a door that starts in a blink cannot load the others' libraries."""


def make_parser() -> argparse.ArgumentParser:
    """Everything that can be asked."""
    parser = argparse.ArgumentParser(prog="holdfast", description="A companion that remembers with your consent.")
    parser.add_argument("--version", action="store_true", help="say which release this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    up = commands.add_parser("up", help="start everything on this machine")
    up.add_argument("--port", type=int, metavar="N", help="where the page is (default: HOLDFAST_PORT or 8080)")
    up.add_argument("--processes", action="store_true", help="a process for each service")
    chat = commands.add_parser("chat", help="talk with the companion")
    chat.add_argument("--project", metavar="NAME", help="talk within a project")
    say = commands.add_parser("say", help="say one thing and print the reply")
    say.add_argument("text", help="what to say")
    say.add_argument("--project", metavar="NAME", help="say it within a project")
    say.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    say.add_argument("--steps", action="store_true", help="print how long each step took")
    _add_ops(commands.add_parser("ops", help="operate the line"))
    _add_admin(commands.add_parser("admin", help="make people"))
    completion = commands.add_parser("completion", help="print a completion script for a shell")
    completion.add_argument("shell", choices=("bash", "zsh"))
    return parser


def _add_ops(ops: argparse.ArgumentParser) -> None:
    verbs = ops.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, what in (
        ("status", "how the line stands"),
        ("dead", "what could not be processed, and why"),
        ("scale-hint", "how many workers each step's backlog asks for"),
    ):
        verbs.add_parser(verb, help=what).add_argument("--json", action="store_true", help="print JSON")
    replay = verbs.add_parser("replay", help="offer a dead turn again")
    replay.add_argument("dead_letter_id", metavar="ID")
    replay.add_argument("--json", action="store_true", help="print JSON")


def _add_admin(admin: argparse.ArgumentParser) -> None:
    things = admin.add_subparsers(dest="thing", metavar="THING", required=True)
    person = things.add_parser("person", help="people").add_subparsers(dest="verb", metavar="VERB", required=True)
    add = person.add_parser("add", help="make a person; their token is shown this once")
    add.add_argument("--name", metavar="NAME", help="what they call their companion")
    add.add_argument("--json", action="store_true", help="print the answer as one JSON object")


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is asked; 0 when it was done, 1 when it could not be, 2 when it was not understood."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    command = "version" if given.version else given.command
    if command is None:
        parser.print_help()
        return 2
    try:
        done: int = importlib.import_module(f"services.gateway.terminal.{MODULES[command]}").run(given)
    except SorryError as sorry:
        tell_aside(str(sorry))
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return done


if __name__ == "__main__":
    sys.exit(main())
