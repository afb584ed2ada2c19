"""A person said something about themself: it is held, and asked about."""

import re
from dataclasses import KW_ONLY, dataclass, replace
from uuid import UUID

from services.memory.assertions import policy
from services.memory.assertions.assertion import Actor, Assertion, Provenance, Seen
from services.memory.assertions.book import MOST_HELD_A_DAY, Book, NewAssertion
from services.memory.assertions.consent import BY_ORDER
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.changes import is_of_one
from services.memory.consent.contradictions import Relation, spoken_against, strongest_conflict
from services.memory.consent.operation_result import OperationResult, TurnScope, not_done, offer_of, offer_of_over
from shared.answers.words import is_order_to_remember
from shared.contracts.assertions import Category, Force, Kind, Label
from shared.contracts.errors import WritingRuleError
from shared.contracts.operations import Action, OfferKind, Outcome, Remember
from shared.contracts.understanding import PersonalFact
from shared.text.comparable import content_words
from shared.text.episodes import noted_episode
from shared.text.quotation import quote_words


def hold_facts(book: Book, wanted: Remember, scope: TurnScope) -> OperationResult:
    """Holds each fact that is new, and asks about all of them at once; a clash is asked about by itself."""
    ordered = is_order_to_remember(scope.text)
    if book.personal_id is None:
        return not_done("remember", "no_personal_engagement")
    if not scope.write:
        return not_done("remember", "incognito", Action.NONE)
    if not scope.asking.holds(ordered=ordered):
        return not_done("remember", "not_asked_for", Action.NONE)
    first = [_hear(book, fact, scope) for fact in wanted.facts]
    held = [h.words for h in first if h.assertion is not None]
    unread = (rest for words in wanted.unread if (rest := _besides(words, held)))
    later = [_hear(book, _in_own_words(words, scope), scope) for words in unread]
    return _told(book, first, later, scope, ordered=ordered)


def _told(
    book: Book, first: list["_Heard"], later: list["_Heard"], scope: TurnScope, *, ordered: bool
) -> OperationResult:
    """What is kept at once, asked about now, and left to wait, as the person wants it."""
    new, unasked = ([h for h in some if h.assertion is not None and not h.known] for some in (first, later))
    kept = _keep_ordered(book, new, scope, ordered=ordered)
    rest = [h for h in new if h not in kept]
    asked = [h for h in rest if h.assertion and scope.asking.asks_now(h.assertion, ordered=ordered)]
    quiet = [*(h for h in rest if h not in asked), *unasked]
    heard = [*first, *later]
    left = _left(heard)
    if over := [h for h in first if h.over is not None]:
        return _ask_whether_over(over, [*asked, *quiet], left)
    if kept:
        return _kept_at_once(kept, asked, quiet, left)
    if asked:
        return _ask(asked, quiet, left)
    if quiet:
        waits = tuple(h.words for h in quiet)
        return OperationResult(
            Outcome(kind="remember", done=True, action=Action.HELD, code="quietly", left=left, waits=waits)
        )
    known = [h.assertion for h in heard if h.assertion is not None and h.known]
    return _nothing_new(known, left, next((h.code for h in heard if h.code), None))


def _keep_ordered(book: Book, asked: list["_Heard"], scope: TurnScope, *, ordered: bool) -> list["_Heard"]:
    """What they ordered in so many words is kept, where they chose that; it is read back, and can be undone."""
    kept = []
    for heard in asked:
        held = heard.assertion
        if held is not None and heard.former is None and scope.asking.keeps_at_once(held, ordered=ordered):
            heard.assertion = book.commit(held.assertion_id, Seen(held.version, held.text_hash), BY_ORDER)
            kept.append(heard)
    return kept


def _kept_at_once(
    kept: list["_Heard"], asked: list["_Heard"], later: list["_Heard"], left: tuple[str, ...]
) -> OperationResult:
    mentioned = tuple(h.assertion.mentioned() for h in kept if h.assertion is not None)
    further = _ask(asked, later, left) if asked else None
    outcome = Outcome(kind="remember", done=True, action=Action.COMMITTED, mentioned=mentioned)
    return OperationResult(outcome, None if further is None else further.offer)


def _in_own_words(words: str, scope: TurnScope) -> PersonalFact:
    """A fact that nobody read: it is the person's words."""
    return PersonalFact(text=quote_words(words, scope.language), own_words=words, category=Category.PROFILE)


def _left(heard: list["_Heard"]) -> tuple[str, ...]:
    """What was not taken, without what is held of the same sentence."""
    held = [h.words for h in heard if h.assertion is not None]
    not_held = (_besides(h.words, held) for h in heard if not (h.assertion or h.over) and h.code != SECRET)
    return tuple(rest for rest in not_held if rest)


def _besides(words: str, held: list[str]) -> str:
    """The words without those that are held; nothing, where the rest says nothing."""
    rest = words
    for other in held:
        rest = re.sub(re.escape(other.strip(" .!?")), " ", rest, flags=re.IGNORECASE) if other.strip(" .!?") else rest
    if rest == words:
        return words
    return _EDGES.sub("", rest) if content_words(rest) else ""


_EDGES = re.compile(r"^(?:[\s,.;:!?–-]|(?:and|but|und|aber|y|e|pero)\b)+|[\s,.;:!?–-]+$", re.IGNORECASE)  # noqa: RUF001
"""What is left around a part that is cut out of a sentence."""


SECRET = "secret"  # noqa: S105  # what it is called, and none itself
"""Whose words no reply says again."""


@dataclass(eq=False)
class _Heard:
    """What became of one fact."""

    fact: PersonalFact
    assertion: Assertion | None
    _: KW_ONLY
    known: bool = False
    code: str | None = None
    former: Assertion | None = None
    """What is known and would give way to it."""
    near: Assertion | None = None
    """What is known and may stay beside it."""
    over: Assertion | None = None
    """What is known, and holds no longer as it says."""

    @property
    def words(self) -> str:
        """As the person told it."""
        return self.fact.own_words or self.fact.text


def _hear(book: Book, fact: PersonalFact, scope: TurnScope) -> _Heard:
    assert book.personal_id is not None  # noqa: S101  # seen to by remember
    text = shorten_text(fact.text, Kind.FACT)
    if (same := book.same_text(book.personal_id, text)) is not None:
        return _said_again(book, fact, same, scope)
    if (code := _barred(book, fact, text)) is not None:
        return _Heard(fact, None, code=code)
    category = policy.category_of(text, fact.category)
    known = book.told_within(book.personal_id, Force.COMMITTED)
    relation, other = strongest_conflict(text, category, known, dict(book.near.get(text, ())), scope.text)
    if relation is Relation.SAME and other is not None:
        return _said_again(book, fact, other, scope)
    if relation is not Relation.ENDS and (named := _replaced_as_read(book, fact, text)) is not None:
        relation, other = Relation.AGAINST, named
    if relation is Relation.ENDS and other is not None and _may_end(fact, other, scope):
        book.spoke(other, fact.own_words or scope.text)
        return _Heard(fact, None, over=other)
    if relation is Relation.NEAR:
        return _hold(book, fact, scope, None, near=other)
    return _hold(book, fact, scope, other)


def _replaced_as_read(book: Book, fact: PersonalFact, text: str) -> Assertion | None:
    """What whoever read it takes to hold no longer: of the person's known ones, and of the same owner."""
    found = (book.assertions.get(one) for one in fact.replaces)
    fitting = (a for a in found if a is not None and a.is_known and a.engagement_id == book.personal_id)
    return next((a for a in fitting if is_of_one(text, a.content)), None)


def _may_end(fact: PersonalFact, known: Assertion, scope: TurnScope) -> bool:
    """It is asked about now, and it is the person's own word."""
    asks = scope.asking.asks_now(known, ordered=is_order_to_remember(scope.text))
    return asks and policy.label_of(fact) is Label.STATED


def _barred(book: Book, fact: PersonalFact, text: str) -> str | None:
    if policy.tells_secret(fact):
        return SECRET
    if not policy.may_be_asked(fact):
        return "not_keepable"
    if fact.quoted and book.is_refused(text):
        return "refused"
    return "too_many_today" if book.held_today >= MOST_HELD_A_DAY else None


def _hold(
    book: Book, fact: PersonalFact, scope: TurnScope, other: Assertion | None, *, near: Assertion | None = None
) -> _Heard:
    assert book.personal_id is not None  # noqa: S101  # seen to by remember
    try:
        new = new_fact(fact, book.personal_id, scope.provenance(from_project=True), other)
        if noted_episode(scope.text) is not None:
            new = replace(new, kind=Kind.EPISODE, category=policy.category_of(new.content, Category.EVENT))
        held = book.hold(new, Actor.COMPANION, spoken=not fact.quoted)
    except WritingRuleError:
        return _Heard(fact, None, code="not_keepable")
    book.held_today += 1
    book.spoke(held, fact.own_words or scope.text)
    return _Heard(fact, held, former=None if held.replaces_id is None else other, near=near)


def _said_again(book: Book, fact: PersonalFact, same: Assertion, scope: TurnScope) -> _Heard:
    book.spoke(same, fact.own_words or scope.text)
    if same.force is Force.HELD:
        return _waits_still(book, fact, same)
    return _Heard(fact, book.touch(same.assertion_id), known=True)


def _waits_still(book: Book, fact: PersonalFact, held: Assertion) -> _Heard:
    """What speaks against it may have become known since it was first told."""
    former = spoken_against(book, held) if held.label is Label.STATED else None
    if former is not None:
        held = book.set_against(held.assertion_id, former.assertion_id)
    return _Heard(fact, held, former=former)


def new_fact(
    fact: PersonalFact, story_id: UUID, provenance: Provenance, replaces: Assertion | None = None
) -> NewAssertion:
    """A fact as it would be held in Your Story; only what the person stated may take the place of something."""
    text, label = shorten_text(fact.text, Kind.FACT), policy.label_of(fact)
    return NewAssertion(
        engagement_id=story_id,
        content=text,
        own_words=fact.own_words,
        category=policy.category_of(text, fact.category),
        importance=policy.importance_of(fact),
        sensitive=fact.sensitive or policy.is_sensitive(text),
        about=fact.about,
        label=label,
        provenance=provenance,
        replaces_id=None if replaces is None or label is not Label.STATED else replaces.assertion_id,
    )


def _nothing_new(known: list[Assertion], left: tuple[str, ...], code: str | None) -> OperationResult:
    action = Action.KNOWN if known else Action.NONE
    mentioned = tuple(a.mentioned() for a in known)
    return OperationResult(
        Outcome(kind="remember", done=bool(known), action=action, code=code, mentioned=mentioned, left=left)
    )


def _ask(asked: list[_Heard], later: list[_Heard], left: tuple[str, ...]) -> OperationResult:
    """One question; what is not asked about now is held, and asked about after it."""
    plain = [h for h in asked if h.former is None]
    clashing = [h for h in asked if h.former is not None]
    if clashing and not plain:
        return _ask_which(clashing, later, left)
    assertions = list(dict.fromkeys(h.assertion for h in plain if h.assertion is not None))
    near = {h.assertion.assertion_id: h.near for h in plain if h.assertion is not None and h.near is not None}
    needs_control = any(policy.needs_control(h.fact) for h in plain)
    offer = offer_of(OfferKind.REMEMBER, assertions, needs_control=needs_control, beside=near)
    waits = tuple(h.words for h in (*clashing, *later))
    mentioned = tuple(a.mentioned() for a in assertions)
    outcome = Outcome(kind="remember", done=True, action=Action.HELD, mentioned=mentioned, left=left, waits=waits)
    return OperationResult(outcome, offer)


def _ask_whether_over(over: list[_Heard], others: list[_Heard], left: tuple[str, ...]) -> OperationResult:
    """What the person says holds no longer is taken back by their yes alone; nothing is held of it."""
    known = list(dict.fromkeys(h.over for h in over if h.over is not None))
    waits = tuple(h.words for h in others)
    mentioned = tuple(a.mentioned() for a in known)
    outcome = Outcome(
        kind="remember", done=True, action=Action.CONFIRM_RETRACTION, mentioned=mentioned, left=left, waits=waits
    )
    return OperationResult(outcome, offer_of_over(known))


def _ask_which(clashing: list[_Heard], later: list[_Heard], left: tuple[str, ...]) -> OperationResult:
    first, *others = clashing
    known, new = first.former, first.assertion
    assert new is not None  # noqa: S101  # it clashes
    assert known is not None  # noqa: S101
    offer = offer_of(OfferKind.CLASH, (known, new), needs_control=policy.needs_control(first.fact))
    waits = tuple(h.words for h in (*others, *later))
    mentioned = (known.mentioned(), new.mentioned())
    outcome = Outcome(kind="remember", done=True, action=Action.HELD, mentioned=mentioned, left=left, waits=waits)
    return OperationResult(outcome.model_copy(update={"code": "clash"}), offer)
