"""Nothing lies over what one reads: not what was done, no hint, no strip; and what one looks for is in sight."""

from functools import partial
from typing import Literal

import pytest
from playwright.async_api import Locator, expect

from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.test_several import THREE
from tests.browser.notebook import open_notebook, press
from tests.browser.plenty import many_turns
from tests.browser.talk import answer, conversation, line, question
from tests.browser.visiting import DESK, NARROW, PHONE, Size, Visits
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("S3")

LONG = "A thought. " * 400
A_LITTLE_LOWER = Size(390, 560)
"""Only the last lines of a question about three facts are out of sight."""
LANGUAGES = ("en", "de", "es")
Side = Literal["x", "y"]
LENGTH: dict[Side, Literal["width", "height"]] = {"x": "width", "y": "height"}
HINT_FITS = """(field) => {
  field.value = field.placeholder;
  const fits = field.scrollWidth <= field.clientWidth;
  field.value = "";
  return fits;
}"""


async def ends_before(one: Locator, other: Locator, side: Side) -> bool:
    """Whether the one ends where the other begins or before; what is just being drawn anew stands nowhere."""
    first, second = await one.bounding_box(), await other.bounding_box()
    return first is not None and second is not None and first[side] + first[LENGTH[side]] <= second[side]


async def is_above(one: Locator, other: Locator) -> None:
    """The one ends before the other begins, as soon as nothing moves."""
    await eventually(partial(ends_before, one, other, "y"))


@pytest.mark.parametrize("size", [DESK, PHONE, NARROW])
async def test_the_last_line_ends_above_what_was_done(
    page_of: Visits, house: House, person: Person, size: Size
) -> None:
    await person.say("I'm allergic to shellfish")
    await many_turns(house, person, 5)
    page = await page_of(person, size=size)
    await answer(page, "Yes")
    became = conversation(page).get_by_role("link", name="You're allergic to shellfish.")
    await expect(press(page, "Undo")).to_be_in_viewport(ratio=1)
    await expect(became).to_be_in_viewport(ratio=1)
    told = page.get_by_role("status").filter(has=press(page, "Undo"))
    await is_above(became, told)
    await is_above(told, line(page))


@pytest.mark.parametrize("size", [DESK, PHONE, NARROW])
async def test_the_last_line_ends_above_a_hint_at_what_is_written(
    page_of: Visits, house: House, person: Person, size: Size
) -> None:
    await person.say("Hello.")
    await many_turns(house, person, 5)
    page = await page_of(person, size=size)
    last = conversation(page).get_by_role("link", name="Why this reply?").last
    await expect(last).to_be_in_viewport(ratio=1)
    await line(page).fill(LONG)
    hint = page.get_by_text("this one has 4,399")
    await expect(hint).to_be_in_viewport(ratio=1)
    await expect(last).to_be_in_viewport(ratio=1)
    await is_above(last, hint)
    await is_above(hint, line(page))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_begins_beneath_the_strip(
    page_of: Visits, house: House, person: Person, language: str
) -> None:
    await person.set(language=language)
    await person.say(THREE)
    await person.set(read=False)  # which the strip says in a sentence of its own
    await many_turns(house, person, 5)
    page = await page_of(person, size=NARROW, language=language)
    heading = page.locator(".offer h2")
    await expect(heading).to_be_in_viewport(ratio=1)
    await is_above(page.locator(".strip"), heading)


async def test_a_question_too_long_for_the_window_leads_to_its_end(
    page_of: Visits, house: House, person: Person
) -> None:
    await person.say(THREE)
    await many_turns(house, person, 5)
    page = await page_of(person, size=A_LITTLE_LOWER)
    end = question(page).get_by_text("Without an answer it is dropped")
    await expect(page.locator(".offer h2")).to_be_in_viewport(ratio=1)
    newest = page.get_by_role("button", name="To the newest")
    await expect(newest).to_be_visible()
    await newest.dispatch_event("click")  # a pointer would scroll there by itself
    await expect(newest).to_be_hidden()
    await expect(end).to_be_in_viewport(ratio=1)
    await is_above(end, line(page))


async def test_beginning_a_project_is_in_sight_beside_many(page_of: Visits, person: Person) -> None:
    garden, *_ = [await person.project(title) for title in ("Garden", "Kitchen", "Orchard", "Workshop")]
    page = await open_notebook(await page_of(person, size=NARROW), garden)
    await expect(press(page, "New project")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("link", name="Garden")).to_be_in_viewport(ratio=1)
    await eventually(partial(ends_before, page.get_by_role("link", name="Garden"), press(page, "New project"), "x"))
    await press(page, "New project").click()
    await expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_the_search_hints_at_is_not_cut(page_of: Visits, person: Person, language: str) -> None:
    await person.set(language=language)
    page = await page_of(person, size=NARROW, language=language)
    await page.goto("/#/notebook")
    field = page.get_by_role("searchbox")
    await expect(field).to_be_visible()
    assert await field.evaluate(HINT_FITS)  # the field stays as long as its view
