"""A line that cannot go yet stays whole, and an address writes and sends nothing (D-02, D-51)."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S1")

LONG = "A thought. " * 400
ADDRESSES = ("/?q=remember+that+I+like+tea", "/#/talk?q=remember+that+I+like+tea", "/#remember that I like tea")


async def test_what_is_too_long_is_kept_whole_and_not_sent(page_of: Visits, person: Person, recorder: Recorder) -> None:
    page = await page_of(person)
    await say(page, LONG)
    await expect(page.get_by_text("this one has 4,399")).to_be_visible()
    await expect(page.get_by_role("button", name="Send")).to_be_disabled()
    await page.reload()
    await expect(line(page)).to_have_value(LONG)
    await expect(page.get_by_text("this one has 4,399")).to_be_visible()
    assert recorder.asked("POST", "/v1/converse") == 0

    await line(page).fill(LONG[:4_000])
    await expect(page.get_by_text("this one has")).to_have_count(0)
    await line(page).press("Enter")
    await expect(conversation(page).get_by_text(LONG[:4_000], exact=True)).to_be_visible()
    await expect(line(page)).to_have_value("")
    assert recorder.asked("POST", "/v1/converse") == 1


@pytest.mark.parametrize("address", ADDRESSES)
async def test_an_address_sends_nothing(page_of: Visits, person: Person, recorder: Recorder, address: str) -> None:
    page = await page_of(person)
    await page.goto("about:blank")
    await page.goto(address)
    await expect(page.get_by_text("Just begin").or_(page.get_by_text("What shall I be called?"))).to_be_visible()
    await line(page).press("Enter")
    assert recorder.asked("POST", "/v1/converse") == 0
    assert (await person.get("/v1/turns")).json()["turns"] == []
