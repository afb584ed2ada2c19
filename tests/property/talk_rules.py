"""Turns at random, with whatever answers to whatever offers: what they may do to memory, and what they never do."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, precondition, rule

from services.memory.assertions.assertion import Assertion, Change, Move, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.assertions.refusal import Level
from services.memory.consent.offers import StandingOffer
from services.memory.turn.apply_operations import Performance, apply_operations
from shared.answers.grammar import read_answer
from shared.contracts.assertions import About, Because, Category, Force, Label, text_hash
from shared.contracts.ids import new_id
from shared.contracts.operations import (
    Action,
    AddKnowledge,
    Answer,
    AnswerOffer,
    CorrectKnowledge,
    Forget,
    KeepProjectFacts,
    LeaveWaiting,
    Offer,
    OfferItem,
    OfferKind,
    Operation,
    Remember,
)
from shared.contracts.turns import Channel, EngagementKind, PersonView, RoutedTurn, TurnLine
from shared.contracts.understanding import ModelUse, PersonalFact, Understanding
from tests.property.memory_worlds import InMemory

FACTS = (
    "You are allergic to shellfish.",
    "You are allergic to shrimp.",
    "You live in Miami.",
    "You moved to Lisbon.",
    "You like tea.",
    "You do not like tea.",
    "Your sister is vegan.",
    "?!",
    "word " * 80,
)
NEVER_BOTH = (
    ("You live in Miami.", "You moved to Lisbon."),
    ("You like tea.", "You do not like tea."),
    ("The soil pH is 6.5.", "The soil pH is 7."),
)
"""What nobody can mean both of, unless they say that they do."""
facts = st.builds(
    PersonalFact,
    text=st.sampled_from(FACTS),
    own_words=st.sampled_from(("", "so I say", *FACTS[:3])),
    category=st.sampled_from((Category.KNOWLEDGE, Category.PROFILE)),
    about=st.sampled_from((About.SELF, About.SELF, About.OTHERS)),
    quoted=st.sampled_from((False, False, False, True)),
).map(lambda fact: fact if fact.own_words else fact.model_copy(update={"own_words": fact.text}))
descriptions = st.sampled_from((*FACTS, "number 1", "allergic", "tea", "nothing of the sort", ""))
statements = st.sampled_from(("The soil pH is 6.5.", "The soil pH is 7.", "We use PostgreSQL.", "!"))
selections = st.lists(st.integers(-1, 6), max_size=3).map(tuple)
LINES = (
    *("yes", "yes", "yes to all", "no", "never mind", "the first", "only the second", "not the first", "all"),
    *("no, just tea", "make it Lisbon", "not quite", "yes, but only at home", "replace it", "keep both", "the old one"),
    *("hmm", "hello", "nice", "...", 'she said: "yes"', "yes, if you promise", "You like tea."),
)


@dataclass(frozen=True)
class Given:
    """What the person said, and whatever somebody took it for."""

    line: str
    order: AnswerOffer


answers = st.builds(
    Given,
    line=st.sampled_from(LINES),
    order=st.builds(
        AnswerOffer,
        offer_id=st.just(new_id()),
        answer=st.sampled_from((Answer.CONFIRM, *Answer)),
        selection=selections,
        refined=st.lists(facts, max_size=3).map(tuple),
    ),
)
opposed = st.sampled_from(NEVER_BOTH).map(
    lambda pair: tuple(PersonalFact(text=text, own_words=text, category=Category.KNOWLEDGE) for text in pair)
)
remembering = st.builds(Remember, facts=st.lists(facts, min_size=1, max_size=3).map(tuple))
forgetting = st.builds(Forget, description=descriptions, everything=st.booleans(), never_again=st.booleans())
adding = st.builds(AddKnowledge, text=statements, own_words=statements)
correcting = st.builds(CorrectKnowledge, target=statements, text=st.none() | statements, own_words=statements)
often = st.sampled_from((True, True, True, False))
NO_OFFER = Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=())
USE = ModelUse(provider="scripted", model="none", latency_ms=0)


def a_turn(
    engagement_id: UUID,
    *operations: Operation,
    in_project: bool = True,
    write: bool = True,
    intent: str = "general_conversation",
    said: str = "so I say",
) -> RoutedTurn:
    """A turn that was understood and routed, whatever by."""
    now = datetime(2026, 1, 2, tzinfo=UTC)
    return RoutedTurn(
        turn_id=new_id(),
        tenant_id=new_id(),
        person_id=new_id(),
        conversation_id=new_id(),
        engagement_id=engagement_id,
        engagement_kind=EngagementKind.PROJECT if in_project else EngagementKind.PERSONAL,
        engagement_title="garden",
        channel=Channel.API,
        write=write,
        read=True,
        lines=(TurnLine(line_id=new_id(), text=said),),
        offered=1,
        steps=(),
        activated_at=now,
        deadline=now,
        person=PersonView(companion_name="Companion", language="en", time_zone="UTC"),
        history=(),
        standing=None,
        may_answer=False,
        understanding=Understanding(intent=intent, confidence=1, source=USE),
        operations=operations,
        reply_needs=(),
    )


class TalkRules(RuleBasedStateMachine):
    """One person who talks, answers late, twice, or another question, and uses the notebook in between."""

    offers = Bundle[Offer]("offers")

    def __init__(self) -> None:
        super().__init__()
        self.world = InMemory(("ada",))
        self.standing: Offer | None = None
        self.before: dict[UUID, Assertion] = {}

    # ---- talking ----

    @rule(target=offers, wanted=remembering, in_project=st.booleans(), write=often)
    def remember(self, wanted: Remember, *, in_project: bool, write: bool) -> Offer:
        return self._order(wanted, in_project=in_project, write=write)

    @rule(target=offers, wanted=forgetting, in_project=st.booleans())
    def forget(self, wanted: Forget, *, in_project: bool) -> Offer:
        return self._order(wanted, in_project=in_project)

    @rule(target=offers, wanted=adding, in_project=often, write=often)
    def add_knowledge(self, wanted: AddKnowledge, *, in_project: bool, write: bool) -> Offer:
        return self._order(wanted, in_project=in_project, write=write)

    @rule(target=offers, wanted=correcting, in_project=often, write=often)
    def correct_knowledge(self, wanted: CorrectKnowledge, *, in_project: bool, write: bool) -> Offer:
        return self._order(wanted, in_project=in_project, write=write)

    @rule(target=offers)
    def keep_these(self) -> Offer:
        return self._order(KeepProjectFacts())

    def _order(self, order: Operation, *, in_project: bool = True, write: bool = True) -> Offer:
        """Something else than an answer: what was asked waits, and nothing becomes known or is taken back."""
        lapse = () if self.standing is None else (LeaveWaiting(offer_id=self.standing.offer_id),)
        book, done = self._perform((*lapse, order), answerable=True, in_project=in_project, write=write)
        assert {change.move for change in book.changes} <= {Move.HOLD, Move.TOUCH, Move.REFINE}
        assert write or book.changes == []
        assert done.settled == (None if self.standing is None else (self.standing.offer_id, "waiting"))
        return self._goes_on(book, done)

    @precondition(lambda self: self.standing is not None)
    @rule(target=offers, given=answers)
    def answer(self, given: Given) -> Offer:
        """To the question that was just asked."""
        return self._answer(given)

    @rule(target=offers, facts=opposed)
    def agree_to_what_nobody_can_mean(self, facts: tuple[PersonalFact, ...]) -> Offer:
        """Told in one breath, and agreed to in one word."""
        asked = self._order(Remember(facts=facts))
        yes = Given("yes", AnswerOffer(offer_id=asked.offer_id, answer=Answer.CONFIRM))
        return self._answer(yes) if self.standing else asked

    def _answer(self, given: Given) -> Offer:
        standing = self.standing or NO_OFFER
        book, done = self._perform((_to(standing, given),), answerable=True, said=given.line)
        self._did_only_what_was_offered(standing, given, book.changes)
        if standing.kind is not OfferKind.CLASH:
            self._nothing_was_kept_beside_what_speaks_against_it(book)
        is_answer = read_answer(given.line, standing) is not None
        assert done.settled == (standing.offer_id, "answered" if is_answer else "waiting")
        return self._goes_on(book, done)

    @precondition(lambda self: self.standing is None)
    @rule(given=answers)
    def answer_nothing(self, given: Given) -> None:
        self._did_nothing(*self._perform((given.order,), answerable=True, said=given.line))

    @precondition(lambda self: self.standing is not None)
    @rule(given=answers, another=offers)
    def answer_another(self, given: Given, another: Offer) -> None:
        """To a question that is not, or no longer, the one that was asked last."""
        if self.standing is None or another.offer_id != self.standing.offer_id:
            self._did_nothing(*self._perform((_to(another, given),), answerable=True, said=given.line))

    @precondition(lambda self: self.standing is not None)
    @rule(given=answers)
    def answer_before_it_was_shown(self, given: Given) -> None:
        """Or after it expired: the turn may not answer it, whatever the router took it for."""
        order = _to(self.standing or NO_OFFER, given)
        self._did_nothing(*self._perform((order,), answerable=False, said=given.line))

    @precondition(lambda self: self.standing is not None)
    @rule(target=offers, given=answers)
    def answer_twice(self, given: Given) -> Offer:
        """In one turn, which then did it once."""
        order = _to(self.standing or NO_OFFER, given)
        once, _ = self._perform((order,), answerable=True, said=given.line)
        twice, done = self._perform((order, order), answerable=True, said=given.line)
        assert _forces(twice) == _forces(once)
        return self._goes_on(twice, done)

    @rule(intent=st.sampled_from(("general_conversation", "help", "ask_question")))
    def chat(self, intent: str) -> None:
        """A yes of which nobody made an answer."""
        book, done = self._perform((), answerable=True, intent=intent)
        assert (book.changes, done.outcomes) == ([], ())
        assert done.settled == (None if self.standing is None else (self.standing.offer_id, "waiting"))
        self._goes_on(book, done)

    # ---- the notebook meanwhile ----

    @rule(text=st.sampled_from(FACTS[:7]))
    def write_by_hand(self, text: str) -> None:
        new = NewAssertion(engagement_id=self.world.places["ada"][0], content=text, own_words=text)
        self.world.operate("ada", lambda book: book.write(new, BY_HAND))

    @rule(pick=st.integers(0, 30), what=st.sampled_from(("commit", "refine", "reject", "retract", "pin", "erase")))
    def decide_by_hand(self, pick: int, what: str) -> None:
        rows = list(self.world.assertions("ada").values())
        fitting = [row for row in rows if row.force is (Force.COMMITTED if what == "retract" else Force.HELD)]
        if not fitting:
            return
        row = fitting[pick % len(fitting)]
        if what == "erase":
            self.world.erase("ada", row.assertion_id)
        else:
            self.world.operate("ada", lambda book: _by_hand(book, row, what))

    # ---- what is looked at ----

    def _perform(  # noqa: PLR0913  # the facts of a turn
        self,
        operations: tuple[Operation, ...],
        *,
        answerable: bool,
        in_project: bool = True,
        write: bool = True,
        intent: str = "general_conversation",
        said: str = "so I say",
    ) -> tuple[Book, Performance]:
        standing = None if self.standing is None else StandingOffer(self.standing, answerable)
        self.before = dict(self.world.assertions("ada"))
        book = self.world.book("ada")
        place = self.world.places["ada"][in_project]
        turn = a_turn(place, *operations, in_project=in_project, write=write, intent=intent, said=said)
        done = apply_operations(turn, standing, book)
        assert len(done.outcomes) == len(operations)
        assert [o.kind for o in done.outcomes] == [o.kind for o in operations]
        for item in () if done.offer is None else done.offer.items:
            self._shows_what_is_there(book, item)
        if not any(outcome.done for outcome in done.outcomes):
            assert book.changes == []
        for outcome in done.outcomes:
            assert outcome.done or outcome.action not in {Action.COMMITTED, Action.RETRACTED, Action.REJECTED}
        return book, done

    def _shows_what_is_there(self, book: Book, item: OfferItem) -> None:
        row = book.assertions[item.assertion_id]
        assert (item.version, item.shown_text, item.text_hash) == (row.version, row.content, text_hash(row.content))
        assert row.force is not Force.RETRACTED

    def _did_nothing(self, book: Book, done: Performance) -> None:
        assert book.changes == []
        assert (book.refused, book.lifted, book.numbers) == ([], [], self.world.book("ada").numbers)
        assert book.assertions == self.before
        assert (done.action, done.memory) == (Action.NONE, ())
        assert done.settled is None or done.settled[1] == "waiting"
        assert {outcome.code for outcome in done.outcomes} == {"no_offer"}
        self._goes_on(book, done)

    def _did_only_what_was_offered(self, offer: Offer, given: Given, changes: list[Change]) -> None:
        heard = read_answer(given.line, offer)
        assert heard is not None or not changes
        agreed = {offer.items[place - 1].assertion_id for place in heard.yes} if heard is not None else set()
        offered = {item.assertion_id: item for item in offer.items}
        for change in changes:
            before = change.before
            assert before is not None
            item = offered[before.assertion_id]
            assert (item.version, item.text_hash) == (before.version, before.text_hash)
            if change.move is Move.COMMIT:
                assert change.after.assertion_id in agreed
                assert change.after.label is Label.STATED
                assert change.after.content.encode() == item.shown_text.encode()
                assert item.card_for is None  # one that needs its card bars no other
                assert not offer.needs_control or any(other.card_for for other in offer.items)
                assert change.decision
        if any(not self._is_as_shown(item) for item in offer.items):
            assert changes == []  # of what was shown, nothing counts when a part of it reads otherwise now

    def _nothing_was_kept_beside_what_speaks_against_it(self, book: Book) -> None:
        known = [row for row in book.assertions.values() if row.is_known]
        for change in book.changes:
            for pair in NEVER_BOTH if change.move is Move.COMMIT else ():
                others = set(pair) - {change.after.content} if change.after.content in pair else set()
                assert not [a for a in known if a.content in others and a.engagement_id == change.after.engagement_id]

    def _is_as_shown(self, item: OfferItem) -> bool:
        row = self.before.get(item.assertion_id)
        return row is not None and (row.version, row.content) == (item.version, item.shown_text)

    def _goes_on(self, book: Book, done: Performance) -> Offer:
        self.world.keep("ada", book)
        self.standing = done.offer
        return done.offer or NO_OFFER


def _to(offer: Offer, given: Given) -> AnswerOffer:
    return given.order.model_copy(update={"offer_id": offer.offer_id})


def _forces(book: Book) -> dict[UUID, tuple[Force, str, int]]:
    return {key: (row.force, row.content, row.version) for key, row in book.assertions.items()}


def _by_hand(book: Book, row: Assertion, what: str) -> object:
    seen = Seen(row.version, row.text_hash)
    match what:
        case "commit":
            return book.commit(row.assertion_id, seen, BY_CARD)
        case "refine":
            return book.refine(row.assertion_id, seen, row.content[:200] + " indeed", "")
        case "reject":
            return book.reject(row.assertion_id, seen, Because.REJECTED, Level.FORGET)
        case "retract":
            return book.retract_known(row.assertion_id, seen, Level.FORGET)
        case _:
            return book.pin(row.assertion_id, seen, pinned=True)
