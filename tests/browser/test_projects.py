"""A project is begun, named anew, put away and taken out again; what is in it stays."""

import pytest
from playwright.async_api import expect

from shared.contracts.requests.people import EngagementList
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_notebook, press, says, shows, title, undo
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")


async def standings(person: Person) -> dict[str, str]:
    """Each project's title, and whether it is in use."""
    everything = EngagementList.model_validate_json((await person.get("/v1/engagements")).content)
    return {each.title: each.status for each in everything.engagements if each.kind == "project"}


async def test_it_is_begun_and_can_be_talked_about(page_of: Visits, person: Person) -> None:
    page = await open_notebook(await page_of(person))
    await press(page, "New project").click()
    form = page.get_by_role("dialog")
    await form.get_by_role("textbox", name="Title").fill("Garden")
    await form.get_by_role("textbox", name="What it is about").fill("Three raised beds.")
    await form.get_by_role("button", name="Begin it").click()
    await expect(title(page)).to_have_text("Garden")
    await expect(page.get_by_text("Three raised beds.")).to_be_visible()
    assert await standings(person) == {"Garden": "active"}
    await page.get_by_role("link", name="Talk", exact=True).click()
    await page.get_by_role("combobox", name="What is this about?").select_option("Garden")


async def test_it_is_put_away_with_all_that_is_in_it(page_of: Visits, person: Person) -> None:
    garden = await person.project("Garden")
    await person.write("The gate sticks.", garden)
    page = await open_notebook(await page_of(person), garden)
    await press(page, "Archive").click()
    await says(page, "Archived. Everything in it stays.")
    await expect(page.get_by_text("This project is archived")).to_be_visible()
    await expect(press(page, "Write one yourself")).to_have_count(0)
    await shows(known(page), "The gate sticks.")
    assert await standings(person) == {"Garden": "archived"}
    await undo(page)
    await expect(press(page, "Archive")).to_be_visible()
    assert await standings(person) == {"Garden": "active"}

    await press(page, "Edit project").click()
    await page.get_by_role("textbox", name="Title").fill("Orchard")
    await press(page, "Use this wording").click()
    await expect(title(page)).to_have_text("Orchard")
    assert await standings(person) == {"Orchard": "active"}
