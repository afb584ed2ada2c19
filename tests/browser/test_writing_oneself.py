"""A memory that the person writes is known at once: nobody has to ask them."""

import pytest
from playwright.async_api import expect

from shared.assertions import Category, Force, Label
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_notebook, press, says, shows, undo
from tests.browser.recorder import Recorder
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M22")


async def test_what_is_written_is_known_where_it_was_written(page_of: Visits, person: Person) -> None:
    garden = await person.project("Garden")
    page = await open_notebook(await page_of(person), garden)
    await expect(page.get_by_text("Nothing is known here yet")).to_be_visible()
    await press(page, "Write one yourself").click()
    form = page.get_by_role("dialog")
    await expect(form.get_by_text("it is known at once, in Garden")).to_be_visible()
    await form.get_by_role("textbox", name="What is to be known").fill("  The gate sticks.  ")
    await form.get_by_role("combobox", name="What it is about").select_option("Good to know")
    await form.get_by_role("button", name="Keep it").click()
    await says(page, "Kept: it is known from now on.")
    await shows(known(page), "The gate sticks.")
    await expect(page.get_by_text("Nothing is known here yet")).to_have_count(0)
    (written,) = await person.memories(garden)
    assert (written.content, written.force, written.label, written.category) == (
        "The gate sticks.", Force.COMMITTED, Label.WRITTEN, Category.KNOWLEDGE,
    )  # fmt: skip

    await undo(page)
    await shows(known(page))
    assert [memory.force for memory in await person.memories(garden)] == [Force.RETRACTED]


async def test_cancel_and_escape_write_nothing(page_of: Visits, person: Person) -> None:
    page = await open_notebook(await page_of(person))
    for way in ("Cancel", "Escape"):
        await press(page, "Write one yourself").click()
        await page.get_by_role("textbox", name="What is to be known").fill("The gate sticks.")
        await (page.keyboard.press(way) if way == "Escape" else press(page, way).click())
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(press(page, "Write one yourself")).to_be_focused()
    assert await person.memories() == []


async def test_what_the_doors_refuse_is_said_in_the_form(page_of: Visits, person: Person, recorder: Recorder) -> None:
    recorder.expects("status of 422")
    page = await open_notebook(await page_of(person))
    await press(page, "Write one yourself").click()
    form = page.get_by_role("dialog")
    await form.get_by_role("textbox", name="What is to be known").fill("   ")
    await form.get_by_role("button", name="Keep it").click()
    await expect(form.get_by_role("alert")).not_to_be_empty()
    assert await person.memories() == []
