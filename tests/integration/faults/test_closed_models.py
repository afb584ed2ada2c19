"""A service that stops gives the connections to its model back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.protocol_server import ProtocolServer, protocol_server
from tests.integration.line.people import a_line, closed, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("O6", "U6")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ProtocolServer]:
    with protocol_server(tmp_path / "llmock.log") as server:
        yield server


OPENAI = pytest.param("openai", marks=pytest.mark.full("test_closing.py, and the other provider here"))


@pytest.mark.parametrize("provider", ["anthropic", OPENAI])
async def test_services_that_stop_leave_no_connection_to_their_model_open(
    scene: Scene, server: ProtocolServer, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "always::ResourceWarning")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{server.url}/anthropic")
    model = "anthropic:claude-haiku-5-5" if provider == "anthropic" else f"openai:some-model@{server.url}/v1"
    await scene.crew.start_all("memory", "router", "workers")
    asking = [await scene.crew.start(name, model=model, local_only=True) for name in ("classifier", "responder")]
    caller = await new_person(scene.client)
    await closed(scene.client, a_line(caller, "I had a long day."))
    asked = 1 if provider == "openai" else len(asking)  # a model on this machine speaks, and reads nothing unless told
    assert len(server.bodies()) >= asked
    for worker in asking:
        assert await worker.stop() == 0
        assert "ResourceWarning" not in worker.said
