"""What is said about a project stays in the project: held there, and settled in batches."""

from collections.abc import Sequence
from uuid import UUID

from services.memory.assertions.assertion import Actor, Assertion, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.contradictions import known_against
from services.memory.consent.operation_result import MOST_SHOWN, OperationResult, TurnScope, not_done, offer_of
from services.memory.recall.description_match import find_described
from shared.answers.answer_forms import Rewording
from shared.answers.rewording import leans_on_the_text, reword_text
from shared.contracts.assertions import Category, Force, Kind
from shared.contracts.errors import WritingRuleError
from shared.contracts.operations import Action, AddKnowledge, CorrectKnowledge, KeepProjectFacts, OfferKind, Outcome

CLASH = "clash"
"""What is told of a statement that cannot be meant beside a known one."""
ENOUGH_TO_ASK = 3
"""From so many waiting statements on, a pause in the talk is used to ask about them."""


def add_knowledge(book: Book, wanted: AddKnowledge, scope: TurnScope) -> OperationResult:
    """Holds a statement in the project; it is acknowledged, and asked about by itself only where it is a clash."""
    if (refusal := _cannot_write(wanted.kind, scope)) is not None:
        return refusal
    text = shorten_text(wanted.text, Kind.FACT)
    if (same := book.same_text(scope.engagement_id, text)) is not None:
        book.spoke(same, wanted.own_words or scope.text)
        is_known = same.force is Force.COMMITTED
        same = book.touch(same.assertion_id) if is_known else same
        action = Action.KNOWN if is_known else Action.NOTED
        return OperationResult(
            Outcome(kind=wanted.kind, done=is_known, action=action, code="again", mentioned=(same.mentioned(),))
        )
    known = known_against(book, scope.engagement_id, text, Category.KNOWLEDGE)
    former = None if known is None else known.assertion_id
    try:
        held = book.hold(_statement(wanted.text, wanted.own_words, scope, former), Actor.COMPANION, spoken=True)
    except WritingRuleError:
        return not_done(wanted.kind, "not_keepable", Action.NONE)
    book.spoke(held, wanted.own_words or scope.text)
    if known is not None:
        return _ask_which(wanted.kind, known, held)
    return OperationResult(Outcome(kind=wanted.kind, done=True, action=Action.NOTED, mentioned=(held.mentioned(),)))


def _ask_which(kind: str, known: Assertion, held: Assertion) -> OperationResult:
    mentioned = (known.mentioned(), held.mentioned())
    return OperationResult(
        Outcome(kind=kind, done=True, action=Action.HELD, code=CLASH, mentioned=mentioned),
        offer_of(OfferKind.CLASH, (known, held)),
    )


def correct_knowledge(book: Book, wanted: CorrectKnowledge, scope: TurnScope) -> OperationResult:
    """Holds the new text beside the old one; both are shown, and the person says which stands."""
    if (refusal := _cannot_write(wanted.kind, scope)) is not None:
        return refusal
    among = book.told_within(scope.engagement_id, Force.HELD, Force.COMMITTED)
    found = find_described(wanted.target, among, dict(book.near.get(wanted.target, ()))).assertions
    if wanted.text is None:
        return _drop(book, wanted, scope, found[:MOST_SHOWN])
    if not found:
        added = add_knowledge(book, AddKnowledge(text=wanted.text, own_words=wanted.own_words), scope)
        code = CLASH if added.outcome.code == CLASH else "nothing_to_correct"
        return OperationResult(added.outcome.model_copy(update={"kind": wanted.kind, "code": code}), added.offer)
    old = found[-1]
    book.spoke(old, scope.text)
    if old.force is Force.HELD:
        return _amend(book, wanted, scope, old)
    try:
        new = book.hold(
            _statement(wanted.text, wanted.own_words, scope, old.assertion_id), Actor.COMPANION, spoken=True
        )
    except WritingRuleError:
        return not_done(wanted.kind, "not_keepable", Action.NONE)
    book.spoke(new, wanted.own_words or scope.text)
    mentioned = (old.mentioned(), new.mentioned())
    return OperationResult(
        Outcome(kind=wanted.kind, done=True, action=Action.CORRECTED, code="beside", mentioned=mentioned),
        offer_of(OfferKind.CLASH, (old, new)),
    )


def keep_project_facts(book: Book, wanted: KeepProjectFacts, scope: TurnScope) -> OperationResult:
    """Asks about what waits in the project, the oldest first."""
    waiting = book.told_within(scope.engagement_id, Force.HELD) if scope.in_project else []
    if not waiting:
        return OperationResult(Outcome(kind=wanted.kind, done=False, action=Action.NONE, code="nothing_waits"))
    shown = waiting[:MOST_SHOWN]
    offer = offer_of(OfferKind.PROJECT_FACTS, shown, more=len(waiting) - len(shown))
    mentioned = tuple(a.mentioned() for a in shown)
    return OperationResult(
        Outcome(kind=wanted.kind, done=True, action=Action.ASKED, mentioned=mentioned, more=offer.more), offer
    )


def _cannot_write(kind: str, scope: TurnScope) -> OperationResult | None:
    if not scope.in_project:
        return not_done(kind, "no_project", Action.NONE)
    return None if scope.write else not_done(kind, "incognito", Action.NONE)


def _statement(text: str, own_words: str, scope: TurnScope, replaces: UUID | None) -> NewAssertion:
    return NewAssertion(
        engagement_id=scope.engagement_id,
        content=shorten_text(text, Kind.FACT),
        own_words=own_words,
        category=Category.KNOWLEDGE,
        provenance=scope.provenance(),
        replaces_id=replaces,
    )


def _amend(book: Book, wanted: CorrectKnowledge, scope: TurnScope, held: Assertion) -> OperationResult:
    """What leans on the old text goes into it; where it has no place there, the old one stays beside it."""
    assertion_id, said = held.assertion_id, wanted.text or ""
    text = shorten_text(
        (reword_text(held.content, Rewording(said)) if leans_on_the_text(said) else said) or "", Kind.FACT
    )
    if not text:
        return add_knowledge(book, AddKnowledge(text=said, own_words=wanted.own_words), scope)
    try:
        amended = book.refine(assertion_id, Seen(held.version), text, wanted.own_words or scope.text)
    except WritingRuleError:
        return not_done(wanted.kind, "not_keepable", Action.NONE)
    book.spoke(amended, wanted.own_words or scope.text)
    return OperationResult(
        Outcome(kind=wanted.kind, done=True, action=Action.CORRECTED, code="amended", mentioned=(amended.mentioned(),))
    )


def _drop(book: Book, wanted: CorrectKnowledge, scope: TurnScope, found: Sequence[Assertion]) -> OperationResult:
    if not found:
        return OperationResult(Outcome(kind=wanted.kind, done=False, action=Action.NO_MATCH))
    for assertion in found:
        book.spoke(assertion, scope.text)
    one = len(found) == 1
    mentioned = tuple(a.mentioned() for a in found)
    action = Action.CONFIRM_RETRACTION if one else Action.AMBIGUOUS
    return OperationResult(
        Outcome(kind=wanted.kind, done=True, action=action, mentioned=mentioned),
        offer_of(OfferKind.RETRACT, found, needs_choice=not one),
    )
