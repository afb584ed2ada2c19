"""Making go for good: what was said, and everything."""

import pytest
from playwright.async_api import Page, expect

from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = [pytest.mark.row("M9"), pytest.mark.row("M26")]
UNAUTHORIZED = 401


async def ask(page: Page, name: str) -> None:
    """Opens the question."""
    await page.goto("/#/settings")
    await page.get_by_role("button", name=name).click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def test_the_talk_goes_with_a_receipt_and_the_memories_stay(page_of: Visits, person: Person) -> None:
    await person.say("The kettle is on")
    await person.write("You grow quinces.")
    page = await page_of(person)
    await ask(page, "Erase the talk…")
    assert await axe(page) == []
    await page.get_by_role("button", name="Erase the talk", exact=True).click()
    await expect(page.get_by_role("heading", name="The talk is erased")).to_be_visible()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()

    assert "kettle" not in (await person.exported()).decode()
    assert [memory.content for memory in await person.memories()] == ["You grow quinces."]


@pytest.mark.parametrize(("way", "stays"), [("They move to Your Story", True), ("They go with it", False)])
async def test_a_project_goes_and_its_memories_as_one_says(
    page_of: Visits,
    person: Person,
    way: str,
    stays: bool,  # noqa: FBT001  # a parameter of cases
) -> None:
    garden = await person.project("Garden")
    await person.write("The beds are 1.2 m wide.", garden)
    page = await page_of(person)
    await page.goto(f"/#/notebook/{garden}")
    await page.get_by_role("button", name="Erase …").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Erase the project").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("Please choose one.")
    assert await axe(page) == []
    await dialog.get_by_text(way).click()
    await dialog.get_by_role("button", name="Erase the project").click()
    await expect(dialog.get_by_role("region", name="Receipt")).to_contain_text("It is gone.")
    await dialog.get_by_role("button", name="Close").click()
    await expect(page.get_by_role("heading", name="Your Story", level=1)).to_be_visible()
    await expect(page.get_by_role("main").get_by_text("The beds are 1.2 m wide.")).to_have_count(int(stays))
    assert [memory.content for memory in await person.memories()] == ["The beds are 1.2 m wide."] * stays


async def test_escape_erases_nothing(page_of: Visits, person: Person) -> None:
    await person.write("You grow quinces.")
    page = await page_of(person)
    await ask(page, "Erase everything…")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.get_by_role("button", name="Erase everything…")).to_be_focused()
    assert len(await person.memories()) == 1


async def test_everything_goes_after_the_typed_words_and_ends_with_a_goodbye(page_of: Visits, person: Person) -> None:
    await person.write("You grow quinces.")
    page = await page_of(person)
    await ask(page, "Erase everything…")
    typed = page.get_by_role("textbox", name="To be sure")
    await typed.fill("yes")
    await typed.press("Enter")
    await expect(page.get_by_role("alert").get_by_text("Nothing was erased")).to_be_visible()
    assert len(await person.memories()) == 1

    await typed.fill(" Erase everything ")
    await typed.press("Enter")
    await expect(page.get_by_role("heading", name="Goodbye")).to_be_focused()
    await expect(page.get_by_role("region", name="Receipt")).to_be_visible()
    assert (await person.get("/v1/me")).status_code == UNAUTHORIZED
    assert await axe(page) == []


async def test_when_everything_goes_a_further_tab_signs_out(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("status of 401", "WebSocket connection")
    page = await page_of(person)
    tab = await page.context.new_page()
    await tab.goto("/")
    await line(tab).fill("Something private")
    await ask(page, "Erase everything…")
    await page.get_by_role("textbox", name="To be sure").fill("erase everything")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Goodbye")).to_be_focused()
    await expect(tab.get_by_role("button", name="Sign in")).to_be_visible()
    await expect(line(tab)).to_be_hidden()
    assert await tab.evaluate("sessionStorage.length") == 0
