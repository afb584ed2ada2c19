"""How long a dependency that is away is waited for."""

from shared.stage.answering import WAIT_FOR_DEPENDENCY, Outage


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
