"""Saying something and hearing the reply: whole as JSON, or piece by piece as events."""

import hashlib
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, aclosing
from functools import partial
from uuid import UUID

from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive

from services.gateway.call import CURSOR, JSON, KEY, Call, Door
from services.gateway.forms import ConverseForm
from services.gateway.problems import ProblemFacts
from services.gateway.reading import header_value
from services.gateway.streaming import COME_BACK, OPEN, EventStream, frames_of, until_gone
from shared.client.feeds import Heard
from shared.client.reply_stream import ReplyStream
from shared.contracts.errors import HoldfastError
from shared.contracts.ids import line_id
from shared.contracts.notices import Closed, Failed
from shared.contracts.requests.turns import Converse, Earlier, GetTurn, TurnState

GRACE_SECONDS = 2.5
"""How long a whole reply is still waited for when the process is going to stop."""

LINE = b"holdfast-line"
"""Names the line in the answer's head, as turns name those that they cover: who sends it again knows it among them."""


class StillUnderWay(BaseModel):
    """No reply yet. The same request with the same Idempotency-Key, or the turn's own address, tells more."""

    turn_id: UUID | None
    state: TurnState


async def say_line(call: Call) -> Response:
    """Says a line; gives the reply, or streams it when events are accepted."""
    line, cursor = await _line(call), call.cursor()
    if "text/event-stream" not in (header_value(call.request.scope, b"accept") or b"").decode("latin-1"):
        return await _whole(call, line)
    if cursor is not None:  # a turn that is not this person's is refused before the line is handed in
        await call.gateway.client.ask(GetTurn(caller=call.caller, turn_id=cursor.turn_id))
    opened = call.gateway.client.say(line, call.gateway.settings.turn_wait_seconds, cursor)
    return EventStream(partial(reply_frames, call, opened), {LINE: str(line.line_id).encode()})


async def _line(call: Call) -> Converse:
    form = await call.read(ConverseForm)
    return Converse(
        caller=call.caller,
        line_id=line_id(call.caller.person_id, call.idempotency_key()),
        body_hash=hashlib.sha256(form.model_dump_json(exclude={"earlier"}).encode()).hexdigest(),
        text=form.message,
        project_id=form.project_id,
        channel=form.channel,
        earlier=tuple(Earlier(said=one.said, replied=one.replied) for one in form.earlier),
    )


async def _whole(call: Call, line: Converse) -> Response:
    with call.gateway.conversing.place(call.caller.person_id) as place:
        async with call.gateway.client.say(line, call.gateway.settings.turn_wait_seconds) as reply:
            place.ends_with(partial(reply.end_in, GRACE_SECONDS))
            with until_gone(call.request.receive, partial(reply.end_in, 0)):
                end = await reply.end()
            return _answer(call, end) if end else await _not_yet(reply)


def _answer(call: Call, end: Heard) -> Response:
    if isinstance(end.event, Failed):
        return ProblemFacts.failed(end.event).response(call.request.state.request_id)
    return Response(end.raw, media_type=JSON)


async def _not_yet(reply: ReplyStream) -> Response:
    try:
        state = (await reply.view()).state
    except HoldfastError:
        state = TurnState.ACTIVE if reply.turn_id else TurnState.WAITING
    return Response(StillUnderWay(turn_id=reply.turn_id, state=state).model_dump_json(), 202, media_type=JSON)


async def reply_frames(
    call: Call, opened: AbstractAsyncContextManager[ReplyStream], receive: Receive
) -> AsyncGenerator[bytes, None]:
    """The frames of one reply; without a `closed` or `failed` at the end, the client is to come back."""
    with call.gateway.conversing.place(call.caller.person_id) as place:
        async with opened as reply:
            place.ends_with(partial(reply.end_in, 0))
            with until_gone(receive, partial(reply.end_in, 0)):
                yield OPEN
                async with aclosing(reply.batches()) as batches:
                    async for batch in batches:
                        yield frames_of(batch)
                if not reply.over:
                    yield COME_BACK


DOORS = (
    Door(
        "POST", "/v1/converse", say_line, form=ConverseForm, gives=Closed, also=((202, StillUnderWay),), streams=True,
        parameters=(KEY, CURSOR), refuses=(404, 409, 410, 503, 504),
    ),
)  # fmt: skip
