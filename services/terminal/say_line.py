"""Says a line and prints its reply: piece by piece on a terminal, whole into a pipe."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict
from uuid import uuid4

from services.terminal.answer_card import CardShown
from services.terminal.calls import Body, BrokenOffError, Calls, StreamEvent
from services.terminal.output import tell_aside
from services.terminal.style import clean_text, dim_text
from services.terminal.terminal_error import SorryError
from services.terminal.wrapping import LineBreaker, wrap_text

RESUME_SECONDS = 60.0
"""How long a stream that broke off is taken up again."""
PAUSE_SECONDS = 1.0
ENDS = ("closed", "failed")


CHANGES = {"held": "held", "committed": "kept", "retracted": "taken back"}
"""What became of a memory, by the force that it has now."""


class ChangeShown(TypedDict):
    """What is printed of a memory that a turn changed."""

    assertion_id: str
    display_number: int
    force: str


class SaidShown(TypedDict):
    """What is printed of an event: `text` of a piece, `reply` and `memory` of the end, `detail` of a failure."""

    turn_id: str
    text: str
    reply: str
    memory: list[ChangeShown]
    detail: str
    notice: NotRequired[str]
    code: NotRequired[str | None]
    off_the_record: NotRequired[bool]
    offer: NotRequired[CardShown | None]


class EarlierShown(TypedDict):
    """An exchange off the record: this terminal alone remembers it."""

    said: str
    replied: str


MOST_EARLIER = 10
MOST_EARLIER_CHARACTERS = 8_000


def line_of(text: str, project_id: str | None, earlier: Sequence[EarlierShown] = ()) -> Body:
    """The body of `POST /v1/converse`."""
    line: dict[str, object] = {"message": text, "channel": "cli"}
    if earlier:
        line["earlier"] = list(earlier)
    return line if project_id is None else {**line, "project_id": project_id}


def newest_of(earlier: Sequence[EarlierShown]) -> list[EarlierShown]:
    """As many of the newest as may be sent along."""
    kept, left = list[EarlierShown](), MOST_EARLIER_CHARACTERS
    for one in reversed(earlier[-MOST_EARLIER:]):
        left -= len(one["said"]) + len(one["replied"])
        if left < 0:
            break
        kept.append(one)
    return kept[::-1]


def reply_events(calls: Calls, line: Body) -> Iterator[StreamEvent]:
    """The events of the reply, across connections that break: the same key is the same line."""
    key, cursor, broken_since = str(uuid4()), "", 0.0
    while not broken_since or time.monotonic() - broken_since < RESUME_SECONDS:
        headers = {"Idempotency-Key": key, **({"Last-Event-ID": cursor} if cursor else {})}
        try:
            for event in calls.events("/v1/converse", line, headers):
                cursor, broken_since = event.cursor or cursor, 0.0
                yield event
                if event.name in ENDS:
                    return
        except BrokenOffError:
            broken_since = broken_since or time.monotonic()
        except SorryError:
            if not cursor:
                raise
            broken_since = broken_since or time.monotonic()
        time.sleep(PAUSE_SECONDS)
    raise SorryError("The connection broke off and does not come back. The reply will be in the conversation.")


def print_reply(events: Iterator[StreamEvent], *, live: bool) -> SaidShown | None:
    """Prints the reply, as it comes or when it is whole; gives its end."""
    shown, end, breaker = "", None, LineBreaker()
    for event in events:
        said: SaidShown = json.loads(event.data)
        if event.name == "piece" and live:
            shown += said["text"]
            _write(breaker.take(clean_text(said["text"])))
        elif event.name == "restarted" and shown:
            shown, breaker = "", LineBreaker()
            _write("\n… once more, from the beginning:\n")
        elif event.name == "closed":
            end = said
            _write(f"{breaker.end()}\n" if shown == said["reply"] else f"{wrap_text(clean_text(said['reply']))}\n")
            if notice := said.get("notice"):
                tell_aside(dim_text(clean_text(notice)) if live else clean_text(notice))
            if live and said["memory"]:
                _write(f"{dim_text(_changes(said['memory']))}\n")
        elif event.name == "failed":
            raise SorryError(said["detail"])
    return end


def _changes(memory: list[ChangeShown]) -> str:
    return " ".join(f"[{CHANGES.get(each['force'], each['force'])} {each['display_number']}]" for each in memory)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
