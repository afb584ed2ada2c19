"""How long a dependency that is away is waited for, and what is said when it stays away."""

import pytest

from services.memory.store.database import CommitUnknownError, DatabaseAwayError
from shared.bus.request_reply import WAIT_FOR_DEPENDENCY, Outage, _answer
from shared.contracts.envelope import Request
from shared.contracts.errors import UnavailableError, UncertainError
from shared.contracts.message import Message
from shared.contracts.requests.people import WhoIs


def test_an_outage_is_waited_for_once_and_not_by_everyone_anew() -> None:
    outage = Outage()
    assert not outage.has_lasted(100.0)
    assert not outage.has_lasted(100.0 + WAIT_FOR_DEPENDENCY)
    assert outage.has_lasted(100.1 + WAIT_FOR_DEPENDENCY)


def test_the_next_outage_is_waited_for_again() -> None:
    outage = Outage()
    outage.has_lasted(100.0)
    outage.is_over()
    assert not outage.has_lasted(200.0)


@pytest.mark.parametrize(
    ("away", "told"), [(DatabaseAwayError(), UnavailableError), (CommitUnknownError(), UncertainError)]
)
async def test_after_a_lost_commit_nobody_says_that_nothing_was_saved(
    away: DatabaseAwayError, told: type[Exception]
) -> None:
    async def answers(_: Request[Message]) -> Message:
        raise away

    with pytest.raises(told):
        await _answer(answers, WhoIs(token_digest="0" * 64), Outage(since=0.0))
