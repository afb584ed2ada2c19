"""What is at hand when a line is understood: what fits it, what is newest, and what is open; nothing twice."""

import pytest

from services.memory.turn.perform import perform_turn
from shared.contracts.assertions import Category
from shared.contracts.operations import Remember
from shared.contracts.turns import RoutedTurn
from shared.contracts.understanding import PersonalFact, Understanding
from tests.integration.memory.a_turn import FIRST, USE, closed, opened
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("U7")

LAKES = [f"You swam in lake number {number} in June." for number in range(1, 9)]
NEWEST = ["You sing in a choir.", "You own a red kayak.", "You keep two hens."]


async def of_lakes_and_others(house: House) -> Inhabitant:
    one = await house.person()
    for text in (*LAKES, *NEWEST):
        await house.knows(one, text)
    await house.do("update assertion set created_at = now() - interval '1 day' where content like 'You swam%'")
    return one


async def test_at_most_five_that_fit_are_at_hand_the_best_first_and_the_three_newest_after_them(house: House) -> None:
    one = await of_lakes_and_others(house)
    near = (await opened(house, one, "Which lake did I swim in?")).near
    fitting, newest = [m for m in near if m.score > 0], [m for m in near if m.score == 0]
    assert len(fitting) == 5
    assert {memory.content for memory in fitting} <= set(LAKES)
    assert [memory.score for memory in fitting] == sorted((memory.score for memory in fitting), reverse=True)
    assert {memory.content for memory in newest} == set(NEWEST)
    assert [*fitting, *newest] == list(near)


async def test_what_fits_and_is_among_the_newest_is_at_hand_once(house: House) -> None:
    one = await of_lakes_and_others(house)
    near = (await opened(house, one, "What colour is my kayak?")).near
    contents = [memory.content for memory in near]
    assert contents.count("You own a red kayak.") == 1
    assert next(memory for memory in near if "kayak" in memory.content).score > 0
    assert set(NEWEST) <= set(contents)


async def test_of_a_line_that_tells_nothing_the_newest_are_at_hand(house: House) -> None:
    one = await of_lakes_and_others(house)
    near = (await opened(house, one, "and?")).near
    assert {memory.content for memory in near} == set(NEWEST)


async def test_what_is_open_is_at_hand_and_what_is_held_stands_only_in_its_question(house: House) -> None:
    one = await of_lakes_and_others(house)
    turn = await opened(house, one, "I have a boat")
    fact = PersonalFact(text="You have a boat.", own_words="I have a boat", category=Category.INTERESTS)
    read = Understanding(intent="remember_about_me", confidence=1, source=USE)
    routed = RoutedTurn.grown(turn, understanding=read, operations=(Remember(facts=(fact,)),), reply_needs=())
    held = await perform_turn(house.memory, routed, FIRST)
    assert held is not None
    await closed(house, held)

    following = await opened(house, one, "What of my boat?")
    assert following.standing is not None
    assert [item.shown_text for item in following.standing.items] == ["You have a boat."]
    assert "You have a boat." not in [memory.content for memory in following.near]
