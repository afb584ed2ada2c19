"""Finding a memory: as one types, by meaning, and by keyboard from anywhere and back."""

import re

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import fitting, known, open_notebook, search_field, shows, title
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line
from tests.browser.visiting import Visits
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("S3")

INDEXED_SECONDS = 240.0
"""The chore may still have another test's thousands of turns in hand."""
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
    await expect(known(page).get_by_text("found by words", exact=True)).to_have_count(2)
    await expect(search_field(page)).to_be_focused()
    await page.reload()
    await expect(search_field(page)).to_have_value("QUINC")
    await expect(known(page).get_by_role("link")).to_have_count(2)
    await search_field(page).fill("pelican")
    await expect(page.get_by_text("No memory has “pelican” in it.")).to_be_visible()


async def test_what_is_found_by_meaning_is_there_without_looking_for_it(
    page_of: Visits, keeper: Person, recorder: Recorder
) -> None:
    await keeper.say("I'm allergic to shellfish")  # waits only, so it is not looked at
    page = await open_notebook(await page_of(keeper))
    await search_field(page).fill("which instrument do I play?")
    await expect(page.get_by_text("No memory has “which instrument do I play?” in it.")).to_be_visible()
    await expect(fitting(page).get_by_role("link").first).to_contain_text(CELLO)
    await expect(fitting(page).get_by_role("link").first).to_contain_text("found by meaning")
    assert recorder.asked("POST", "/v1/memory/query") == 1
    await fitting(page).get_by_role("link", name=CELLO).click()
    await expect(title(page)).to_have_text(CELLO)
    await page.keyboard.press("Escape")
    await expect(fitting(page).get_by_role("link", name=CELLO)).to_be_focused()

    await search_field(page).fill("pelican")
    await expect(page.get_by_text("Nothing that is known or was said fits in other words.")).to_be_visible()
    await expect(fitting(page)).to_be_hidden()


async def test_a_search_goes_over_all_notebooks_and_says_where(page_of: Visits, keeper: Person) -> None:
    garden = await keeper.project("Garden")
    await keeper.write("The quinces want lime.", garden)
    page = await open_notebook(await page_of(keeper), look="?q=quinces")
    await shows(known(page), "The quinces want lime.", BEES, QUINCES)
    await expect(known(page).get_by_role("link", name="lime")).to_contain_text("Garden")
    await expect(known(page).get_by_text("Garden")).to_have_count(1)
    await expect(fitting(page).get_by_text("quinces")).to_have_count(0)  # nothing is shown twice
    await search_field(page).fill("")
    await shows(known(page), BEES, CELLO, QUINCES)


async def test_what_was_said_is_found_and_leads_to_its_turn(page_of: Visits, keeper: Person) -> None:
    told = await keeper.say("The lighthouse at Cabo Vidio has a stone cafe")

    async def is_indexed() -> bool:
        asked = {"query": "lighthouse", "search_type": "both"}
        return bool((await keeper.post("/v1/memory/query", asked)).json()["hits"])

    await eventually(is_indexed, INDEXED_SECONDS)
    page = await open_notebook(await page_of(keeper))
    await search_field(page).fill("lighthouse")
    await expect(fitting(page).get_by_text("lighthouse", exact=True)).to_be_visible()  # marked
    said = fitting(page).get_by_role("link", name="The lighthouse at Cabo Vidio has a stone cafe")
    await expect(said).to_contain_text("You said")
    await expect(said).to_contain_text("found by meaning and words")
    await said.click()
    await expect(page).to_have_url(re.compile(f"#/talk.turn={told.turn_id}$"))
    await expect(conversation(page).get_by_text("Cabo Vidio").first).to_be_in_viewport()


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
