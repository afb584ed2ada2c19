"""Incognito, the daily budget, the missing story: what the companion does not do, and says so."""

from pathlib import Path

import pytest

from shared.contracts.assertions import Force
from shared.contracts.operations import Action
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

SEED = Path(__file__).parents[3] / "services" / "memory" / "people" / "personal_seed.md"
only_scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)


@pytest.mark.row("M27")
async def test_with_writing_off_nothing_that_is_said_is_kept(person: Person) -> None:
    project = await person.project("Garden")
    assert (await person.set(write=False)).settings.write is False
    told = await person.say("I'm allergic to shellfish", project)
    noted = await person.say("The soil pH should be 6.5", project)

    assert [(one.memory, one.offer, one.code) for one in (told, noted)] == [((), None, "incognito")] * 2
    assert await person.memories() == []
    assert await person.memories(project) == []
    await person.set(write=True)
    assert (await person.say("I'm allergic to shellfish", project)).action is Action.HELD


@only_scripted
@pytest.mark.row("M27")
async def test_with_reading_off_nothing_that_is_known_is_used(house: House, person: Person) -> None:
    project = await person.project("Garden")
    await person.write("You sing in a choir.")
    await person.say("hello", project)
    assert "choir" in "".join(house.model.prompts[-1])
    await person.set(read=False)
    before = len(house.model.questions), len(house.model.briefs)
    await person.say("What do you know about me?", project)
    await person.say("hello", project)

    questions, briefs = house.model.questions[before[0] :], house.model.briefs[before[1] :]
    assert all("choir" not in memory.content for question in questions for memory in question.near)
    assert all("choir" not in section.text for brief in briefs for section in brief.prompt().sections)
    assert (await person.me()).settings.read is False


@only_scripted
@pytest.mark.row("M27")
async def test_the_switches_outlive_a_restart(house: House, person: Person) -> None:
    await person.set(write=False, read=False)
    await house.restart()
    settings = (await person.me()).settings
    assert (settings.write, settings.read) == (False, False)
    assert (await person.say("I'm allergic to shellfish")).code == "incognito"


@pytest.mark.row("M1")
async def test_the_seed_of_your_story_says_what_it_is_for(person: Person) -> None:
    first = (await person.get("/v1/engagements")).json()["engagements"][0]
    assert (first["kind"], first["engagement_id"]) == ("personal", str(person.story_id))
    assert first["seed"] == SEED.read_text(encoding="utf-8").strip()
    assert "across" in first["seed"]


@pytest.fixture
async def person_without_story(house: House) -> Person:
    """Only a broken database has such a person; the constraints of a sound one do not let it happen."""
    person = await house.person()
    await house.do(
        "do $$ begin set local session_replication_role = replica;"
        f" delete from engagement where id = '{person.story_id}'; end $$"
    )
    return person


@pytest.mark.row("M1")
async def test_without_a_story_a_fact_told_in_a_project_gets_an_honest_error(person_without_story: Person) -> None:
    person = person_without_story
    project = await person.project("Garden")
    told = await person.say("I'm allergic to shellfish", project)

    assert (told.action, told.code, told.memory) == (Action.ERROR, "no_personal_engagement", ())
    assert told.offer is None
    assert told.reply.strip()
    assert (await person.say("The soil pH should be 6.5", project)).action is Action.NOTED


@pytest.mark.row("M1")
async def test_without_a_story_and_outside_of_a_project_the_refusal_is_honest_too(
    person_without_story: Person,
) -> None:
    refused = await person_without_story.send("I'm allergic to shellfish")
    assert refused.status_code == 409, refused.text
    assert (refused.json()["code"], refused.json()["saved"]) == ("no_personal_engagement", False)


@pytest.mark.wires
@pytest.mark.row("K12")
@pytest.mark.parametrize("house", ["anthropic"], indirect=True)  # a model whose price is known
async def test_a_budget_stops_before_it_is_spent_and_the_reply_says_so(house: House, person: Person) -> None:
    server = house.mind.server
    assert server is not None
    first = await person.say("I'm allergic to shellfish")
    assert (await person.why(first.turn_id)).answered_by.provider == "anthropic"
    used = (await person.me()).usage
    assert used is not None
    assert used.cost > 0
    assert used.turns == 1
    await person.say("never mind")
    used = (await person.me()).usage
    assert used is not None
    assert used.tokens.sent > 0

    for budget in ("0", "0.0001"):
        await person.set(daily_budget=budget)
        calls = await server.requests()
        without = await person.say("hello")
        assert await server.requests() == calls
        why = await person.why(without.turn_id)
        assert {why.understood_by.provider, why.answered_by.provider} == {"offline"}
        if budget == "0":  # said once a day
            assert "offline" in without.reply
    after = (await person.me()).usage
    assert after is not None
    assert after.cost == used.cost

    await person.set(daily_budget=None)
    again = await person.say("hello")
    assert (await person.why(again.turn_id)).answered_by.provider == "anthropic"
    assert [one.force for one in await person.memories()] == [Force.RETRACTED]
