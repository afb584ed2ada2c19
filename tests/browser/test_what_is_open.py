"""What is open, gone through by hand and by keys; Your Story at full length; the archive; and all of it well made."""

from datetime import timedelta

import pytest
from playwright.async_api import Locator, Page, expect

from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import ConversationStatus, EndedAs
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.notebook import press, says, undo
from tests.browser.scripted_doors import NOW, ScriptedDoors, scripted_doors
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits

pytestmark = pytest.mark.row("S3")

MANY, MOST = 500, 200
BEYOND = """(width) => document.documentElement.scrollWidth <= width ? [] :
  [...document.querySelectorAll("main *")].filter((each) => each.getBoundingClientRect().right > width)
    .map((each) => `${each.tagName} ${each.className}: ${each.textContent}`)"""
TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"
TWO_FRAMES = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))"


@pytest.fixture
async def doors(person: Person) -> ScriptedDoors:
    return await scripted_doors(person)


async def opened(page_of: Visits, person: Person, doors: ScriptedDoors, view: str, **look: object) -> Page:
    """The page, at this view."""
    page = await page_of.stranger(**look)  # type: ignore[arg-type]
    await doors.of(page)
    await page_of.enter(page, person)
    await page.goto(f"/#/{view}")
    return page


def open_things(page: Page) -> Locator:
    """What is open, in a list."""
    return page.get_by_role("list", name="What is open, the longest first")


async def test_what_is_open_is_tidied_by_keys_and_each_step_taken_back(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    for text in ("cancel the old lease", "ask about the school"):
        doors.thread(text)
    page = await opened(page_of, person, doors, "threads")
    await expect(open_things(page).get_by_role("group")).to_have_count(3)
    await expect(open_things(page).get_by_text("nobody spoke of it for long").first).to_be_visible()
    await open_things(page).get_by_role("button", name="It is settled").first.focus()
    await page.keyboard.press("x")
    await says(page, "Settled.")
    await page.keyboard.press("j")
    await page.keyboard.press("x")
    await expect(open_things(page).get_by_role("button", name="Open again")).to_have_count(2)
    await undo(page)
    await expect(open_things(page).get_by_role("button", name="Open again")).to_have_count(1)
    assert [each.open for each in doors.threads] == [False, True, True]

    await open_things(page).get_by_role("button", name="It is settled").last.focus()
    await page.keyboard.press("e")
    await page.get_by_role("textbox", name="What is open").fill("ask Mia about the school")
    await page.get_by_role("textbox", name="Due").fill("2031-06-01")
    await press(page, "Use this wording").click()
    await expect(page.get_by_role("group", name="ask Mia about the school")).to_contain_text("due June 1, 2031")
    await says(page, "Changed.")
    await undo(page)
    await expect(page.get_by_role("group", name="ask about the school")).to_be_visible()
    await page.get_by_role("radio", name="Settled").check()
    await expect(open_things(page).get_by_role("group")).to_have_count(1)
    assert await axe(page) == []


async def test_five_hundred_memories_of_talk_are_scrolled(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    for number in range(MANY):
        doors.remember(f"You understood number {number}.", NOW - timedelta(days=number))
    page = await opened(page_of, person, doors, "story")
    rows = page.get_by_role("list", name="What it meant")
    await expect(page.get_by_text("500 memories of conversations")).to_be_visible()
    await expect(page.get_by_role("region", name="What comes up again and again")).to_contain_text(
        "in 4 of the last 10"
    )
    last = rows.get_by_text(f"You understood number {MANY - 1}.", exact=True)
    while not await last.count():
        await page.evaluate(f"{TO_THE_END}; {TWO_FRAMES}")
        assert await rows.locator("> li").count() <= MOST
    await expect(last).to_be_visible()
    await page.get_by_role("searchbox").fill("number 77.")
    await expect(rows.get_by_role("link", name="To the conversation")).to_have_count(1)
    await page.get_by_role("radio", name="By meaning").check()
    await expect(page).to_have_url("/#/story?q=number+77.&order=meaning")


async def test_what_a_conversation_left_is_changed_by_hand(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    doors.status = ConversationStatus.READY_TO_CLOSE
    doors.confirm(
        {"version": 1, "memories": [{"engagement_id": None, "narrative": "You chose Lisbon.",
                                     "entity_ids": [str(each.entity_id) for each in doors.entities]}]}
    )  # fmt: skip
    page = await opened(page_of, person, doors, "archive")
    await page.get_by_role("link", name="You chose Lisbon.").click()
    left = page.get_by_role("article", name="What this conversation meant")
    await press(page, "Edit").click()
    await left.get_by_role("textbox", name="In a few sentences").fill("Lisbon it is.")
    await press(page, "Use this wording").click()
    await expect(left.get_by_text("Lisbon it is.", exact=True)).to_be_visible()
    await undo(page)
    await expect(left.get_by_text("You chose Lisbon.", exact=True)).to_be_visible()
    await left.get_by_role("group", name="Jonas", exact=True).get_by_role("button", name="Leave out").click()
    await expect(left.get_by_role("group", name="Jonas", exact=True)).to_have_count(0)
    assert len(doors.memories[0].entities) == len(doors.entities) - 1


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "dark"), (NARROW, "light")])
async def test_the_places_are_well_made(
    page_of: Visits, person: Person, doors: ScriptedDoors, size: Size, scheme: Scheme
) -> None:
    doors.thread("a question of a very long kind that does not fit a narrow window by itself", EntityType.BLOCKER)
    doors.remember("You chose Lisbon.")
    doors.status, doors.kept = ConversationStatus.ARCHIVED, EndedAs.CONFIRMED
    shown = {"story": "You chose Lisbon.", "threads": "a question of a very long kind", "archive": "You chose Lisbon.",
             f"conversation/{doors.conversation_id}": "kept with your yes"}  # fmt: skip
    page = await opened(page_of, person, doors, "story", size=size, scheme=scheme)
    for view, text in shown.items():
        await page.goto(f"/#/{view}")
        await expect(page.get_by_text(text).first).to_be_visible()
        assert await page.evaluate(BEYOND, size.width) == [], view
        assert await axe(page) == [], view
