"""A line that asks for several things: what is done, what is asked, what is answered, and what is only named."""

import pytest

from services.router.routing import plan_operations
from shared.contracts.operations import AddKnowledge, Forget, LeaveOut, LeaveWaiting, Remember
from shared.contracts.turns import ClassifiedTurn, NearMemory, RoutedTurn
from shared.contracts.understanding import Influence, Part, PersonalFact
from shared.intents.card import load_cards
from tests.unit.router.a_classified_turn import OFFER, VEGAN, a_turn, remembered

pytestmark = pytest.mark.row("U11")

BEDS = Part(intent="add_knowledge", text="Note that the beds are wide", confidence=0.8, knowledge="The beds are wide.")
ADDRESS = Part(intent="forget_about_me", text="forget my old address", confidence=0.8, forget_description="old address")
SOIL = Part(intent="ask_question", text="what is the soil pH?", confidence=0.9, query="soil pH")
DIET = Part(intent="remember_about_me", text="I am a vegan", confidence=0.8, personal_facts=(VEGAN,))


def several(*parts: Part, near: tuple[NearMemory, ...] = (), said: str | None = None) -> ClassifiedTurn:
    text = ", ".join(part.text for part in parts) if said is None else said
    return a_turn(text, parts[0].intent, near=near, parts=parts)


def routed(*parts: Part, near: tuple[NearMemory, ...] = ()) -> RoutedTurn:
    return plan_operations(several(*parts, near=near), load_cards())


def test_a_note_a_forgetting_and_a_question_are_done_asked_and_answered_in_one_turn() -> None:
    turn = routed(BEDS, ADDRESS, SOIL)
    assert turn.operations == (
        AddKnowledge(text="The beds are wide.", own_words="Note that the beds are wide"),
        Forget(description="old address"),
    )
    assert (turn.understanding.intent, turn.understanding.query) == ("ask_question", "soil pH")
    assert "quotes" in turn.reply_needs


def test_what_asks_comes_last_whenever_it_was_said() -> None:
    assert [type(one) for one in routed(ADDRESS, SOIL, BEDS).operations] == [AddKnowledge, Forget]


def test_of_two_that_would_ask_the_second_is_named() -> None:
    turn = routed(DIET, ADDRESS)
    assert turn.operations == (LeaveOut(words=("forget my old address",)), Remember(facts=(VEGAN,)))
    assert turn.understanding.intent == "remember_about_me"


def test_of_two_questions_the_second_is_named() -> None:
    roses = SOIL.model_copy(update={"text": "who brings the roses?", "query": "roses"})
    turn = routed(BEDS, SOIL, roses)
    assert turn.operations[-1] == LeaveOut(words=("who brings the roses?",))
    assert turn.understanding.query == "soil pH"


@pytest.mark.row("U12")
def test_a_part_that_is_not_sure_enough_is_named_and_the_others_are_done() -> None:
    unsure = BEDS.model_copy(update={"confidence": 0.3})
    assert routed(unsure, ADDRESS).operations == (LeaveOut(words=(BEDS.text,)), Forget(description="old address"))


@pytest.mark.row("U12")
def test_what_is_known_of_the_same_thing_makes_a_part_sure_enough() -> None:
    nearly = BEDS.model_copy(update={"confidence": 0.4})
    known = remembered("The beds are made of oak.", personal=False)
    assert isinstance(routed(nearly, ADDRESS, near=(known,)).operations[0], AddKnowledge)
    assert isinstance(routed(nearly, ADDRESS).operations[0], LeaveOut)


@pytest.mark.parametrize(
    "known",
    [
        remembered("Don't plan anything on Sundays.", personal=True),
        remembered("Sundays are free.", personal=False).model_copy(update={"category": "constraints"}),
    ],
)
def test_what_the_person_once_ruled_out_turns_a_note_of_it_into_a_question(known: NearMemory) -> None:
    planting = BEDS.model_copy(update={"text": "note that planting is on Sundays"})
    turn = routed(planting, ADDRESS, near=(known,))
    assert turn.operations == (LeaveOut(words=(planting.text,)), Forget(description="old address"))
    (used,) = turn.understanding.memory_used
    assert (used.assertion_id, used.influence) == (known.assertion_id, Influence.DISAMBIGUATION)
    assert "sundays" in used.reason
    other = remembered("Planting is on Sundays, as a rule.", personal=False)
    assert isinstance(routed(planting, ADDRESS, near=(other,)).operations[0], AddKnowledge)


def test_where_nothing_is_sure_enough_the_whole_line_is_asked_about() -> None:
    parts = tuple(part.model_copy(update={"confidence": 0.1}) for part in (BEDS, ADDRESS))
    turn = plan_operations(a_turn("both", "add_knowledge", confidence=0.1, parts=parts), load_cards())
    assert turn.operations == ()
    assert turn.understanding.clarification is not None


@pytest.mark.row("U4")
def test_what_was_asked_before_lapses_as_with_any_other_subject() -> None:
    turn = plan_operations(a_turn("both", "add_knowledge", standing=OFFER, parts=(BEDS, ADDRESS)), load_cards())
    assert [type(one) for one in turn.operations] == [LeaveWaiting, AddKnowledge, Forget]


@pytest.mark.row("M20")
def test_a_secret_in_any_part_leaves_all_of_it_undone() -> None:
    told = PersonalFact.model_validate({**dict(VEGAN), "text": "Your PIN is 4711.", "own_words": "my PIN is 4711"})
    secret = DIET.model_copy(update={"text": "my PIN is 4711", "personal_facts": (told,)})
    turn = plan_operations(several(secret, SOIL), load_cards())
    assert [one.kind for one in turn.operations] == ["tell_only"]
