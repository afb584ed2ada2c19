"""`holdfast import`: brings an export back. It lands held; one yes restores what it was."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypedDict

from services.terminal.calls import Calls
from services.terminal.export_cmd import BACK
from services.terminal.json_or_text import typed_exactly, wants_json
from services.terminal.kept_token import person_account
from services.terminal.output import print_text, tell_aside
from services.terminal.style import clean_text
from services.terminal.terminal_error import SorryError


class ImportShown(TypedDict):
    """How an import stands."""

    import_id: str
    file_hash: str
    count: int
    skipped: int
    refusals: int
    refusals_left_out: int
    status: str
    done: int
    total: int
    differs: Sequence["DifferenceShown"]


class DifferenceShown(TypedDict):
    """What a file has otherwise than it is known."""

    text: str
    known: "KnownShown"


class KnownShown(TypedDict):
    """What is known, as it is named."""

    display_number: int
    shown_text: str


NOS: dict[Literal["refusals", "refusals_left_out"], tuple[str, str]] = {
    "refusals": (
        " {} thing is never to be remembered again, from now on.",
        " {} things are never to be remembered again, from now on.",
    ),
    "refusals_left_out": (
        " The file has no words of {} thing that was refused once; that is not refused here.",
        " The file has no words of {} things that were refused once; those are not refused here.",
    ),
}
"""What a file says of what is not to be remembered; such a no needs no yes."""


UNDER_WAY = {"landing": "came in", "restoring": "have their standing again"}
"""What goes on by itself, and what is said of the rows that are done."""
PERIOD = 0.5
WIDTH = 30


def run(given: Namespace) -> int:
    """Sends the file, names what it is and how much, and asks."""
    try:
        content = Path(given.file).read_bytes()
    except OSError as error:
        raise SorryError(f"{given.file} cannot be read: {error.strerror}.") from None
    if not content.lstrip().startswith(b"{"):
        raise SorryError(
            f"{given.file} is no export in JSON, and only that can be brought in: not the document to read."
        )
    calls = Calls(person_account())
    answer = _watched(calls, calls.send_file("/v1/import", content))
    state = _shown(answer)
    if state["status"] == "held" and state["skipped"] == state["count"]:
        told = "".join(
            [f"Nothing in {given.file} is new: all of it is here already, or was refused once.", _noes(state)]
        )
        print_text(answer if wants_json(given.json) else told)
        return 0
    if state["status"] == "held":
        tell_aside(_told(state))
        if not typed_exactly("Give them back the standing that they had?", "yes"):
            print_text(answer if wants_json(given.json) else "They stay held; the notebook shows them.")
            return 0
        body = {"file_hash": state["file_hash"], "count": state["count"]}
        answer = _watched(calls, calls.post(f"/v1/import/{state['import_id']}/confirm", body))
        print_text(answer if wants_json(given.json) else _back(state))
        return 0
    told = f"{given.file} was brought in and confirmed before; nothing changed now."
    print_text(answer if wants_json(given.json) else told)
    return 0


def _watched(calls: Calls, answer: str) -> str:
    """How it stands at the end, with how far it is on a terminal; it goes on without anybody who watches."""
    state, watched = _shown(answer), sys.stderr.isatty()
    while state["status"] in UNDER_WAY:
        if watched:
            sys.stderr.write(f"{BACK}{_bar(state)}")
            sys.stderr.flush()
        time.sleep(PERIOD)
        answer = calls.get(f"/v1/imports/{state['import_id']}")
        state = _shown(answer)
    if watched:
        sys.stderr.write(BACK)
    return answer


def _shown(answer: str) -> ImportShown:
    shown: ImportShown = json.loads(answer)
    return shown


def _bar(state: ImportShown) -> str:
    done, total = state["done"], max(1, state["total"])
    full = WIDTH * done // total
    return f"[{'#' * full}{' ' * (WIDTH - full)}] {done:,} of {total:,} rows {UNDER_WAY[state['status']]}"


def _back(state: ImportShown) -> str:
    came = state["count"] - state["skipped"]
    return f"{came} {'memory came' if came == 1 else 'memories came'} in, with the standing of before."


def _told(state: ImportShown) -> str:
    count, skipped = state["count"], state["skipped"]
    there = "1 memory is" if count == 1 else f"{count} memories are"
    held = count - skipped
    now = " and held now." if not skipped else f"; {held} {'is' if held == 1 else 'are'} held now."
    rest = f" {skipped} {'was' if skipped == 1 else 'were'} skipped: refused once, or here already." if skipped else ""
    return f"{there} in the file {state['file_hash'][:12]}…{now}{rest}{_noes(state)}{_differs(state)}"


def _differs(state: ImportShown) -> str:
    return "".join(
        f"\n“{clean_text(one['text'])}” differs from {_known(one['known'])}." for one in state.get("differs", ())
    )


def _known(known: KnownShown) -> str:
    return f"{known['display_number']}, “{clean_text(known['shown_text'])}”"


def _noes(state: ImportShown) -> str:
    return "".join(forms[state[name] != 1].format(state[name]) for name, forms in NOS.items() if state[name])
