"""What was told is asked about, and kept by a yes on the card or in words."""

import pytest
from playwright.async_api import expect

from shared.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, choice, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M1", "M29")


async def test_a_yes_on_the_card_keeps_what_it_shows(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(question(page).get_by_text("You collect old maps.")).to_be_visible()
    await expect(question(page).get_by_text("I collect old maps")).to_be_visible()
    assert await axe(page) == []
    assert [one.force for one in await person.memories()] == [Force.HELD]

    await answer(page, "Yes")
    await expect(choice(page, "Yes")).to_have_count(0)
    (kept,) = await person.memories()
    assert (kept.content, kept.force) == ("You collect old maps.", Force.COMMITTED)


async def test_a_yes_in_words_is_the_same_yes_and_closes_the_card(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await say(page, "yes")
    await expect(choice(page, "Yes")).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.COMMITTED]


@pytest.mark.parametrize(("name", "refusals"), [("No", 0), ("Never this", 1)])
async def test_a_no_keeps_nothing_and_a_never_is_remembered(
    page_of: Visits, person: Person, name: str, refusals: int
) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, name)
    await expect(choice(page, name)).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.RETRACTED]
    assert len((await person.refusals()).refusals) == refusals


async def test_the_card_is_there_again_after_a_reload_and_is_answered_from_the_keyboard(
    page_of: Visits, person: Person
) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await page.reload()
    await choice(page, "Yes").focus()
    await page.keyboard.press("Enter")
    await expect(choice(page, "Yes")).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.COMMITTED]
