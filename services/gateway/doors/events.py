"""What happens without being asked: the replies of all turns, wherever they were begun, and notices."""

import time
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from functools import partial
from typing import cast
from uuid import UUID

from starlette.responses import Response
from starlette.types import Receive
from starlette.websockets import WebSocket, WebSocketDisconnect

from services.gateway.call import CURSOR, Call, Door, Gateway, identify_caller, token_of
from services.gateway.problems import ProblemFacts
from services.gateway.streaming import COME_BACK, OPEN, EventStream, frames_of, until_gone
from shared.client.feeds import Cursor, Heard, Listener, Telling
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.errors import HoldfastError, UnauthorizedError
from shared.contracts.notices import Changed
from shared.contracts.requests.people import Scope
from shared.contracts.requests.turns import GetTurn

KEEP_ALIVE_SECONDS = 15.0
MOST_TURNS = 100
"""Turns whose order is remembered; a piece of an older one is nothing that anybody still shows."""


class Everything:
    """All that one person's doors hear, each reply in its order."""

    def __init__(self, client: HoldfastClient, person_id: UUID, listener: Listener) -> None:
        self._client = client
        self._person_id = person_id
        self._listener = listener
        self._tellings: OrderedDict[UUID, Telling] = OrderedDict()

    async def batches(self, after: Cursor | None = None) -> AsyncGenerator[list[Heard], None]:
        """The events, as many as came together; none when nothing happened for a while."""
        if after is not None:
            yield await self._resume(after)
        while not self._listener.ended:
            heard = await self._listener.next(KEEP_ALIVE_SECONDS)
            told = [told for event in heard for told in await self._order(event)]
            if told or not heard:
                yield told

    async def _order(self, heard: Heard) -> list[Heard]:
        if isinstance(heard.event, Changed):
            return [heard]
        telling = self._telling(heard.event.turn_id)
        earlier = await self._recall(heard.event.turn_id) if telling.misses_before(heard.event) else []
        return [*earlier, *telling.tell(heard)]

    async def _resume(self, after: Cursor) -> list[Heard]:
        self._tellings[after.turn_id] = Telling.after(after)
        return await self._recall(after.turn_id)

    async def _recall(self, turn_id: UUID) -> list[Heard]:
        telling = self._telling(turn_id)
        recalled = await self._client.recall(self._person_id, turn_id)
        return [told for heard in recalled for told in telling.tell(heard)]

    def _telling(self, turn_id: UUID) -> Telling:
        telling = self._tellings.setdefault(turn_id, Telling())
        self._tellings.move_to_end(turn_id)
        if len(self._tellings) > MOST_TURNS:
            self._tellings.popitem(last=False)
        return telling


async def _while_known(
    gateway: Gateway, token: str, batches: AsyncGenerator[list[Heard], None]
) -> AsyncGenerator[list[Heard], None]:
    """Ends when the token has no owner any more: a stream must not outlive the right to it."""
    checked = time.monotonic()
    with suppress(UnauthorizedError):
        async for batch in batches:
            if time.monotonic() - checked > gateway.settings.token_cache_seconds:
                checked = time.monotonic()
                await _check(gateway, token)
            yield batch


async def _check(gateway: Gateway, token: str) -> None:
    try:
        await gateway.identities.of(token)
    except UnauthorizedError:
        raise
    except HoldfastError:
        return  # memory is away: nothing is known against the token


async def listen_to_events(call: Call) -> Response:
    """Everything that happens with me, as events, for as long as the client listens."""
    cursor = call.cursor()
    if cursor is not None:  # a turn that is not this person's is refused
        await call.gateway.client.ask(GetTurn(caller=call.caller, turn_id=cursor.turn_id))
    return EventStream(partial(_frames, call, cursor))


async def _frames(call: Call, cursor: Cursor | None, receive: Receive) -> AsyncGenerator[bytes, None]:
    gateway, person_id = call.gateway, call.caller.person_id
    with gateway.listening.place(person_id) as place:
        async with gateway.client.listen(person_id) as listener:
            place.ends_with(listener.end)
            with until_gone(receive, listener.end):
                yield OPEN
                everything = Everything(gateway.client, person_id, listener).batches(cursor)
                async with aclosing(_while_known(gateway, token_of(gateway, call.request), everything)) as batches:
                    async for batch in batches:
                        yield frames_of(batch)
                yield COME_BACK


async def stream_socket(gateway: Gateway, socket: WebSocket) -> None:
    """The same events as JSON objects over a WebSocket; what the client says there is not listened to."""
    try:
        identity = await identify_caller(gateway, socket, Scope.PERSON)
        person_id = cast("UUID", identity.person_id if identity else None)
        with gateway.listening.place(person_id) as place:
            async with gateway.client.listen(person_id) as listener:
                place.ends_with(listener.end)
                await socket.accept()
                await _send_all(gateway, socket, Everything(gateway.client, person_id, listener), listener)
    except HoldfastError as error:
        await socket.send_denial_response(ProblemFacts.of(error).response(socket.state.request_id))


async def _send_all(gateway: Gateway, socket: WebSocket, everything: Everything, listener: Listener) -> None:
    with until_gone(socket.receive, listener.end), suppress(WebSocketDisconnect):
        async with aclosing(_while_known(gateway, token_of(gateway, socket), everything.batches())) as batches:
            async for batch in batches:
                for heard in batch:
                    await socket.send_text(heard.raw.decode())
        await socket.close(GOING_AWAY)


GOING_AWAY = 1001
DOORS = (Door("GET", "/v1/events", listen_to_events, streams=True, parameters=(CURSOR,), refuses=(404,)),)
