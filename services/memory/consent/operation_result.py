"""What an operation is told of its turn and of how the person wants to be asked, and what it gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from uuid import UUID

from services.memory.assertions import policy
from services.memory.assertions.assertion import Assertion, Provenance, Seen
from shared.contracts.assertions import About, Category, Force, NearKnown
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Offer, OfferItem, OfferKind, Outcome
from shared.contracts.requests.people import Asking
from shared.contracts.turns import Exchange, RoutedTurn

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

MOST_SHOWN = 5
RECENT = 3
"""Exchanges back that somebody means by "that"."""


@dataclass(frozen=True, slots=True)
class TurnScope:
    """The turn as operations need to know it."""

    turn_id: UUID
    engagement_id: UUID
    in_project: bool
    write: bool
    text: str
    language: str
    """The person's own."""
    model: str
    prompt_version: int
    recent: tuple[Exchange, ...] = ()
    """What was said before, the newest first: what "that" may mean."""
    asking: AskingChoice = AS_USUAL
    """How the person wants to be asked."""

    @classmethod
    def of(cls, turn: RoutedTurn, asking: AskingChoice = AS_USUAL) -> "TurnScope":
        """Where this turn happens."""
        return cls(
            turn_id=turn.turn_id,
            engagement_id=turn.engagement_id,
            in_project=turn.engagement_kind == "project",
            write=turn.write,
            text=turn.text,
            language=turn.person.language,
            model=turn.understanding.source.model,
            prompt_version=turn.understanding.source.prompt_version,
            recent=tuple(reversed(turn.history[-RECENT:])),
            asking=asking,
        )

    def provenance(self, *, from_project: bool = False, source: UUID | None = None) -> Provenance:
        """Of what is made in this turn."""
        return Provenance(
            turn_id=self.turn_id,
            source_assertion_id=source,
            source_engagement_id=self.engagement_id if from_project and self.in_project else None,
            model=self.model,
            prompt_version=self.prompt_version,
        )


@dataclass(frozen=True, slots=True)
class OperationResult:
    """What became of one operation, and what is to be asked now."""

    outcome: Outcome
    offer: Offer | None = None


def not_done(kind: str, code: str, action: Action = Action.ERROR) -> OperationResult:
    """Nothing happened, and this is why."""
    return OperationResult(Outcome(kind=kind, done=False, action=action, code=code))


def item_of(assertion: Assertion, near: Assertion | None = None) -> OfferItem:
    """Bound to how it reads now, and so is what is known beside it."""
    return OfferItem(
        assertion_id=assertion.assertion_id,
        display_number=assertion.display_number,
        version=assertion.version,
        text_hash=assertion.text_hash,
        shown_text=assertion.content,
        own_words=assertion.own_words,
        noted=assertion.created_at,
        beside=None if near is None else near_known(near),
        delicate=assertion.sensitive or policy.is_sensitive(assertion.content),
        whose=About.OTHERS if policy.is_private_to_others(assertion) else assertion.about,
        card_for=policy.card_for(assertion) if assertion.force is Force.HELD else None,
    )


def near_known(near: Assertion) -> NearKnown:
    """What is known, as it is shown beside something new."""
    return NearKnown(
        assertion_id=near.assertion_id,
        display_number=near.display_number,
        version=near.version,
        text_hash=near.text_hash,
        shown_text=near.content,
        noted=near.created_at,
    )


def offer_of(  # noqa: PLR0913  # the ways in which an offer may differ from a plain one
    kind: OfferKind,
    assertions: Sequence[Assertion],
    *,
    needs_choice: bool = False,
    needs_control: bool = False,
    never_again: bool = False,
    more: int = 0,
    beside: Mapping[UUID, Assertion] = MappingProxyType({}),
) -> Offer:
    """An offer about these assertions as they read now."""
    return Offer(
        offer_id=new_id(),
        kind=kind,
        items=tuple(item_of(one, beside.get(one.assertion_id)) for one in assertions),
        needs_choice=needs_choice,
        needs_control=needs_control,
        never_again=never_again,
        more=more,
    )


def seen_of(item: OfferItem) -> Seen:
    """What the person saw of it."""
    return Seen(item.version, item.text_hash)


def offer_of_over(assertions: Sequence[Assertion]) -> Offer:
    """An offer to take back what the person said holds no longer."""
    asked = offer_of(OfferKind.RETRACT, assertions)
    return asked.model_copy(update={"items": tuple(i.model_copy(update={"is_over": True}) for i in asked.items)})
