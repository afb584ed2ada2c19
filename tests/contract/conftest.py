"""The providers, each behind the same door, and the server that plays them."""

from collections.abc import AsyncIterator, Iterator

import httpx2
import pytest

from tests.contract.protocol_server import ProtocolServer, protocol_server


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProtocolServer]:
    with protocol_server(tmp_path_factory.mktemp("llmock") / "log") as server:
        yield server


@pytest.fixture
def server(running_server: ProtocolServer) -> ProtocolServer:
    """The protocol server, with nothing left in it by an earlier test."""
    running_server.reset()
    return running_server


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    """A connection pool of the test's own."""
    async with httpx2.AsyncClient(timeout=None, trust_env=False) as client:
        yield client
