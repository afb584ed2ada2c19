"""What may be set aside because nobody touched it for long; pure, so that it can be read and tried in one sitting."""

from datetime import datetime

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.policy import is_safety

STAYS_FROM = 3
"""From this importance on nothing is forgotten for its age."""


def touched_at(assertion: Assertion) -> datetime:
    """When it was last used in an answer, opened, said again, changed by hand or made; not when it was only listed."""
    moments = (assertion.created_at, assertion.updated_at, assertion.last_accessed_at)
    return max(moment for moment in moments if moment is not None)


def may_be_set_aside(assertion: Assertion, untouched_since: datetime) -> bool:
    """Known and of little weight, and nobody touched it since; never what keeps a person safe."""
    return (
        assertion.is_known
        and not assertion.pinned
        and assertion.importance < STAYS_FROM
        and touched_at(assertion) < untouched_since
        and not is_safety(assertion.content)
    )
