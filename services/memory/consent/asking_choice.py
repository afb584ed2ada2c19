"""When a person wants to be asked about what they tell: their own choice, applied before anything is held."""

from dataclasses import dataclass
from datetime import date

from services.memory.assertions import policy
from services.memory.assertions.assertion import Assertion
from shared.contracts.assertions import Category
from shared.contracts.requests.people import Asking

MATTERS = frozenset(
    {Category.PROFILE, Category.HEALTH, Category.CONSTRAINTS, Category.GOALS, Category.TASKS, Category.EVENT}
)
"""Who they are, what safety hangs on, what they plan."""


@dataclass(frozen=True, slots=True)
class AskingChoice:
    """How one person wants to be asked."""

    asking: Asking = Asking.NOW
    keeps_orders_at_once: bool = False
    always: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    is_due: bool = False
    """What was put off is asked about now: it is the first line of their day."""
    today: date | None = None
    """Their day, by their own clock."""

    def holds(self, *, ordered: bool) -> bool:
        """Whether what is told is held at all."""
        return ordered or self.asking is not Asking.ONLY_WHEN_I_SAY

    def asks_now(self, told: Assertion, *, ordered: bool) -> bool:
        """Whether it is asked about in this reply; else it waits in the notebook, unasked."""
        if ordered or told.category in self.always:
            return True
        if told.category in self.never:
            return False
        if self.asking is Asking.ONLY_WHAT_MATTERS:
            return told.category in MATTERS or policy.is_safety(told.content)
        return self.asking is not Asking.TOGETHER

    def asks_later(self, told: Assertion) -> bool:
        """Whether it is asked about when there is room for it."""
        if self.asking is Asking.TOGETHER:
            return told.category not in self.never
        return self.asks_now(told, ordered=False)

    def keeps_at_once(self, told: Assertion, *, ordered: bool) -> bool:
        """Whether their order is consent enough: never for what is sensitive, another's secret, or a clash."""
        is_delicate = told.sensitive or policy.is_sensitive(told.content) or policy.needs_card(told)
        return self.keeps_orders_at_once and ordered and not is_delicate and told.replaces_id is None


AS_USUAL = AskingChoice()
"""Asked now, about everything."""
