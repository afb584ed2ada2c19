"""Places where a test may make a process fail: nothing, unless somebody asked for it."""

from collections import Counter

import pytest

from shared.bus import failpoints
from shared.bus.failpoints import FailpointError, pass_failpoint


@pytest.fixture
def armed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    armed: dict[str, str] = {}
    monkeypatch.setattr(failpoints, "_armed", armed)
    monkeypatch.setattr(failpoints, "_passages", Counter())
    return armed


def test_none_is_armed_when_nobody_asked() -> None:
    assert failpoints._armed == {}


async def test_a_failpoint_that_is_not_armed_does_nothing(armed: dict[str, str]) -> None:
    armed["somewhere.else"] = "raise"
    await pass_failpoint("here")


async def test_it_fails_at_the_passage_that_was_asked_for_and_no_other(armed: dict[str, str]) -> None:
    armed["here"] = "raise:3"
    await pass_failpoint("here")
    await pass_failpoint("here")
    with pytest.raises(FailpointError, match="here"):
        await pass_failpoint("here")
    await pass_failpoint("here")


async def test_it_fails_at_the_first_passage_when_none_is_named(armed: dict[str, str]) -> None:
    armed["here"] = "raise"
    with pytest.raises(FailpointError):
        await pass_failpoint("here")
