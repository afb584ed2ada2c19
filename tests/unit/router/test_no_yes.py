"""What orders that something goes keeps nothing, whatever a model made of it."""

import pytest

from services.router.plain_answer import speaks_against_keeping
from services.router.routing import route
from shared.asking.question import UNSURE
from shared.ids import new_id
from shared.intents.card import cards
from shared.operations import Answer, AnswerOffer, Offer, OfferItem, OfferKind
from shared.text.delete_orders import only_removes, removals
from shared.understanding import Continuation
from tests.unit.router.a_classified_turn import a_turn

pytestmark = pytest.mark.row("U4", "M1")
NO_YES = [
    "delete it",
    "erase that",
    "please erase it",
    "remove it",
    "delete that",
    "ok, delete it",
    "yes, delete it",
    "you can delete that",
    "can you remove it",
    "that should go",
    "throw it away",
    "get rid of it",
    "let it go",
    "don't keep that",
    "scrap that",
    "bin it",
    "skip",
    "pass",
    "I'd rather not",
    "leave it",
    "no thanks",
    "stop",
    "nope",
    "not that",
    "maybe later",
    "wrong",
    "just kidding",
    "yes, and delete the other one",
    "lösch das",
    "lösche das bitte",
    "bitte löschen",
    "weg damit",
    "raus damit",
    "das soll weg",
    "kannst du löschen",
    "lass das",
    "nö",
    "falsch",
    "bórralo",
    "borra eso",
    "bórrala por favor",
    "quita eso",
    "quítalo",
    "elimínalo",
    "olvida eso",
    "táchalo",
    "puedes borrarlo",
    "mejor no",
    "déjalo",
]
KEPT = [OfferKind.REMEMBER, OfferKind.CROSS_PROMOTE, OfferKind.PROJECT_FACTS, OfferKind.CLASH, OfferKind.MERGE]


def an_offer(kind: OfferKind, *texts: str) -> Offer:
    items = tuple(OfferItem(assertion_id=new_id(), version=1, text_hash="hash", shown_text=text) for text in texts)
    return Offer(offer_id=new_id(), kind=kind, items=items)


@pytest.mark.parametrize("kind", KEPT)
@pytest.mark.parametrize("said", NO_YES)
def test_a_no_that_was_read_as_a_yes_keeps_nothing_and_is_asked_about(said: str, kind: OfferKind) -> None:
    offer = an_offer(kind, "You like olives.", "You like tea.")
    routed = route(a_turn(said, standing=offer, continuation=Continuation.CONFIRM), cards())
    assert (routed.operations, routed.understanding.clarification) == ((), UNSURE)


@pytest.mark.parametrize(
    "said", ["forget the violin and the car", "drop the last", "borra lo último", "lösch das erste"]
)
def test_what_is_to_go_is_not_chosen_to_be_kept(said: str) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You play the violin.", "You drive a Volvo.", "You like tea.")
    turn = a_turn(said, standing=offer, continuation=Continuation.SELECT, selection=(1,))
    assert route(turn, cards()).operations == ()


@pytest.mark.parametrize("said", ["keep the first, drop the second", "forget the violin, keep the rest"])
def test_where_it_is_said_what_stays_that_is_chosen(said: str) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You play the violin.", "You drive a Volvo.")
    turn = a_turn(said, standing=offer, continuation=Continuation.SELECT, selection=(1,))
    chosen = AnswerOffer(offer_id=offer.offer_id, answer=Answer.SELECT, selection=(1,))
    assert route(turn, cards()).operations == (chosen,)


@pytest.mark.parametrize(
    "said", ["delete it", "please erase it", "yes, remove it", "weg damit", "bórralo", "yes, wrong"]
)
def test_to_a_question_whether_to_forget_it_is_a_yes(said: str) -> None:
    offer = an_offer(OfferKind.RETRACT, "You like olives.")
    routed = route(a_turn(said, standing=offer, continuation=Continuation.CONFIRM), cards())
    assert routed.operations == (AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM),)


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "quite right",
        "ja, bitte merken",
        "no lo olvides",
        "nicht vergessen",
        "claro, guárdalo",
        "I drop by often",
    ],
)
def test_nothing_else_is_taken_for_such_an_order(said: str) -> None:
    assert not speaks_against_keeping(said)
    assert not only_removes(said)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("delete it", ("",)),
        ("forget the violin and the car", ("the violin and the car",)),
        ("Vergiss, dass ich Thai spreche", (", dass ich Thai spreche",)),
        ("olvida el violín", ("el violín",)),
        ("forget what I said", ("",)),
        ("don't forget it", ()),
    ],
)
def test_it_is_heard_what_is_to_go(said: str, named: tuple[str, ...]) -> None:
    assert removals(said) == named


@pytest.mark.parametrize("kind", [*KEPT, OfferKind.RETRACT])
@pytest.mark.parametrize(
    "said",
    [
        *("thanks", "thank you", "ok thanks bye", "thanks, see you later", "good night"),
        *("danke", "danke dir", "danke, tschüss", "bis morgen, danke"),
        *("gracias", "muchas gracias", "gracias, hasta luego", "gracias, adiós"),
    ],
)
def test_thanks_and_a_farewell_agree_to_nothing(said: str, kind: OfferKind) -> None:
    routed = route(
        a_turn(said, standing=an_offer(kind, "You like olives."), continuation=Continuation.CONFIRM), cards()
    )
    assert (routed.operations, routed.understanding.clarification) == ((), UNSURE)


@pytest.mark.parametrize("said", ["yes thanks", "ja danke", "sí, gracias", "yes please, thank you"])
def test_a_yes_with_thanks_is_a_yes(said: str) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You like olives.")
    routed = route(a_turn(said, standing=offer, continuation=Continuation.CONFIRM), cards())
    assert routed.operations == (AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM),)


@pytest.mark.parametrize("said", ["not the Volvo", "nicht das zweite Auto", "no el coche"])
def test_what_is_not_meant_chooses_nothing_else(said: str) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You play the violin.", "You drive a Volvo.")
    turn = a_turn(said, standing=offer, continuation=Continuation.SELECT, selection=(1,))
    assert route(turn, cards()).operations == ()


@pytest.mark.parametrize("said", ["not the Volvo", "nicht den Volvo", "no el Volvo"])
def test_what_is_not_meant_lets_nothing_else_go(said: str) -> None:
    offer = an_offer(OfferKind.RETRACT, "You play the violin.", "You drive a Volvo.", "You like tea.")
    turn = a_turn(said, standing=offer, continuation=Continuation.SELECT, selection=(1, 3))
    assert route(turn, cards()).operations == ()


@pytest.mark.parametrize("said", ["no, just the first", "not the Volvo, keep the rest", "nein, nur die Geige"])
def test_a_no_that_says_what_is_meant_chooses_that(said: str) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You play the violin.", "You drive a Volvo.")
    turn = a_turn(said, standing=offer, continuation=Continuation.SELECT, selection=(1,))
    assert route(turn, cards()).operations != ()


@pytest.mark.parametrize(("confidence", "is_asked_again"), [(0.41, True), (0.43, False)])
def test_what_may_be_another_fact_takes_the_place_of_none_that_waits(
    confidence: float, *, is_asked_again: bool
) -> None:
    offer = an_offer(OfferKind.REMEMBER, "You have a red bike.")
    turn = a_turn("my colour is blue", standing=offer, continuation=Continuation.REFINE, confidence=confidence)
    assert (route(turn, cards()).operations == ()) is is_asked_again


MIAMI = ("You live in Miami.", "You live in Lisbon.")


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("neither", {"continuation": Continuation.DECLINE}),
        ("all three", {"continuation": Continuation.SELECT, "selection": (1, 2)}),
        ("the old one", {"continuation": Continuation.SELECT, "selection": (2,)}),
        ("not Miami", {"continuation": Continuation.DECLINE}),
        ("las tres", {"continuation": Continuation.CONFIRM}),
        ("the red one", {"continuation": Continuation.SELECT, "selection": (2,), "confidence": 0.4}),
    ],
)
def test_of_two_none_goes_that_the_words_do_not_name(said: str, read: dict[str, object]) -> None:
    offer = an_offer(OfferKind.CLASH, *MIAMI)
    routed = route(a_turn(said, standing=offer, **read), cards())  # type: ignore[arg-type]
    assert (routed.operations, routed.understanding.clarification) == ((), UNSURE)


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("the old one", {"continuation": Continuation.SELECT, "selection": (1,)}),
        ("beide", {"continuation": Continuation.SELECT, "selection": (1, 2)}),
        ("the new one", {"continuation": Continuation.CONFIRM}),
        ("yes", {"continuation": Continuation.CONFIRM}),
        ("that was ages ago", {"continuation": Continuation.SELECT, "selection": (2,)}),
    ],
)
def test_of_two_what_is_named_or_surely_meant_decides(said: str, read: dict[str, object]) -> None:
    routed = route(a_turn(said, standing=an_offer(OfferKind.CLASH, *MIAMI), **read), cards())  # type: ignore[arg-type]
    assert len(routed.operations) == 1
