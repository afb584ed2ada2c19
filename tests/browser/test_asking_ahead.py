"""What the first view shows is asked for while the page's code is still on its way; and only what it shows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, Route, expect

from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S1")

OF_THE_TALK = ["GET /v1/engagements", "GET /v1/me", "GET /v1/offers", "GET /v1/turns?limit=50"]
LATER = ("/v1/assertions", "/v1/conversations", "/v1/greeting")
"""What is asked for once the talk is shown."""
EVERYWHERE = ["GET /v1/engagements", "GET /v1/me"]


@asynccontextmanager
async def without_its_code(page: Page) -> AsyncIterator[None]:
    """Meanwhile the page's code does not arrive."""
    arrives = asyncio.Event()

    async def hold(route: Route) -> None:
        await arrives.wait()
        await route.continue_()

    await page.route("**/app.js", hold)
    try:
        yield
    finally:
        arrives.set()


async def another(known: Page) -> Page:
    """A page in its place, that nothing was asked for yet."""
    await expect(line(known)).to_be_visible()
    page = await known.context.new_page()
    await known.close()
    return page


def of_the_doors(recorder: Recorder) -> list[str]:
    """What the doors were asked for before the page began to listen; what waits is asked for once that is shown."""
    asked = recorder.requests
    first = asked[: asked.index("WS /v1/stream")] if "WS /v1/stream" in asked else asked
    return sorted(each for each in first if " /v1/" in each and not any(later in each for later in LATER))


async def test_what_the_talk_shows_is_asked_for_before_its_code_is_there_and_once(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    await person.say("I'm allergic to shellfish")
    page = await another(await page_of(person))
    recorder.requests.clear()
    async with without_its_code(page):
        async with page.expect_response("**/v1/offers"), page.expect_response("**/v1/turns?limit=50"):
            await page.goto("/", wait_until="commit")
        assert of_the_doors(recorder) == OF_THE_TALK
    await expect(page.get_by_role("link", name="Why this reply?")).to_be_visible()
    await expect(page.get_by_role("heading", name="May I keep this?")).to_be_visible()
    assert of_the_doors(recorder) == OF_THE_TALK
    assert sum("/texts/" in each for each in recorder.requests) == 1


async def test_another_view_asks_for_nothing_of_the_talk(page_of: Visits, person: Person, recorder: Recorder) -> None:
    page = await another(await page_of(person))
    recorder.requests.clear()
    await page.goto("/#/settings")
    async with page.expect_event("websocket"):
        await expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert of_the_doors(recorder) == EVERYWHERE


async def test_the_talk_that_is_gone_to_later_is_not_shown_as_it_was_then(page_of: Visits, person: Person) -> None:
    page = await another(await page_of(person))
    await page.goto("/#/settings")
    await expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    await person.say("I'm allergic to shellfish")
    await page.get_by_role("link", name="Talk").click()
    await expect(page.get_by_role("heading", name="May I keep this?")).to_be_visible()


async def test_who_goes_elsewhere_before_the_words_are_there_finds_them(page_of: Visits, person: Person) -> None:
    page = await page_of.stranger()
    words = asyncio.Event()

    async def later(route: Route) -> None:
        await words.wait()
        await route.continue_()

    await page.route("**/texts/en.json", later)
    async with page.expect_request("**/v1/engagements"):  # who it is is known then
        await page_of.enter(page, person)
    await page.evaluate("location.hash = '#/settings'")
    words.set()
    await expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    await expect(page.get_by_role("link", name="Talk", exact=True)).to_be_visible()


async def test_of_a_stranger_only_who_it_is_is_asked(page_of: Visits, recorder: Recorder) -> None:
    recorder.expects("status of 401")
    page = await page_of.stranger()
    await page.goto("/")
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert of_the_doors(recorder) == ["GET /v1/me"]


async def test_a_link_is_redeemed_before_anything_is_asked(page_of: Visits, person: Person, recorder: Recorder) -> None:
    page = await page_of(person)
    await expect(line(page)).to_be_visible()
    assert next(each for each in recorder.requests if " /v1/" in each) == "POST /v1/session"
