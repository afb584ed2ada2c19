"""The talk shows what it asked about as it stands now, and a first visit speaks as the browser does."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, choice, conversation, line, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")


async def test_each_item_reads_as_it_is_and_not_as_it_was(page_of: Visits, person: Person) -> None:
    for said, answered in (("I collect old maps", "yes"), ("I'm allergic to shellfish", "no")):
        await person.say(said)
        await person.say(answered)
    page = await page_of(person)
    for words, standing in (("old maps", "Known"), ("shellfish", "Not agreed to")):
        chips = conversation(page).locator(".changes li").filter(has_text=words)
        await expect(chips.locator(".mark")).to_have_text([standing])  # where it was asked about


async def test_what_is_changed_elsewhere_is_seen_in_the_talk_at_once(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    await person.say("yes")
    page = await page_of(person)
    chip = conversation(page).locator(".changes .mark").last
    await expect(chip).to_have_text("Known")
    (known,) = await person.memories(force=Force.COMMITTED)
    await person.act("retract", known)
    await expect(chip).not_to_have_text("Known")


async def test_undo_takes_the_trace_along_and_brings_the_question_back(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, "Yes")
    trace = conversation(page).locator(".changes")
    await expect(trace).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await expect(choice(page, "Yes")).to_be_enabled()
    await expect(trace).to_have_count(0)
    assert await person.memories(force=Force.COMMITTED) == []


async def test_a_first_visit_takes_language_and_time_zone_from_the_browser(page_of: Visits, person: Person) -> None:
    page = await page_of(person, language="de")
    await expect(page.get_by_role("textbox", name="Was möchtest du sagen?")).to_be_visible()
    assert (await person.me()).settings.language == "de"
    await person.set(language="en")
    await person.say("hello")
    await page.reload()
    await expect(page.get_by_role("textbox", name="What would you like to say?")).to_be_visible()
    assert (await person.me()).settings.language == "en"


async def test_the_count_of_what_waits_is_live_on_every_way_that_it_changes(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    notebook = page.get_by_role("navigation").get_by_role("link", name="Notebook")
    await expect(line(page)).to_be_visible()
    await person.say("I collect old maps")  # on another device
    await expect(notebook).to_have_accessible_name("Notebook 1 waits for your word")
    await say(page, "I'm allergic to shellfish")
    await expect(notebook).to_have_accessible_name("Notebook 2 wait for your word")
    await answer(page, "Yes")
    await expect(notebook).to_have_accessible_name("Notebook 1 waits for your word")
    await page.get_by_role("button", name="Undo").click()
    await expect(notebook).to_have_accessible_name("Notebook 2 wait for your word")
    for held in await person.memories(force=Force.HELD):
        await person.act("reject", held)
    await expect(notebook).to_have_accessible_name("Notebook")


async def test_a_change_in_progress_survives_an_answer_from_another_device(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I'm a vegetarian, I play the cello and I work night shifts")
    vegetarian = question(page).get_by_role("group", name="You're a vegetarian.", exact=True)
    await vegetarian.get_by_role("button", name="Change").click()
    wording = question(page).get_by_role("textbox", name="How it should read")
    await wording.fill("You're a veg")
    cello = next(each for each in await person.memories() if each.content == "You play the cello.")
    await person.act("commit", cello)
    await expect(question(page).get_by_text("You play the cello.")).to_have_count(0)
    await expect(wording).to_have_value("You're a veg")
    await expect(wording).to_be_focused()
