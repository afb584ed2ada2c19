"""What is told of a request to forget: what it is about, how much that is, and what was not found."""

from dataclasses import replace

import pytest

from services.memory.assertions.assertion import Provenance
from services.memory.consent.forget import MOST_AT_ONCE, offer_forgetting
from services.memory.consent.operation_result import TurnScope
from services.memory.recall.description_match import means_the_last
from services.memory.turn.apply_operations import Performance
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Forget, OfferKind
from shared.contracts.turns import Exchange
from shared.wording.outcomes import DETAILED, REASONS, Occasion
from tests.attacks import KNOWN, Talk
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("M23")


def test_never_for_a_subject_of_which_nothing_is_known_promises_no_rule() -> None:
    [outcome] = Talk().say("never remember anything about my garden gnomes").outcomes
    assert (outcome.action, outcome.code) == (Action.NO_MATCH, "never_again")
    assert DETAILED[(Action.NO_MATCH, "never_again")] is Occasion.NO_MATCH_NEVER


def test_a_plain_forget_that_finds_nothing_has_no_code() -> None:
    [outcome] = Talk().say("forget what I said about my garden gnomes").outcomes
    assert (outcome.action, outcome.code) == (Action.NO_MATCH, None)


ALL_OF_IT = [
    *("Forget everything you know about me", "forget everything", "please forget all you know", "forget me"),
    *("I want you to forget everything I told you", "forget all my memories", "forget what you know about me"),
    *(
        "vergiss alles, was du über mich weißt",
        "vergiss alles, was du weißt",
        "vergiss alles über mich",
        "vergiss mich",
    ),
    *("vergiss alles was ich dir erzählt habe", "kannst du alles vergessen, was du über mich weißt?"),
    *("olvida todo lo que sabes de mí", "olvida todo lo que sabes", "olvídalo todo", "olvida lo que sabes de mí"),
    *("olvida todo lo que te he contado", "quiero que olvides todo lo que sabes de mí"),
]


def asked(done: Performance) -> list[str]:
    assert done.offer is not None
    assert done.offer.kind is OfferKind.RETRACT
    return [item.shown_text for item in done.offer.items]


@pytest.mark.row("M2")
@pytest.mark.parametrize("said", ALL_OF_IT)
def test_all_that_is_known_is_asked_about_as_a_whole(said: str) -> None:
    talk = Talk()
    done = talk.say(said)
    [outcome] = done.outcomes
    assert (outcome.action, outcome.code, outcome.more) == (Action.CONFIRM_RETRACTION, "all", len(KNOWN))
    assert DETAILED[(outcome.action, "all")] is Occasion.FORGET_ALL
    assert sorted(asked(done)) == sorted(KNOWN)
    assert talk.still_known == list(KNOWN)
    talk.say("yes")
    assert talk.still_known == []


@pytest.mark.row("M2")
def test_more_than_can_be_shown_is_not_offered_in_part() -> None:
    book = a_book(*(an_assertion(f"You own book {number}.", number=number) for number in range(1, MOST_AT_ONCE + 2)))
    done = Talk(book=book).say("forget everything you know about me")
    [outcome] = done.outcomes
    assert (outcome.code, outcome.more, done.offer) == ("too_many_to_forget", MOST_AT_ONCE + 1, None)
    assert REASONS["too_many_to_forget"] is Occasion.FORGET_ALL_BY_HAND


@pytest.mark.row("M2")
@pytest.mark.parametrize("said", ["forget what I said", "vergiss, was ich gesagt habe", "olvida lo que dije"])
def test_what_was_said_just_now_is_not_all(said: str) -> None:
    assert all(outcome.code != "all" for outcome in Talk().say(said).outcomes)


@pytest.mark.row("M2")
def test_several_subjects_in_one_order_are_all_asked_about() -> None:
    texts = ("You work as a baker.", "You live at 5 Oak Street.", "You like tea.")
    talk = Talk(book=a_book(*(an_assertion(text, number=number) for number, text in enumerate(texts, 1))))
    done = talk.say("forget my job and my address")
    assert asked(done) == list(texts[:2])
    assert done.action is Action.CONFIRM_RETRACTION
    talk.say("yes")
    assert [one.content for one in talk.book.assertions.values() if one.is_known] == [texts[2]]


@pytest.mark.row("M2")
def test_what_was_not_found_of_several_is_named() -> None:
    done = Talk().say("forget my allergy to shellfish and my yacht")
    [outcome] = done.outcomes
    assert asked(done) == [KNOWN[0]]
    assert (outcome.code, outcome.left) == ("unfound", ("my yacht",))


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("forget that I like lasagnia", "You like lasagna."),
        ("vergiss das mit dem Skodda", "Du fährst einen Skoda."),
        ("olvida lo de la lasanya", "Te gusta la lasaña."),
    ],
)
def test_what_is_misspelled_is_found_and_asked_about(said: str, known: str) -> None:
    texts = (known, "You like tea.", "Te gusta el vino.")
    talk = Talk(book=a_book(*(an_assertion(text, number=number) for number, text in enumerate(texts, 1))))
    assert asked(talk.say(said)) == [known]


# ---- "that" ------------------------------------------------------------------------------------------------------


@pytest.mark.row("M2", "M23")
@pytest.mark.parametrize(
    "said",
    [
        "forget that",
        "forget what I just said",
        "never remember anything about that",
        "don't write that down",
        "forget everything about that",
        "vergiss das wieder",
        "olvida eso",
    ],
)
def test_that_is_what_was_told_last_and_is_shown_before_it_goes(said: str) -> None:
    turn = new_id()
    told = replace(an_assertion("You collect maps."), provenance=Provenance(turn_id=turn))
    book = a_book(*map(an_assertion, KNOWN), told)
    scope = TurnScope(
        new_id(),
        STORY,
        in_project=False,
        write=True,
        text=said,
        language="en",
        model="",
        prompt_version=0,
        recent=(Exchange(turn_id=turn, said="I collect maps", replied="Shall I?", intent=None),),
    )
    done = offer_forgetting(
        book, Forget(description=said, everything="every" in said, never_again="never" in said), scope
    )
    assert done.offer is not None
    assert [item.shown_text for item in done.offer.items] == ["You collect maps."]
    assert done.offer.takes_out == (turn if "write" in said else None)
    assert (book.changes, done.offer.never_again) == ([], "never" in said)
    nothing = offer_forgetting(book, Forget(description=said, everything=True), replace(scope, recent=()))
    assert (nothing.offer, nothing.outcome.action) == (None, Action.NO_MATCH)


@pytest.mark.parametrize("said", ["forget that I like tea", "everything", "forget the thing about my knee", "my maps"])
def test_what_names_something_is_no_mere_that(said: str) -> None:
    assert not means_the_last(said)
