"""How much one person's browser loads, uncompressed: for the first view, and for all of them in one language."""

import pytest
from playwright.async_api import expect

from services.gateway.doors.page import FIRST, FOLDER
from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

FIRST_VIEW = 125_000
EVERY_VIEW = 202_500
"""What is reached: a ceiling that is lowered with what goes, and not raised unseen."""


def loaded(recorder: Recorder) -> set[str]:
    """The page's own files that were asked for."""
    paths = (asked.removeprefix("GET /").partition("?")[0] for asked in recorder.requests if asked.startswith("GET /"))
    return {path or FIRST for path in paths if (FOLDER / (path or FIRST)).is_file()}


def weight(files: set[str]) -> int:
    """Their bytes as they are sent."""
    return sum((FOLDER / name).stat().st_size for name in files)


async def test_the_page_is_light_at_first_and_in_all(page_of: Visits, person: Person, recorder: Recorder) -> None:
    told = await person.say("I'm allergic to shellfish")
    (memory,) = told.memory
    page = await page_of(person)
    await expect(line(page)).to_be_visible()
    await expect(page.get_by_role("link", name="Why this reply?")).to_be_visible()
    first = loaded(recorder)
    assert weight(first) <= FIRST_VIEW

    for view, heading in (
        ("notebook", "Your Story"),
        (f"memory/{memory.assertion_id}", memory.content),
        (f"why/{told.turn_id}", "Why this reply?"),
        ("settings", "Settings"),
    ):
        await page.goto(f"/#/{view}")
        await expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    every = loaded(recorder)
    others = {f"texts/{language}.json" for language in ("de", "es")}
    there = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file()}
    assert there - every - others == set()  # nothing is there that no view needs
    assert weight(every) <= EVERY_VIEW
