"""How much one person's browser loads: for the first view, and for all of them in one language."""

from typing import NamedTuple

import pytest
from playwright.async_api import Page, expect
from pydantic import TypeAdapter

from services.gateway.doors.page import FIRST, FOLDER
from services.gateway.doors.page import read_page_files as sent_files
from shared.contracts.requests.conversations import ConversationStatus
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.scripted_doors import scripted_doors
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")


class Weight(NamedTuple):
    """Bytes of files: on the wire, and as they are once they have come."""

    sent: int
    whole: int


FIRST_VIEW = Weight(sent=47_500, whole=121_500)
EVERY_VIEW = Weight(sent=103_000, whole=256_000)
"""What is reached: ceilings that are lowered with what goes, and not raised unseen."""
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, encodedBodySize: sent, decodedBodySize: whole }) => [
    new URL(name).pathname.replace(/^\\/(page\\/[^/]+\\/)?/, ""), sent, whole])"""
_LOADED = TypeAdapter(list[tuple[str, int, int]])


async def loaded(page: Page) -> dict[str, Weight]:
    """The page's own files that were asked for, as the browser weighed them."""
    entries = _LOADED.validate_python(await page.evaluate(LOADED))
    weighed = {name or FIRST: Weight(sent, whole) for name, sent, whole in entries}
    return {name: weight for name, weight in weighed.items() if (FOLDER / name).is_file()}


def together(files: dict[str, Weight]) -> Weight:
    """Their sum; each is as long as it is sent, or it was not weighed."""
    whole = sent_files(FOLDER)
    for name, weight in files.items():
        assert name == FIRST or weight.whole == len(whole[name]), name
        assert 0 < weight.sent < weight.whole, name
    return Weight(*map(sum, zip(*files.values(), strict=True)))


async def for_who_is_new(page_of: Visits, person: Person, recorder: Recorder) -> dict[str, Weight]:
    """What is loaded to come in and to be welcomed."""
    recorder.expects("status of 401")
    stranger = await page_of.stranger()
    await stranger.goto("/")
    await expect(stranger.get_by_role("button", name="Sign in")).to_be_visible()
    newcomer = await page_of(person)
    await expect(newcomer.get_by_text("Just begin")).to_be_visible()
    return await loaded(stranger) | await loaded(newcomer)


async def test_the_page_is_light_at_first_and_in_all(
    page_of: Visits, house: House, person: Person, recorder: Recorder
) -> None:
    pytest.importorskip("rjsmin", reason="has no wheel for this machine")
    told = await person.say("I'm allergic to shellfish")
    (memory,) = told.memory
    doors = await scripted_doors(person)
    page = await page_of.stranger()
    await doors.of(page)
    await page_of.enter(page, person)
    await expect(line(page)).to_be_visible()
    await expect(page.get_by_role("link", name="Why this reply?")).to_be_visible()
    first = together(await loaded(page))
    assert (first.sent <= FIRST_VIEW.sent, first.whole <= FIRST_VIEW.whole) == (True, True), first

    for name in ("Take out…", "Go to a day"):
        await page.get_by_role("button", name=name).click()
        await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    for view, heading in (
        ("notebook", "Your Story"),
        (f"memory/{memory.assertion_id}", memory.content),
        (f"why/{told.turn_id}", "Why this reply?"),
        ("story", "What it meant"),
        ("threads", "What is open"),
        ("archive", "Conversations"),
        ("settings", "Settings"),
    ):
        await page.goto(f"/#/{view}")
        await expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    doors.status = ConversationStatus.READY_TO_CLOSE
    await page.goto("/#/talk")
    await expect(page.get_by_role("link", name="Look at it")).to_be_visible()
    await page.get_by_role("button", name="Close…").click()
    await expect(page.get_by_role("heading", name="What this conversation meant", level=1)).to_be_visible()
    files = await loaded(page) | await for_who_is_new(page_of, await house.person(), recorder)
    others = {f"texts/{folder}{language}.json" for language in ("de", "es") for folder in ("", "further/")}
    there = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file()}
    assert there - files.keys() - others == set()  # nothing is there that no view needs
    every = together(files)
    assert (every.sent <= EVERY_VIEW.sent, every.whole <= EVERY_VIEW.whole) == (True, True), every
