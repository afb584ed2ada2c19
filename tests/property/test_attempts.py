"""A later attempt at a reply always compares greater, whatever the broker went through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts.ids import new_id
from shared.contracts.notices import REPLY_EVENT, Attempt, Piece

pytestmark = pytest.mark.row("P4", "P5")

writing = st.characters(codec="utf-8", exclude_characters="\x00")
numbers = st.integers(1, 2**40)
attempts = st.builds(Attempt, numbers, numbers, numbers)


@given(attempts, numbers)
def test_a_message_that_is_delivered_again_is_a_later_attempt(attempt: Attempt, more: int) -> None:
    assert attempt._replace(delivery=attempt.delivery + more) > attempt


@given(attempts, numbers, numbers)
def test_a_second_copy_of_a_message_is_a_later_attempt_though_it_is_delivered_first(
    attempt: Attempt, more: int, delivery: int
) -> None:
    assert Attempt(attempt.offered, attempt.sequence + more, delivery) > attempt


@given(attempts, numbers, numbers, numbers)
def test_a_turn_that_is_offered_again_is_a_later_attempt_though_the_broker_counts_from_one(
    attempt: Attempt, more: int, sequence: int, delivery: int
) -> None:
    assert Attempt(attempt.offered + more, sequence, delivery) > attempt


@given(attempts, st.integers(0, 10_000), st.text(writing))
def test_an_attempt_keeps_its_order_over_the_wire(attempt: Attempt, n: int, text: str) -> None:
    piece = Piece(turn_id=new_id(), attempt=attempt, n=n, text=text)
    heard = REPLY_EVENT.validate_json(piece.model_dump_json())
    assert heard == piece
    assert isinstance(heard, Piece)
    assert isinstance(heard.attempt, Attempt)
