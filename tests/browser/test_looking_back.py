"""What was known at the end of a day is shown as it stood and read then, and nothing can be changed there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, not_in_use, open_notebook, press, search_field, shows, title
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S1", "M25")

GREEN, BLACK, BOAT, ALLERGY = (
    "You like green tea.",
    "You like black tea.",
    "You own a boat.",
    "You're allergic to shellfish.",
)
OLDER = (
    "with was as (update assertion set created_at = created_at - $2::interval where person_id = $1)"
    " update assertion_history set created_at = created_at - $2::interval where person_id = $1"
)
NOTED = "update assertion_history set created_at = $2::timestamptz where person_id = $1"
NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 4, 4, 11, 30, tzinfo=UTC)
"""In Auckland, three hours before its clocks change."""
BEFORE = timedelta(days=40)
SINCE = "This is how it stood on"


@pytest.fixture
async def changed(house: House, person: Person) -> Person:
    """Somebody who has changed since: one thing was reworded, one taken back, and one agreed to."""
    tea, boat = [await person.write(content) for content in (GREEN, BOAT)]
    told = await person.say("I'm allergic to shellfish")
    await house.do(OLDER, person.person_id, BEFORE)
    await person.act("correct", tea, content=BLACK)
    await person.act("retract", boat)
    await person.act("commit", next(iter(await person.memories(force=Force.HELD))))
    assert told.offer is not None
    return person


def days_ago(days: int) -> str:
    """A day, as a field of dates takes it."""
    return (datetime.now(UTC) - timedelta(days=days)).date().isoformat()


async def look_back(page: Page, day: str) -> None:
    """To how it stood at the end of that day."""
    await press(page, "As of …").click()
    await page.get_by_label("Day").fill(day)
    await press(page, "Show").click()
    await expect(page.get_by_text(SINCE)).to_be_visible()


async def test_a_day_is_shown_as_it_stood_and_read(page_of: Visits, changed: Person) -> None:
    page = await open_notebook(await page_of(changed))
    await shows(known(page), ALLERGY, BLACK)
    await look_back(page, days_ago(20))
    await shows(known(page), BOAT, GREEN)
    await expect(known(page).get_by_role("link", name=GREEN)).to_contain_text("until ")
    await page.get_by_role("radio", name="Waiting").check()
    await expect(page.get_by_role("list", name="Waiting").get_by_role("link")).to_have_text(re.compile(ALLERGY))
    await page.get_by_role("radio", name="Not in use").check()
    await expect(page.get_by_text("Nothing of this was here then.")).to_be_visible()
    await page.get_by_role("link", name="Back to today").click()
    await shows(known(page), ALLERGY, BLACK)
    await expect(page.get_by_text(SINCE)).to_have_count(0)


async def test_nothing_can_be_changed_there(page_of: Visits, changed: Person) -> None:
    garden = await changed.project("Garden")
    await changed.say("I collect old maps")  # waits today, and is no part of that day
    page = await open_notebook(await page_of(changed), garden)
    await expect(press(page, "Edit project")).to_be_visible()
    await open_notebook(page, garden, f"?then={days_ago(20)}")
    await expect(page.get_by_text("Nothing of this was here then.")).to_be_visible()
    for name in ("Edit project", "Archive", "Write one yourself", "Yes", "As of …"):
        await expect(press(page, name)).to_have_count(0)
    await open_notebook(page, look=f"?then={days_ago(20)}")
    await shows(known(page), BOAT, GREEN)
    await expect(page.get_by_role("heading", name="Waiting for your word")).to_have_count(0)


async def test_a_memory_of_then_opens_as_it_is_and_leads_back_there(page_of: Visits, changed: Person) -> None:
    page = await open_notebook(await page_of(changed), look=f"?then={days_ago(20)}")
    await known(page).get_by_role("link", name=GREEN).click()
    await expect(title(page)).to_have_text(BLACK)
    await page.keyboard.press("Escape")
    await expect(known(page).get_by_role("link", name=GREEN)).to_be_focused()
    await page.keyboard.press("Escape")
    await shows(known(page), ALLERGY, BLACK)


async def test_the_words_of_then_are_searched(page_of: Visits, changed: Person) -> None:
    page = await open_notebook(await page_of(changed), look=f"?then={days_ago(20)}")
    await search_field(page).fill("green")
    await shows(known(page), GREEN)
    await search_field(page).fill("black")
    await expect(page.get_by_text("No memory has “black” in it.")).to_be_visible()


@pytest.mark.parametrize(
    ("zone", "noted", "day", "is_there"),
    [
        ("UTC", NOON, "March 3, 2026", True),
        ("Pacific/Kiritimati", NOON, "March 3, 2026", False),
        ("Pacific/Auckland", AFTER_MIDNIGHT, "April 4, 2026", False),
    ],
)
async def test_a_day_ends_where_the_person_lives(  # noqa: PLR0913, PLR0917  # where, when and whether
    page_of: Visits, house: House, person: Person, zone: str, noted: datetime, day: str, *, is_there: bool
) -> None:
    """In Kiritimati it ends fourteen hours earlier: what is noted at noon in UTC belongs to the next day there."""
    await person.write(BOAT)
    await house.do(NOTED, person.person_id, noted)
    await person.set(time_zone=zone)
    page = await open_notebook(await page_of(person), look=f"?then={noted.date().isoformat()}")
    await expect(page.get_by_text(f"{SINCE} {day}.")).to_be_visible()
    await expect(known(page)).to_be_attached()
    await expect(known(page).get_by_role("link", name=BOAT)).to_be_visible(visible=is_there)
    await expect(page.get_by_text("Nothing of this was here then.")).to_be_visible(visible=not is_there)


@pytest.mark.parametrize("day", ["2026-02-31", "yesterday", "99999-01-01", "0050-01-01"])
async def test_a_day_that_is_none_is_today(page_of: Visits, changed: Person, day: str) -> None:
    page = await open_notebook(await page_of(changed), look=f"?then={day}")
    await shows(known(page), ALLERGY, BLACK)
    await expect(not_in_use(page)).to_have_count(0)
