"""Of what there can be many, the card shows what is known beside the new one, and lets it take that one's place."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, question, say
from tests.browser.visiting import DESK, PHONE, Size, Visits

pytestmark = pytest.mark.row("M25")

PEANUTS, POLLEN = "You're allergic to peanuts.", "You're allergic to pollen."


@pytest.mark.parametrize(("chosen", "kept"), [("Yes", {PEANUTS, POLLEN}), ("Instead of {number}", {POLLEN})])
@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_a_yes_keeps_both_and_one_button_puts_the_new_in_its_place(
    page_of: Visits, person: Person, chosen: str, kept: set[str], size: Size
) -> None:
    known = await person.write(PEANUTS)
    page = await page_of(person, size=size)
    await say(page, "I'm allergic to pollen")
    for shown in (PEANUTS, POLLEN):
        await expect(question(page).get_by_text(shown, exact=True)).to_be_visible()
    await answer(page, chosen.format(number=known.display_number))
    await expect(question(page).get_by_role("button")).to_have_count(0)
    assert {memory.content for memory in await person.memories(force=Force.COMMITTED)} == kept


async def test_what_is_over_is_taken_back_from_its_card(page_of: Visits, person: Person) -> None:
    await person.write("You are vegan.")
    page = await page_of(person)
    await say(page, "I'm not vegan any more")
    await expect(question(page).get_by_text("You are vegan.", exact=True)).to_be_visible()
    await answer(page, "Yes, it is over")
    await expect(question(page).get_by_role("button")).to_have_count(0)
    assert await person.memories(force=Force.COMMITTED) == []
