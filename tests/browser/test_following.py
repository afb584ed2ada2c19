"""Whoever says something, and has not scrolled away, sees what is asked about it: it comes into sight."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.test_several import THREE
from tests.browser.plenty import many_turns
from tests.browser.talk import conversation, question, say
from tests.browser.visiting import DESK, NARROW, PHONE, Size, Visits

pytestmark = pytest.mark.row("S3", "M29")

FACTS = ("I'm allergic to shellfish", "I collect old maps", "I live in Miami")
SHORT = Size(1280, 480)


async def _after_a_long_talk(page_of: Visits, house: House, person: Person, size: Size) -> Page:
    """The page as it is for whoever lets it move: it is on its way while more comes."""
    await person.say("Hello.")
    await many_turns(house, person, 20)
    page = await page_of(person, size=size)
    await page.emulate_media(reduced_motion="no-preference")
    await expect(conversation(page).get_by_text("Line 1.")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [DESK, SHORT, PHONE, NARROW])
async def test_what_is_asked_of_three_facts_begins_in_sight(
    page_of: Visits, house: House, person: Person, size: Size
) -> None:
    page = await _after_a_long_talk(page_of, house, person, size)
    await say(page, THREE)
    await expect(question(page).get_by_role("heading")).to_be_in_viewport(ratio=1)
    await page.reload()
    await expect(question(page).get_by_role("heading")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [DESK, PHONE, NARROW])
async def test_the_question_after_facts_sent_in_a_row_is_in_sight(
    page_of: Visits, house: House, person: Person, size: Size
) -> None:
    page = await _after_a_long_talk(page_of, house, person, size)
    for text in FACTS:
        await say(page, text)
    await expect(page.get_by_role("list", name="On its way").get_by_role("listitem")).to_have_count(0)
    await expect(question(page).get_by_role("button", name="Yes", exact=True)).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("button", name="To the newest")).to_be_hidden()


async def test_who_reads_further_up_is_left_there(page_of: Visits, house: House, person: Person) -> None:
    page = await _after_a_long_talk(page_of, house, person, PHONE)
    early = conversation(page).get_by_text("Line 12.")
    await early.hover()  # scrolls there, also while the list is drawn anew
    await expect(page.get_by_role("button", name="To the newest")).to_be_visible()
    await person.say(THREE)
    await expect(question(page).get_by_role("heading")).to_have_count(1)
    await expect(early).to_be_in_viewport()
    await expect(question(page).get_by_role("heading")).not_to_be_in_viewport()


async def test_a_question_that_waited_comes_into_sight_with_its_card(
    page_of: Visits, house: House, person: Person
) -> None:
    """Not only once it is known what else waits: the card would move beneath the hand that answers."""
    await person.say(THREE)
    await many_turns(house, person, 20)
    page = await page_of.stranger(size=PHONE)
    known = asyncio.Event()

    async def later(route: Route) -> None:
        await known.wait()
        await route.continue_()

    await page.route("**/v1/assertions?force=held*", later)
    await page_of.enter(page, person)
    await expect(question(page).get_by_role("heading")).to_be_in_viewport(ratio=1)
    known.set()
