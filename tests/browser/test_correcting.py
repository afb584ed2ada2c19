"""Putting a memory's words right by hand: what is known at once, what waits goes on waiting; each undone."""

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import open_memory, press, says, title, undo
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M22", "M10")

WRONG, RIGHT = "You grow pears.", "You grow quinces."


async def reword(page: Page, name: str, content: str) -> None:
    """Opens the wording, writes another, and uses it."""
    await press(page, name).click()
    wording = page.get_by_role("textbox", name="How it should read")
    await expect(wording).to_be_focused()
    await wording.fill(content)
    await press(page, "Use this wording").click()


async def test_a_known_one_reads_otherwise_at_once(page_of: Visits, person: Person) -> None:
    written = await person.write(WRONG)
    page = await open_memory(await page_of(person), written.assertion_id)
    await reword(page, "Correct", RIGHT)
    await says(page, "Corrected.")
    await expect(title(page)).to_have_text(RIGHT)
    await expect(page.get_by_role("deletion")).to_have_text(WRONG)
    await expect(page.get_by_role("insertion")).to_have_text(RIGHT)
    now = await person.memory(written.assertion_id)
    assert (now.content, now.force) == (RIGHT, Force.COMMITTED)

    await undo(page)
    await expect(title(page)).to_have_text(WRONG)
    assert (await person.memory(written.assertion_id)).content == WRONG
    verbs = [entry.verb for entry in (await person.history(written.assertion_id)).entries]
    assert verbs == ["write", "correct", "correct"]


async def test_one_that_waits_goes_on_waiting(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    (held,) = await person.memories()
    page = await open_memory(await page_of(person), held.assertion_id)
    await reword(page, "Change", "You collect sea charts.")
    await says(page, "It goes on waiting for your yes.")
    await expect(title(page)).to_have_text("You collect sea charts.")
    now = await person.memory(held.assertion_id)
    assert (now.content, now.force) == ("You collect sea charts.", Force.HELD)
    await undo(page)
    await expect(title(page)).to_have_text("You collect old maps.")
    assert (await person.memory(held.assertion_id)).force is Force.HELD


async def test_escape_leaves_the_wording_and_not_the_memory(page_of: Visits, person: Person) -> None:
    written = await person.write(WRONG)
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Correct").click()
    await page.get_by_role("textbox", name="How it should read").fill(RIGHT)
    await page.keyboard.press("Escape")
    await expect(press(page, "Correct")).to_be_focused()
    await expect(title(page)).to_have_text(WRONG)
    assert (await person.memory(written.assertion_id)).version == written.version
