"""Finding a memory: as one types, by meaning, and by keyboard from anywhere and back."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_notebook, search_field, shows, title
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

QUINCES, CELLO, BEES = "You grow quinces.", "You play the cello.", "You keep bees behind the quinces."


@pytest.fixture
async def keeper(person: Person) -> Person:
    """Somebody who wrote three things, the last of them newest."""
    for content in (QUINCES, CELLO, BEES):
        await person.write(content)
    return person


async def test_the_list_narrows_as_one_types_and_the_address_keeps_it(page_of: Visits, keeper: Person) -> None:
    page = await open_notebook(await page_of(keeper))
    await expect(known(page).get_by_role("link")).to_have_count(3)
    await search_field(page).press_sequentially("QUINC")
    await expect(known(page).get_by_role("link")).to_have_count(2)
    await expect(known(page).get_by_text("quinc", exact=True)).to_have_count(2)  # marked in each
    await expect(search_field(page)).to_be_focused()
    await page.reload()
    await expect(search_field(page)).to_have_value("QUINC")
    await expect(known(page).get_by_role("link")).to_have_count(2)
    await search_field(page).fill("pelican")
    await expect(page.get_by_text("Nothing here has “pelican” in it.")).to_be_visible()


async def test_what_is_found_by_meaning_needs_none_of_its_words(
    page_of: Visits, keeper: Person, recorder: Recorder
) -> None:
    await keeper.say("I'm allergic to shellfish")  # waits only, so it is not looked at
    page = await open_notebook(await page_of(keeper))
    await page.get_by_role("radio", name="By meaning").check()
    await expect(page.get_by_text("Ask in your own words")).to_be_visible()
    await search_field(page).fill("which instrument do I play?")
    await shows(known(page), CELLO)
    await expect(known(page).get_by_text("found by meaning")).to_be_visible()
    assert recorder.asked("POST", "/v1/memory/query") == 1
    await search_field(page).fill("pelican")
    await expect(page.get_by_text("Nothing that is known fits.")).to_be_visible()
    await search_field(page).fill("am I allergic to shellfish?")
    await expect(
        page.get_by_text("Nothing that is known fits.").or_(known(page).get_by_role("link").first)
    ).to_be_visible()
    await expect(known(page).get_by_text("shellfish")).to_have_count(0)


async def test_from_the_talk_to_a_memory_and_back_to_it_without_a_mouse(page_of: Visits, keeper: Person) -> None:
    page = await page_of(keeper)
    await line(page).press("/")
    await expect(line(page)).to_have_value("/")  # whoever writes, writes
    await page.get_by_role("link", name="Settings").focus()
    await page.keyboard.press("/")
    await expect(search_field(page)).to_be_focused()
    await expect(known(page).get_by_role("link")).to_have_count(3)
    for _ in range(2):
        await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await expect(known(page).get_by_role("link", name=CELLO)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(title(page)).to_have_text(CELLO)
    await page.keyboard.press("Escape")
    await expect(known(page).get_by_role("link", name=CELLO)).to_be_focused()

    await page.keyboard.press("s")
    await expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    await page.keyboard.press("n")
    await expect(title(page)).to_have_text("Your Story")
    await expect(title(page)).to_be_focused()


async def test_back_from_a_memory_is_the_search_that_found_it(page_of: Visits, keeper: Person) -> None:
    page = await open_notebook(await page_of(keeper))
    await search_field(page).fill("bees")
    await shows(known(page), BEES)
    await known(page).get_by_role("link").click()
    await expect(title(page)).to_have_text(BEES)
    await page.go_back()
    await expect(search_field(page)).to_have_value("bees")
    await expect(known(page).get_by_role("link", name=BEES)).to_be_focused()
