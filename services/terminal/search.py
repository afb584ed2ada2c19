"""`holdfast search`: what is known, or was said, that fits some words, and what it was found by."""

import json
from argparse import Namespace
from typing import TypedDict

from services.terminal.calls import Calls, EngagementsShown, find_project
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.notebook_api import KeptShown
from services.terminal.output import print_text, tell_json
from services.terminal.style import clean_text, dim_text

WHO = {"person": "you", "companion": "the companion"}
NOTHING = {
    "facts": "Nothing that is known fits.",
    "conversations": "Nothing that was said fits.",
    "both": "Nothing that is known or was said fits.",
}


class SignalShown(TypedDict):
    """One reason why something was found."""

    name: str
    share: float


class ExchangeShown(TypedDict):
    """Something that was said."""

    role: str
    content: str
    at: str


class HitShown(TypedDict):
    """One that fits."""

    assertion: KeptShown | None
    exchange: ExchangeShown | None
    score: float
    why: list[SignalShown]


class HitsShown(TypedDict):
    """The answer of `POST /v1/memory/query`."""

    hits: list[HitShown]


def run(given: Namespace) -> int:
    """Asks and prints, best first."""
    calls = Calls(person_account())
    body: dict[str, object] = {"query": " ".join(given.words), "search_type": given.within}
    if given.project:
        body["engagement_id"] = find_project(calls, given.project)
    if given.category:
        body["categories"] = given.category
    shown: HitsShown = json.loads(calls.post("/v1/memory/query", body))
    if wants_json(given.json):
        for hit in shown["hits"]:
            tell_json(hit)
    elif shown["hits"]:
        _show(calls, shown["hits"])
    else:
        print_text(NOTHING[given.within])
    return 0


def _show(calls: Calls, hits: list[HitShown]) -> None:
    known: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    titles = {each["engagement_id"]: each["title"] for each in known["engagements"]}
    for hit in hits:
        print_text(_line(hit, titles))
        print_text(dim_text(f"      {hit['score']:.0%}, by {_why(hit)}"))


def _line(hit: HitShown, titles: dict[str, str]) -> str:
    kept, said = hit["assertion"], hit["exchange"]
    if kept is not None:
        aside = dim_text(f"  ({titles.get(kept['engagement_id'], '')})")
        return f"{kept['display_number']:4}  {clean_text(kept['content'])}{aside}"
    if said is not None:
        aside = dim_text(f"  ({WHO.get(said['role'], said['role'])}, {said['at'][:10]})")
        return f"   “  {clean_text(said['content'])}{aside}"
    return ""


def _why(hit: HitShown) -> str:
    return ", ".join(f"{clean_text(each['name'])} {each['share']:.0%}" for each in hit["why"]) or "its place"
