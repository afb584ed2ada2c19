"""`holdfast threads`: what is open, and settling it."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict

from services.terminal.calls import Calls, find_project
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.left_api import KINDS, path_with
from services.terminal.notebook_api import age_of
from services.terminal.output import print_text, tell_json
from services.terminal.style import clean_text, dim_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import wrap_text

PAGE = "100"
NONE = "none"
DID = {"resolve": "Settled", "reopen": "Open again", "edit": "Changed", "due": "Changed"}


class ThreadShown(TypedDict):
    """What the terminal reads of something that is open."""

    thread_id: str
    entity_type: str
    text: str
    who: str
    since: str
    due: str | None
    stale: bool
    open: bool


class ThreadsShown(TypedDict):
    """The answer of `GET /v1/threads`."""

    threads: list[ThreadShown]
    cursor: str | None


def run(given: Namespace) -> int:
    """Shows them, or does something to one of them."""
    calls = Calls(person_account())
    if given.verb is None:
        threads = list(all_threads(calls, given.project, settled=given.settled))
        if wants_json(given.json):
            for each in threads:
                tell_json(each)
        else:
            print_text(wrap_text("\n".join(threads_told(threads))))
        return 0
    done = _do(calls, given)
    if wants_json(given.json):
        tell_json(done)
    else:
        print_text(wrap_text(f"{DID[given.verb]}: {_words(done)}"))
    return 0


def all_threads(calls: Calls, project: str | None = None, *, settled: bool = False) -> Iterator[ThreadShown]:
    """What is open, the longest first; or what was settled."""
    where = find_project(calls, project) if project else None
    cursor: str | None = ""
    while cursor is not None:
        path = path_with("/v1/threads", open=str(not settled).lower(), engagement=where, limit=PAGE, cursor=cursor)
        page: ThreadsShown = json.loads(calls.get(path))
        yield from page["threads"]
        cursor = page["cursor"]


def threads_told(threads: list[ThreadShown]) -> Iterator[str]:
    """Each with the number by which it is named."""
    for number, each in enumerate(threads, 1):
        more = [KINDS.get(each["entity_type"], ""), f"since {age_of(each['since'])}"]
        more += [f"due {each['due']}"] if each["due"] else []
        more += ["nobody spoke of it for long"] if each["stale"] and each["open"] else []
        yield f"{number:4}  {_words(each)}{dim_text('  (' + ', '.join(more) + ')')}"
    if not threads:
        yield "Nothing is open."


def _words(thread: ThreadShown) -> str:
    return clean_text(": ".join(filter(None, (thread["who"], thread["text"]))))


def _do(calls: Calls, given: Namespace) -> ThreadShown:
    found = _named(calls, given)
    path = f"/v1/threads/{found}"
    if given.verb in ("resolve", "reopen"):
        answer = calls.post(f"{path}/{given.verb}", {})
    elif given.verb == "due":
        answer = calls.patch(path, {"due": None if given.value == NONE else given.value})
    else:
        answer = calls.patch(path, {"text": given.value})
    shown: ThreadShown = json.loads(answer)
    return shown


def _named(calls: Calls, given: Namespace) -> str:
    """By its number in the list, or by its id."""
    if not given.number.isdecimal():
        return str(given.number)
    threads = list(all_threads(calls, given.project, settled=given.verb == "reopen"))
    place = int(given.number)
    if not 0 < place <= len(threads):
        raise SorryError(f"There is no number {place} there. “holdfast threads” shows them.")
    return threads[place - 1]["thread_id"]
