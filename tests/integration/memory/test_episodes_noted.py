"""An episode is held on request, in its category, and asked about like every fact."""

import pytest

from services.memory.turn.perform import perform_turn
from shared.contracts.assertions import Category
from shared.contracts.operations import OfferKind, Remember
from shared.contracts.turns import RoutedTurn
from shared.contracts.understanding import PersonalFact, Understanding
from tests.integration.memory.a_turn import FIRST, USE, opened
from tests.integration.memory.house import House

pytestmark = pytest.mark.row("M32")


@pytest.mark.parametrize(
    ("line", "kind", "category"),
    [("note that we met today", "episode", "event"), ("note that I like tea", "fact", "profile"),
     ("note that we met at the hospital today about my diabetes", "episode", "health")],
)  # fmt: skip
async def test_what_happened_is_held_as_an_episode_and_asked_about(
    house: House, line: str, kind: str, category: str
) -> None:
    one = await house.person()
    turn = await opened(house, one, line)
    words = line.removeprefix("note that ")
    fact = PersonalFact(text=f"You noted: “{words}”", own_words=words, category=Category.PROFILE)
    read = Understanding(intent="remember_about_me", confidence=1, source=USE)
    routed = RoutedTurn.grown(turn, understanding=read, operations=(Remember(facts=(fact,)),), reply_needs=())
    held = await perform_turn(house.memory, routed, FIRST)
    assert held is not None
    assert held.offer is not None
    assert held.offer.kind is OfferKind.REMEMBER
    (row,) = await house.records.rows(
        "select kind, category, force from assertion where person_id = $1", one.who.person_id
    )
    assert (row["kind"], row["category"], row["force"]) == (kind, category, "held")
