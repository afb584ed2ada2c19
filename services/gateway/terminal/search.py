"""`holdfast search`: what is known that fits some words."""

import json
from argparse import Namespace
from typing import TypedDict

from services.gateway.terminal.account import person
from services.gateway.terminal.asking import wants_json
from services.gateway.terminal.calls import Calls, EngagementsShown, find_project
from services.gateway.terminal.kept import KeptShown
from services.gateway.terminal.style import clean, dim
from services.gateway.terminal.telling import tell, tell_json


class HitShown(TypedDict):
    """One that fits."""

    assertion: KeptShown
    score: float


class HitsShown(TypedDict):
    """The answer of `POST /v1/memory/query`."""

    hits: list[HitShown]


def run(given: Namespace) -> int:
    """Asks and prints, best first."""
    calls = Calls(person())
    body: dict[str, object] = {"query": " ".join(given.words)}
    if given.project:
        body["engagement_id"] = find_project(calls, given.project)
    shown: HitsShown = json.loads(calls.post("/v1/memory/query", body))
    if wants_json(given.json):
        for hit in shown["hits"]:
            tell_json(hit)
    elif shown["hits"]:
        _show(calls, shown["hits"])
    else:
        tell("Nothing that is known fits.")
    return 0


def _show(calls: Calls, hits: list[HitShown]) -> None:
    known: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    titles = {each["engagement_id"]: each["title"] for each in known["engagements"]}
    for hit in hits:
        kept = hit["assertion"]
        where = titles.get(kept["engagement_id"], "")
        tell(f"{kept['display_number']:4}  {clean(kept['content'])}{dim(f'  ({where})')}")
