"""Nobody is offered what would hurt them: the prompt of every reply knows it, inside of a project and outside."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from services.responder.dated_talk import ASKED
from shared.contracts.notices import Closed
from shared.contracts.understanding import Influence
from shared.models.model import Brief
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.parametrize("house", ["scripted"], indirect=True)
MOST_OUTSIDE = 1_500
LONG = f"You once told {'a long story and ' * 12}number "
A_DAY_EACH = """
update assertion a
set created_at = now() - days.ago * interval '1 day', updated_at = now() - days.ago * interval '1 day'
from (select id, row_number() over (order by display_number desc) as ago from assertion
      where person_id = $1 and starts_with(content, $2)) days
where a.person_id = $1 and a.id = days.id
"""
NUTS = "You're allergic to peanuts."
WORDED = (NUTS, "You said: “no kiwis for me, I have an allergy”", "Eres alérgica a los mariscos (shellfish).")
DINNER = "Suggest something for dinner, pad thai perhaps"


def brief(house: House, closed: Closed) -> Brief:
    (one,) = [brief for brief in house.model.briefs if brief.turn_id == closed.turn_id]
    return one


def prompt(house: House, closed: Closed) -> str:
    """All that the model was told of the person before it spoke; not the talk."""
    return "\n".join(section.text for section in brief(house, closed).prompt().sections)


async def aged(house: House, assertion_id: UUID, days: int) -> None:
    then = datetime.now(UTC) - timedelta(days=days)
    await house.do("update assertion set created_at = $2, updated_at = $2 where id = $1", assertion_id, then)


async def lives_on(house: House, person: Person) -> None:
    """Sixty long memories more, all of them newer."""
    for number in range(60):
        await person.write(f"{LONG}{number}.")
    await house.do(A_DAY_EACH, person.person_id, LONG)


@pytest.mark.row("M3", "M5")
async def test_the_prompt_knows_an_old_allergy_whoever_worded_it(house: House, person: Person) -> None:
    project = await person.project("Dinner for six")
    for told in WORDED:
        await aged(house, (await person.write(told)).assertion_id, 900)
    await lives_on(house, person)
    for place in (None, project):
        for line in (DINNER, "hello"):
            held = prompt(house, await person.say(line, place))
            assert [told for told in WORDED if told not in held] == [], (place, line)


@pytest.mark.row("M3")
async def test_what_was_agreed_to_in_the_talk_is_in_the_next_reply_and_gone_when_it_is_taken_back(
    house: House, person: Person
) -> None:
    held = await person.say("I'm allergic to peanuts")
    assert NUTS not in "".join(part.text for part in brief(house, held).prompt().sections if part.name != "intent")
    await person.say("yes")
    told = await person.say(DINNER)
    (lasting,) = [part for part in brief(house, told).prompt().sections if part.name == "personal_memory"]
    assert f"- {NUTS} (noted just now)" in lasting.text
    assert lasting.stable
    (nuts,) = await person.memories()
    await person.act("retract", nuts)
    assert "peanuts" not in prompt(house, await person.say(DINNER))


@pytest.mark.row("M3", "M28")
async def test_outside_of_a_project_what_fits_and_what_is_newest_is_there_within_its_room(
    house: House, person: Person
) -> None:
    bread = await person.write("You bake sourdough bread with rye.")
    await aged(house, bread.assertion_id, 500)
    await lives_on(house, person)
    told = await person.say("Which flour for my sourdough bread?")
    context = brief(house, told).turn.context
    assert "sourdough bread" in context.fitting
    assert "number 59." in context.fitting
    assert len(context.always) + len(context.fitting) <= MOST_OUTSIDE
    assert not [part for part in brief(house, told).prompt().sections if part.name == "fitting" and part.stable]
    assert "sourdough" not in prompt(house, await person.say("And the weather?"))


@pytest.mark.row("S1")
@pytest.mark.usefixtures("house")
async def test_why_shows_what_the_prompt_held(person: Person) -> None:
    allergy = await person.write(NUTS)
    told = await person.say(DINNER)
    why = await person.why(told.turn_id)
    (used,) = [one for one in why.references if one.assertion_id == allergy.assertion_id]
    assert used.influence is Influence.KNOWN


@pytest.mark.row("M27")
async def test_with_reading_switched_off_nothing_of_it_is_there(house: House, person: Person) -> None:
    await person.write(NUTS)
    await person.write("Your name is Mara.", category="profile")
    await house.do("update conversation set read = false where person_id = $1", person.person_id)
    said = prompt(house, await person.say(DINNER))
    assert "peanuts" not in said
    assert "Mara" not in said


@pytest.mark.row("M5")
@pytest.mark.parametrize("told", ["Your name is Mara.", "You said: “I'm called Mara”"])
async def test_the_persons_name_and_the_seed_of_their_story_are_there(house: House, person: Person, told: str) -> None:
    await person.write(told, category="profile")
    project = await person.project("Garden", "Soups and stews.")
    outside = prompt(house, await person.say("hello"))
    assert "It travels with you across all your projects" in outside
    for place in (None, project):
        (engagement,) = [
            part.text
            for part in brief(house, await person.say("hello", place)).prompt().sections
            if part.name == "engagement"
        ]
        assert "\nMara\n" in engagement


@pytest.mark.row("M5")
async def test_the_part_that_lasts_does_not_move_with_the_line(house: House, person: Person) -> None:
    await person.write(NUTS)
    await person.write("You bake sourdough bread.")
    stable = [
        "".join(part.text for part in brief(house, await person.say(line)).prompt().sections if part.stable)
        for line in ("Which flour for sourdough bread?", "hello", DINNER)
    ]
    assert len(set(stable)) == 1


@pytest.mark.row("K1")
@pytest.mark.parametrize("place", ["outside", "inside"])
async def test_after_48_days_nobody_speaks_of_last_night(house: House, person: Person, place: str) -> None:
    project = await person.project("Garden") if place == "inside" else None
    first = await person.say("hello", project)
    await house.do("update turn set closed_at = closed_at - interval '48 days' where id = $1", first.turn_id)
    again = brief(house, await person.say("hello again", project))
    assert "The exchange before this one was 48 days ago" in "".join(part.text for part in again.prompt().sections)
    then = datetime.now(UTC) - timedelta(days=48)
    assert again.prompt().talk[0].said.startswith(f"[{then:%A}, {then.day} {then:%B %Y}")
    assert again.history[0].said == "hello"


@pytest.mark.row("K1")
async def test_our_question_is_not_in_the_talk_that_the_model_sees(house: House, person: Person) -> None:
    asked = await person.say("I collect old maps")
    assert asked.reply.startswith("All right.\n\n")
    await person.say("yes")
    later = brief(house, await person.say("hello"))
    assert later.prompt().talk[0].replied == f"All right.\n\n{ASKED}"
    assert later.history[0].replied == asked.reply
