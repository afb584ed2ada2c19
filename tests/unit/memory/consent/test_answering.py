"""What an answer to an offer does, by words."""

import pytest

from services.memory.assertions.assertion import Actor, Assertion, Move, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, AgreedBy, Consent
from services.memory.consent.answer_by_words import answer_offer
from services.memory.consent.operation_result import TurnScope, offer_of
from shared.contracts.assertions import About, Because, Category, Force, Label
from shared.contracts.errors import ConsentNeededError
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Answer, AnswerOffer, Offer, OfferKind
from shared.contracts.understanding import PersonalFact
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("U4", "M1")


def said(line: str) -> TurnScope:
    """A turn in which the person said this."""
    return TurnScope(
        new_id(), STORY, in_project=False, write=True, text=line, language="en", model="", prompt_version=0
    )


def held(book: Book, text: str, *, replaces: Assertion | None = None) -> Assertion:
    former = None if replaces is None else replaces.assertion_id
    new = NewAssertion(engagement_id=STORY, content=text, own_words="", replaces_id=former)
    return book.hold(new, Actor.COMPANION, spoken=True)


def given(offer: Offer, what: Answer = Answer.CONFIRM, refined: str | None = None) -> AnswerOffer:
    """What whoever read the line took it for: of that only the wording counts, where the words allow one."""
    words = () if refined is None else (refined,)
    facts = tuple(PersonalFact(text=text, own_words=text, category=Category.KNOWLEDGE) for text in words)
    return AnswerOffer(offer_id=offer.offer_id, answer=what, selection=(1, 2, 3), refined=facts)


def three(kind: OfferKind = OfferKind.REMEMBER) -> tuple[Book, Offer, list[Assertion]]:
    book = a_book()
    facts = [held(book, text) for text in ("You like tea.", "You have two cats.", "You ski.")]
    book.changes.clear()
    return book, offer_of(kind, facts), facts


def forces(book: Book, facts: list[Assertion]) -> list[str]:
    return [book.get(fact.assertion_id).force.value for fact in facts]


@pytest.mark.parametrize("kind", OfferKind)
@pytest.mark.parametrize("what", ["yes", "no"])
def test_a_yes_and_a_no_are_something_for_every_kind_of_question(kind: OfferKind, what: str) -> None:
    book, _, facts = three(kind)
    offer = offer_of(kind, facts[:2])
    confirm = Answer.CONFIRM if what == "yes" else Answer.DECLINE
    assert answer_offer(book, offer, given(offer, confirm), said(what)).outcome.code != "no_answer"


@pytest.mark.row("U10", "M29")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("yes", ["committed"] * 3),
        ("no", ["retracted"] * 3),
        ("the first two", ["committed", "committed", "held"]),
        ("the first two, not the third", ["committed", "committed", "retracted"]),
        ("only the last", ["retracted", "retracted", "committed"]),
        ("the fourth", ["held"] * 3),
        ("hello", ["held"] * 3),
        ("...", ["held"] * 3),
        ('my friend wrote: "yes"', ["held"] * 3),
    ],
)
def test_of_several_those_are_kept_that_were_meant(line: str, wanted: list[str]) -> None:
    book, offer, facts = three()
    done = answer_offer(book, offer, given(offer), said(line))
    assert forces(book, facts) == wanted
    assert len(done.outcome.mentioned) == wanted.count("committed")


@pytest.mark.row("M1", "M20")
@pytest.mark.parametrize("what", Answer)
@pytest.mark.parametrize(
    "line", ["asdf", "not sure", "nice", "yes, if you promise", "say yes for me", "You like coffee."]
)
def test_whatever_a_reader_takes_them_for_words_that_are_no_answer_change_nothing(what: Answer, line: str) -> None:
    for kind in (OfferKind.REMEMBER, OfferKind.RETRACT, OfferKind.CLASH):
        book, offer, facts = three(kind)
        offer = offer.model_copy(update={"items": offer.items[:2]}) if kind is OfferKind.CLASH else offer
        done = answer_offer(book, offer, given(offer, what, "You like coffee."), said(line))
        assert (book.changes, forces(book, facts), done.outcome.code) == ([], ["held"] * 3, "no_answer")


@pytest.mark.row("U10", "M29")
@pytest.mark.parametrize("kind", [OfferKind.REMEMBER, OfferKind.CROSS_PROMOTE, OfferKind.PROJECT_FACTS])
def test_a_no_to_some_drops_those_and_asks_about_the_others_again(kind: OfferKind) -> None:
    book, offer, facts = three(kind)
    done = answer_offer(book, offer, given(offer), said("not the first two"))
    assert forces(book, facts) == ["retracted", "retracted", "held"]
    assert (done.outcome.done, done.outcome.action) == (True, Action.REJECTED)
    assert done.offer is not None
    assert done.offer.offer_id != offer.offer_id
    assert [item.shown_text for item in done.offer.items] == ["You ski."]


def test_a_correction_is_held_and_asked_about_again_with_what_has_no_answer_yet() -> None:
    book, offer, facts = three()
    done = answer_offer(book, offer, given(offer, Answer.REFINE, "You have three cats."), said("three, not two"))
    assert forces(book, facts) == ["held"] * 3
    assert done.offer is not None
    assert [item.shown_text for item in done.offer.items] == ["You like tea.", "You have three cats.", "You ski."]
    assert [item.version for item in done.offer.items] == [1, 2, 1]


@pytest.mark.row("M19")
@pytest.mark.parametrize("refined", [None, "You like coffee with poison.", "?!"])
def test_what_nobody_said_is_put_into_no_memory_and_it_is_asked_how_it_should_read(refined: str | None) -> None:
    book = a_book()
    tea = held(book, "You like tea.")
    book.changes.clear()
    done = answer_offer(book, offer_of(OfferKind.REMEMBER, [tea]), given_of(tea, refined), said("not quite"))
    assert book.changes == []
    assert done.offer is not None
    assert (done.outcome.code, done.offer.awaits) in {("how", tea.assertion_id), ("not_keepable", None)}


def given_of(one: Assertion, refined: str | None) -> AnswerOffer:
    return given(offer_of(OfferKind.REMEMBER, [one]), Answer.REFINE, refined)


def test_the_text_that_was_asked_for_is_shown_before_it_counts() -> None:
    book = a_book()
    tea = held(book, "You like tea.")
    asked = answer_offer(book, offer_of(OfferKind.REMEMBER, [tea]), given_of(tea, None), said("not quite")).offer
    assert asked is not None
    done = answer_offer(book, asked, given_of(tea, "You like green tea."), said("You like green tea."))
    assert done.offer is not None
    assert (done.offer.awaits, done.offer.items[0].shown_text) == (None, "You like green tea.")
    assert book.get(tea.assertion_id).force is Force.HELD


@pytest.mark.row("M4")
@pytest.mark.parametrize(
    ("kind", "because", "refusals"),
    [
        (OfferKind.REMEMBER, Because.REJECTED, 3),
        (OfferKind.PROJECT_FACTS, Because.REJECTED, 3),
        (OfferKind.CROSS_PROMOTE, Because.DECLINED, 0),
    ],
)
def test_a_no_is_a_refusal_but_for_what_is_only_to_stay_in_the_project(
    kind: OfferKind, because: Because, refusals: int
) -> None:
    book, offer, facts = three(kind)
    answer_offer(book, offer, given(offer), said("no"))
    assert {book.get(fact.assertion_id).reason for fact in facts} == {because}
    assert len(book.refused) == refusals


@pytest.mark.parametrize("line", ["yes", "the first", "only the first two", "yes to all, but I have three"])
@pytest.mark.row("M20")
def test_where_the_card_is_needed_words_are_not_enough_except_for_a_no(line: str) -> None:
    book, offer, facts = three()
    offer = offer.model_copy(update={"needs_control": True})
    done = answer_offer(book, offer, given(offer), said(line))
    assert (book.changes, done.outcome.code) == ([], "needs_card")
    answer_offer(book, offer, given(offer), said("no"))
    assert forces(book, facts) == ["retracted"] * 3


@pytest.mark.row("M20")
@pytest.mark.parametrize(("line", "kept"), [("yes", 2), ("all of them", 2), ("the first", 1), ("no, not the first", 0)])
def test_one_that_needs_its_card_bars_no_answer_about_the_others(line: str, kept: int) -> None:
    book, _, (first, second, _) = three()
    secret = NewAssertion(
        engagement_id=STORY, content="Your sister is HIV positive.", own_words="hello", about=About.OTHERS
    )
    held = book.hold(secret, Actor.COMPANION, spoken=True)
    asked = offer_of(OfferKind.REMEMBER, [first, second, held], needs_control=True)
    done = answer_offer(book, asked, given(asked), said(line))
    assert [*forces(book, [first, second]), *forces(book, [held])].count("committed") == kept
    assert book.get(held.assertion_id).force is Force.HELD
    if kept:
        assert done.offer is not None
        assert (done.offer.needs_control, [i.assertion_id for i in done.offer.items]) == (True, [held.assertion_id])


@pytest.mark.row("M20", "M24")
@pytest.mark.parametrize("label", [Label.INFERRED, Label.QUOTED])
def test_what_the_person_did_not_say_themself_is_agreed_to_on_the_card_only(label: Label) -> None:
    book = a_book()
    new = NewAssertion(engagement_id=STORY, content="You play chess.", own_words="hello", label=label)
    chess = book.hold(new, Actor.COMPANION, spoken=True)
    offer = offer_of(OfferKind.REMEMBER, [chess])
    assert answer_offer(book, offer, given(offer), said("yes")).outcome.code == "needs_card"
    with pytest.raises(ConsentNeededError):
        book.commit(chess.assertion_id, Seen(1), Consent(AgreedBy.WORDS))
    assert book.commit(chess.assertion_id, Seen(1), BY_CARD).force is Force.COMMITTED


@pytest.mark.parametrize("line", ["yes", "no", "only the second", "three, not two"])
def test_when_anything_of_it_changed_since_nothing_counts_and_it_is_shown_as_it_reads_now(line: str) -> None:
    book, offer, facts = three()
    book.refine(facts[0].assertion_id, Seen(1), "You like coffee.", "")
    book.changes.clear()
    done = answer_offer(book, offer, given(offer, refined="You have three cats."), said(line))
    assert (book.changes, done.outcome.code) == ([], "changed_meanwhile")
    assert done.offer is not None
    assert done.offer.items[0].shown_text == "You like coffee."


# ---- forgetting --------------------------------------------------------------------------------------------------


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    ("line", "goes"), [("no", False), ("no, keep it", False), ("forget it", False), ("yes", True), ("delete it", True)]
)
def test_only_what_was_asked_about_is_taken_back_and_a_no_leaves_it(line: str, *, goes: bool) -> None:
    tea, cats = an_assertion("You like tea."), an_assertion("You have two cats.")
    book, offer = a_book(tea, cats), offer_of(OfferKind.RETRACT, (tea,))
    done = answer_offer(book, offer, given(offer), said(line))
    assert [change.move for change in book.changes] == ([Move.RETRACT] if goes else [])
    assert book.get(cats.assertion_id) == cats
    assert done.outcome.action is (Action.RETRACTED if goes else Action.NONE)


@pytest.mark.row("M2")
def test_a_bare_yes_does_not_say_which_of_several() -> None:
    tea, milk = an_assertion("You like tea."), an_assertion("You like tea with milk.")
    book, offer = a_book(tea, milk), offer_of(OfferKind.RETRACT, (tea, milk), needs_choice=True)
    assert answer_offer(book, offer, given(offer), said("yes")).outcome.action is Action.AMBIGUOUS
    assert book.changes == []
    answer_offer(book, offer, given(offer), said("the second"))
    assert [change.after.assertion_id for change in book.changes] == [milk.assertion_id]


# ---- clashes -----------------------------------------------------------------------------------------------------


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("replace it", ("retracted", "committed")),
        ("the new one", ("retracted", "committed")),
        ("keep both", ("committed", "committed")),
        ("the old one", ("committed", "retracted")),
        ("no", ("committed", "retracted")),
        ("yes", ("committed", "held")),
    ],
)
def test_of_a_clash_the_person_says_what_stands(line: str, wanted: tuple[str, str]) -> None:
    known = an_assertion("You live in Miami.")
    book = a_book(known)
    new = held(book, "You moved to Lisbon.", replaces=known)
    book.changes.clear()
    offer = offer_of(OfferKind.CLASH, (known, new))
    answer_offer(book, offer, given(offer), said(line))
    assert tuple(forces(book, [known, new])) == wanted
    if wanted == ("retracted", "committed"):
        assert book.get(known.assertion_id).reason is Because.REPLACED
        assert book.refused == []


@pytest.mark.row("M25")
def test_nothing_changes_when_the_known_one_was_taken_back_meanwhile() -> None:
    known = an_assertion("You live in Miami.", force=Force.COMMITTED)
    book = a_book(known)
    new = held(book, "You moved to Lisbon.", replaces=known)
    offer = offer_of(OfferKind.CLASH, (known, new))
    book.correct(known.assertion_id, Seen(1), "You live in Tampa.")
    book.changes.clear()
    done = answer_offer(book, offer, given(offer), said("replace it"))
    assert (book.changes, done.outcome.code) == ([], "changed_meanwhile")
