"""From a reply to how it came about, and back."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import conversation
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits

pytestmark = pytest.mark.row("S1")
TOLD, UNDERSTOOD = "I'm allergic to shellfish", "You're allergic to shellfish."


def part(page: Page, name: str) -> Locator:
    """One of the answers to the why."""
    return page.get_by_role("region", name=name)


async def test_a_reply_leads_to_its_why_and_escape_back_to_the_talk(page_of: Visits, person: Person) -> None:
    await person.say(TOLD)
    page = await page_of(person)
    await page.get_by_role("link", name="Why this reply?").click()
    await expect(page.get_by_role("heading", name="Why this reply?")).to_be_focused()
    await expect(part(page, "How I understood you").get_by_text("something about you")).to_be_visible()
    await expect(part(page, "How I understood you").get_by_text(re.compile(r"sure \(\d+%\)"))).to_be_visible()
    await expect(part(page, "How long it took").get_by_role("rowheader", name="Together")).to_be_visible()
    await expect(part(page, "Who read and who answered").get_by_text("Prompt").first).to_be_visible()

    await page.keyboard.press("Escape")
    await expect(conversation(page).get_by_text(TOLD, exact=True)).to_be_visible()


async def test_what_it_did_leads_to_the_memory(page_of: Visits, person: Person) -> None:
    told = await person.say(TOLD)
    page = await page_of(person)
    await page.goto(f"/#/why/{told.turn_id}")
    did = part(page, "What it did in memory")
    await expect(did.get_by_text("Noted, waiting for your word")).to_be_visible()
    link = did.get_by_role("link", name=UNDERSTOOD)
    await expect(link).to_have_attribute("href", f"#/memory/{told.memory[0].assertion_id}")


async def test_a_reply_that_did_nothing_says_so(page_of: Visits, person: Person) -> None:
    told = await person.say("hello")
    page = await page_of(person)
    await page.goto(f"/#/why/{told.turn_id}")
    await expect(part(page, "What led to what").get_by_text("No memory had a part in it")).to_be_visible()
    await expect(part(page, "What it did in memory").get_by_text("memory stayed as it was")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (NARROW, "dark")])
async def test_it_is_well_made(page_of: Visits, person: Person, size: Size, scheme: Scheme) -> None:
    told = await person.say(TOLD)
    page = await page_of(person, size=size, scheme=scheme)
    await page.goto(f"/#/why/{told.turn_id}")
    await expect(part(page, "Who read and who answered")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert await axe(page) == []
