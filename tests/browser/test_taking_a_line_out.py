"""A line leaves the talk on the page, after asking; what was kept of it stays."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import conversation
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M27")


async def test_a_line_leaves_the_talk_and_what_was_kept_of_it_stays(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    await person.say("yes")
    page = await page_of(person)
    said = conversation(page).get_by_text("I collect old maps", exact=True)
    await expect(said).to_be_visible()
    await conversation(page).get_by_role("button", name="Take out…").first.click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text("What was kept of it stays in the notebook")).to_be_visible()
    assert await axe(page) == []
    await dialog.get_by_role("button", name="Take it out").click()
    await expect(dialog.get_by_role("region", name="Receipt")).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()
    await expect(said).to_have_count(0)
    await expect(conversation(page).get_by_text("[erased]").first).to_be_visible()
    assert len(await person.memories()) == 1
