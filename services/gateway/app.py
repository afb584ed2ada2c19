"""Puts the doors together: FastAPI for addresses and the document, our own shell around it."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from services.gateway.call import Call, Door, Gateway, identify_caller
from services.gateway.doors import (
    agents,
    assertions,
    conversations,
    converse,
    engagements,
    erase,
    events,
    export,
    imports,
    me,
    model,
    offers,
    ops,
    page,
    people,
    recall,
    session,
    story,
    threads,
    tokens,
    turns,
)
from services.gateway.openapi import describe_door, openapi_document
from services.gateway.problems import BadRequestError, MethodError, NoSuchDoorError, OwnFaultError, ProblemFacts
from services.gateway.shell import Shell
from shared.bus.logs import log_failure
from shared.contracts.errors import HoldfastError

DOORS: tuple[Door, ...] = (
    *people.DOORS,
    *me.DOORS,
    *model.DOORS,
    *session.DOORS,
    *tokens.DOORS,
    *engagements.DOORS,
    *converse.DOORS,
    *conversations.DOORS,
    *turns.DOORS,
    *assertions.DOORS,
    *story.DOORS,
    *threads.DOORS,
    *recall.DOORS,
    *agents.DOORS,
    *offers.DOORS,
    *export.DOORS,
    *imports.DOORS,
    *erase.DOORS,
    *events.DOORS,
    *ops.DOORS,
)
NOT_THIS_WAY = 405
HUNG_UP = 499
STRAYS = {404: NoSuchDoorError, NOT_THIS_WAY: MethodError}
"""What the framework refuses by itself, in our words."""


def make_app(gateway: Gateway) -> ASGIApp:
    """All doors of this gateway."""
    app = FastAPI(docs_url=None, redoc_url=None, redirect_slashes=False)
    doors = DOORS if gateway.settings.model_file is None else (*DOORS, *model.CHOOSING)
    for door in doors:
        app.add_api_route(door.path, _endpoint(gateway, door), **describe_door(door))
    for path, show in page.DOORS.items():
        app.add_api_route(path, show, methods=[*page.METHODS], include_in_schema=False)
    app.add_api_websocket_route("/v1/stream", _socket(gateway))
    app.add_exception_handler(HoldfastError, _refused)
    app.add_exception_handler(HTTPException, _strayed)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)
    app.openapi = openapi_document(app, doors)  # type: ignore[method-assign]  # FastAPI's documented way to say more
    return Shell(app, gateway.settings, {door.path: door.most_bytes for door in doors if door.most_bytes})


def _endpoint(gateway: Gateway, door: Door) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        identity = await identify_caller(gateway, request, door.needs, agents=door.agents)
        call = Call(gateway, request, identity)
        if door.in_query:
            call.check_query(door.in_query)
        return await door.answer(call)

    return endpoint


def _socket(gateway: Gateway) -> Callable[[WebSocket], Awaitable[None]]:
    async def endpoint(socket: WebSocket) -> None:
        await events.stream_socket(gateway, socket)

    return endpoint


async def _refused(request: Request, error: Exception) -> Response:
    refusal = ProblemFacts.of(error) if isinstance(error, HoldfastError) else ProblemFacts.of(OwnFaultError())
    return refusal.response(request.state.request_id)


async def _strayed(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return await _failed(request, error)
    refusal = ProblemFacts.of(STRAYS.get(error.status_code, BadRequestError)())
    return refusal.response(request.state.request_id, _allowed(request) if error.status_code == NOT_THIS_WAY else None)


def _allowed(request: Request) -> dict[str, str]:
    # Every method of an address is a route of its own, and the framework names only the first one's.
    path = getattr(request.scope.get("route"), "path", "")
    methods = {door.method for door in (*DOORS, *model.CHOOSING) if door.path == path}
    return {"Allow": ", ".join(sorted(methods or page.METHODS))}


async def _gone(_: Request, __: Exception) -> Response:
    """Who asked has hung up: nobody hears this, and nothing failed."""
    return Response(status_code=HUNG_UP)


async def _failed(request: Request, error: Exception) -> Response:
    log_failure("request_failed", error, request_id=request.state.request_id)
    return ProblemFacts.of(OwnFaultError()).response(request.state.request_id)
