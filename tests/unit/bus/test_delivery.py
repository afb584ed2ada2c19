"""One message in a worker's hands: which turn, and which attempt at it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bus.delivery import attempt_of, id_of, read_turn
from shared.contracts.errors import BadMessageError
from shared.contracts.ids import new_id
from shared.contracts.notices import Attempt
from shared.contracts.turns import OpenedTurn, Turn
from tests.contract.test_recorded_messages import RECORDED
from tests.unit.bus.a_message import a_message

pytestmark = pytest.mark.row("P2")

BODY = (RECORDED / "Turn.json").read_bytes()
TURN_ID = str(json.loads(BODY)["turn_id"])


def test_a_turn_knows_which_attempt_at_it_this_is() -> None:
    message, _ = a_message(token=TURN_ID, delivered=3, body=BODY)
    turn = read_turn(message, Turn)
    assert str(turn.turn_id) == TURN_ID
    assert attempt_of(message, turn) == Attempt(offered=2, sequence=41, delivery=3)


def test_a_message_under_another_turns_subject_is_bad() -> None:
    with pytest.raises(BadMessageError, match="turn_id"):
        read_turn(a_message(token=str(new_id()), body=BODY)[0], Turn)


def test_a_message_of_another_form_is_bad_and_says_where() -> None:
    with pytest.raises(BadMessageError, match="person"):
        read_turn(a_message(token=TURN_ID, body=BODY)[0], OpenedTurn)


@given(st.binary(max_size=200))
def test_whatever_comes_is_a_turn_or_bad(body: bytes) -> None:
    with pytest.raises(BadMessageError) as bad:
        read_turn(a_message(token=TURN_ID, body=body)[0], Turn)
    assert bad.value.__cause__ is None  # pydantic's own words would quote the input


@pytest.mark.parametrize(("token", "known"), [(TURN_ID, True), ("not-an-id", False), ("*", False), ("", False)])
def test_a_subject_names_a_turn_or_nothing(token: str, known: bool) -> None:  # noqa: FBT001  # a row of the table
    message, raw = a_message(body=BODY)
    raw.subject = f"turn.open.{token}"
    assert (id_of(message) is not None) is known
