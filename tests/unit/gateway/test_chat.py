"""What the terminal says before a talk."""

import pytest

from services.terminal.chat import ReaderShown, reader_told

pytestmark = pytest.mark.row("U6")


def test_where_what_is_said_goes_is_told() -> None:
    assert reader_told(None) == ""
    house = "the engine in the house, on this machine"
    engine: ReaderShown = {"provider": "offline", "model": "e"}
    assert reader_told(engine, engine) == f"What you say is read and answered by {house}."
    near: ReaderShown = {"provider": "openai", "model": "llama3.1", "host": "localhost", "place": "machine"}
    assert reader_told(engine, near) == f"What you say is read by {house}, and answered by llama3.1 on this machine."
    far: ReaderShown = {"provider": "anthropic", "model": "claude", "host": "api.anthropic.com", "place": "far"}
    assert reader_told(far) == "What you say is read and answered by claude at api.anthropic.com."
