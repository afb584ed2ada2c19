"""Each setting saves by itself, says so, and can be put back."""

import pytest
from playwright.async_api import Page, expect

from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits

pytestmark = pytest.mark.row("S3")


async def at_settings(page: Page) -> Page:
    """The settings, shown."""
    await page.goto("/#/settings")
    await expect(page.get_by_role("textbox", name="Name")).to_be_visible()
    return page


async def test_the_companions_name_is_changed_and_put_back(page_of: Visits, person: Person) -> None:
    before = (await person.me()).companion_name
    page = await at_settings(await page_of(person))
    name = page.get_by_role("textbox", name="Name")
    await name.fill("Rosa")
    await name.press("Enter")
    await expect(page.get_by_role("status").get_by_text("The name is changed.")).to_be_visible()
    assert (await person.me()).companion_name == "Rosa"

    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("status").get_by_text("Undone.")).to_be_visible()
    await expect(name).to_have_value(before)
    assert (await person.me()).companion_name == before


async def test_a_language_changes_the_whole_page_at_once(page_of: Visits, person: Person) -> None:
    page = await at_settings(await page_of(person))
    await page.get_by_role("combobox", name="Language").select_option("de")
    await expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    await expect(page.get_by_role("status").get_by_text("Wir sprechen jetzt Deutsch.")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Sprache")).to_be_focused()


async def test_what_cannot_be_is_said_where_it_was_typed_and_not_saved(page_of: Visits, person: Person) -> None:
    page = await at_settings(await page_of(person))
    for label, typed, sentence in (
        ("Time zone", "Mars/Base", "That is no time zone that I know."),
        ("At most a day, in US dollars", "lots", "Please write an amount such as 2.50"),
    ):
        field = page.get_by_label(label)
        await field.fill(typed)
        await field.press("Tab")
        await expect(page.get_by_role("alert").get_by_text(sentence)).to_be_visible()
    settings = (await person.me()).settings
    assert (settings.time_zone, settings.daily_budget) == ("UTC", None)


async def test_a_shorter_time_for_the_talk_is_asked_about_first(page_of: Visits, person: Person) -> None:
    page = await at_settings(await page_of(person))
    kept = page.get_by_role("combobox", name="Keep the words of our talk")
    await kept.select_option("90")
    await page.get_by_role("button", name="Cancel").click()
    await expect(kept).to_have_value("")
    assert (await person.me()).settings.retention_days is None

    await kept.select_option("90")
    await page.get_by_role("button", name="Yes, erase what is older").click()
    await expect(page.get_by_role("status").get_by_text("The talk is kept for that long.")).to_be_visible()
    assert (await person.me()).settings.retention_days == 90  # as chosen
    await kept.select_option("")
    await expect(page.get_by_role("button", name="Yes, erase what is older")).to_have_count(0)


@pytest.mark.row("M27")
async def test_what_is_switched_on_another_door_is_seen_here(page_of: Visits, person: Person) -> None:
    page = await at_settings(await page_of(person))
    await expect(page.get_by_role("switch", name="Use what is known")).to_be_checked()
    await person.set(read=False)
    await expect(page.get_by_role("switch", name="Use what is known")).not_to_be_checked()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (NARROW, "dark")])
async def test_they_are_well_made(page_of: Visits, person: Person, size: Size, scheme: Scheme) -> None:
    page = await at_settings(await page_of(person, size=size, scheme=scheme))
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert await axe(page) == []
