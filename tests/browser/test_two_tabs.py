"""Two tabs, one conversation: what one does, the other shows; a card that was overtaken says so."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, choice, conversation, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("P7")


async def test_a_card_that_was_answered_in_another_tab_says_so(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    tab = await page.context.new_page()
    await tab.goto("/")
    await expect(choice(tab, "Yes")).to_be_visible()
    await answer(page, "Yes")
    await expect(choice(tab, "Yes")).to_have_count(0)
    await expect(question(tab)).to_contain_text("This question is closed")


async def test_a_line_of_one_device_is_answered_on_the_other_too(page_of: Visits, person: Person) -> None:
    page, other = await page_of(person), await page_of(person)
    await say(page, "The kettle is on")
    for one in (page, other):
        await expect(conversation(one).get_by_text("The kettle is on")).to_be_visible()
        await expect(conversation(one).get_by_text("All right.")).to_be_visible()
