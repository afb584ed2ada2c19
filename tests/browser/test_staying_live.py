"""What is done elsewhere shows in an open notebook, and what one is at stays."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import answers, known, not_in_use, open_memory, open_notebook, press, shows, title
from tests.browser.recorder import Recorder
from tests.browser.talk import say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

QUINCES = "You grow quinces."


async def test_what_another_tab_does_shows_in_the_lists(page_of: Visits, person: Person) -> None:
    page = await open_notebook(await page_of(person))
    await expect(page.get_by_text("Nothing is known here yet")).to_be_visible()
    tab = await page.context.new_page()
    await tab.goto("/")
    await say(tab, "I collect old maps")
    await expect(answers(page, "You collect old maps.")).to_be_visible()
    await expect(page.get_by_role("link", name="Notebook")).to_contain_text("1")
    await say(tab, "yes")
    await expect(answers(page, "You collect old maps.")).to_have_count(0)
    await shows(known(page), "You collect old maps.")
    await page.get_by_role("radio", name="Not in use").check()
    (maps,) = await person.memories()
    await person.act("retract", maps)
    await shows(not_in_use(page), "You collect old maps.")


async def test_an_open_memory_reads_as_it_is_now_until_it_is_gone(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("status of 404")
    written = await person.write("You grow pears.")
    page = await open_memory(await page_of(person), written.assertion_id)
    now = (await person.act("correct", written, content=QUINCES)).assertion
    assert now is not None
    await expect(title(page)).to_have_text(QUINCES)
    await expect(page.get_by_role("insertion")).to_have_text(QUINCES)
    await person.act("erase", now)
    await expect(title(page)).to_have_text("This memory is not here")
    await expect(page.get_by_text(QUINCES)).to_have_count(0)


async def test_what_is_being_typed_stays_when_it_changes_elsewhere(page_of: Visits, person: Person) -> None:
    written = await person.write("You grow pears.")
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Correct").click()
    wording = page.get_by_role("textbox", name="How it should read")
    await wording.fill("You grow quinces and")
    await person.act("pin", written)
    await expect(page.get_by_role("listitem").get_by_text("Pinned", exact=True)).to_be_visible()
    await expect(wording).to_have_value("You grow quinces and")
    await wording.fill(QUINCES)
    await wording.press("Enter")
    await expect(title(page)).to_have_text(QUINCES)
    assert (await person.memory(written.assertion_id)).pinned
