"""`holdfast erase`: a memory, a line, all talk or one conversation, a project, or everything; asks first."""

import json
from argparse import Namespace
from uuid import UUID

from services.terminal.calls import Calls, TurnShown, TurnsShown, find_project
from services.terminal.json_or_text import choose_among, typed_exactly, wants_json
from services.terminal.kept_token import person_account
from services.terminal.notebook_api import engagement_of, find_numbered, receipt_told
from services.terminal.output import print_text, tell_aside
from services.terminal.style import clean_text
from services.terminal.terminal_error import SorryError

CONVERSATION = "erase conversation"
EVERYTHING = "erase everything"
PROJECT = "erase project"
LINE = "erase line"
MEMORIES = ("move", "erase")
OF_ONE = ("keep", "erase")
NAMED = ("project", "conversation")


def run(given: Namespace) -> int:
    """Erases what is named, if the person says so once more."""
    if given.name is not None and given.what not in NAMED:
        raise SorryError(f"What is “{given.name}”? Only a project or a conversation is erased by its name.")
    calls = Calls(person_account())
    if given.what == "conversation":
        answer = _erase_talk(calls, given)
    elif given.what == "line":
        answer = _take_line_out(calls, given)
    elif given.what == "project":
        answer = _erase_project(calls, given)
    elif given.what == "everything":
        _ask("Everything of yours goes for good, and so do you: this cannot be undone.", EVERYTHING)
        answer = calls.delete("/v1/me", {"confirm": EVERYTHING})
    elif given.what.isdecimal() and given.what.isascii():
        answer = _erase_one(calls, given)
    else:
        raise SorryError(
            "What is to be erased? A number of the notebook, “line”, “conversation”, “project NAME” or “everything”."
        )
    _tell(answer, given)
    return 0


def _erase_talk(calls: Calls, given: Namespace) -> str:
    """All of it; or of one conversation, as `holdfast archive` names it."""
    if given.name is None:
        _ask("Everything that was said goes for good; what is kept in the notebook stays.", CONVERSATION)
        return calls.delete("/v1/conversation")
    try:
        conversation_id = UUID(given.name)
    except ValueError:
        raise SorryError("Which conversation? `holdfast archive` prints the id of each.") from None
    if given.memories == "move":
        raise SorryError("What was kept of a conversation stays, or is erased with it.")
    memories = given.memories or choose_among("What was kept of it: keep it, or erase it with it?", OF_ONE)
    also = "with what was kept of it" if memories == "erase" else "while what was kept of it stays"
    _ask(f"This conversation goes for good, {also}.", CONVERSATION)
    return calls.delete(f"/v1/conversations/{conversation_id}", {"memories": memories})


def _erase_one(calls: Calls, given: Namespace) -> str:
    kept = find_numbered(calls, engagement_of(calls, given.project), int(given.what))
    tell_aside(f"{kept['display_number']:4}  {clean_text(kept['content'])}")
    _ask("This goes for good.", "erase")
    body = {"version": kept["version"], "text_hash": kept["text_hash"], "never_again": given.never_again}
    return json.dumps(json.loads(calls.post(f"/v1/assertions/{kept['assertion_id']}/erase", body))["receipt"])


def _take_line_out(calls: Calls, given: Namespace) -> str:
    """The newest line of the talk that is still there."""
    turns: TurnsShown = json.loads(calls.get("/v1/turns?limit=100"))
    there = (
        (turn["turn_id"], line, said)
        for turn in reversed(turns["turns"])
        for line, said in _lines_of(turn)
        if turn["turn_id"]
    )
    newest = next(there, None)
    if newest is None:
        raise SorryError("There is no line to take out of the talk.")
    turn_id, line_id, said = newest
    tell_aside(f"you> {clean_text(said)}")
    if given.memories == "move":
        raise SorryError("What was kept of a line stays, or is erased with it.")
    memories = given.memories or "keep"
    also = "with what was kept of it" if memories == "erase" else "while what was kept of it stays"
    _ask(f"This line leaves the talk for good, {also}.", LINE)
    return calls.delete(f"/v1/turns/{turn_id}/lines/{line_id}", {"memories": memories})


def _lines_of(turn: TurnShown) -> list[tuple[str, str]]:
    """Newest first."""
    pairs = zip(turn["covers"], turn["said"], strict=False)  # off the record nothing is there to be taken out
    return [(line, said) for line, said in pairs if line not in turn["taken_out"]][::-1]


def _erase_project(calls: Calls, given: Namespace) -> str:
    if given.name is None:
        raise SorryError("Which project? Its name comes after “project”.")
    project_id = find_project(calls, given.name, archived=True)
    if given.memories == "keep":
        raise SorryError("The memories of a project move to Your Story, or are erased with it.")
    memories = given.memories or choose_among("Its memories: move them to Your Story, or erase them with it?", MEMORIES)
    what = "and all that was kept in it" if memories == "erase" else "while its memories move to Your Story"
    _ask(f"The project “{given.name}” goes for good with all that was said in it, {what}.", PROJECT)
    return calls.delete(f"/v1/engagements/{project_id}", {"memories": memories})


def _ask(what: str, expected: str) -> None:
    if not typed_exactly(what, expected):
        raise SorryError("Nothing was erased.")


def _tell(answer: str, given: Namespace) -> None:
    if wants_json(given.json):
        print_text(answer)
        return
    print_text(receipt_told(json.loads(answer)))
