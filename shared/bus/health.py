"""Liveness, readiness and metrics over HTTP, for the services that have no door of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from shared.settings import ServiceSettings

CHECK_SECONDS = 2.0


async def failing_checks(checks: Mapping[str, Callable[[], Coroutine[object, object, None]]]) -> list[str]:
    """The names of the checks that do not pass in time."""
    results = await asyncio.gather(
        *(asyncio.wait_for(check(), CHECK_SECONDS) for check in checks.values()), return_exceptions=True
    )
    return [name for name, result in zip(checks, results, strict=True) if isinstance(result, BaseException)]


def _app(name: str, checks: Mapping[str, Callable[[], Coroutine[object, object, None]]]) -> Starlette:
    async def alive(_: Request) -> Response:
        return JSONResponse({"service": name, "alive": True})

    async def ready(_: Request) -> Response:
        away = await failing_checks(checks)
        return JSONResponse({"service": name, "ready": not away, "away": away}, status_code=503 if away else 200)

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)])


@asynccontextmanager
async def health_server(
    name: str, checks: Mapping[str, Callable[[], Coroutine[object, object, None]]], settings: ServiceSettings
) -> AsyncIterator[None]:
    """Answers while the service lives; without a port, nowhere."""
    if settings.health_port is None:
        yield
        return
    server = QuietServer(
        uvicorn.Config(
            _app(name, checks), host=settings.health_host, port=settings.health_port, log_config=None, access_log=False
        )
    )
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class QuietServer(uvicorn.Server):
    """uvicorn inside a loop whose signals belong to somebody else."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves the signals alone."""
        yield
