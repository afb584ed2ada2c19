"""What every test may ask for: real servers, a database of its own, an empty broker.

No test may speak with a real model: neither one that a key in the environment would choose, nor one that it opens.
"""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager

import httpx2
import pytest

from shared.models.model_names import is_near
from tests.servers import FreshDatabase, Servers, embedded_servers, wants_containers

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "HOLDFAST_OPENAI_API_KEY")
LIVE_KEY = "HOLDFAST_LIVE_ANTHROPIC_KEY"
"""Set on purpose, and by nobody but a person, it lets `tests/contract/test_live.py` ask the real thing."""
CHOICES = ("HOLDFAST_MODEL", "HOLDFAST_CLASSIFY_MODEL", "HOLDFAST_RESPOND_MODEL", "HOLDFAST_EXTRACT_MODEL")


if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    # Under nohup it is ignored, and a child inherits that; what is heard and not minded, it does not.
    signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def _no_real_models() -> Iterator[None]:
    """The switch: the environment chooses none, also for child processes, and no call leaves the machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name in (*KEYS, *CHOICES):
            patch.delenv(name, raising=False)
        patch.setenv("HOLDFAST_LOCAL_ONLY", "true")
        patch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", _near_only)
        yield


_send = httpx2.AsyncHTTPTransport.handle_async_request


async def _near_only(transport: httpx2.AsyncHTTPTransport, request: httpx2.Request) -> httpx2.Response:
    if not is_near(request.url.host) and LIVE_KEY not in os.environ:
        pytest.fail(f"a test was about to speak with {request.url.host}")  # which no SDK catches
    return await _send(transport, request)


@pytest.fixture(scope="session")
async def servers() -> AsyncIterator[Servers]:
    """A broker and a database with a migrated template: embedded, or the images when containers are asked for."""
    async with _on_the_images() if wants_containers() else embedded_servers() as both:
        await both.migrate()
        yield both


@pytest.fixture
async def database(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A migrated database that no other test sees."""
    async with servers.fresh_database() as fresh:
        yield fresh


@pytest.fixture(scope="module")
async def module_database(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A migrated database that the tests of one module share."""
    async with servers.fresh_database() as fresh:
        yield fresh


@pytest.fixture
async def broker(servers: Servers) -> Servers:
    """The servers, with nothing left in the broker by an earlier test."""
    await servers.empty_broker()
    return servers


def _on_the_images() -> AbstractAsyncContextManager[Servers]:
    """Skips on a laptop without an engine; in CI a missing engine is a failure, or the suite would shrink unseen."""
    # Loaded where they are asked for: the engine's client is half a second of every process.
    from tests.containers import NoEngineError, check_engine, container_servers  # noqa: PLC0415

    try:
        check_engine()
    except NoEngineError as error:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(f"No container engine answers: {error}")
        pytest.skip(f"No container engine answers: {error}")
    return container_servers()
