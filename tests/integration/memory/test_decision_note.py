"""What the person agreed to stands in the talk's own record, by numbers: for no model and no search."""

import json

import pytest

from services.memory.chores.index_waiting import catch_up
from services.memory.consent.offers import add_offer
from services.memory.notebook import commands
from services.memory.transfer.export import export_part
from shared.contracts.assertions import text_hash
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, MemoryChange, Offer, OfferItem, OfferKind
from shared.contracts.requests.notebook import AnswerByCard, CardAnswer, OfferAnswered
from shared.contracts.requests.transfer import ExportMemory, ExportPart
from tests.integration.memory.a_turn import closed, opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("U9")
CONTENTS = ("You like tea.", "You own a boat.", "You ski.")


async def answered(house: House, one: Inhabitant) -> OfferAnswered:
    """A yes, a no and another wording, on the card."""
    turn_id = await house.said(one, "tea, boat, ski", "Shall I remember these?")
    ids = [await house.knows(one, text, text, turn_id=turn_id, force="held") for text in CONTENTS]
    items = tuple(
        OfferItem(assertion_id=each, version=1, text_hash=text_hash(text), shown_text=text)
        for each, text in zip(ids, CONTENTS, strict=True)
    )
    offer = Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=items)
    async with house.memory.writing(one.who) as connection:
        await add_offer(connection, one.who, turn_id, offer, house.memory.clock())
    given = tuple(
        CardAnswer.model_validate({"assertion_id": item.assertion_id, "version": 1, "text_hash": item.text_hash, **how})
        for item, how in zip(
            items, ({"answer": "yes"}, {"answer": "no"}, {"answer": "change", "text": "You skate."}), strict=True
        )
    )
    command = AnswerByCard(caller=one.who, key=a_key(), offer_id=offer.offer_id, items=given)
    first = await commands.answer_offer(house.memory, command)
    assert await commands.answer_offer(house.memory, command) == first  # once, however often it comes
    return first


async def test_what_is_decided_on_a_card_is_a_message_of_the_turn_that_asked(house: House) -> None:
    one = await house.person()
    await answered(house, one)
    rows = await house.records.rows("select content from message where role = 'system'")
    assert [row["content"] for row in rows] == ["kept number 1; dropped number 2; reworded number 3"]
    stretch = await export_part(house.memory, ExportMemory(caller=one.who, part=ExportPart.TURNS))
    (turn,) = [json.loads(row) for row in stretch.rows]
    assert turn["noted"] == ["kept number 1; dropped number 2; reworded number 3"]
    assert turn["closed"]["reply"] == "Shall I remember these?"


async def test_what_is_decided_in_words_is_one_of_its_turn(house: House) -> None:
    one = await house.person()
    turn = await performed(house, await opened(house, one, "yes, but not the boat"), "history")
    changes = tuple(
        MemoryChange(
            assertion_id=new_id(), display_number=number, engagement_id=one.story_id, force=force, content="You sing.",
            version=2, text_hash="",
        )
        for number, force in ((1, "committed"), (3, "committed"), (2, "retracted"))
    )  # fmt: skip
    await closed(house, turn, action=Action.COMMITTED, memory=changes)
    rows = await house.records.rows("select content from message where role = 'system'")
    assert [row["content"] for row in rows] == ["kept number 1, 3; dropped number 2"]


async def test_no_model_is_shown_it_and_no_search_finds_it(house: House) -> None:
    one = await house.person()
    await answered(house, one)
    await catch_up(house.memory, one.who)
    assert await house.records.value("select count(*) from entry e join message m on m.id = e.message_id"
                                     " where m.role = 'system'") == 0  # fmt: skip
    turn = await opened(house, one, "what did I agree to?")
    assert turn.history
    assert "dropped number" not in turn.model_dump_json()
