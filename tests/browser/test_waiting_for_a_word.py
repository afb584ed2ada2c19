"""What was asked and talked past waits beneath the talk, is answered there, and is gone everywhere once it is."""

import pytest
from playwright.async_api import Locator, Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, choice, question, say, waiting
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M2", "M29")

MAPS, SHELLFISH = "You collect old maps.", "You're allergic to shellfish."
VEGETARIAN = "You're a vegetarian."


def fold(page: Page) -> Locator:
    """What is pressed to see what waits."""
    return waiting(page).locator("summary")


def answer_among(cards: Locator, content: str, name: str) -> Locator:
    """One answer to one item of these cards."""
    return cards.get_by_role("group", name=content, exact=True).get_by_role("button", name=name, exact=True)


def answer_of(page: Page, content: str, name: str) -> Locator:
    """One answer to what waits."""
    return answer_among(waiting(page), content, name)


async def talked_past(page: Page) -> None:
    """Maps wait, and shellfish is asked about."""
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await say(page, "The kettle is on")
    await expect(fold(page)).to_have_text("1 waits for your word")
    await expect(question(page)).to_have_count(0)
    await say(page, "I'm allergic to shellfish")
    await expect(question(page).get_by_text(SHELLFISH)).to_be_visible()


async def test_what_is_asked_stands_open_and_what_waits_is_folded_beneath(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await talked_past(page)
    await expect(question(page).get_by_text(MAPS)).to_have_count(0)
    await expect(answer_of(page, MAPS, "Yes")).to_be_hidden()
    await fold(page).click()
    await expect(waiting(page).get_by_role("heading")).to_contain_text("Waiting")
    assert await axe(page) == []

    await answer_of(page, MAPS, "Yes").click()
    await expect(waiting(page)).to_have_count(0)
    await expect(question(page).get_by_text(SHELLFISH)).to_be_visible()
    forces = {each.content: each.force for each in await person.memories()}
    assert forces == {MAPS: Force.COMMITTED, SHELLFISH: Force.HELD}


async def test_what_waits_is_there_after_a_reload_and_gone_once_it_is_answered_elsewhere(
    page_of: Visits, person: Person
) -> None:
    page = await page_of(person)
    await talked_past(page)
    await page.reload()
    await expect(fold(page)).to_have_text("1 waits for your word")
    await fold(page).click()
    tab = await page.context.new_page()
    await tab.goto("/")
    await fold(tab).click()
    await answer_of(tab, MAPS, "No").click()
    await expect(waiting(tab)).to_have_count(0)
    await expect(waiting(page)).to_have_count(0)
    await expect(choice(page, "Yes")).to_be_visible()


async def test_what_is_named_in_words_is_asked_again_and_waits_no_second_time(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await say(page, "The kettle is on")
    await expect(fold(page)).to_be_visible()
    await say(page, "yes, remember that")
    await expect(question(page).get_by_text(MAPS)).to_be_visible()
    await expect(waiting(page)).to_have_count(0)
    await answer(page, "Yes")
    await expect(choice(page, "Yes")).to_have_count(0)
    assert [each.force for each in await person.memories()] == [Force.COMMITTED]


async def test_a_change_in_progress_stays_while_another_is_answered(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I'm a vegetarian, I play the cello and I work night shifts")
    await answer_among(question(page), VEGETARIAN, "Change").click()
    wording = question(page).get_by_role("textbox", name="How it should read")
    await wording.fill("You're a veg")
    await answer_among(question(page), "You play the cello.", "No").click()
    await expect(question(page).get_by_text("You play the cello.")).to_have_count(0)
    await expect(wording).to_have_value("You're a veg")
    await wording.fill("You're vegan.")
    await wording.press("Enter")
    await answer_among(question(page), "You're vegan.", "Yes").click()
    await expect(question(page).get_by_text("You're vegan.")).to_have_count(0)
    forces = {each.content: each.force for each in await person.memories() if each.force is not Force.RETRACTED}
    assert forces == {"You're vegan.": Force.COMMITTED, "You work night shifts.": Force.HELD}
