"""What an answer to an offer does, by words."""

import pytest

from services.memory.knowledge.answering import answer
from services.memory.knowledge.assertion import Actor, Assertion, Move, Seen
from services.memory.knowledge.book import Book, NewAssertion
from services.memory.knowledge.doing import Scene, offer_of
from shared.assertions import Because, Category, Force
from shared.ids import new_id
from shared.operations import Action, Answer, AnswerOffer, Offer, OfferKind
from shared.understanding import PersonalFact
from tests.unit.memory.knowledge.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("U4", "M1")

PLACE = Scene(new_id(), STORY, in_project=False, write=True, text="the line", model="", prompt_version=0)


def held(book: Book, text: str, *, replaces: Assertion | None = None) -> Assertion:
    former = None if replaces is None else replaces.assertion_id
    new = NewAssertion(engagement_id=STORY, content=text, own_words="", replaces_id=former)
    return book.hold(new, Actor.COMPANION, spoken=True)


def given(offer: Offer, what: Answer, *selection: int, refined: tuple[str, ...] = ()) -> AnswerOffer:
    facts = tuple(PersonalFact(text=text, own_words=text, category=Category.KNOWLEDGE) for text in refined)
    return AnswerOffer(offer_id=offer.offer_id, answer=what, selection=selection, refined=facts)


def three(kind: OfferKind = OfferKind.REMEMBER) -> tuple[Book, Offer, list[Assertion]]:
    book = a_book()
    facts = [held(book, text) for text in ("You like tea.", "You have two cats.", "You ski.")]
    book.changes.clear()
    return book, offer_of(kind, facts), facts


def forces(book: Book, facts: list[Assertion]) -> list[str]:
    return [book.get(fact.assertion_id).force.value for fact in facts]


@pytest.mark.row("U10", "M29")
@pytest.mark.parametrize(
    ("what", "selection", "wanted"),
    [
        (Answer.CONFIRM, (), ["committed"] * 3),
        (Answer.DECLINE, (), ["retracted"] * 3),
        (Answer.SELECT, (1, 2), ["committed", "committed", "retracted"]),
        (Answer.SELECT, (3,), ["retracted", "retracted", "committed"]),
        (Answer.SELECT, (2, 9), ["retracted", "committed", "retracted"]),
        (Answer.SELECT, (9,), ["held"] * 3),
        (Answer.SELECT, (), ["held"] * 3),
        (Answer.REFINE, (), ["held"] * 3),
    ],
)
def test_of_several_those_are_kept_that_were_meant(what: Answer, selection: tuple[int, ...], wanted: list[str]) -> None:
    book, offer, facts = three()
    done = answer(book, offer, given(offer, what, *selection), PLACE)
    assert forces(book, facts) == wanted
    assert len(done.outcome.mentioned) == wanted.count("committed")
    assert (done.offer is not None) == (wanted == ["held"] * 3)  # what was not understood is asked again


@pytest.mark.row("U10", "M29")
@pytest.mark.parametrize("kind", [OfferKind.REMEMBER, OfferKind.CROSS_PROMOTE, OfferKind.PROJECT_FACTS])
def test_a_no_to_some_drops_those_and_asks_about_the_others_again(kind: OfferKind) -> None:
    book, offer, facts = three(kind)
    done = answer(book, offer, given(offer, Answer.DECLINE, 1, 2), PLACE)
    assert forces(book, facts) == ["retracted", "retracted", "held"]
    assert (done.outcome.done, done.outcome.action) == (True, Action.REJECTED)
    assert done.offer is not None
    assert done.offer.offer_id != offer.offer_id
    assert [item.shown_text for item in done.offer.items] == ["You ski."]


@pytest.mark.row("U10")
@pytest.mark.parametrize("selection", [(1, 2, 3), (9,)])
def test_a_no_to_all_of_them_or_to_none_that_was_shown_is_a_no(selection: tuple[int, ...]) -> None:
    book, offer, facts = three()
    done = answer(book, offer, given(offer, Answer.DECLINE, *selection), PLACE)
    assert (forces(book, facts), done.offer) == (["retracted"] * 3, None)


def test_the_same_words_again_reword_nothing_and_the_same_is_asked_again() -> None:
    book, offer, facts = three()
    done = answer(book, offer, given(offer, Answer.REFINE, 2, refined=("You have two cats.",)), PLACE)
    assert (forces(book, facts), done.outcome.action, book.changes) == (["held"] * 3, Action.HELD, [])
    assert done.offer is not None
    assert done.offer.items == offer.items


def test_a_refinement_is_held_and_asked_about_again() -> None:
    book, offer, facts = three()
    done = answer(book, offer, given(offer, Answer.REFINE, 2, refined=("You have three cats.",)), PLACE)
    assert forces(book, facts) == ["held"] * 3
    assert done.offer is not None
    assert [item.shown_text for item in done.offer.items] == ["You like tea.", "You have three cats.", "You ski."]
    assert [item.version for item in done.offer.items] == [1, 2, 1]


@pytest.mark.row("M19")
def test_a_refinement_of_which_one_part_cannot_be_kept_changes_nothing() -> None:
    book, offer, _ = three()
    done = answer(book, offer, given(offer, Answer.REFINE, refined=("You like coffee.", "?!")), PLACE)
    assert (done.outcome.done, done.outcome.code) == (False, "not_keepable")
    assert book.changes == []
    assert done.offer is not None
    assert [item.version for item in done.offer.items] == [1, 1, 1]


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
    answer(book, offer, given(offer, Answer.DECLINE), PLACE)
    assert {book.get(fact.assertion_id).reason for fact in facts} == {because}
    assert len(book.refused) == refusals


@pytest.mark.parametrize("what", [Answer.CONFIRM, Answer.SELECT, Answer.REFINE])
@pytest.mark.row("M20")
def test_where_the_card_is_needed_words_are_not_enough_except_for_a_no(what: Answer) -> None:
    book, offer, facts = three()
    offer = offer.model_copy(update={"needs_control": True})
    done = answer(book, offer, given(offer, what, 1, refined=("You like coffee.",)), PLACE)
    assert (book.changes, done.outcome.code) == ([], "needs_card")
    answer(book, offer, given(offer, Answer.DECLINE), PLACE)
    assert forces(book, facts) == ["retracted"] * 3


@pytest.mark.parametrize("what", Answer)
def test_when_anything_of_it_changed_since_nothing_counts_and_it_is_shown_as_it_reads_now(what: Answer) -> None:
    book, offer, facts = three()
    book.refine(facts[0].assertion_id, Seen(1), "You like coffee.", "")
    book.changes.clear()
    done = answer(book, offer, given(offer, what, 2, refined=("You sing.",)), PLACE)
    assert (book.changes, done.outcome.code) == ([], "changed_meanwhile")
    assert done.offer is not None
    assert done.offer.items[0].shown_text == "You like coffee."


# ---- forgetting --------------------------------------------------------------------------------------------------


@pytest.mark.row("M2")
def test_only_what_was_asked_about_is_taken_back_and_a_no_leaves_it() -> None:
    tea, cats = an_assertion("You like tea."), an_assertion("You have two cats.")
    for what, wanted in ((Answer.DECLINE, []), (Answer.REFINE, []), (Answer.CONFIRM, [Move.RETRACT])):
        book = a_book(tea, cats)
        offer = offer_of(OfferKind.RETRACT, (tea,))
        done = answer(book, offer, given(offer, what), PLACE)
        assert [change.move for change in book.changes] == wanted
        assert book.get(cats.assertion_id) == cats
        assert done.outcome.action is (Action.RETRACTED if wanted else Action.NONE)


@pytest.mark.row("M2")
def test_a_bare_yes_does_not_say_which_of_several() -> None:
    tea, milk = an_assertion("You like tea."), an_assertion("You like tea with milk.")
    book, offer = a_book(tea, milk), offer_of(OfferKind.RETRACT, (tea, milk), needs_choice=True)
    assert answer(book, offer, given(offer, Answer.CONFIRM), PLACE).outcome.action is Action.AMBIGUOUS
    assert book.changes == []
    answer(book, offer, given(offer, Answer.SELECT, 2), PLACE)
    assert [change.after.assertion_id for change in book.changes] == [milk.assertion_id]


# ---- clashes -----------------------------------------------------------------------------------------------------


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("what", "selection", "wanted"),
    [
        (Answer.CONFIRM, (), ("retracted", "committed")),
        (Answer.SELECT, (2,), ("retracted", "committed")),
        (Answer.SELECT, (1, 2), ("committed", "committed")),
        (Answer.SELECT, (1,), ("committed", "retracted")),
        (Answer.DECLINE, (), ("committed", "retracted")),
    ],
)
def test_of_a_clash_the_person_says_what_stands(
    what: Answer, selection: tuple[int, ...], wanted: tuple[str, str]
) -> None:
    known = an_assertion("You live in Miami.")
    book = a_book(known)
    new = held(book, "You moved to Lisbon.", replaces=known)
    book.changes.clear()
    offer = offer_of(OfferKind.CLASH, (known, new))
    answer(book, offer, given(offer, what, *selection), PLACE)
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
    done = answer(book, offer, given(offer, Answer.CONFIRM), PLACE)
    assert (book.changes, done.outcome.code) == ([], "changed_meanwhile")
