"""`holdfast why`: how a turn came about."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict
from uuid import UUID

from services.terminal.calls import Calls, StepShown, TurnsShown
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.notebook_api import engagement_of, find_numbered
from services.terminal.output import print_text
from services.terminal.style import clean_text, dim_text, strong_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import wrap_text

RECENT = 50


class ModelShown(TypedDict):
    """Which model, with which prompt."""

    provider: str
    model: str
    prompt: str
    prompt_version: int
    cost: str | None


class ReferenceShown(TypedDict):
    """A memory that had a part."""

    display_number: int | None
    content: str | None
    influence: str
    reason: str


class DeedShown(TypedDict):
    """What the turn changed."""

    verb: str
    new: str | None


class WhyShown(TypedDict):
    """The answer of `GET /v1/turns/{id}/why`."""

    said: list[str]
    reply: str
    intent: str
    confidence: float
    alternatives: list[str]
    action: str
    understood_by: ModelShown
    answered_by: ModelShown
    references: list[ReferenceShown]
    did: list[DeedShown]
    stamps: list[StepShown]


def run(given: Namespace) -> int:
    """Asks and prints."""
    calls = Calls(person_account())
    if wants_json(given.json):
        print_text(_asked(calls, given.turn))
    else:
        print_text(wrap_text("\n".join(explain_turn(calls, given.turn))))
    return 0


def explain_turn(calls: Calls, named: str) -> Iterator[str]:
    """How a turn came about, line by line."""
    return _told(json.loads(_asked(calls, named)))


def _asked(calls: Calls, named: str) -> str:
    return calls.get(f"/v1/turns/{_turn_of(calls, named)}/why")


def _turn_of(calls: Calls, named: str) -> str:
    """The last reply's, by its id, or that in which a memory of Your Story was told, by its number."""
    if named == "last":
        return _last(calls)
    if named.isdecimal():
        return _of_memory(calls, int(named))
    try:
        return str(UUID(named))
    except ValueError:
        raise SorryError(f"“{named}” is no id of a turn and no number of a memory; without one, {LAST}.") from None


def _of_memory(calls: Calls, number: int) -> str:
    turn_id = find_numbered(calls, engagement_of(calls, None), number).get("turn_id")
    if turn_id is None:
        raise SorryError(f"Number {number} came from no turn; “holdfast notebook history {number}” tells of it.")
    return turn_id


LAST = "“holdfast why” explains the last reply"


def _last(calls: Calls) -> str:
    shown: TurnsShown = json.loads(calls.get(f"/v1/turns?limit={RECENT}"))
    answered = [turn["turn_id"] for turn in shown["turns"] if turn["closed"]]
    if not answered:
        raise SorryError("Nothing was answered lately that could be explained.")
    return answered[-1]


def _told(why: WhyShown) -> Iterator[str]:
    yield from (dim_text(f"you> {line}") for line in why["said"])
    yield clean_text(why["reply"])
    others = f", before {', '.join(why['alternatives'])}" if why["alternatives"] else ""
    meant = f"{clean_text(why['intent'])} ({why['confidence']:.0%}{others})"
    yield f"{strong_text('Understood as')} {meant}; {clean_text(why['action'])}"
    for reference in why["references"]:
        number = f"{reference['display_number']}: " if reference["display_number"] else ""
        text = reference["content"] or "a memory that is not kept any more"
        how = dim_text(f"({reference['influence']}) {reference['reason']}")
        yield f"{strong_text('With')} {number}{clean_text(text)} {how}"
    for deed in why["did"]:
        yield f"{strong_text('Did')} {deed['verb']}: {clean_text(deed['new'] or '')}"
    readers = _model(why["understood_by"]), _model(why["answered_by"])
    yield f"{strong_text('Read by')} {readers[0]}; {strong_text('answered by')} {readers[1]}"
    yield dim_text("  ".join(f"{stamp['step']} {stamp['ms']:.1f} ms" for stamp in why["stamps"]))


def _model(used: ModelShown) -> str:
    prompt = f", {used['prompt']} {used['prompt_version']}" if used["prompt"] else ""
    cost = "" if used["cost"] in {"0", None} else f", ${used['cost']}"
    return clean_text(f"{used['provider']} {used['model']}{prompt}{cost}")
