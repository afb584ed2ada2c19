"""How a turn ends without a reply: in words that are true."""

import pytest

from services.memory.inflight.ending import Ending, ending_failure, failed_event
from shared.contracts.turns import PerformedTurn
from tests.contract.test_recorded_messages import RECORDED

pytestmark = pytest.mark.row("P6")

TURN = PerformedTurn.model_validate_json((RECORDED / "PerformedTurn.json").read_bytes())


@pytest.mark.parametrize("ending", list(Ending))
@pytest.mark.parametrize("kept", [True, False])
def test_it_says_that_something_was_kept_when_and_only_when_it_was(
    ending: Ending,
    kept: bool,  # noqa: FBT001  # a row of the table
) -> None:
    told = ending_failure(ending, has_kept=kept)
    assert told.saved is kept
    assert ("was kept" in told.detail) is kept
    assert ("Nothing was remembered" in told.detail) is not kept


def test_each_ending_has_a_sentence_of_its_own() -> None:
    assert len({ending_failure(ending, has_kept=False).detail for ending in Ending}) == len(Ending)


def test_the_doors_hear_what_was_decided() -> None:
    told = ending_failure(Ending.TOO_LATE, has_kept=True)
    event = failed_event(TURN.turn_id, TURN.covers, told)
    assert (event.turn_id, event.covers) == (TURN.turn_id, TURN.covers)
    assert (event.code, event.detail, event.saved) == ("too_late", told.detail, True)
