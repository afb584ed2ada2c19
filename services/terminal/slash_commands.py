"""What a line beginning with a slash does in a chat, beside talking: why, notebook, waiting, undo, forget."""

import json
from collections.abc import Iterator, Sequence
from typing import TypedDict

from services.terminal.answer_card import Ask, ask_yes_or_no
from services.terminal.calls import Calls
from services.terminal.notebook import DoneShown, kept_line, kept_told
from services.terminal.notebook_api import KeptShown, all_kept, engagement_of, find_numbered, one_kept
from services.terminal.output import print_text
from services.terminal.style import clean_text, dim_text
from services.terminal.terminal_error import SorryError
from services.terminal.threads_cmd import all_threads, threads_told
from services.terminal.why import explain_turn
from services.terminal.wrapping import wrap_text

RECENT = 20
UNDOES = {"committed": "reopen", "retracted": "restore"}
"""What takes a change back, by the force that it led to."""
UNDONE = {"held": "It waits for your yes again", "committed": "It is in use again", "retracted": "It is taken back"}


class ChangedShown(TypedDict):
    """What the terminal reads of a memory that a turn changed."""

    assertion_id: str
    force: str


Changes = Sequence[ChangedShown]


class _ClosedShown(TypedDict):
    memory: Changes


class _TurnShown(TypedDict):
    closed: _ClosedShown | None


class _TurnsShown(TypedDict):
    turns: list[_TurnShown]


def show_why(calls: Calls) -> None:
    """How the last reply came about."""
    print_text(wrap_text("\n".join(explain_turn(calls, "last"))))


def show_notebook(calls: Calls, project: str | None) -> None:
    """What waits and what is known, here."""
    print_text(wrap_text("\n".join(kept_told(list(all_kept(calls, engagement_of(calls, project)))))))


def show_threads(calls: Calls, project: str | None) -> None:
    """What is open, here or everywhere."""
    print_text(wrap_text("\n".join(threads_told(list(all_threads(calls, project))))))


def show_waiting(calls: Calls, project: str | None, ask: Ask | None, changed: list[ChangedShown]) -> None:
    """What waits for a yes; where somebody sits there, it is asked about one by one, and what changed is noted."""
    waiting = [*all_kept(calls, engagement_of(calls, project), "held")]
    if not waiting:
        print_text("Nothing waits for your yes.")
    for kept in sorted(waiting, key=lambda one: one["display_number"]):
        print_text(wrap_text(kept_line(kept)))
        if ask is not None and (answer := ask_yes_or_no("Keep this?", ask)):
            changed += _do(calls, kept, "commit" if answer == "yes" else "reject")
            print_text(dim_text("Kept." if answer == "yes" else "Dropped."))


def forget_number(calls: Calls, project: str | None, number: int) -> Changes:
    """Takes it back by hand. Gives what was changed."""
    kept = find_numbered(calls, engagement_of(calls, project), number)
    if kept["force"] == "retracted":
        raise SorryError(f"Number {number} is taken back already; “/undo” or the notebook restores it.")
    changed = _do(calls, kept, "reject" if kept["force"] == "held" else "retract")
    print_text(wrap_text(f"Taken back: {number}, “{clean_text(kept['content'])}”; “/undo” brings it back."))
    return changed


def undo_last(calls: Calls, changes: list[Changes]) -> None:
    """Takes back what was changed last, here or before: a yes waits again, what was taken back is restored."""
    last = changes.pop() if changes else _last_changes(calls)
    done = [one for change in last for one in _undone(calls, change)]
    if not done:
        raise SorryError("Nothing was changed lately that could be undone.")
    for kept in done:
        print_text(wrap_text(f"{UNDONE[kept['force']]}: {kept['display_number']}, “{clean_text(kept['content'])}”"))


def may_be_undone(changes: Changes) -> bool:
    """Whether any of it led to what can be taken back."""
    return any(change["force"] in UNDOES for change in changes)


def _last_changes(calls: Calls) -> Changes:
    shown: _TurnsShown = json.loads(calls.get(f"/v1/turns?limit={RECENT}"))
    changed = (turn["closed"]["memory"] for turn in reversed(shown["turns"]) if turn["closed"])
    return next((memory for memory in changed if may_be_undone(memory)), ())


def _undone(calls: Calls, change: ChangedShown) -> Iterator[KeptShown]:
    """Nothing where it was changed since."""
    kept = one_kept(calls, change["assertion_id"])
    if kept["force"] == change["force"] and kept["force"] in UNDOES:
        _do(calls, kept, UNDOES[kept["force"]])
        yield one_kept(calls, change["assertion_id"])


def _do(calls: Calls, kept: KeptShown, verb: str) -> Changes:
    seen = {"version": kept["version"], "text_hash": kept["text_hash"]}
    done: DoneShown = json.loads(calls.post(f"/v1/assertions/{kept['assertion_id']}/{verb}", seen))
    return [{"assertion_id": one["assertion_id"], "force": one["force"]} for one in done.get("memory", ())]
