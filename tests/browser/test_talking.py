import pytest
from playwright.async_api import expect

from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import NARROW, PHONE, Scheme, Size, Visits

pytestmark = pytest.mark.row("S3")


async def test_a_line_is_said_and_answered(page_of: Visits, person: Person, model: ScriptedModel) -> None:
    model.next_replies.append(ScriptedReply(("Good ", "morning ", "to you.")))
    page = await page_of(person)
    await say(page, "Good morning")
    await expect(conversation(page).get_by_text("Good morning", exact=True)).to_be_visible()
    await expect(conversation(page).get_by_text("Good morning to you.")).to_be_visible()
    await expect(line(page)).to_have_value("")


async def test_what_was_said_is_there_when_the_page_is_opened_again(page_of: Visits, person: Person) -> None:
    await person.say("The kettle is on")
    page = await page_of(person)
    await expect(conversation(page).get_by_text("The kettle is on")).to_be_visible()
    await page.reload()
    await expect(conversation(page).get_by_text("The kettle is on")).to_be_visible()


async def test_everything_that_is_asked_for_is_our_own(page_of: Visits, person: Person, recorder: Recorder) -> None:
    page = await page_of(person)
    await line(page).fill("Good morning")
    await page.get_by_role("button", name="Send").click()
    await expect(conversation(page).get_by_text("All right.")).to_be_visible()
    assert recorder.asked("POST", "/v1/converse") == 1
    assert recorder.asked("GET", "/v1/me") >= 1
    assert recorder.faults == []


async def test_numbers_stay_as_they_were_said(page_of: Visits, person: Person, model: ScriptedModel) -> None:
    model.next_replies.append(ScriptedReply(("These fit:\n\n4. The cello\n10. The maps\n",)))
    page = await page_of(person)
    await say(page, "What is there?")
    maps = conversation(page).get_by_role("listitem").filter(has_text="The maps").last
    await expect(maps).to_be_visible()
    await expect(maps).to_have_js_property("value", 10)


@pytest.mark.parametrize("size", [PHONE, NARROW])
async def test_nothing_reaches_beyond_a_narrow_window(page_of: Visits, person: Person, size: Size) -> None:
    await person.say("w" * 300)
    page = await page_of(person, size=size)
    await expect(conversation(page).get_by_text("w" * 300)).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious(page_of: Visits, person: Person, scheme: Scheme) -> None:
    await person.say("Good morning")
    page = await page_of(person, scheme=scheme)
    await expect(conversation(page).get_by_text("Good morning")).to_be_visible()
    assert await axe(page) == []
