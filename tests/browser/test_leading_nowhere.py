"""Addresses of what is not there: said in the person's words, with a way on."""

import re

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

NOBODYS = "0190c7a0-0000-7000-8000-000000000000"


@pytest.mark.parametrize("about", [NOBODYS, "what-is-this", "%2e%2e"])
@pytest.mark.parametrize(
    ("view", "title", "way", "there"),
    [
        ("memory", "This memory is not here", "Notebook", "Your Story"),
        ("why", "This exchange is not here", "Back to the talk", re.compile("^Talk with")),
    ],
)
async def test_a_view_of_what_is_not_there_says_so_and_leads_on(  # noqa: PLR0913, PLR0917  # each is a column of the table
    page_of: Visits,
    person: Person,
    recorder: Recorder,
    view: str,
    title: str,
    way: str,
    there: str | re.Pattern[str],
    about: str,
) -> None:
    recorder.expects("status of 404", "status of 422")
    page = await page_of(person)
    await page.goto(f"/#/{view}/{about}")
    await expect(page.get_by_role("heading", name=title, level=1)).to_be_focused()
    await expect(page.get_by_text(re.compile("^It was erased, or "))).to_be_visible()
    await page.get_by_role("main").get_by_role("link", name=way).click()
    await expect(page.get_by_role("heading", name=there, level=1)).to_have_count(1)


@pytest.mark.parametrize("address", ["nowhere", "constructor", "talks", "Notebook/1"])
async def test_an_address_of_no_view_says_so_and_leads_to_the_talk(
    page_of: Visits, person: Person, address: str
) -> None:
    page = await page_of(person)
    await expect(line(page)).to_be_visible()
    await page.goto(f"/#/{address}")
    await expect(page.get_by_role("heading", name="This address leads nowhere.", level=1)).to_be_focused()
    await expect(page).to_have_title((await person.me()).companion_name)
    await page.get_by_role("main").get_by_role("link", name="To the talk").click()
    await expect(line(page)).to_be_visible()


@pytest.mark.parametrize("turn", [NOBODYS, "what-is-this"])
async def test_a_line_that_is_not_there_is_looked_for_once(
    page_of: Visits, person: Person, recorder: Recorder, turn: str
) -> None:
    recorder.expects("status of 404", "status of 422")
    await person.say("The kettle is on")
    page = await page_of(person)
    await page.goto(f"/#/talk?turn={turn}")
    await expect(page.get_by_role("alert")).to_contain_text("is not here any more")
    await expect(conversation(page).get_by_text("The kettle is on")).to_be_in_viewport()
    assert recorder.asked("GET", f"/v1/turns/{turn}") == 1
    await say(page, "It boils")
    await expect(conversation(page).get_by_text("It boils")).to_be_visible()
    await expect(line(page)).to_have_value("")
