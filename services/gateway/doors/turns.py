"""The conversation so far, one turn of it, and what can still be heard of its reply."""

from functools import partial

from starlette.responses import Response

from services.gateway.call import BEFORE, CURSOR, LIMIT, Call, Door
from services.gateway.doors.converse import reply_frames
from services.gateway.problems import BadCursorError
from services.gateway.streaming import EventStream
from shared.contracts.requests.notebook import GetWhy, WhyView
from shared.contracts.requests.turns import GetTurn, ListTurns, StopTurn, TurnList, TurnView

PAGE = 50


async def list_turns(call: Call) -> Response:
    """The newest turns before a given one, oldest first."""
    return await call.pass_on(ListTurns(caller=call.caller, before=call.id_in_query(BEFORE), limit=call.limit(PAGE)))


async def show_turn(call: Call) -> Response:
    """How a turn stands; with its end, once it has one."""
    return await call.pass_on(GetTurn(caller=call.caller, turn_id=call.id_in_path("turn_id")))


async def stop_turn(call: Call) -> Response:
    """Stops a reply that is under way; what was kept already stays kept. A turn that is over stays as it is."""
    return await call.pass_on(StopTurn(caller=call.caller, turn_id=call.id_in_path("turn_id")))


async def explain_turn(call: Call) -> Response:
    """Why the companion said that: what it understood, which memories had a part, what it did, what it took."""
    return await call.pass_on(GetWhy(caller=call.caller, turn_id=call.id_in_path("turn_id")))


async def follow_turn(call: Call) -> Response:
    """The events of a turn's reply, from the beginning or from where a client was cut off."""
    turn_id, cursor = call.id_in_path("turn_id"), call.cursor()
    if cursor is not None and cursor.turn_id != turn_id:
        raise BadCursorError
    seconds = call.gateway.settings.turn_wait_seconds
    return EventStream(partial(reply_frames, call, call.gateway.client.follow(call.caller, turn_id, cursor, seconds)))


DOORS = (
    Door("GET", "/v1/turns", list_turns, gives=TurnList, parameters=(BEFORE, LIMIT)),
    Door("GET", "/v1/turns/{turn_id}", show_turn, gives=TurnView, parameters=("turn_id",), refuses=(404,)),
    Door("POST", "/v1/turns/{turn_id}/stop", stop_turn, gives=TurnView, parameters=("turn_id",), refuses=(404,)),
    Door("GET", "/v1/turns/{turn_id}/why", explain_turn, gives=WhyView, parameters=("turn_id",), refuses=(404, 410)),
    Door(
        "GET", "/v1/turns/{turn_id}/events", follow_turn, streams=True, parameters=("turn_id", CURSOR), refuses=(404,)
    ),
)
