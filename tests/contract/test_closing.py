"""Who is done with a model gives its connections back: none is left for the garbage collector to complain of."""

import gc
import warnings

import pytest

from shared.models.model_settings import ModelSettings
from shared.models.open_model import OpenedModel, Role, open_model
from shared.settings import load_settings
from tests.contract.protocol_server import ProtocolServer
from tests.model_stories import brief, question

pytestmark = pytest.mark.row("U6")


def opened_at(name: str, server: ProtocolServer, monkeypatch: pytest.MonkeyPatch) -> OpenedModel:
    if name == "anthropic":
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{server.url}/anthropic")
        monkeypatch.setenv("HOLDFAST_MODEL", "anthropic:claude-haiku-5-5")
    else:
        monkeypatch.setenv("HOLDFAST_CLASSIFY_MODEL", f"openai:some-model@{server.url}/v1")
    return open_model(load_settings(ModelSettings), Role.CLASSIFY)


async def _left_open(opened: OpenedModel) -> list[str]:
    """What the garbage collector finds open after a reading and a reply."""
    await opened.model.ask(question())
    assert [part async for part in opened.model.stream(brief())]
    await opened.close()
    del opened
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", ResourceWarning)
        gc.collect()
    return [str(one.message) for one in found if issubclass(one.category, ResourceWarning)]


@pytest.mark.parametrize("name", ["anthropic", "openai"])
async def test_a_closed_model_leaves_nothing_open(
    name: str, server: ProtocolServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opened_at(name, server, monkeypatch)
    gc.collect()
    assert await _left_open(opened) == []
    assert server.bodies()


async def test_the_engine_in_the_house_has_nothing_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_MODEL", "offline")
    assert await _left_open(open_model(load_settings(ModelSettings), Role.RESPOND)) == []
