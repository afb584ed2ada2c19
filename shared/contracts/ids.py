"""Identifiers: time-sorted ones for rows, derived ones for what must come out the same twice."""

from uuid import UUID, uuid5

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    """A UUIDv7: rows made later sort later, so the primary key is also the order in time."""
    return uuid7()


def line_id(person_id: UUID, idempotency_key: str) -> UUID:
    """The id of a person's line: the same key from the same person is the same line."""
    return uuid5(person_id, f"line:{idempotency_key}")
