"""What the terminal says before a talk."""

import pytest

from services.gateway.terminal.chat import ReaderShown, reader_told

pytestmark = pytest.mark.row("U6")


def test_where_what_is_said_goes_is_told() -> None:
    assert reader_told(None) == ""
    assert reader_told({"provider": "offline", "model": "e"}) == "What you say is read on this machine, by nobody else."
    far: ReaderShown = {"provider": "anthropic", "model": "claude-sonnet-5-5"}
    assert reader_told(far) == "What you say is read by claude-sonnet-5-5 of anthropic."
