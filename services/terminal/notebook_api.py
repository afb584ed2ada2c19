"""What is kept, as the terminal reads it from the doors."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from itertools import chain
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from services.terminal.calls import Calls, EngagementsShown, find_project
from services.terminal.style import clean_text
from services.terminal.terminal_error import SorryError

PAGE = 100
AGES = ((60, "minute"), (24, "hour"), (7, "day"), (52, "week"))
STORY = "story"
SET_ASIDE = "soft_deleted"
"""The state of what nobody touched for long."""


class KeptShown(TypedDict):
    """What the terminal reads of an assertion."""

    assertion_id: str
    engagement_id: str
    display_number: int
    content: str
    force: str
    reason: str | None
    importance: int
    pinned: bool
    version: int
    text_hash: str
    created_at: str
    state: NotRequired[str]
    purge_at: NotRequired[str | None]
    valid_to: NotRequired[str | None]
    replaces_id: NotRequired[str | None]
    turn_id: NotRequired[str | None]


class PageShown(TypedDict):
    """The answer of `GET /v1/assertions`."""

    assertions: list[KeptShown]
    cursor: str | None


class SurfaceShown(TypedDict):
    """One place that was looked at."""

    surface: str
    found: int


class ReceiptShown(TypedDict):
    """What an independent look found."""

    status: str
    removed: dict[str, int]
    checked: list[SurfaceShown]
    files: NotRequired[str | None]


def engagement_of(calls: Calls, project: str | None) -> str:
    """The id of the project of that name; without a name, of Your Story."""
    if project is not None:
        return find_project(calls, project)
    shown: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    return next(each["engagement_id"] for each in shown["engagements"] if each["kind"] == "personal")


def all_kept(
    calls: Calls, engagement_id: str, force: str | None = None, state: str | None = None, as_of: str | None = None
) -> Iterator[KeptShown]:
    """Everything in use of an engagement, newest first; or all that was set aside; or what was so at a moment."""
    named = {"force": force, "state": state, "as_of": as_of}
    wanted = {"engagement": engagement_id, "limit": str(PAGE), **{name: one for name, one in named.items() if one}}
    cursor: str | None = ""
    while cursor is not None:
        query = urlencode({**wanted, **({"cursor": cursor} if cursor else {})})
        page: PageShown = json.loads(calls.get(f"/v1/assertions?{query}"))
        yield from page["assertions"]
        cursor = page["cursor"]


def find_numbered(calls: Calls, engagement_id: str, number: int) -> KeptShown:
    """The one with that number."""
    for kept in chain(all_kept(calls, engagement_id), all_kept(calls, engagement_id, state=SET_ASIDE)):
        if kept["display_number"] == number:
            return kept
    raise SorryError(f"There is no number {number} there. “holdfast notebook” shows them.")


def end_of(day: str) -> str:
    """When a day ends here, as the doors take it; a time with its zone is left as it is."""
    try:
        return datetime.combine(date.fromisoformat(day), time.max).astimezone(UTC).isoformat()
    except ValueError:
        return _moment(day)


def _moment(given: str) -> str:
    try:
        has_zone = datetime.fromisoformat(given).tzinfo is not None
    except ValueError:
        has_zone = False
    if not has_zone:
        raise SorryError(f"--as-of takes a day, as 2026-05-01, or a time with its zone, and not “{given}”.")
    return given


def one_kept(calls: Calls, assertion_id: str) -> KeptShown:
    """The one with that id."""
    kept: KeptShown = json.loads(calls.get(f"/v1/assertions/{assertion_id}"))
    return kept


def age_of(since: str) -> str:
    """How long ago that was, roughly."""
    amount = (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds() / 60
    for most, unit in AGES:
        if amount < most:
            whole = int(amount)
            return f"{whole} {unit}{'' if whole == 1 else 's'} ago" if whole else "just now"
        amount /= most
    return "over a year ago"


def _counted(things: str, count: int) -> str:
    """Of one its singular: the receipt has all its names in the plural."""
    first, of, others = things.partition(" of ")
    bare = first if first.endswith("ss") else first.removesuffix("s")
    one = f"{first.removesuffix('ies')}y" if first.endswith("ies") else bare
    return f"{count} {f'{one}{of}{others}' if count == 1 else things}"


FILES = {
    "within_two_minutes": "In the database's files and its log nothing of it is left in two minutes.",
    "tonight": "In the database's files nothing of it is left after this night.",
    "as_the_server_keeps_them": "In the files of the database's server it stays as long as they are kept there.",
}


def receipt_told(receipt: ReceiptShown, gone: str = "It is gone.") -> str:
    """What went, and what was found when it was looked for."""
    verdict = {"gone": gone, "still_found": "It was still found somewhere."}.get(receipt["status"])
    removed = ", ".join(_counted(what.replace("_", " "), count) for what, count in receipt["removed"].items())
    places = len(receipt["checked"])
    found = ", ".join(f"{each['surface']} ({each['found']})" for each in receipt["checked"] if each["found"])
    looked = f"Looked for it in {places} place{'' if places == 1 else 's'} and found "
    lines = [verdict or "The look at every place is not over yet.", f"{looked}{found or 'nothing'}."]
    lines += [f"Removed: {removed}."] if removed else []
    lines += [FILES[files]] if (files := receipt.get("files")) is not None else []
    return clean_text("\n".join(lines))
