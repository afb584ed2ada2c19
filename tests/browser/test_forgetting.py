"""Of several that may be meant, those that are chosen are forgotten."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, question, say
from tests.browser.visiting import PHONE, Visits

pytestmark = pytest.mark.row("M8")

ALLERGIES = ("You're allergic to shellfish.", "You're allergic to peanuts.", "You're allergic to pollen.")


async def test_the_chosen_candidates_are_forgotten_and_the_others_stay(page_of: Visits, person: Person) -> None:
    for allergy in ALLERGIES:
        await person.write(allergy)
    page = await page_of(person)
    await say(page, "Forget that I'm allergic")
    for allergy in ALLERGIES:
        await expect(question(page).get_by_role("checkbox", name=allergy)).not_to_be_checked()
    for allergy in ALLERGIES[:2]:
        await question(page).get_by_role("checkbox", name=allergy).check()
    await answer(page, "Forget 2")
    await expect(question(page).get_by_role("checkbox")).to_have_count(0)
    assert [one.content for one in await person.memories(force=Force.COMMITTED)] == [ALLERGIES[2]]


async def test_none_of_these_forgets_nothing(page_of: Visits, person: Person) -> None:
    for allergy in ALLERGIES:
        await person.write(allergy)
    page = await page_of(person)
    await say(page, "Forget that I'm allergic")
    await answer(page, "None of these")
    await expect(question(page).get_by_role("checkbox")).to_have_count(0)
    assert len(await person.memories(force=Force.COMMITTED)) == len(ALLERGIES)


async def test_which_is_meant_is_a_question_of_its_own_and_answered_from_the_keyboard(
    page_of: Visits, person: Person
) -> None:
    for allergy in ALLERGIES:
        await person.write(allergy)
    page = await page_of(person, size=PHONE)
    await say(page, "Forget that I'm allergic")
    await expect(question(page).get_by_role("heading", name="Which do you mean?")).to_be_visible()
    for number, allergy in enumerate(ALLERGIES, 1):
        await expect(question(page).get_by_role("checkbox", name=f"{allergy} Number {number}")).to_be_visible()
    assert await axe(page) == []
    first = question(page).get_by_role("checkbox").first
    await first.focus()
    await page.keyboard.press("Space")
    await expect(first).to_be_checked()
    forget = question(page).get_by_role("button", name="Forget 1")
    while not await forget.evaluate("(button) => button === document.activeElement"):
        await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowRight")
    await expect(question(page).get_by_role("button", name="None of these")).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    await expect(question(page).get_by_role("checkbox")).to_have_count(0)
    assert len(await person.memories(force=Force.COMMITTED)) == len(ALLERGIES) - 1
