"""A memory that the person writes is known at once: nobody has to ask them."""

import json

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Category, Force, Label
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
    await page.get_by_role("radio", name="Not in use").check()
    await expect(page.get_by_text("Everything is in use.")).to_be_visible()
    assert await person.memories(garden) == []


async def test_what_it_may_replace_is_named_and_gives_way_to_it(page_of: Visits, person: Person) -> None:
    former = await person.write("You live in Miami.")
    page = await open_notebook(await page_of(person))
    await press(page, "Write one yourself").click()
    form = page.get_by_role("dialog")
    await form.get_by_role("textbox", name="What is to be known").fill("You live in Lisbon now.")
    await form.get_by_role("button", name="Keep it").click()
    await says(page, f"Kept. You also have {former.display_number}: “You live in Miami.”")
    await page.get_by_role("button", name=f"Instead of {former.display_number}").click()
    await shows(known(page), "You live in Lisbon now.")
    await undo(page)
    await shows(known(page), "You live in Lisbon now.", "You live in Miami.")


async def test_undoing_it_leaves_nothing_behind_and_touches_nothing_else(page_of: Visits, person: Person) -> None:
    garden = await person.project("Garden")
    await person.write("The gate sticks.", garden)
    told = await person.say("The gate sticks.")
    page = await open_notebook(await page_of(person))
    await press(page, "Write one yourself").click()
    await page.get_by_role("textbox", name="What is to be known").fill("The gate sticks.")
    await page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    await shows(known(page), "The gate sticks.")
    await undo(page)
    await shows(known(page))
    assert await person.memories() == []
    assert [memory.content for memory in await person.memories(garden)] == ["The gate sticks."]
    assert (await person.why(told.turn_id)).said == ("The gate sticks.",)
    assert json.loads(await person.exported())["refusals"] == []
    written = await person.write("The gate sticks.")
    assert (written.force, written.display_number) == (Force.COMMITTED, 2)  # a number is not used twice


async def test_only_what_was_written_just_now_is_undone(person: Person) -> None:
    written = await person.write("The gate sticks.")
    corrected = (await person.act("correct", written, content="The gate squeaks.")).assertion
    assert corrected is not None
    assert (await person.try_to("unwrite", corrected)).status_code == 409
    told = await person.say("I'm allergic to shellfish")
    held = await person.memory(told.memory[0].assertion_id)
    assert (await person.try_to("unwrite", held)).status_code == 409
    assert len(await person.memories()) == 2


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
