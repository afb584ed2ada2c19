"""Of several that may be meant, those that are chosen are forgotten."""

import pytest
from playwright.async_api import expect

from shared.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, question, say
from tests.browser.visiting import Visits

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
