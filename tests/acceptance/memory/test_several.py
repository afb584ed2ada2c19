"""Several facts in one message, answered one by one or all at once."""

import pytest

from shared.contracts.assertions import Force
from shared.contracts.operations import Action
from shared.contracts.requests.turns import TurnView
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("U10", "M29")
THREE = "I'm a vegetarian, I play the cello and I work night shifts"


async def test_three_facts_are_three_held_ones_and_one_question(person: Person) -> None:
    told = await person.say(THREE)

    held = await person.memories(force=Force.HELD)
    assert told.action is Action.HELD
    assert len(held) == 3
    assert told.offer is not None
    assert {item.assertion_id for item in told.offer.items} == {one.assertion_id for one in held}
    for one in held:
        assert one.content in told.reply
        assert f"{one.display_number}." in told.reply
    assert told.reply.count("?") == 1


async def test_the_first_two_are_kept_and_the_third_waits(person: Person) -> None:
    told = await person.say(THREE)
    assert told.offer is not None
    *_, third = told.offer.items
    kept = await person.say("the first two")

    assert (kept.action, kept.stored_count) == (Action.COMMITTED, 2)
    assert (await person.memory(third.assertion_id)).force is Force.HELD
    assert third.shown_text.rstrip(".") in kept.reply or person.mind.name != "offline"
    again = await person.say("yes, remember that")
    assert again.offer is not None
    assert ([item.assertion_id for item in again.offer.items], again.stored_count) == ([third.assertion_id], 0)
    assert (await person.say("yes")).stored_count == 1


@pytest.mark.wires
async def test_the_first_two_are_kept_and_the_third_is_not(person: Person) -> None:
    told = await person.say(THREE)
    assert told.offer is not None
    first, second, third = (item.assertion_id for item in told.offer.items)
    kept = await person.say("the first two, not the third")

    assert (kept.action, kept.stored_count) == (Action.COMMITTED, 2)
    forces = {one.assertion_id: one.force for one in await person.memories()}
    assert forces == {first: Force.COMMITTED, second: Force.COMMITTED, third: Force.RETRACTED}
    if person.mind.name == "offline":
        assert "two" in kept.reply.lower() or "2" in kept.reply


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_the_model_is_told_how_many_were_kept_and_not_what_was_dropped(house: House, person: Person) -> None:
    told = await person.say(THREE)
    assert told.offer is not None
    dropped = told.offer.items[2].shown_text
    kept = await person.say("only the first two")

    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == kept.turn_id]
    instruction = brief.prompt().sections[-1].text
    assert "2" in instruction or "two" in instruction.lower()
    assert all(dropped not in section.text for section in brief.prompt().sections)


async def test_all_at_once(person: Person) -> None:
    await person.say(THREE)
    kept = await person.say("yes")
    assert (kept.action, kept.stored_count) == (Action.COMMITTED, 3)


async def test_by_card_each_item_has_its_own_answer(person: Person) -> None:
    told = await person.say(THREE)
    assert told.offer is not None
    answers = [("yes", None), ("change", "You play the viola."), ("no", None)]
    items = [
        {
            "assertion_id": str(item.assertion_id),
            "version": item.version,
            "text_hash": item.text_hash,
            "answer": answer,
            **({"text": text} if text else {}),
        }
        for item, (answer, text) in zip(told.offer.items, answers, strict=True)
    ]
    answered = await person.post(f"/v1/offers/{told.offer.offer_id}", {"items": items})

    assert answered.status_code == 200, answered.text
    assert answered.json()["stored_count"] == 1
    assert [item["shown_text"] for item in answered.json()["offer"]["items"]] == ["You play the viola."]
    forces = {one.content: one.force for one in await person.memories()}
    assert forces["You play the viola."] is Force.HELD
    assert sorted(force.value for force in forces.values()) == ["committed", "held", "retracted"]
    again = await person.post(f"/v1/offers/{told.offer.offer_id}", {"items": items})
    assert again.status_code == 409
    assert again.json()["saved"] is False


@pytest.mark.parametrize("house", ["scripted", "offline"], indirect=True)
async def test_after_fifty_in_a_day_nothing_more_is_held_until_the_next(house: House, person: Person) -> None:
    await house.do(
        "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
        " own_words, force, importance, sensitive, label, actor, expires_at)"
        " select tenant_id, id, gen_random_uuid(), personal_engagement_id, 10 + n, 'fact', 'knowledge',"
        " 'You counted ' || n || ' sheep.', '', 'held', 3, false, 'stated', 'companion', now() + interval '7 days'"
        " from person, generate_series(1, 50) n where id = $1",
        person.person_id,
    )
    told = await person.say("I collect old maps")
    assert (told.code, told.offer, told.memory) == ("too_many_today", None, ())
    assert "old maps" not in told.reply  # nobody is told to say again today what is not taken today
    await house.do(
        "update assertion set created_at = now() - interval '25 hours' where person_id = $1", person.person_id
    )
    assert (await person.say("I collect old maps")).action is Action.HELD


@pytest.mark.row("M8")
async def test_where_the_question_of_a_reply_begins_is_known_also_when_a_fact_of_it_is_erased(person: Person) -> None:
    told = await person.say(THREE)
    assert told.asked
    assert told.reply.endswith(told.asked)
    await person.act("erase", (await person.memories(force=Force.HELD))[0])
    turn = TurnView.model_validate_json((await person.get(f"/v1/turns/{told.turn_id}")).content)
    assert turn.closed is not None
    before = "[erased]" if turn.closed.reply == "[erased]" else told.reply.removesuffix(told.asked)
    assert turn.closed.reply == f"{before}{turn.closed.asked}"
