"""`holdfast greeting`: what is worth knowing before the next word; nothing where there is nothing to say."""

import json
from argparse import Namespace
from typing import TypedDict

from services.terminal.calls import Calls
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.output import print_text
from services.terminal.style import clean_text
from services.terminal.wrapping import wrap_text


class GreetingShown(TypedDict):
    """What the terminal reads of a greeting."""

    text: str


def run(given: Namespace) -> int:
    """Asks and prints."""
    calls = Calls(person_account())
    if wants_json(given.json):
        print_text(calls.get("/v1/greeting"))
    elif told := greeting_told(calls):
        print_text(wrap_text(told))
    return 0


def greeting_told(calls: Calls) -> str:
    """The greeting in words."""
    shown: GreetingShown = json.loads(calls.get("/v1/greeting"))
    return clean_text(shown["text"])
