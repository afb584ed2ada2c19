"""One goes to a day of the talk, copies a reply, and writes the last line anew."""

from datetime import UTC, datetime

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from shared.contracts.requests.turns import TurnList
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, choice, conversation, line, question, say
from tests.browser.visiting import PHONE, Visits

pytestmark = pytest.mark.row("S3")

ON_ITS_DAY = (
    "update turn set activated_at = $2::timestamptz from message m"
    " where turn.person_id = $1 and m.person_id = $1 and m.turn_id = turn.id and m.content = $3"
)


async def lines(person: Person) -> list[str]:
    """What was said, as the talk has it now."""
    turns = TurnList.model_validate_json((await person.get("/v1/turns")).content).turns
    return [said for turn in turns for said in turn.said]


async def go_to(page: Page, day: str) -> None:
    """Chooses a day."""
    await page.get_by_role("button", name="Go to a day").click()
    await page.get_by_role("dialog").get_by_label("Day").fill(day)
    await page.get_by_role("dialog").get_by_role("button", name="Show").click()


async def test_one_goes_to_a_day_of_the_talk(page_of: Visits, house: House, person: Person) -> None:
    for said in ("The first frost", "The last plums", "The kettle is on"):
        await person.say(said)
    for said, day in (
        ("The first frost", datetime(2026, 3, 2, tzinfo=UTC)),
        ("The last plums", datetime(2026, 5, 4, tzinfo=UTC)),
    ):
        await house.do(ON_ITS_DAY, person.person_id, day, said)
    page = await page_of(person, size=PHONE)
    await go_to(page, "2026-03-02")
    await expect(conversation(page).get_by_text("The first frost")).to_be_in_viewport(ratio=1)
    assert page.url.endswith("#/talk?day=2026-03-02")
    await go_to(page, "2026-04-01")
    await expect(page.get_by_text("Nothing was said on that day.")).to_be_visible()
    await expect(conversation(page).get_by_text("The last plums")).to_be_in_viewport(ratio=1)


async def test_a_reply_is_copied_from_the_keyboard_and_says_so(page_of: Visits, person: Person) -> None:
    await person.say("The kettle is on")
    page = await page_of(person)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await conversation(page).get_by_role("button", name="Copy", exact=True).focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("status").get_by_text("Copied")).to_be_attached()
    await expect(conversation(page).get_by_role("button", name="Copied")).to_be_focused()
    assert await page.evaluate("navigator.clipboard.readText()") == "All right."
    assert await axe(page) == []


async def test_the_last_line_is_written_anew_and_takes_the_place_of_the_former(page_of: Visits, person: Person) -> None:
    await person.say("The kettle is on")
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    edit = page.get_by_role("button", name="Edit")
    await expect(edit).to_have_count(1)  # of the last line alone
    await edit.click()
    await expect(line(page)).to_be_focused()
    await expect(line(page)).to_have_value("I collect old maps")
    await expect(page.get_by_text("takes the place of your last line")).to_be_visible()
    await say(page, "I'm allergic to shellfish")
    await expect(question(page).get_by_text("You're allergic to shellfish.")).to_be_visible()
    assert await lines(person) == ["The kettle is on", "[erased]", "I'm allergic to shellfish"]
    assert [one.content for one in await person.memories()] == ["You're allergic to shellfish."]
    await expect(page.get_by_text("takes the place of your last line")).to_have_count(0)


async def test_what_was_kept_of_the_last_line_keeps_the_line(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, "Yes")
    await expect(conversation(page).get_by_role("link", name="You collect old maps.")).to_be_visible()
    await page.get_by_role("button", name="Edit").click()
    await expect(page.get_by_text("it is a line of its own")).to_be_visible()
    await say(page, "The kettle is on")
    await expect(conversation(page).get_by_text("The kettle is on")).to_be_visible()
    await expect(page.locator(".under-way, .on-their-way .turn")).to_have_count(0)
    assert await lines(person) == ["I collect old maps", "The kettle is on"]
    assert [one.force for one in await person.memories()] == [Force.COMMITTED]


async def test_whoever_leaves_it_changes_nothing(page_of: Visits, person: Person) -> None:
    await person.say("The kettle is on")
    page = await page_of(person)
    await page.get_by_role("button", name="Edit").click()
    await line(page).press("Escape")
    await expect(line(page)).to_have_value("")
    await expect(page.get_by_text("takes the place of your last line")).to_have_count(0)
    assert await lines(person) == ["The kettle is on"]
