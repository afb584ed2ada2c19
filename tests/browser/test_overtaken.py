"""A page that did not hear of a change: nothing happens to what it does not show, and it says what it reads now."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import AssertionView, Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import answer, open_memory, open_notebook, press, says, title
from tests.browser.recorder import Recorder
from tests.browser.stream import LateStream
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M22")

OLD, NOW = "You grow pears.", "You grow quinces."


@pytest.fixture
async def deaf(page_of: Visits, person: Person) -> AsyncIterator[Page]:
    """A page to which no change is told, and which never comes to listen: that alone would have it look again."""
    page, stream = await page_of.stranger(), LateStream()
    await stream.of(page)
    await page_of.enter(page, person)
    await stream.wanted.wait()
    yield page
    stream.let.set()


@pytest.fixture
async def written(person: Person) -> AssertionView:
    return await person.write(OLD)


@pytest.mark.parametrize("deed", ["Pin", "Take back", "Correct"])
async def test_a_known_one_is_left_alone_and_shown_as_it_reads_now(
    deaf: Page, person: Person, written: AssertionView, recorder: Recorder, deed: str
) -> None:
    recorder.expects("status of 409")
    page = await open_memory(deaf, written.assertion_id)
    now = (await person.act("correct", written, content=NOW)).assertion
    await press(page, deed).click()
    if deed == "Take back":
        await page.get_by_role("dialog").get_by_role("button", name=deed).click()
    if deed == "Correct":
        await page.get_by_role("textbox", name="How it should read").fill("You grow plums.")
        await press(page, "Use this wording").click()
    await expect(page.get_by_role("alert").get_by_text(f"It reads now: “{NOW}”")).to_be_visible()
    assert await person.memory(written.assertion_id) == now
    if deed == "Correct":
        await expect(page.get_by_role("textbox", name="How it should read")).to_have_value("You grow plums.")
    else:
        await expect(title(page)).to_have_text(NOW)


async def test_the_person_decides_anew_on_what_it_reads_now(
    deaf: Page, person: Person, written: AssertionView, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    page = await open_memory(deaf, written.assertion_id)
    await person.act("correct", written, content=NOW)
    await press(page, "Pin").click()
    await expect(title(page)).to_have_text(NOW)
    await press(page, "Pin").click()
    await says(page, "Pinned.")
    await expect(page.get_by_role("alert")).to_have_count(0)
    assert (await person.memory(written.assertion_id)).pinned


async def test_no_yes_is_taken_for_words_that_were_not_shown(deaf: Page, person: Person, recorder: Recorder) -> None:
    recorder.expects("status of 409")
    await person.say("I collect old maps")
    (held,) = await person.memories()
    page = await open_notebook(deaf)
    await expect(answer(page, held.content, "Yes")).to_be_visible()
    await person.act("refine", held, content="You collect sea charts.")
    await answer(page, held.content, "Yes").click()
    await expect(page.get_by_text("It reads now: “You collect sea charts.”")).to_be_visible()
    assert [memory.force for memory in await person.memories()] == [Force.HELD]


async def changes_meanwhile(page: Page, person: Person, written: AssertionView) -> AssertionView:
    """It is put otherwise elsewhere, and the page knows it."""
    now = (await person.act("correct", written, content=NOW)).assertion
    assert now is not None
    await expect(page.get_by_role("insertion")).to_have_text(NOW)
    return now


async def test_words_that_changed_behind_a_wording_are_not_corrected_unseen(
    page_of: Visits, person: Person, written: AssertionView, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    page = await open_memory(await page_of(person), written.assertion_id)
    await press(page, "Correct").click()
    await page.get_by_role("textbox", name="How it should read").fill("You grow plums.")
    now = await changes_meanwhile(page, person, written)
    await press(page, "Use this wording").click()
    await expect(page.get_by_role("alert").get_by_text(f"It reads now: “{NOW}”")).to_be_visible()
    assert await person.memory(written.assertion_id) == now
    await press(page, "Use this wording").click()  # knowing how it reads
    await expect(title(page)).to_have_text("You grow plums.")


@pytest.mark.parametrize("deed", ["Take back", "Erase for good"])
async def test_a_dialog_does_nothing_to_words_that_it_did_not_show(
    page_of: Visits, person: Person, written: AssertionView, recorder: Recorder, deed: str
) -> None:
    recorder.expects("status of 409")
    page = await open_memory(await page_of(person), written.assertion_id)
    dialog = page.get_by_role("dialog")
    if deed == "Take back":
        await press(page, deed).click()
    else:
        await press(page, "Erase …").click()
        await dialog.get_by_role("button", name="Go on").click()
    now = await changes_meanwhile(page, person, written)
    await dialog.get_by_role("button", name=deed).click()
    await expect(page.get_by_role("alert").get_by_text(f"It reads now: “{NOW}”")).to_be_visible()
    assert await person.memory(written.assertion_id) == now
