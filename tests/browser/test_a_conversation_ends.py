"""Round trips through the whole house: a conversation is closed on the page, and resumed, or kept in two places."""

import pytest
from playwright.async_api import Page, expect

from shared.contracts.requests.conversations import ConversationPage, ConversationStatus, StoryPage, ThreadPage
from tests.acceptance.memory.person import Person
from tests.browser.notebook import press, says, undo
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = [pytest.mark.row("S3"), pytest.mark.row("C1")]

TALK = (
    "I have decided to take the flat in Lisbon",
    "I am waiting for the signed lease from Jonas",
    "Which school will be right for Mia?",
)


@pytest.fixture
async def talker(person: Person) -> Person:
    """Somebody who has talked a while."""
    for said in TALK:
        await person.say(said)
    return person


async def conversations(person: Person) -> ConversationPage:
    return ConversationPage.model_validate_json((await person.get("/v1/conversations")).content)


async def story(person: Person) -> StoryPage:
    return StoryPage.model_validate_json((await person.get("/v1/story")).content)


async def threads(person: Person) -> ThreadPage:
    return ThreadPage.model_validate_json((await person.get("/v1/threads")).content)


async def closed(page_of: Visits, person: Person) -> Page:
    """The page with the draft before one."""
    page = await page_of(person)
    await expect(line(page)).to_be_visible()
    await press(page, "Close…").click()
    await press(page, "Close it").click()
    await expect(page.get_by_role("textbox", name="In a few sentences")).not_to_have_value("")
    return page


async def test_to_resume_leaves_no_trace(page_of: Visits, talker: Person) -> None:
    page = await closed(page_of, talker)
    await press(page, "Go on talking").click()
    await expect(line(page)).to_be_visible()
    (now,) = (await conversations(talker)).conversations
    assert (now.status, now.draft, now.memories) == (ConversationStatus.ACTIVE, None, ())
    assert ((await story(talker)).memories, (await threads(talker)).threads) == ((), ())


async def test_what_is_edited_and_split_is_kept_in_both_places_and_found(page_of: Visits, talker: Person) -> None:
    project = await talker.project("Lisbon")
    page = await closed(page_of, talker)
    await page.get_by_role("textbox", name="In a few sentences").fill("I chose Lisbon.")
    await press(page, "Split it over several places").click()
    await page.get_by_role("textbox", name="Part 2").fill("The lease is with Jonas.")
    second = page.get_by_role("region", name="Part 2")
    await second.get_by_role("combobox", name="Where it belongs").select_option("Lisbon")
    moving = page.get_by_role("button", name="To part 2").first
    await moving.click()
    await expect(second.get_by_role("group")).to_have_count(1)
    await press(page, "Keep it").click()
    await expect(page.get_by_role("heading", name="What this conversation left", level=1)).to_be_visible()
    await expect(page.get_by_role("article")).to_have_count(2)
    await expect(page.get_by_role("list", name="What was said").get_by_text(TALK[0])).to_be_visible()

    (over,) = (await conversations(talker)).conversations
    assert over.status is ConversationStatus.ARCHIVED
    first, other = sorted(over.memories, key=lambda each: each.engagement_id == project)
    assert (first.narrative, other.narrative) == ("I chose Lisbon.", "The lease is with Jonas.")
    assert (first.beside, other.beside) == ((other.assertion_id,), (first.assertion_id,))
    assert len(other.entities) == 1

    await page.goto(f"/#/notebook/{project}")
    await page.get_by_role("link", name="Its conversations").click()
    await page.get_by_role("link", name="To the conversation").first.click()
    await expect(page.get_by_role("article")).to_have_count(2)
    await page.goto("/#/archive")
    await page.get_by_role("searchbox", name="Search by words").fill("lease")
    await page.get_by_role("link", name="The lease is with Jonas.").click()
    await expect(page.get_by_role("article")).to_have_count(2)


async def test_what_stayed_open_is_settled_and_opened_again(page_of: Visits, talker: Person) -> None:
    page = await closed(page_of, talker)
    await press(page, "Keep it").click()
    await expect(page.get_by_role("article")).to_have_count(1)
    await page.goto("/#/threads")
    await page.get_by_role("button", name="It is settled").first.focus()
    await page.keyboard.press("x")
    await says(page, "Settled.")
    settled = [each for each in (await threads(talker)).threads if not each.open]
    assert settled == []
    await undo(page)
    await expect(page.get_by_role("button", name="Open again")).to_have_count(0)
    assert len((await threads(talker)).threads) >= 1


async def test_what_is_open_has_its_part_in_a_reply_and_leads_there(page_of: Visits, talker: Person) -> None:
    page = await closed(page_of, talker)
    await press(page, "Keep it").click()
    await expect(page.get_by_role("article")).to_have_count(1)
    told = await talker.say("Did the signed lease from Jonas come?")
    await page.goto(f"/#/why/{told.turn_id}")
    part = page.get_by_role("list", name="Memories that had a part in it")
    await part.get_by_role("link", name="still open").click()
    await expect(page.get_by_role("list", name="What is open, the longest first")).to_contain_text("lease")
