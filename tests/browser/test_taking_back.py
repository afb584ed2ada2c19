"""What is taken back can be restored; what is never to be noted again is listed, and lifted."""

import re

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, not_in_use, open_memory, open_notebook, press, says, shows, title, undo
from tests.browser.visiting import Visits

QUINCES = "You grow quinces."


@pytest.mark.row("M8", "M26")
async def test_it_is_taken_back_with_a_look_and_undone(page_of: Visits, person: Person) -> None:
    written = await person.write(QUINCES)
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Take back").click()
    await page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    await says(page, "Taken back. ")
    await expect(press(page, "Restore")).to_be_visible()
    assert (await person.memory(written.assertion_id)).force is Force.RETRACTED
    await undo(page)
    await expect(press(page, "Take back")).to_be_visible()
    assert (await person.memory(written.assertion_id)).force is Force.COMMITTED


@pytest.mark.row("M8")
async def test_it_is_restored_from_what_is_not_in_use(page_of: Visits, person: Person) -> None:
    await person.act("retract", await person.write(QUINCES))
    page = await open_notebook(await page_of(person))
    await page.get_by_role("radio", name="Not in use").check()
    await shows(not_in_use(page), QUINCES)
    await not_in_use(page).get_by_role("link").click()
    await press(page, "Restore").click()
    await says(page, "It is back, as it was.")
    assert [memory.force for memory in await person.memories()] == [Force.COMMITTED]
    await page.keyboard.press("Escape")
    await expect(title(page)).to_have_text("Your Story")
    await expect(page.get_by_text("Everything is in use.")).to_be_visible()
    await page.get_by_role("radio", name="Known").check()
    await shows(known(page), QUINCES)


@pytest.mark.row("M23")
async def test_never_again_is_listed_and_lifted(page_of: Visits, person: Person) -> None:
    written = await person.write("You collect old maps.")
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Take back").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("checkbox", name="And never again").check()
    await dialog.get_by_role("button", name="Take back").click()
    await says(page, "never to be noted again")
    await open_notebook(page, look="?show=back")
    await page.get_by_text(re.compile("^Never again")).click()
    await expect(page.get_by_text("Nobody brings this back but you")).to_be_visible()
    assert [refusal.text for refusal in (await person.refusals()).refusals] == ["You collect old maps."]

    await press(page, "Lift").click()
    await says(page, "Lifted.")
    await expect(page.get_by_text("Nobody brings this back but you")).to_be_hidden()
    assert (await person.refusals()).refusals == ()
