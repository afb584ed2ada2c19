"""`holdfast story`: what conversations meant, with what comes up again and again."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TypedDict

from services.terminal.calls import Calls, find_project
from services.terminal.json_or_text import wants_json
from services.terminal.kept_token import person_account
from services.terminal.left_api import MemoryShown, path_with, titles_of
from services.terminal.output import print_text, tell_json
from services.terminal.style import clean_text, dim_text, strong_text
from services.terminal.wrapping import wrap_text


class ThemeShown(TypedDict):
    """What comes up again and again."""

    label: str
    times: int
    of: int


class StoryShown(TypedDict):
    """The answer of `GET /v1/story`."""

    memories: list[MemoryShown]
    total: int
    themes: list[ThemeShown]


def run(given: Namespace) -> int:
    """Asks and prints."""
    calls = Calls(person_account())
    where = find_project(calls, given.project) if given.project else None
    wanted = {"engagement": where, "order": given.by, "q": " ".join(given.words), "limit": str(given.limit)}
    shown: StoryShown = json.loads(calls.get(path_with("/v1/story", **wanted)))
    if wants_json(given.json):
        for memory in shown["memories"]:
            tell_json(memory)
    else:
        print_text(wrap_text("\n".join(_told(shown, titles_of(calls)))))
    return 0


def _told(shown: StoryShown, titles: dict[str, str]) -> Iterator[str]:
    if not shown["memories"]:
        yield "No conversation was kept yet that fits. “holdfast close” closes the one that is open."
    for memory in shown["memories"]:
        yield strong_text(f"{memory['at'][:10]}  {titles.get(memory['engagement_id'], '')}".rstrip())
        yield clean_text(memory["narrative"])
    if more := shown["total"] - len(shown["memories"]):
        yield dim_text(f"{more} more; --limit shows them.")
    for theme in shown["themes"]:
        yield dim_text(f"Again and again: {theme['label']} (in {theme['times']} of the last {theme['of']})")
