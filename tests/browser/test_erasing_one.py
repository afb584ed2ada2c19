"""One memory goes for good, in two steps, and is nowhere any more."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.notebook import known, open_memory, press, shows, title
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M9", "M26")

MAPS, QUINCES = "You collect old maps.", "You grow quinces."
GONE = 404


async def test_it_goes_with_a_receipt_and_is_nowhere(page_of: Visits, person: Person, recorder: Recorder) -> None:
    await person.write(QUINCES)
    await person.say("I collect old maps")
    await person.say("yes")
    maps, _ = await person.memories()
    page = await open_memory(await page_of(person), maps.assertion_id)
    await press(page, "Erase …").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text("Unlike what is not in use, nothing can restore it")).to_be_visible()
    assert await axe(page) == []
    await dialog.get_by_role("button", name="Go on").click()
    await expect(dialog.get_by_role("button", name="No, leave it")).to_be_focused()  # an Enter too many erases nothing
    assert len(await person.memories()) == 2

    await dialog.get_by_role("button", name="Erase for good").click()
    receipt = dialog.get_by_role("region", name="Receipt")
    await expect(receipt.get_by_text("It is gone.")).to_be_visible()
    await expect(receipt.get_by_text("found nothing.")).to_be_visible()
    assert await axe(page) == []
    await dialog.get_by_role("button", name="Close").click()
    await expect(title(page)).to_have_text("Your Story")
    await shows(known(page), QUINCES)
    assert [memory.content for memory in await person.memories()] == [QUINCES]
    assert "old maps" not in (await person.exported()).decode()

    await page.get_by_role("link", name="Talk", exact=True).click()
    await expect(conversation(page).get_by_role("link", name="Why this reply?")).to_have_count(2)
    await expect(page.get_by_text("old maps")).to_have_count(0)
    recorder.expects("status of 404")
    await page.goto(f"/#/memory/{maps.assertion_id}")
    await expect(title(page)).to_have_text("This memory is not here")
    assert (await person.get(f"/v1/assertions/{maps.assertion_id}")).status_code == GONE


async def test_who_changes_their_mind_erases_nothing(page_of: Visits, person: Person) -> None:
    written = await person.write(QUINCES)
    page = await open_memory(await page_of(person), written.assertion_id)
    for way in ("No, leave it", "Escape"):
        await press(page, "Erase …").click()
        await press(page, "Go on").click()
        await (page.keyboard.press("Escape") if way == "Escape" else press(page, way).click())
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(press(page, "Erase …")).to_be_focused()
    assert await person.memory(written.assertion_id) == written
