"""`holdfast project`: begins a project, or lists those that there are."""

import json
from argparse import Namespace
from collections.abc import Iterator

from services.terminal.calls import Calls, EngagementShown, EngagementsShown
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.output import print_text, tell_json
from services.terminal.style import clean_text, dim_text


def run(given: Namespace) -> int:
    """Begins it, or prints them."""
    calls = Calls(person_account())
    if given.verb == "add":
        answer = calls.post("/v1/engagements", {"title": given.name, "seed": given.about})
        print_text(
            answer
            if wants_json(given.json)
            else f"Begun. “holdfast chat --project NAME” talks within it, with “{clean_text(given.name)}” as its name."
        )
        return 0
    shown: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    projects = [each for each in shown["engagements"] if each["kind"] == "project"]
    if wants_json(given.json):
        for each in projects:
            tell_json(each)
    else:
        print_text("\n".join(_told(projects)) or "There are no projects yet. “holdfast project add NAME” begins one.")
    return 0


def _told(projects: list[EngagementShown]) -> Iterator[str]:
    for each in projects:
        yield clean_text(each["title"]) + (dim_text("  (archived)") if each["status"] == "archived" else "")
