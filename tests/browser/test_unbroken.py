"""What has no place to break, such as a pasted address, breaks all the same: nothing is pushed out of the window."""

import pytest
from playwright.async_api import Page, expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import answer, known, open_memory, open_notebook, press, title
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import DESK, NARROW, Size, Visits

pytestmark = pytest.mark.row("S3")

LINK = "https://example.org/" + "w" * 180
ACROSS = "document.documentElement.scrollWidth"


async def fits(page: Page) -> bool:
    """Whether nothing reaches beyond the window."""
    await expect(page.get_by_role("navigation").first).to_be_in_viewport()
    return bool(await page.evaluate(f"{ACROSS} <= innerWidth"))


@pytest.mark.parametrize("size", [DESK, NARROW])
async def test_while_it_is_written_and_after_it_was_said(page_of: Visits, person: Person, size: Size) -> None:
    page = await page_of(person, size=size)
    await line(page).fill(LINK)
    assert await fits(page)
    await expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
    await say(page, LINK)
    await expect(conversation(page).get_by_text(LINK, exact=True)).to_be_visible()
    await expect(line(page)).to_have_value("")
    assert await fits(page)


@pytest.mark.parametrize("size", [DESK, NARROW])
async def test_in_a_memory_and_where_it_is_put_otherwise(page_of: Visits, person: Person, size: Size) -> None:
    written = await person.write(f"You like {LINK}")
    await person.say("I collect old maps")
    page = await open_notebook(await page_of(person, size=size))
    await expect(known(page).get_by_role("link")).to_have_count(1)
    assert await fits(page)
    await answer(page, "You collect old maps.", "Change").click()
    await page.get_by_role("textbox", name="How it should read").fill(LINK)
    assert await fits(page)
    await open_memory(page, written.assertion_id)
    assert await fits(page)


@pytest.mark.parametrize("size", [DESK, NARROW])
async def test_in_the_title_of_a_project(page_of: Visits, person: Person, size: Size) -> None:
    garden = await person.project(LINK, LINK)
    page = await page_of(person, size=size)
    about = page.get_by_role("combobox", name="What is this about?")
    await about.select_option(LINK)
    assert await fits(page)
    await open_notebook(page, garden)
    await expect(title(page)).to_have_text(LINK)
    assert await fits(page)
    await press(page, "Edit project").click()
    await expect(page.get_by_role("textbox", name="What it is about")).to_have_value(LINK)
    assert await fits(page)
    assert await page.get_by_role("dialog").evaluate("it => it.scrollWidth <= it.clientWidth")
