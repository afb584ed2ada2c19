"""Assertions as the doors show them."""

from services.memory.assertions.assertion import Assertion
from shared.contracts.assertions import AssertionView, Force, State

_OF_ITS_TURN = ("turn_id", "source_assertion_id")
_ALIKE = tuple(name for name in AssertionView.model_fields if hasattr(Assertion, name))
"""What a memory and its view call by one name."""


def assertion_view(assertion: Assertion) -> AssertionView:
    """One assertion as the doors show it."""
    return AssertionView(
        state=State.ACTIVE if assertion.in_use else State.SOFT_DELETED,
        valid_from=assertion.created_at,
        valid_to=assertion.updated_at if assertion.force is Force.RETRACTED else None,
        **{name: getattr(assertion, name) for name in _ALIKE},
        **{name: getattr(assertion.provenance, name) for name in _OF_ITS_TURN},
    )
