"""Taking everything along: complete as JSON, or as a document to read."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from starlette.responses import Response
from starlette.types import Receive

from services.gateway import markdown
from services.gateway.call import FORMAT, JSON, Call, Door
from services.gateway.export_form import ExportForm
from services.gateway.markdown import ExportedTurn
from services.gateway.streaming import Download, GoneError, until_gone
from shared.contracts.assertions import AssertionView, Force, Kind
from shared.contracts.requests.conversations import ListStory, ListThreads
from shared.contracts.requests.notebook import ListAssertions, ListRefusals
from shared.contracts.requests.people import EngagementView, GetMe, ListEngagements, Me
from shared.contracts.requests.transfer import ExportMemory, ExportPart, ExportRows
from shared.contracts.turns import EngagementKind

VERSION = 2
"""Of the document; raised with a change that an earlier import could not read."""
PAGE = 100
MARKDOWN = "text/markdown"
ROWS_HEADER = "Holdfast-Rows"
"""How many rows are going to come, so that a client can show how far it is."""
Chunks = AsyncGenerator[bytes, None]


class ExportFormat(StrEnum):
    """How everything is written down."""

    JSON = "json"
    MARKDOWN = "markdown"


async def export_everything(call: Call) -> Response:
    """Everything of mine: as JSON it is complete and can be imported again, as markdown it is to be read."""
    wanted = call.choice(FORMAT, ExportFormat) or ExportFormat.JSON
    name = f"holdfast-{datetime.now(UTC):%Y-%m-%d}"
    if wanted is ExportFormat.MARKDOWN:
        whole = await _whole(call)
        chunks = partial(_while_wanted, call, lambda: _document(call, whole))
        return Download(chunks, f"{name}.md", f"{MARKDOWN}; charset=utf-8", {ROWS_HEADER: str(whole.rows)})
    firsts = [await _ask(call, part) for part in ExportPart]
    chunks = partial(_while_wanted, call, lambda: _json(call, firsts))
    return Download(chunks, f"{name}.json", JSON, {ROWS_HEADER: str(sum(first.total for first in firsts))})


@dataclass(frozen=True, slots=True)
class Whole:
    """What the document is of, as far as it is known before the first word of it is written."""

    me: Me
    engagements: tuple[EngagementView, ...]
    turns: ExportRows

    @property
    def rows(self) -> int:
        """Memories that it lists, and exchanges."""
        return sum(each.committed + each.held for each in self.engagements) + self.turns.total


async def _whole(call: Call) -> Whole:
    me = await call.gateway.client.ask(GetMe(caller=call.caller))
    listed = await call.gateway.client.ask(ListEngagements(caller=call.caller))
    return Whole(me, listed.engagements, await _ask(call, ExportPart.TURNS))


async def _while_wanted(call: Call, open_chunks: Callable[[], Chunks], receive: Receive) -> Chunks:
    """Ends when the client has gone; counts as one of the person's streams."""
    gone = asyncio.Event()
    with call.gateway.listening.place(call.caller.person_id) as place, until_gone(receive, gone.set):
        place.ends_with(gone.set)
        async with aclosing(open_chunks()) as chunks:
            async for chunk in chunks:
                yield chunk
                if gone.is_set():
                    raise GoneError


async def _ask(call: Call, part: ExportPart, after: str | None = None) -> ExportRows:
    return await call.gateway.client.ask(ExportMemory(caller=call.caller, part=part, after=after))


async def _stretches(call: Call, part: ExportPart, stretch: ExportRows) -> AsyncGenerator[ExportRows, None]:
    yield stretch
    while stretch.after is not None:
        stretch = await _ask(call, part, stretch.after)
        yield stretch


async def _json(call: Call, firsts: list[ExportRows]) -> Chunks:
    """One JSON document, a row on each line."""
    person, *lists = firsts
    yield b'{"holdfast_export": %d,\n"person": %b' % (VERSION, person.rows[0].encode())
    for part, first in zip(list(ExportPart)[1:], lists, strict=True):
        yield b',\n"%b": [' % part.encode()
        between = "\n"
        async for stretch in _stretches(call, part, first):
            if stretch.rows:
                yield (between + ",\n".join(stretch.rows)).encode()
                between = ",\n"
        yield b"\n]"
    yield b"}\n"


async def _document(call: Call, whole: Whole) -> Chunks:
    """Your Story, then each project, what is open, what is never to be remembered again, and the talk by day."""
    zone = _zone(whole.me.settings.time_zone)
    yield markdown.title_block(whole.me.companion_name, datetime.now(UTC), zone).encode()
    for engagement in whole.engagements:
        yield markdown.engagement_heading(engagement).encode()
        async for chunk in _engagement(call, engagement, zone):
            yield chunk
    async for chunk in _open_threads(call, zone):
        yield chunk
    refused = await call.gateway.client.ask(ListRefusals(caller=call.caller))
    yield markdown.refusals_section(refusal.text for refusal in refused.refusals).encode()
    async for chunk in _conversation(call, whole, zone):
        yield chunk


async def _engagement(call: Call, engagement: EngagementView, zone: tzinfo) -> Chunks:
    nothing = True
    for force, heading, line in (
        (Force.COMMITTED, "Known", markdown.known_line),
        (Force.HELD, "Waiting for your word", markdown.waiting_line),
    ):
        before = f"\n### {heading}\n\n"
        async for page in _pages(call, engagement, force):
            lines = "".join(line(assertion, zone) for assertion in page if not _is_told_apart(assertion, force))
            yield (before + lines).encode() if lines else b""
            before, nothing = "" if lines else before, False
    async for chunk in _meanings(call, engagement, zone):
        yield chunk
    taken_back = 0
    async for page in _pages(call, engagement, Force.RETRACTED):
        taken_back += len(page)
    yield (markdown.taken_back(taken_back) or ("\nNothing yet.\n" if nothing else "")).encode()


async def _pages(
    call: Call, engagement: EngagementView, force: Force
) -> AsyncGenerator[tuple[AssertionView, ...], None]:
    cursor: str | None = None
    while True:
        page = await call.gateway.client.ask(
            ListAssertions(
                caller=call.caller, engagement_id=engagement.engagement_id, force=force, limit=PAGE, cursor=cursor
            )
        )
        if page.assertions:
            yield page.assertions
        if page.cursor is None:
            return
        cursor = page.cursor


def _is_told_apart(assertion: AssertionView, force: Force) -> bool:
    return force is Force.COMMITTED and assertion.kind is Kind.NARRATIVE


async def _meanings(call: Call, engagement: EngagementView, zone: tzinfo) -> Chunks:
    """What conversations meant, the newest first, each in the place that it belongs to."""
    place = None if engagement.kind is EngagementKind.PERSONAL else engagement.engagement_id
    before, offset = markdown.MEANINGS, 0
    while True:
        page = await call.gateway.client.ask(
            ListStory(caller=call.caller, engagement_id=place, limit=PAGE, offset=offset)
        )
        mine = [one for one in page.memories if one.engagement_id == engagement.engagement_id]
        if mine:
            yield (before + "".join(markdown.meaning_lines(one, zone) for one in mine)).encode()
            before = ""
        offset += len(page.memories)
        if not page.memories or offset >= page.total:
            return


async def _open_threads(call: Call, zone: tzinfo) -> Chunks:
    before, cursor = markdown.OPEN, None
    while True:
        page = await call.gateway.client.ask(ListThreads(caller=call.caller, limit=PAGE, cursor=cursor))
        if page.threads:
            yield (before + "".join(markdown.thread_line(one, zone) for one in page.threads)).encode()
            before = ""
        if (cursor := page.cursor) is None:
            return


async def _conversation(call: Call, whole: Whole, zone: tzinfo) -> Chunks:
    yield b"\n## The conversation\n"
    today = ""
    async for stretch in _stretches(call, ExportPart.TURNS, whole.turns):
        text = ""
        for row in stretch.rows:
            turn = ExportedTurn.model_validate_json(row)
            heading = markdown.day_heading(turn.created_at, zone)
            text += ("" if heading == today else heading) + markdown.turn_lines(turn, whole.me.companion_name, zone)
            today = heading
        yield text.encode()


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):  # a machine without that zone, or without any
        return UTC


DOORS = (
    Door("GET", "/v1/export", export_everything, gives=ExportForm, text=MARKDOWN, parameters=(FORMAT,), refuses=(404,)),
)
