"""Answers to a standing offer: yes, no, a correction, some of several, or another subject."""

import pytest

from shared.llm.model import Question
from shared.offline.offered import OfferShown
from shared.offline.refining import refined
from shared.offline.selecting import places
from shared.offline.understanding import read
from shared.operations import Offer
from shared.understanding import Continuation, Reading
from tests.evals.questions import offer_of

SHELLFISH = ("You're allergic to shellfish.",)
THREE = ("You like tea.", "You live in Rome.", "You have a cat.")


def answered(text: str, kind: str, *items: str, offer: Offer | None = None) -> Reading:
    return read(Question(text, "en", None, (), offer=offer or offer_of(OfferShown(kind, items))))


@pytest.mark.row("U4")
@pytest.mark.parametrize("text", ["yes", "Yes please!", "that's right", "sure", "ja", "sí"])
def test_a_yes_confirms_what_was_offered(text: str) -> None:
    reading = answered(text, "remember", *SHELLFISH)
    assert (reading.continuation, reading.intent) == (Continuation.CONFIRM, "remember_about_me")
    assert reading.confidence > 0.9


@pytest.mark.row("U4")
@pytest.mark.parametrize("text", ["no", "never mind", "forget it", "no thanks", "nein", "olvídalo"])
def test_a_no_is_conversation_and_forget_it_is_no_forgetting(text: str) -> None:
    reading = answered(text, "remember", *SHELLFISH)
    assert (reading.continuation, reading.intent) == (Continuation.DECLINE, "general_conversation")
    assert reading.forget_description is None


@pytest.mark.row("U4")
def test_keep_it_declines_to_forget_and_yes_agrees() -> None:
    assert answered("no, keep it", "retract", *SHELLFISH).continuation is Continuation.DECLINE
    agreed = answered("yes, that's the one", "retract", *SHELLFISH)
    assert (agreed.continuation, agreed.intent) == (Continuation.CONFIRM, "forget_about_me")


@pytest.mark.row("U4")
def test_only_here_declines_to_remember_everywhere() -> None:
    assert (
        answered("no, just this project", "cross_promote", "Your oven runs hot.").continuation is Continuation.DECLINE
    )


@pytest.mark.row("U4", "M1")
def test_a_correction_is_the_same_intent_with_the_corrected_fact() -> None:
    reading = answered("no, just shrimp", "remember", *SHELLFISH)
    assert (reading.continuation, reading.intent) == (Continuation.REFINE, "remember_about_me")
    assert [fact.text for fact in reading.personal_facts] == ["You're allergic to shrimp."]
    assert reading.personal_facts[0].own_words in "no, just shrimp"


@pytest.mark.row("U4")
def test_another_subject_is_a_fact_of_its_own() -> None:
    reading = answered("also, my birthday is the 3rd", "remember", *SHELLFISH)
    assert (reading.continuation, reading.intent) == (Continuation.TOPIC_SHIFT, "remember_about_me")
    assert "birthday" in reading.personal_facts[0].text
    assert "shellfish" not in reading.personal_facts[0].text


@pytest.mark.row("U4")
def test_without_an_offer_a_yes_answers_nothing() -> None:
    reading = read(Question("yes", "en", None, ()))
    assert (reading.continuation, reading.intent) == (Continuation.NONE, "general_conversation")


@pytest.mark.row("U10")
def test_the_first_two_are_selected() -> None:
    reading = answered("the first two", "remember", *THREE)
    assert (reading.continuation, reading.selection) == (Continuation.SELECT, (1, 2))


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("text", "stands"), [("replace it", (2,)), ("keep both", (1, 2)), ("drop the new one", (1,)), ("yes", ())]
)
def test_of_a_clash_the_answer_says_which_stands(text: str, stands: tuple[int, ...]) -> None:
    reading = answered(text, "clash", "You live in Miami.", "You moved to Lisbon.")
    assert reading.selection == stands
    assert reading.continuation is (Continuation.SELECT if stands else Continuation.CONFIRM)


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("the first two", (1, 2)),
        ("the second one", (2,)),
        ("all but the last", (1, 2)),
        ("number 3", (3,)),
        ("1 and 3", (1, 3)),
        ("only the one about Rome", (2,)),
        ("the cat", (3,)),
        ("the first two, not the third", (1, 2)),
        ("everything except the tea", (2, 3)),
        ("all of them", (1, 2, 3)),
        ("die ersten beiden", (1, 2)),
        ("solo la segunda", (2,)),
    ],
)
def test_people_point_at_some_of_several(answer: str, chosen: tuple[int, ...]) -> None:
    assert places(answer, THREE) == chosen


@pytest.mark.row("M2")
def test_a_shown_number_counts_more_than_a_place() -> None:
    assert places("number 3", THREE, (7, 3, 9)) == (2,)
    assert places("number 2", THREE, (7, 3, 9)) == (2,)


@pytest.mark.row("M2")
def test_what_is_to_be_forgotten_is_named_by_its_number_though_all_of_it_was_offered() -> None:
    offer = offer_of(OfferShown("retract", THREE))
    numbered = (item.model_copy(update={"display_number": n}) for item, n in zip(offer.items, (2, 7, 3), strict=True))
    reading = answered("number 3", "retract", *THREE, offer=offer.model_copy(update={"items": tuple(numbered)}))
    assert reading.selection == (3,)
    reading = answered("number 2", "retract", *THREE, offer=offer.model_copy(update={"items": offer.items[::-1]}))
    assert reading.selection == (2,)


@pytest.mark.row("M2")
def test_what_is_to_be_kept_is_not_forgotten() -> None:
    assert places("all of them, but keep the cat", THREE, keeping_spares=True) == (1, 2)


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("item", "answer", "now"),
    [
        ("You're allergic to shellfish.", "no, just shrimp", "You're allergic to shrimp."),
        ("Your wedding is on the 15th.", "actually the 16th", "Your wedding is on the 16th."),
        ("The concert is on 3 December.", "the 10th", "The concert is on 10 December."),
        ("Your partner is called Shivon.", "it's spelled Siobhan", "Your partner is called Siobhan."),
        ("You have one cat.", "make that two cats", "You have two cats."),
        ("You work night shifts.", "yes but only on weekdays", "You work night shifts only on weekdays."),
        ("You live in Hull.", "Leeds, not Hull", "You live in Leeds."),
        ("Your right knee hurts.", "the left one", "Your left knee hurts."),
        ("Your daughter starts school in May.", "it's my granddaughter", "Your granddaughter starts school in May."),
        ("You're a vet.", "I'm a vet nurse, actually", "You're a vet nurse."),
        ("Your son plays the cello.", "he plays the viola", "Your son plays the viola."),
    ],
)
def test_a_correction_goes_where_it_belongs(item: str, answer: str, now: str) -> None:
    assert refined(answer, (item,), "en").text == now


@pytest.mark.row("U10")
def test_a_correction_finds_its_item_among_several() -> None:
    found = refined("two cats", THREE, "en")
    assert (found.place, found.text) == (3, "You have two cats.")


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("everything but the cat", (1, 2)),
        ("todo menos lo de Rome", (1, 3)),
        ("only that I don't need the cat", (3,)),
        ("number one only, the trip may fall through", (1,)),
        ("first and second, the rest is nobody's business", (1, 2)),
        ("not their names", ()),
        ("both about tea and Rome", (1, 2)),
        ("the whole lot", (1, 2, 3)),
        ("las tres", (1, 2, 3)),
        ("all three", (1, 2, 3)),
        ("alle drei", (1, 2, 3)),
        ("las dos", ()),
        ("the first two", (1, 2)),
        ("los dos primeros", (1, 2)),
        ("la dos", (2,)),
        ("the first, because I really do drink a lot of it in Rome", (1,)),
    ],
)
def test_a_part_is_told_by_what_is_left_out_and_not_by_what_explains_it(answer: str, chosen: tuple[int, ...]) -> None:
    assert places(answer, THREE) == chosen


@pytest.mark.row("U4")
def test_all_that_was_offered_is_a_yes_and_all_that_may_be_forgotten_is_a_choice() -> None:
    assert answered("the lot please", "remember", *THREE).continuation is Continuation.CONFIRM
    forgotten = answered("all of them", "candidates", *THREE)
    assert (forgotten.continuation, forgotten.selection) == (Continuation.SELECT, (1, 2, 3))


@pytest.mark.row("M2")
@pytest.mark.parametrize("text", ["las dos", "los dos", "both", "die beiden", "the two", "all two"])
def test_the_two_of_two_are_both(text: str) -> None:
    assert places(text, THREE[:2]) == (1, 2)
    forgotten = answered(text, "candidates", *THREE[:2])
    assert (forgotten.continuation, forgotten.selection) == (Continuation.SELECT, (1, 2))


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("text", "places"), [("12. thank God that's over", (2,)), ("#12, sold it", (2,)), ("15. gone", ())]
)
def test_a_number_that_was_shown_is_chosen_whatever_is_said_of_it(text: str, places: tuple[int, ...]) -> None:
    offer = offer_of(OfferShown("candidates", THREE))
    numbered = tuple(
        item.model_copy(update={"display_number": at}) for item, at in zip(offer.items, (7, 12, 30), strict=True)
    )
    assert answered(text, "candidates", offer=offer.model_copy(update={"items": numbered})).selection == places


@pytest.mark.row("U4")
def test_of_two_parts_one_is_agreed_to_and_no_word_of_that_gets_into_the_sentence() -> None:
    (fact,) = answered(
        "the cello no, the choir yes", "remember", "You play the cello and sing in a choir."
    ).personal_facts
    assert fact.text.startswith("About “")
