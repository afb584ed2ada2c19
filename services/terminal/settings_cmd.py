"""`holdfast settings`: what is set, and setting it."""

import json
from argparse import Namespace
from typing import TypedDict

from services.terminal.calls import Calls
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.output import print_text
from services.terminal.style import clean_text, dim_text
from services.terminal.terminal_error import SorryError

Value = str | int | bool | list[str] | None
NAME = "companion_name"
MEANINGS = {
    NAME: "what you call your companion",
    "language": "what it speaks where yours is not clear: en, de or es",
    "time_zone": "your clock, as Europe/Berlin",
    "write": "whether anything that you say may become a memory: on or off",
    "read": "whether what is known is used: on or off",
    "daily_budget": "dollars a day for language models, or none",
    "retention_days": "days after which what was said is erased, or none",
    "asking": "when you are asked: now, together, only_what_matters or only_when_i_say",
    "keep_orders_at_once": "whether “remember …” is kept without asking again: on or off",
    "always_ask": "categories that are always asked about, as health,goals, or none",
    "never_ask": "categories that are never asked about, or none",
}
SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
NOTHING = "none"


class SettingsShown(TypedDict):
    """What the terminal reads of `GET /v1/me`."""

    companion_name: str
    settings: dict[str, Value]


def run(given: Namespace) -> int:
    """Shows all of them, or sets one."""
    calls = Calls(person_account())
    settings = _settings(calls.get("/v1/me"))
    if given.name is not None:
        if given.name not in settings:
            raise SorryError(f"There is no setting “{given.name}”. There are: {', '.join(settings)}.")
        if given.value is None:
            raise SorryError(f"What is it to be? {MEANINGS.get(given.name, given.name)}.")
        value = parse_value(given.name, given.value, settings[given.name])
        settings = _settings(calls.patch("/v1/me", {given.name: value}))
    shown = settings if given.name is None else {given.name: settings[given.name]}
    if wants_json(given.json):
        print_text(json.dumps(shown, ensure_ascii=False))
        return 0
    for name, value in shown.items():
        print_text(f"{name:20} {clean_text(said_value(value)):20} {dim_text(MEANINGS.get(name, ''))}".rstrip())
    return 0


def _settings(answer: str) -> dict[str, Value]:
    me: SettingsShown = json.loads(answer)
    return {NAME: me["companion_name"], **me["settings"]}


def parse_value(name: str, typed: str, now: Value) -> Value:
    """What was typed, as the doors take it: a switch, a number, nothing, or words."""
    if isinstance(now, bool):
        if typed.casefold() not in SWITCH:
            raise SorryError(f"“{name}” is on or off, and not “{typed}”.")
        return SWITCH[typed.casefold()]
    if isinstance(now, list):
        return [] if typed.casefold() == NOTHING else [one.strip() for one in typed.split(",")]
    if typed.casefold() == NOTHING:
        return None
    return int(typed) if name == "retention_days" and typed.isdecimal() else typed


def said_value(value: Value) -> str:
    """As a person types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(value) or NOTHING
    return NOTHING if value is None else str(value)
