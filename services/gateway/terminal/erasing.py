"""`holdfast erase`: one memory, the conversation, or everything; asks first, and prints what was found afterwards."""

import json
from argparse import Namespace

from services.gateway.terminal.account import person
from services.gateway.terminal.asking import typed, wants_json
from services.gateway.terminal.calls import Calls
from services.gateway.terminal.kept import engagement_of, numbered, receipt_told
from services.gateway.terminal.sorry import SorryError
from services.gateway.terminal.style import clean
from services.gateway.terminal.telling import tell, tell_aside

CONVERSATION = "erase conversation"
EVERYTHING = "erase everything"


def run(given: Namespace) -> int:
    """Erases what is named, if the person says so once more."""
    calls = Calls(person())
    if given.what == "conversation":
        _ask("Everything that was said goes for good; what is kept in the notebook stays.", CONVERSATION)
        answer = calls.delete("/v1/conversation")
    elif given.what == "everything":
        _ask("Everything of yours goes for good, and so do you: this cannot be undone.", EVERYTHING)
        answer = calls.delete("/v1/me", {"confirm": EVERYTHING})
    elif given.what.isdecimal() and given.what.isascii():
        answer = _erase_one(calls, given)
    else:
        raise SorryError("What is to be erased? A number of the notebook, “conversation” or “everything”.")
    _tell(answer, given)
    return 0


def _erase_one(calls: Calls, given: Namespace) -> str:
    kept = numbered(calls, engagement_of(calls, given.project), int(given.what))
    tell_aside(f"{kept['display_number']:4}  {clean(kept['content'])}")
    _ask("This goes for good.", "erase")
    body = {"version": kept["version"], "text_hash": kept["text_hash"], "never_again": given.never_again}
    return json.dumps(json.loads(calls.post(f"/v1/assertions/{kept['assertion_id']}/erase", body))["receipt"])


def _ask(what: str, expected: str) -> None:
    if not typed(what, expected):
        raise SorryError("Nothing was erased.")


def _tell(answer: str, given: Namespace) -> None:
    if wants_json(given.json):
        tell(answer)
        return
    tell(receipt_told(json.loads(answer)))
