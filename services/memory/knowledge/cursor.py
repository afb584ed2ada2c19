"""Where a list goes on: after the last row that was shown, however many have come before it since."""

from datetime import UTC, datetime
from uuid import UUID

from shared.errors import BadMessageError


def cursor_after(at: datetime, identifier: UUID) -> str:
    """As a client carries it: no plus in it, which an address would read as a space."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}~{identifier}"


def read_cursor(cursor: str | None) -> tuple[datetime | None, UUID | None]:
    """What a client brought back."""
    if cursor is None:
        return None, None
    at, _, identifier = cursor.partition("~")
    try:
        moment, last = datetime.fromisoformat(at), UUID(identifier)
    except ValueError:
        raise BadMessageError("cursor") from None
    if moment.tzinfo is None:
        raise BadMessageError("cursor")
    return moment, last
