"""`holdfast archive`: the conversations that were, and what was said in one of them."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict

from services.terminal.calls import Calls, TurnShown
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.left_api import ConversationShown, path_with
from services.terminal.output import print_text, tell_json
from services.terminal.style import clean_text, dim_text
from services.terminal.wrapping import wrap_text

NOTHING_THERE = "No conversation is in the archive yet that fits. “holdfast close” closes the one that is open."


class TalksShown(TypedDict):
    """The answer of `GET /v1/conversations`."""

    conversations: list[ConversationShown]


class TranscriptShown(TypedDict):
    """The answer of `GET /v1/conversations/{id}/transcript`."""

    turns: list[TurnShown]
    after: str | None


def run(given: Namespace) -> int:
    """Lists them, or prints one."""
    calls = Calls(person_account())
    told = _said(calls, given.show) if given.show else _listed(calls, " ".join(given.words))
    found = False
    for one, text in told:
        found = True
        if wants_json(given.json):
            tell_json(one)
        else:
            print_text(wrap_text(text))
    if not found and not wants_json(given.json):
        print_text(NOTHING_THERE)
    return 0


def _listed(calls: Calls, words: str) -> Iterator[tuple[object, str]]:
    shown: TalksShown = json.loads(calls.get(path_with("/v1/conversations", status="archived", q=words, limit="50")))
    for talk in shown["conversations"]:
        meant = " ".join(clean_text(memory["narrative"]) for memory in talk.get("memories", ()))
        more = dim_text(f"  {talk['turns']} exchanges, {talk['conversation_id']}")
        yield talk, f"{talk['began_at'][:10]}{more}\n  {meant or dim_text('(nothing was kept of it)')}"


def _said(calls: Calls, conversation_id: str) -> Iterator[tuple[object, str]]:
    after: str | None = ""
    while after is not None:
        path = path_with(f"/v1/conversations/{conversation_id}/transcript", after=after)
        page: TranscriptShown = json.loads(calls.get(path))
        for turn in page["turns"]:
            lines = [dim_text(f"you> {line}") for line in turn["said"]]
            lines += [clean_text(turn["closed"]["reply"])] if turn["closed"] else []
            yield turn, "\n".join(lines)
        after = page["after"]
