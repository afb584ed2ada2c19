"""`holdfast notebook`: what waits, what is known, what was taken back; and the person's own hand on it."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from services.terminal.calls import Calls, ClashingError, find_project
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.notebook_api import (
    SET_ASIDE,
    STORY,
    KeptShown,
    ReceiptShown,
    age_of,
    all_kept,
    end_of,
    engagement_of,
    find_numbered,
    one_kept,
    receipt_told,
)
from services.terminal.output import print_text, tell_aside, tell_json
from services.terminal.style import clean_text, dim_text, strong_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import wrap_text

HEADINGS = {
    "held": "Waiting for your word", "committed": "Known", SET_ASIDE: "Set aside, because nobody touched it for long",
    "retracted": "Taken back",
}  # fmt: skip
DONE = {
    "commit": "Kept.",
    "both": "Both are kept.",
    "reopen": "It waits for your yes again.", "refine": "Changed; it still waits for your yes.",
    "reject": "Dropped.", "correct": "Corrected.",
    "retract": "Taken back. “holdfast notebook restore” brings it back; “holdfast erase” erases it for good.",
    "restore": "It is back, as it was.", "keep": "Kept.", "pin": "Pinned.", "unpin": "No longer pinned.",
    "importance": "Noted.", "category": "Noted.", "move": "Moved.", "write": "Kept.",
}  # fmt: skip


class EventShown(TypedDict):
    """One thing that happened to an assertion."""

    at: str
    verb: str
    actor: str
    old: str | None
    new: str | None


class DoneShown(TypedDict):
    """What the terminal reads of an action's answer."""

    receipt: NotRequired[ReceiptShown | None]
    memory: NotRequired[Sequence[KeptShown]]


class EventsShown(TypedDict):
    """The answer of `GET /v1/assertions/{id}/history`."""

    entries: list[EventShown]


def run(given: Namespace) -> int:
    """Shows the notebook, or does what was asked in it."""
    calls = Calls(person_account())
    engagement_id = engagement_of(calls, given.project)
    if given.verb is None:
        as_of = None if given.as_of is None else end_of(given.as_of)
        aside = [] if given.force in {"held", "retracted"} else all_kept(calls, engagement_id, None, SET_ASIDE, as_of)
        _show([*all_kept(calls, engagement_id, given.force, as_of=as_of), *aside], given)
    elif given.as_of is not None:
        raise SorryError("What was known then can be looked at, and not be changed.")
    elif given.verb == "write":
        body = {"engagement_id": engagement_id, "content": given.value}
        _tell(calls.post("/v1/assertions", body), given)
    elif given.verb == "history":
        kept = find_numbered(calls, engagement_id, given.number)
        _show_history(calls.get(f"/v1/assertions/{kept['assertion_id']}/history"), kept, given)
    else:
        _do(calls, find_numbered(calls, engagement_id, given.number), given)
    return 0


def _show(kept: Sequence[KeptShown], given: Namespace) -> None:
    if wants_json(given.json):
        for each in kept:
            tell_json(each)
        return
    print_text(wrap_text("\n".join(kept_told(kept, given.force))))


def kept_told(kept: Sequence[KeptShown], force: str | None = None) -> Iterator[str]:
    """The notebook as it is read: by where things stand, each group under its heading."""
    for stands, heading in HEADINGS.items():
        group = [each for each in kept if _heading(each) == stands]
        if group and stands == "retracted" and force is None:
            yield dim_text(f"{len(group)} taken back; “holdfast notebook --force retracted” lists them.")
        elif group:
            yield strong_text(heading)
            yield from map(kept_line, sorted(group, key=lambda one: one["display_number"]))
    if not kept:
        yield "Nothing yet."


def _heading(kept: KeptShown) -> str:
    return SET_ASIDE if kept.get("state") == SET_ASIDE else kept["force"]


def kept_line(kept: KeptShown) -> str:
    """One memory with its number, and what is to be known of it."""
    beside = [age_of(kept["created_at"])] if kept["force"] == "held" else []
    beside += ["pinned"] if kept["pinned"] else []
    beside += [kept["reason"]] if kept["reason"] else []
    if goes := kept.get("purge_at"):
        beside += [f"erased on {goes[:10]} unless “holdfast notebook keep {kept['display_number']}”"]
    if given_up := kept.get("valid_to") if kept["force"] != "retracted" else None:
        beside += [f"until {given_up[:10]}"]
    aside = dim_text(f"  ({', '.join(beside)})") if beside else ""
    return f"{kept['display_number']:4}  {clean_text(kept['content'])}{aside}"


def _do(calls: Calls, kept: KeptShown, given: Namespace) -> None:
    tell_aside(kept_line(kept))
    body: dict[str, object] = {"version": kept["version"], "text_hash": kept["text_hash"]}
    if given.verb in {"refine", "correct"}:
        body["content"] = given.value
    elif given.verb in {"importance", "category"}:
        body[given.verb] = given.value
    elif given.verb == "move":
        to_story = given.value.casefold() == STORY
        body["engagement_id"] = engagement_of(calls, None) if to_story else find_project(calls, given.value)
    elif given.verb in {"reject", "retract"}:
        body["never_again"] = given.never_again
    if given.verb in {"commit", "both"}:
        _tell(_keep(calls, kept, body, both=given.verb == "both"), given)
    else:
        _tell(calls.post(f"/v1/assertions/{kept['assertion_id']}/{given.verb}", body), given)


def _keep(calls: Calls, kept: KeptShown, body: dict[str, object], *, both: bool) -> str:
    """Says yes to it; what it takes the place of comes back where both are to stay."""
    try:
        answer = calls.post(f"/v1/assertions/{kept['assertion_id']}/commit", body)
    except ClashingError as clash:
        raise _which_holds(calls, json.loads(clash.current)) from None
    former = next(iter(_gone(json.loads(answer))), None)
    if both and former is not None:
        back = {"version": former["version"], "text_hash": former["text_hash"]}
        calls.post(f"/v1/assertions/{former['assertion_id']}/restore", back)
    return answer


def _which_holds(calls: Calls, held: KeptShown) -> SorryError:
    number, former_id = held["display_number"], held.get("replaces_id")
    if former_id is None:
        return SorryError("This cannot be meant beside something that is known, so nothing was kept.")
    former = one_kept(calls, former_id)
    return SorryError(
        f"Nothing was kept: it cannot be meant beside {_named(former)}\n"
        f"“holdfast notebook commit {number}” replaces that, “both {number}” keeps the two, "
        f"“reject {number}” drops this."
    )


def _place_of(former: KeptShown) -> str:
    return f" It took the place of {_named(former)}"


def _named(kept: KeptShown) -> str:
    return f"{kept['display_number']}, “{clean_text(kept['content'])}”"


def _gone(changed: DoneShown) -> list[KeptShown]:
    return [each for each in changed.get("memory", ()) if each["force"] == "retracted"]


def _tell(answer: str, given: Namespace) -> None:
    if wants_json(given.json):
        print_text(answer)
        return
    changed: DoneShown = json.loads(answer)
    former = _gone(changed) if given.verb in {"commit", "both"} else []
    if given.verb == "commit" or not former:
        print_text("".join([DONE["commit" if given.verb == "both" else given.verb], *map(_place_of, former)]))
    else:
        print_text(DONE[given.verb])
    if receipt := changed.get("receipt"):
        print_text(
            dim_text(receipt_told(receipt, "Nothing uses it any more; “holdfast notebook restore” brings it back."))
        )


def _show_history(answer: str, kept: KeptShown, given: Namespace) -> None:
    shown: EventsShown = json.loads(answer)
    if wants_json(given.json):
        for entry in shown["entries"]:
            tell_json(entry)
        return
    print_text(kept_line(kept))
    for entry in shown["entries"]:
        text = clean_text(entry["new"] or entry["old"] or "")
        print_text(f"{entry['at'][:16].replace('T', ' ')}  {entry['verb']} by {entry['actor']}  {dim_text(text)}")
