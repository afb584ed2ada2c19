"""How somebody goes about a memory, and how the product's answers are compared with the model's."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from uuid import UUID

from hypothesis import strategies as st

from services.memory.assertions.assertion import Assertion, Seen
from services.memory.assertions.refusal import digest_of
from shared.contracts.assertions import text_hash
from shared.contracts.errors import (
    AssertionNotFoundError,
    ForceError,
    HoldfastError,
    RefusedMemoryError,
    StaleConfirmationError,
    StaleVersionError,
    WritingRuleError,
)
from tests.property.consent_model import (
    NO_SUCH,
    NOT_KEEPABLE,
    NOT_NOW,
    OTHER_TEXT,
    REFUSED,
    STALE,
    WORDINGS,
    Glance,
)

VERDICTS: dict[type[HoldfastError], str] = {
    AssertionNotFoundError: NO_SUCH,
    StaleVersionError: STALE,
    StaleConfirmationError: OTHER_TEXT,
    ForceError: NOT_NOW,
    WritingRuleError: NOT_KEEPABLE,
    RefusedMemoryError: REFUSED,
}

places = st.sampled_from((0, 1))
persons = st.sampled_from(("ada", "ada", "ben"))


class Approach(NamedTuple):
    """How somebody goes about a memory."""

    mine: bool = True
    """By its owner's hand, or by somebody else's."""
    look: str = "as it is"
    apt: bool = True
    """One with which it can be done, where there is one."""


approaches = st.sampled_from(
    (Approach(),) * 12
    + (Approach(mine=False), Approach(apt=False), Approach(look="no text"))
    + tuple(Approach(look=look) for look in ("older", "newer", "another text"))
)


@dataclass(frozen=True)
class Trial:
    """Somebody's hand on a memory, what they saw of it, and what speaks against it."""

    memory: UUID
    hand: str
    glance: Glance
    against: set[str]

    @property
    def seen(self) -> Seen:
        text = self.glance.text
        return Seen(self.glance.version, None if text is None else text_hash(text))


wordings = st.sampled_from(WORDINGS)
flags = st.booleans()


class Folded(NamedTuple):
    """What the history alone says that a memory is."""

    force: str
    text: str | None
    version: int
    reason: str | None


@cache
def meanings_of(secret: bytes) -> dict[bytes, str]:
    return {digest_of(secret, wording.kept): wording.meaning for wording in WORDINGS if wording.kept is not None}


def refusal_of(do: Callable[[], object]) -> HoldfastError | None:
    try:
        do()
    except HoldfastError as refused:
        return refused
    return None


def plain(row: Assertion) -> dict[str, object]:
    return {
        "place": row.engagement_id,
        "number": row.display_number,
        "force": row.force.value,
        "had": row.previous_force and row.previous_force.value,
        "text": row.content,
        "version": row.version,
        "pinned": row.pinned,
        "importance": row.importance,
        "aside": not row.in_use,
        "instead_of": row.replaces_id,
        "gone_for": row.replaced_by_id,
    }


def id_of(key: object) -> UUID:
    assert isinstance(key, UUID)
    return key
