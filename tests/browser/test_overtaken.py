"""A page that did not hear of a change: nothing happens to what it does not show, and it says what it reads now."""

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from shared.assertions import AssertionView, Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import answer, open_memory, open_notebook, press, says, title
from tests.browser.recorder import Recorder
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M22")

OLD, NOW = "You grow pears.", "You grow quinces."


async def nothing_is_heard(_: WebSocketRoute) -> None:
    """A connection on which nothing comes."""


@pytest.fixture
async def deaf(page_of: Visits, person: Person) -> Page:
    """A page to which no change is told."""
    page = await page_of.stranger()
    await page.route_web_socket("**/v1/stream", nothing_is_heard)
    await page_of.enter(page, person)
    return page


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
