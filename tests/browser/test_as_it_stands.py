"""The talk shows what it asked about as it stands now, and a first visit speaks as the browser does."""

import pytest
from playwright.async_api import expect

from shared.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, choice, conversation, say
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
