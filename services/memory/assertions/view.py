"""Assertions as the doors show them."""

from services.memory.assertions.assertion import Assertion
from shared.contracts.assertions import AssertionView, Force, State


def assertion_view(assertion: Assertion) -> AssertionView:
    """One assertion as the doors show it."""
    return AssertionView(
        assertion_id=assertion.assertion_id,
        engagement_id=assertion.engagement_id,
        display_number=assertion.display_number,
        kind=assertion.kind,
        category=assertion.category,
        content=assertion.content,
        own_words=assertion.own_words,
        force=assertion.force,
        reason=assertion.reason,
        importance=assertion.importance,
        sensitive=assertion.sensitive,
        pinned=assertion.pinned,
        label=assertion.label,
        version=assertion.version,
        text_hash=assertion.text_hash,
        turn_id=assertion.provenance.turn_id,
        source_assertion_id=assertion.provenance.source_assertion_id,
        replaces_id=assertion.replaces_id,
        valid_from=assertion.created_at,
        valid_to=assertion.updated_at if assertion.force is Force.RETRACTED else None,
        created_at=assertion.created_at,
        updated_at=assertion.updated_at,
        expires_at=assertion.expires_at,
        agent_id=assertion.agent_id,
        run_id=assertion.run_id,
        state=State.ACTIVE if assertion.in_use else State.SOFT_DELETED,
        purge_at=assertion.purge_at,
    )
