"""What changes while nobody tells the page of it is on the page all the same, as soon as it listens."""

import asyncio
from collections.abc import Callable

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_notebook, title
from tests.browser.stream import LateStream
from tests.browser.talk import conversation, line, question
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

OLD, NOW = "You grow pears.", "You grow quinces."
SETTLED_MS = 1_000
"""By now a view looks again: what changes in quick succession is looked for once."""


@pytest.fixture
def stream() -> LateStream:
    return LateStream()


@pytest.fixture
async def page(page_of: Visits, person: Person, stream: LateStream) -> Page:
    """A talk that is shown, and whose stream is not open yet."""
    page = await page_of.stranger()
    await stream.of(page)
    await page_of.enter(page, person)
    await stream.wanted.wait()
    return page


async def test_what_was_said_before_the_stream_opened_is_in_the_talk_and_counted(
    page: Page, person: Person, stream: LateStream
) -> None:
    await expect(line(page)).to_be_visible()
    await person.say("I collect old maps")
    stream.let.set()
    notebook = page.get_by_role("navigation").get_by_role("link", name="Notebook")
    await expect(notebook).to_have_accessible_name("Notebook 1 waits for your word")
    await expect(conversation(page).get_by_text("I collect old maps")).to_be_visible()
    await expect(question(page).get_by_text("You collect old maps.")).to_be_visible()


async def test_what_changed_before_the_stream_opened_is_in_the_notebook(
    page: Page, person: Person, stream: LateStream
) -> None:
    written = await person.write(OLD)
    await open_notebook(page)
    await expect(known(page).get_by_role("link", name=OLD)).to_be_visible()
    await person.act("correct", written, content=NOW)
    stream.let.set()
    await expect(known(page).get_by_role("link", name=NOW)).to_be_visible()


async def test_what_was_erased_before_the_stream_opened_is_not_named_in_a_why(
    page: Page, person: Person, stream: LateStream
) -> None:
    told = await person.say("I collect old maps")
    await page.goto(f"/#/why/{told.turn_id}")
    maps = page.get_by_role("link", name="You collect old maps.")
    await expect(maps.first).to_be_visible()
    await person.act("erase", (await person.memories())[0])
    stream.let.set()
    await expect(maps).to_have_count(0)


VIEWS: dict[str, tuple[str, Callable[[Page], Locator]]] = {
    "memory/{0}": ("**/v1/assertions/*", title),
    "notebook": ("**/v1/assertions?*force=committed*", lambda page: known(page).get_by_role("link")),
}
"""What a view asks for, and where it shows how a memory reads."""


@pytest.mark.parametrize("view", VIEWS)
async def test_what_changes_while_a_view_is_being_fetched_is_shown_in_it(
    page_of: Visits, person: Person, view: str
) -> None:
    """The answer that tells how it read before is held up until the page heard that it reads otherwise."""
    asks, read = VIEWS[view]
    written = await person.write(OLD)
    page = await page_of(person)
    await expect(conversation(page)).to_be_attached()
    await page.clock.install()
    former = _HeldUp()
    await page.route(asks, former.first, times=1)
    await page.goto(f"/#/{view.format(written.assertion_id)}")
    await former.read.wait()
    async with page.expect_response("**/v1/engagements"):  # which is asked for when it is told of a change
        await person.act("correct", written, content=NOW)
    await page.clock.run_for(SETTLED_MS)
    former.let.set()
    await expect(read(page)).to_contain_text(NOW)


class _HeldUp:
    """An answer that memory has given, and that arrives when it is let."""

    def __init__(self) -> None:
        self.read, self.let = asyncio.Event(), asyncio.Event()

    async def first(self, route: Route) -> None:
        answer = await route.fetch()
        self.read.set()
        await self.let.wait()
        await route.fulfill(response=answer)
