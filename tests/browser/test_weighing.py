"""Pinning, weighing and moving a memory, and the way back from each."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_memory, open_notebook, press, says, shows, undo
from tests.browser.recorder import Recorder
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M22")

QUINCES = "You grow quinces."


async def test_it_is_pinned_and_weighed_and_each_is_undone(page_of: Visits, person: Person) -> None:
    written = await person.write(QUINCES)
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Pin").click()
    await says(page, "Pinned.")
    await expect(press(page, "Unpin")).to_be_focused()  # whoever works by keyboard is still there
    assert (await person.memory(written.assertion_id)).pinned
    await undo(page)
    await expect(press(page, "Pin")).to_be_visible()
    assert not (await person.memory(written.assertion_id)).pinned

    await expect(page.get_by_role("radio", name="Normally")).to_be_checked()
    await page.get_by_role("radio", name="Vitally").check()
    await says(page, "Noted how much it matters.")
    assert (await person.memory(written.assertion_id)).importance == 5  # vitally
    await undo(page)
    await expect(page.get_by_role("radio", name="Normally")).to_be_checked()
    assert (await person.memory(written.assertion_id)).importance == written.importance


async def test_it_is_moved_to_a_project_and_undone(page_of: Visits, person: Person) -> None:
    garden = await person.project("Garden")
    written = await person.write(QUINCES)
    page = await open_memory(await page_of(person), written.assertion_id)
    await page.get_by_role("combobox", name="Belongs to").select_option("Garden")
    await says(page, "Moved.")
    assert [memory.content for memory in await person.memories(garden)] == [QUINCES]
    assert await person.memories() == []
    await undo(page)
    await expect(page.get_by_role("combobox", name="Belongs to")).to_have_value(str(person.story_id))
    assert [memory.content for memory in await person.memories()] == [QUINCES]
    await shows(known(await open_notebook(page)), QUINCES)
    await shows(known(await open_notebook(page, garden)))


async def test_what_it_is_about_is_changed_by_hand_and_undone(page_of: Visits, person: Person) -> None:
    written = await person.write(QUINCES)
    page = await open_memory(await page_of(person), written.assertion_id)
    about = page.get_by_role("combobox", name="What it is about")
    await expect(about).to_have_value("knowledge")
    await about.select_option("interests")
    await says(page, "Noted what it is about.")
    assert (await person.memory(written.assertion_id)).category == "interests"
    await expect(page.get_by_text("What it is about was changed")).to_be_visible()  # in its history
    await undo(page)
    await expect(about).to_have_value("knowledge")
    assert (await person.memory(written.assertion_id)).category == "knowledge"


async def test_health_stays_health_and_says_why(page_of: Visits, person: Person, recorder: Recorder) -> None:
    recorder.expects("status of 422")
    written = await person.write("You're allergic to shellfish.")
    page = await open_memory(await page_of(person), written.assertion_id)
    about = page.get_by_role("combobox", name="What it is about")
    await about.select_option("interests")
    await expect(page.get_by_role("alert").get_by_text("about health")).to_be_visible()
    await expect(about).to_have_value("health")
    assert (await person.memory(written.assertion_id)).category == "health"
