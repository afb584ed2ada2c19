"""What conversations left, as the terminal reads it from the doors."""

import json
import time
from collections.abc import Callable
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from services.terminal.calls import Calls, EngagementsShown
from services.terminal.style import clean_text

LOOK_SECONDS = 0.3
LONGEST_SECONDS = 600.0
QUIET = frozenset({"type", "status", "priority", "due", "since"})
"""Fields of a thing that are not its words."""
KINDS = {
    "person": "person", "task": "to do", "decision": "decided", "waiting_on": "waiting for", "question_opened": "open",
    "question_resolved": "answered", "blocker": "in the way", "blocker_cleared": "no longer in the way",
    "priority_change": "matters differently", "act_reference": "project", "act_update": "news", "insight": "insight",
    "new_waiting_on": "waited for from now on", "resolved_waiting_on": "no longer waited for",
    "new_thread": "open from now on", "resolved_thread": "settled",
}  # fmt: skip
GOING_ALONG = frozenset({"new_waiting_on", "new_thread"})
"""Changes that go with the thing that they come from."""


class EntityShown(TypedDict):
    """One thing that a conversation named."""

    entity_id: str
    quote: str
    data: dict[str, str | None]


class DeltaShown(TypedDict):
    """One change to what is open."""

    delta_id: str
    delta_type: str
    entity_id: str | None
    text: str
    new: str


class DraftShown(TypedDict):
    """What a conversation would leave."""

    version: int
    narrative: str
    entities: list[EntityShown]
    deltas: list[DeltaShown]
    suggested_engagement_id: str
    suggestion_reason: str
    reduced: bool


class ProgressShown(TypedDict):
    """How far the draft is."""

    step: str
    failed: bool


class MemoryShown(TypedDict):
    """What a conversation meant."""

    assertion_id: str
    conversation_id: str | None
    engagement_id: str
    narrative: str
    at: str


class ConversationShown(TypedDict):
    """A conversation."""

    conversation_id: str
    status: str
    began_at: str
    turns: int
    kept: str | None
    progress: NotRequired[ProgressShown | None]
    draft: NotRequired[DraftShown | None]
    memories: NotRequired[list[MemoryShown]]


def one_talk(calls: Calls, conversation_id: str = "current") -> ConversationShown:
    """That conversation; without its id, the one that is open."""
    shown: ConversationShown = json.loads(calls.get(f"/v1/conversations/{conversation_id}"))
    return shown


def move_talk(calls: Calls, talk: ConversationShown, verb: str, **body: object) -> ConversationShown:
    """The conversation after it was closed, resumed, confirmed or left."""
    shown: ConversationShown = json.loads(calls.post(f"/v1/conversations/{talk['conversation_id']}/{verb}", body))
    return shown


def await_draft(calls: Calls, talk: ConversationShown, tell: Callable[[str], None]) -> ConversationShown:
    """The conversation once its draft is there or cannot be made; each step of the way is told."""
    until, told = time.monotonic() + LONGEST_SECONDS, ""
    while talk["status"] == "ready_to_close" and not talk.get("draft") and time.monotonic() < until:
        progress = talk.get("progress")
        if progress and progress["failed"]:
            break
        if progress and progress["step"] != told:
            tell(told := progress["step"])
        time.sleep(LOOK_SECONDS)
        talk = one_talk(calls, talk["conversation_id"])
    return talk


def words_of(entity: EntityShown) -> str:
    """What it says, in one line."""
    return clean_text(": ".join(str(one) for name, one in entity["data"].items() if one and name not in QUIET))


def titles_of(calls: Calls) -> dict[str, str]:
    """What Your Story and the projects are called, by their ids."""
    shown: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    return {
        each["engagement_id"]: "Your Story" if each["kind"] == "personal" else each["title"]
        for each in shown["engagements"]
        if each["status"] == "active"
    }


def path_with(path: str, **wanted: str | None) -> str:
    """The path with what is wanted of it."""
    given = {name: value for name, value in wanted.items() if value}
    return f"{path}?{urlencode(given)}" if given else path
