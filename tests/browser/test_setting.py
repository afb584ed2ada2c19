"""Each setting saves by itself, says so, and can be put back."""

import pytest
from playwright.async_api import Page, expect

from shared.contracts.requests.people import Asking
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, question, say
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


@pytest.mark.row("M29")
async def test_how_one_is_asked_is_chosen_in_plain_words_and_put_back(page_of: Visits, person: Person) -> None:
    page = await at_settings(await page_of(person))
    asked = page.get_by_role("combobox", name="Ask me about what I tell you")
    await expect(asked).to_have_value("now")
    await asked.select_option("only_what_matters")
    await expect(page.get_by_role("status").get_by_text("You are asked like that")).to_be_visible()
    assert (await person.me()).settings.asking is Asking.ONLY_WHAT_MATTERS
    await page.get_by_role("button", name="Undo").click()
    await expect(asked).to_have_value("now")
    assert (await person.me()).settings.asking is Asking.NOW

    await page.get_by_role("switch", name="Keep what I order").check()
    await expect(page.get_by_role("status").get_by_text("It holds from your next line")).to_be_visible()
    assert (await person.me()).settings.keep_orders_at_once


@pytest.mark.row("M29")
async def test_a_kind_of_things_is_always_or_never_asked_about_and_never_both(page_of: Visits, person: Person) -> None:
    await person.set(never_ask=["tone"])
    page = await at_settings(await page_of(person))
    await page.get_by_text("For single kinds of things").click()
    await expect(page.get_by_role("combobox", name="Tone")).to_have_value("never")
    health = page.get_by_role("combobox", name="Health")
    for way, always, never in (
        ("always ask", {"health"}, {"tone"}),
        ("never ask", set(), {"tone", "health"}),
        ("as above", set(), {"tone"}),
    ):
        async with page.expect_response(lambda one: one.request.method == "PATCH") as told:
            await health.select_option(label=way)
        assert (await told.value).ok
        settings = (await person.me()).settings
        assert (set(settings.always_ask), set(settings.never_ask)) == (always, never)


@pytest.mark.row("M29")
async def test_the_first_question_tells_where_one_chooses_when_to_be_asked(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await question(page).get_by_role("link", name="When you are asked").click()
    await expect(page.get_by_role("heading", name="When you are asked")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("heading", name="When you are asked")).to_be_focused()
    await page.get_by_role("link", name="Talk", exact=True).click()
    await answer(page, "Yes")
    await say(page, "I'm allergic to shellfish")
    await expect(question(page).get_by_text("You're allergic to shellfish.")).to_be_visible()
    await expect(question(page).get_by_role("link", name="When you are asked")).to_have_count(0)


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
