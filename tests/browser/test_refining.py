"""What was understood wrongly is put right on the card or in words, and both lead to the same."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, choice, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M2")

TOLD, RIGHT = "I'm allergic to shellfish", "You're allergic to shrimp."


async def _by_card(page: Page) -> None:
    await answer(page, "Change")
    wording = question(page).get_by_role("textbox", name="How it should read")
    await expect(wording).to_have_value("You're allergic to shellfish.")
    await wording.fill(RIGHT)
    await wording.press("Enter")
    await expect(question(page).get_by_text(RIGHT)).to_be_visible()
    await answer(page, "Yes")


async def _by_words(page: Page) -> None:
    await say(page, "no, just shrimp")
    await expect(question(page).get_by_text(RIGHT)).to_be_visible()
    await say(page, "yes")


@pytest.mark.parametrize("way", [_by_card, _by_words], ids=["card", "words"])
async def test_a_memory_reads_as_it_was_put_right(
    page_of: Visits, person: Person, way: Callable[[Page], Awaitable[None]]
) -> None:
    page = await page_of(person)
    await say(page, TOLD)
    await expect(choice(page, "Change")).to_be_visible()
    await way(page)
    await expect(choice(page, "Yes")).to_have_count(0)
    (kept,) = await person.memories()
    assert (kept.content, kept.force) == (RIGHT, Force.COMMITTED)
    assert [entry.verb for entry in (await person.history(kept.assertion_id)).entries] == ["hold", "refine", "commit"]
