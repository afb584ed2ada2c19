"""What is kept of a person as a document to read. Pure: values in, text out.

What somebody wrote stands in it as they wrote it: no character of theirs begins a heading, a link or an image.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, tzinfo

from pydantic import Field

from shared.contracts.assertions import AssertionView
from shared.contracts.message import Message, Text
from shared.contracts.requests.conversations import EntityView, TalkMemory, ThreadView
from shared.contracts.requests.people import EngagementView
from shared.contracts.turns import EngagementKind

_ACTIVE = re.compile(r"([\\`*_\[\]<>|~&$])")
_BEGINS = re.compile(r"^( {0,3})(?:([#+=-])|(\d{1,9})([.)]))")
_INDENT = re.compile(r"^[ \t]+")
TAGS = range(0xE0000, 0xE0080)
"""Characters that nobody sees, and that a model would read."""


class RepliedTo(Message):
    """The end of an exported turn."""

    reply: Text = ""


class ExportedTurn(Message):
    """What the document shows of an exported turn."""

    said: tuple[Text, ...]
    off_the_record: bool = False
    created_at: datetime
    closed: RepliedTo | None = Field(default=None)


def escape_markdown(text: str) -> str:
    """The text as markdown that reads as the text."""
    return "\n".join(_escaped_line(line) for line in _clean(text).split("\n"))


def _clean(text: str) -> str:
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "".join(
        char for char in whole if char in "\n\t" or (unicodedata.category(char) != "Cc" and ord(char) not in TAGS)
    )


def _escaped_line(line: str) -> str:
    line = _INDENT.sub(lambda found: found[0].expandtabs(4)[:3], line)  # four would make a block of code
    line = _ACTIVE.sub(r"\\\1", line).rstrip()
    return _BEGINS.sub(lambda found: f"{found[1]}{found[3] or ''}\\{found[2] or found[4]}", line)


def day_of(at: datetime, zone: tzinfo) -> str:
    """A day as people write it."""
    there = at.astimezone(zone)
    return f"{there.day} {there:%B %Y}"


def title_block(companion_name: str, at: datetime, zone: tzinfo) -> str:
    """How the document begins."""
    return f"# What {escape_markdown(companion_name)} keeps of you\n\nExported on {day_of(at, zone)}.\n"


def engagement_heading(engagement: EngagementView) -> str:
    """How an engagement begins."""
    if engagement.kind is EngagementKind.PERSONAL:
        return "\n## Your Story\n"
    seed = f"\n{_quoted(engagement.seed)}\n" if engagement.seed.strip() else ""
    return f"\n## Project: {_one_line(engagement.title)}\n{seed}"


def known_line(assertion: AssertionView, zone: tzinfo) -> str:
    """One memory that was agreed to."""
    pinned = ", pinned" if assertion.pinned else ""
    return _entry(assertion, f"{day_of(assertion.created_at, zone)}{pinned}")


def waiting_line(assertion: AssertionView, zone: tzinfo) -> str:
    """One memory that waits for the person's word."""
    return _entry(assertion, f"since {day_of(assertion.created_at, zone)}")


def _entry(assertion: AssertionView, when: str) -> str:
    text = escape_markdown(assertion.content.strip()).replace("\n", "  \n  ")
    return f"- **{assertion.display_number}** ({when}): {text}\n"


MEANINGS = "\n### What conversations meant\n\n"
OPEN = "\n## What is open\n\n"


def meaning_lines(memory: TalkMemory, zone: tzinfo) -> str:
    """What a conversation meant, and below it what that names."""
    text = escape_markdown(memory.narrative.strip()).replace("\n", "  \n  ")
    named = "".join(f"  - {_one_line(_named(entity, zone))}\n" for entity in memory.entities)
    return f"- **{memory.display_number}** ({day_of(memory.at, zone)}): {text}\n{named}"


def _named(one: EntityView, zone: tzinfo) -> str:
    settled = f" (settled on {day_of(one.resolved_at, zone)})" if one.resolved_at is not None else ""
    return f"{one.entity.entity_type.value.replace('_', ' ')}: {one.text}{settled}"


def thread_line(thread: ThreadView, zone: tzinfo) -> str:
    """One thing that is open."""
    due = f", due {thread.due.day} {thread.due:%B %Y}" if thread.due is not None else ""
    kind = thread.entity_type.value.replace("_", " ")
    return f"- {_one_line(kind)} (since {day_of(thread.since, zone)}{due}): {_one_line(thread.text)}\n"


def taken_back(count: int) -> str:
    """What is not listed."""
    return f"\n{count} taken back.\n" if count else ""


def refusals_section(texts: Iterable[str]) -> str:
    """What is never to be remembered again."""
    entries = "".join(f"- {_one_line(text)}\n" for text in texts)
    return f"\n## Never to be remembered again\n\n{entries}" if entries else ""


def day_heading(at: datetime, zone: tzinfo) -> str:
    """A day of the conversation."""
    return f"\n### {at.astimezone(zone):%A}, {day_of(at, zone)}\n"


def turn_lines(turn: ExportedTurn, companion_name: str, zone: tzinfo) -> str:
    """One exchange."""
    if turn.off_the_record:
        return f"\n{turn.created_at.astimezone(zone):%H:%M}: off the record; nothing of it is kept.\n"
    lines = "\n".join(turn.said)
    said = f"\n**You**, {turn.created_at.astimezone(zone):%H:%M}\n\n{_quoted(lines)}\n"
    if turn.closed is None or not turn.closed.reply:
        return f"{said}\nThere was no reply.\n"
    return f"{said}\n**{_one_line(companion_name)}**\n\n{_quoted(turn.closed.reply)}\n"


def _one_line(text: str) -> str:
    return " ".join(escape_markdown(text).split())


def _quoted(text: str) -> str:
    lines = escape_markdown(text.strip()).split("\n")
    return "  \n".join(f"> {line}".rstrip() for line in lines)
