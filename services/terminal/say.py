"""`holdfast say`: one line, one reply."""

import json
import sys
import time
from argparse import Namespace

from services.terminal.calls import Calls, TurnShown, find_project
from services.terminal.close_cmd import follow_closing
from services.terminal.kept_token import person_account
from services.terminal.output import print_text, tell_aside
from services.terminal.say_line import line_of, print_reply, reply_events


def run(given: Namespace) -> int:
    """Says it and prints the reply, or the whole answer as JSON."""
    calls = Calls(person_account())
    line = line_of(given.text, find_project(calls, given.project) if given.project else None)
    began = time.perf_counter()
    if given.json:
        answer = calls.post("/v1/converse", line)
        turn_id = json.loads(answer)["turn_id"]
        print_text(answer)
    else:
        end = print_reply(reply_events(calls, line), live=sys.stdout.isatty())
        turn_id = end["turn_id"] if end else ""
        follow_closing(calls, end.get("code") if end else None, None)
    if given.steps and turn_id:
        _tell_steps(calls, turn_id, (time.perf_counter() - began) * 1000)
    return 0


def _tell_steps(calls: Calls, turn_id: str, whole: float) -> None:
    turn: TurnShown = json.loads(calls.get(f"/v1/turns/{turn_id}"))
    for stamp in turn["stamps"]:
        tell_aside(f"{stamp['step']:>10}  {stamp['ms']:8.2f} ms")
    tell_aside(f"{'whole':>10}  {whole:8.2f} ms, at the terminal")
