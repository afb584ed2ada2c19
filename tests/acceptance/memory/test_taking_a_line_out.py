"""A single line can be taken out of the talk: the words go, what was read from it stays unless the person says so."""

from uuid import UUID, uuid4

import pytest

from services.memory.index.edition import EDITION
from shared.contracts.assertions import Force
from shared.contracts.operations import Action
from shared.contracts.requests.erasure import Receipt
from shared.contracts.requests.recall import QueryAnswer
from shared.contracts.requests.turns import TurnView
from shared.testing.scripted_model import shown_text
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("M27")
scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)
in_the_house = pytest.mark.parametrize("house", ["offline"], indirect=True)
SAID = "The zanthoquill sang all night."


async def take_out(person: Person, turn_id: UUID, line_id: UUID, memories: str = "keep") -> Receipt:
    answer = await person.delete(f"/v1/turns/{turn_id}/lines/{line_id}", {"memories": memories})
    assert answer.status_code == 200, answer.text
    return Receipt.model_validate_json(answer.content)


async def found_in_the_talk(house: House, person: Person, words: str) -> list[str]:
    async def indexed() -> bool:
        left = "select count(*) from message where person_id = $1 and role <> 'system' and edition < $2"
        return await house.records.value(left, person.person_id, EDITION) == 0

    await eventually(indexed)
    answer = await person.post("/v1/memory/query", {"query": words, "search_type": "conversations"})
    hits = QueryAnswer.model_validate_json(answer.content).hits
    return [hit.exchange.content for hit in hits if hit.exchange is not None]


@scripted
async def test_its_words_leave_the_talk_the_search_and_what_a_model_is_shown(house: House, person: Person) -> None:
    house.model.says = ("You said: ", SAID)
    told = await person.say(SAID)
    house.model.says = ("All ", "right.")
    await person.say("hello")
    assert any("zanthoquill" in said for said in await found_in_the_talk(house, person, "zanthoquill"))

    receipt = await take_out(person, told.turn_id, told.covers[0])

    assert (receipt.scope, receipt.status) == ("line", "gone")
    assert receipt.removed["lines"] == 1
    assert not any("zanthoquill" in said for said in await found_in_the_talk(house, person, "zanthoquill"))
    turn = TurnView.model_validate_json((await person.get(f"/v1/turns/{told.turn_id}")).content)
    assert (turn.said, turn.taken_out) == (("[erased]",), told.covers)
    assert turn.closed is not None
    assert turn.closed.reply == "You said: [erased]."
    for look in ("/v1/turns", "/v1/export", f"/v1/turns/{told.turn_id}/why"):
        assert "zanthoquill" not in (await person.get(look)).text
    await person.say("and again")
    assert "zanthoquill" not in shown_text(house.model.questions[-1]) + shown_text(house.model.briefs[-1])


@in_the_house
async def test_what_was_read_from_it_stays_and_says_that_the_line_was_taken_out(person: Person) -> None:
    told = await person.say("I'm allergic to shellfish")
    await person.say("yes")
    await take_out(person, told.turn_id, told.covers[0])
    (known,) = await person.memories(force=Force.COMMITTED)
    assert "shellfish" in known.content
    assert known.own_words == ""
    last = (await person.history(known.assertion_id)).entries[-1]
    assert (last.event, last.decision) == ("ERASE", "the line it came from was taken out of the talk")


@in_the_house
async def test_what_was_read_from_it_goes_along_when_the_person_says_so(person: Person) -> None:
    told = await person.say("I'm allergic to shellfish")
    receipt = await take_out(person, told.turn_id, told.covers[0], "erase")
    assert (receipt.status, receipt.removed["memories"]) == ("gone", 1)
    assert await person.memories() == []
    assert (await person.offers()).offers == ()
    assert "shellfish" not in (await person.exported()).decode()


@scripted
async def test_nobody_takes_out_what_is_not_there(house: House, person: Person) -> None:
    told = await person.say(SAID)
    other = await house.person()
    for who, turn_id, line_id in (
        (other, told.turn_id, told.covers[0]),
        (person, uuid4(), told.covers[0]),
        (person, told.turn_id, uuid4()),
    ):
        refused = await who.delete(f"/v1/turns/{turn_id}/lines/{line_id}")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    await person.set(write=False)
    quiet = await person.say("Something off the record")
    gone = await person.delete(f"/v1/turns/{quiet.turn_id}/lines/{quiet.covers[0]}")
    assert (gone.status_code, gone.json()["code"]) == (410, "gone")


# ---- "don't write that down" -------------------------------------------------------------------------------------

SECRET = "I collect zanthoquills"


@in_the_house
@pytest.mark.parametrize(
    ("order", "yes"),
    [("don't write that down", "yes"), ("bitte schreib das nicht auf", "ja"), ("no apuntes eso", "sí")],
)
async def test_not_written_down_is_asked_about_with_its_line_and_only_the_yes_does_it(
    house: House, person: Person, order: str, yes: str
) -> None:
    told = await person.say(SECRET)
    asked = await person.say(order)
    assert asked.action is Action.CONFIRM_RETRACTION
    assert asked.offer is not None
    assert (len(asked.offer.items), asked.offer.takes_out) == (1, told.turn_id)
    assert "zanthoquills" in asked.reply
    assert len(await person.memories(force=Force.HELD)) == 1
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == [SECRET]

    done = await person.say(yes)
    assert done.action is Action.RETRACTED
    assert await person.memories(force=Force.HELD) == []
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == ["[erased]"]
    assert not any("zanthoquill" in said for said in await found_in_the_talk(house, person, "zanthoquills"))
    assert SECRET not in (await person.get("/v1/turns")).text


@in_the_house
async def test_a_no_to_it_changes_nothing(person: Person) -> None:
    told = await person.say(SECRET)
    await person.say("don't write that down")
    kept = await person.say("no, keep it")
    assert kept.memory == ()
    assert len(await person.memories(force=Force.HELD)) == 1
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == [SECRET]


@in_the_house
async def test_of_a_line_that_told_nothing_the_line_alone_is_asked_about(person: Person) -> None:
    told = await person.say("What a zanthoquill of a day!")
    asked = await person.say("don't write that down")
    assert asked.offer is not None
    assert (asked.offer.items, asked.offer.takes_out) == ((), told.turn_id)
    assert "What a zanthoquill of a day!" in asked.reply
    (shown,) = (await person.offers()).offers
    assert (shown.offer.offer_id, shown.line) == (asked.offer.offer_id, "What a zanthoquill of a day!")
    assert (await person.say("hm")).memory == ()
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] != ["[erased]"]


@in_the_house
async def test_the_line_alone_goes_with_the_yes(person: Person) -> None:
    told = await person.say("What a zanthoquill of a day!")
    await person.say("don't write that down")
    done = await person.say("yes")
    assert done.action is Action.ERASED
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == ["[erased]"]
    assert "zanthoquill" not in (await person.get("/v1/turns")).text


@in_the_house
async def test_a_yes_on_its_card_takes_the_line_out_as_well(person: Person) -> None:
    told = await person.say(SECRET)
    asked = await person.say("don't write that down")
    assert asked.offer is not None
    (item,) = asked.offer.items
    shown = {"assertion_id": str(item.assertion_id), "version": item.version, "text_hash": item.text_hash}
    await person.post(f"/v1/offers/{asked.offer.offer_id}", {"items": [{**shown, "answer": "yes"}]})
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == ["[erased]"]


@in_the_house
@pytest.mark.parametrize(("says", "then"), [("no", "What a zanthoquill of a day!"), ("yes", "[erased]")])
async def test_a_line_alone_is_answered_on_its_card_by_what_becomes_of_it(person: Person, says: str, then: str) -> None:
    told = await person.say("What a zanthoquill of a day!")
    asked = await person.say("don't write that down")
    assert asked.offer is not None
    answered = await person.post(f"/v1/offers/{asked.offer.offer_id}", {"line": says})
    assert answered.status_code == 200, answered.text
    assert (await person.get(f"/v1/turns/{told.turn_id}")).json()["said"] == [then]
    assert (await person.offers()).offers == ()


@in_the_house
async def test_whether_a_line_leaves_is_no_answer_to_anything_else(person: Person) -> None:
    asked = await person.say(SECRET)
    assert asked.offer is not None
    for body in ({"line": "yes"}, {}, {"line": "yes", "items": []}):
        refused = await person.post(f"/v1/offers/{asked.offer.offer_id}", body)
        assert refused.status_code in (400, 422), refused.text
    assert len(await person.memories(force=Force.HELD)) == 1
