"""Closing a conversation on the page: looked at, corrected, sorted, split, agreed to, or not."""

import pytest
from playwright.async_api import Locator, Page, expect

from shared.contracts.requests.conversations import Progress
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.notebook import press
from tests.browser.recorder import Recorder
from tests.browser.scripted_doors import NARRATIVE, Body, ScriptedDoors, scripted_doors
from tests.browser.talk import line, say
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits

pytestmark = pytest.mark.row("S3")

LEASE, SCHOOL, FLAT = "Jonas: the signed lease", "Which school for Mia?", "take the flat in Lisbon"


@pytest.fixture
async def doors(person: Person) -> ScriptedDoors:
    return await scripted_doors(person)


async def closed(page_of: Visits, person: Person, doors: ScriptedDoors, **look: object) -> Page:
    """The page, after the button in the talk."""
    page = await page_of.stranger(**look)  # type: ignore[arg-type]
    await doors.of(page)
    await page_of.enter(page, person)
    await press(page, "Close…").click()
    await press(page, "Close it").click()
    return page


def narrative(page: Page, label: str = "In a few sentences") -> Locator:
    """Where one says what it meant."""
    return page.get_by_role("textbox", name=label, exact=True)


def thing(page: Page, text: str) -> Locator:
    """One of the things that the draft names."""
    return page.get_by_role("group", name=text, exact=True)


def confirmed(doors: ScriptedDoors) -> Body:
    """What was sent with the yes."""
    return next(body for verb, body in reversed(doors.asked) if verb == "confirm")


async def test_it_is_told_while_it_is_made_and_going_on_leaves_no_trace(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    doors.progress = Progress(step="narrate", done=2, total=6)
    page = await closed(page_of, person, doors)
    await expect(page.get_by_role("status").get_by_text("Putting it into a few sentences")).to_be_visible()
    await expect(page.get_by_role("progressbar", name="How far it is")).to_have_attribute("value", "2")
    doors.progress = None
    await expect(narrative(page)).to_have_value(NARRATIVE)
    await expect(page.get_by_text("You said").or_(page.get_by_text("I take the flat in Lisbon"))).to_be_visible()
    await press(page, "Go on talking").click()
    await expect(line(page)).to_be_visible()
    assert [verb.rpartition("/")[2] for verb, _ in doors.asked] == ["close", "resume"]
    await expect(page.get_by_text("This conversation is being closed.")).to_have_count(0)


async def test_it_is_edited_split_over_two_and_kept(page_of: Visits, person: Person, doors: ScriptedDoors) -> None:
    garden = await person.project("Lisbon")
    page = await closed(page_of, person, doors)
    await expect(page.get_by_text("Suggested (80%): It is about where you live.")).to_be_visible()
    await narrative(page).fill("I chose Lisbon.")
    await expect(page.get_by_text("15 of 1,200 characters")).to_be_visible()
    await thing(page, SCHOOL).get_by_role("button", name="Leave out").click()
    await expect(thing(page, SCHOOL).get_by_role("button", name="Take in again")).to_be_focused()
    await page.get_by_role("checkbox").uncheck()
    await press(page, "Split it over several places").click()
    await narrative(page, "Part 2").fill("Jonas still owes the lease.")
    second = page.get_by_role("region", name="Part 2")
    await second.get_by_role("combobox", name="Where it belongs").select_option("Lisbon")
    await thing(page, FLAT).get_by_role("button", name="Leave out").focus()
    await page.keyboard.press("j")  # the next but one is the lease
    await page.keyboard.press("j")
    await page.keyboard.press("m")
    await expect(second.get_by_role("group", name=LEASE)).to_be_visible()
    await expect(page.get_by_role("status").get_by_text("is in part 2 now")).to_be_visible()
    await thing(page, "Jonas").drag_to(second)
    await expect(second.get_by_role("group", name="Jonas", exact=True)).to_be_visible()
    assert await axe(page) == []
    await press(page, "Keep it").click()
    await expect(page.get_by_role("heading", name="What this conversation left", level=1)).to_be_focused()
    await expect(page.get_by_role("article").get_by_text("Jonas still owes the lease.")).to_be_visible()

    sent = confirmed(doors)
    ids = {str(one.data.type): str(one.entity_id) for one in doors.entities}
    first, other = sent["memories"]
    assert (first["narrative"], first["engagement_id"]) == ("I chose Lisbon.", None)
    assert set(first["entity_ids"]) == {ids["decision"], ids["task"]}
    assert (other["narrative"], other["engagement_id"]) == ("Jonas still owes the lease.", str(garden))
    assert set(other["entity_ids"]) == {ids["waiting_on"], ids["person"]}
    assert sent["without_deltas"] == [str(doors.deltas[0].delta_id)]


async def test_a_change_goes_with_the_thing_that_is_left_out(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    page = await closed(page_of, person, doors)
    await expect(page.get_by_role("checkbox")).to_have_count(1)  # the new one is not asked about twice
    await thing(page, LEASE).get_by_role("button", name="Leave out").click()
    await press(page, "Keep it").click()
    await expect(page.get_by_role("heading", name="What this conversation left", level=1)).to_be_visible()
    assert confirmed(doors)["without_deltas"] == [str(doors.deltas[1].delta_id)]


async def test_a_draft_that_was_made_anew_is_shown_and_what_one_wrote_stays(
    page_of: Visits, person: Person, doors: ScriptedDoors, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    page = await closed(page_of, person, doors)
    doors.stale = True
    await press(page, "Keep it").click()
    await expect(page.get_by_role("status").get_by_text("This is how it reads now.")).to_be_visible()
    await expect(narrative(page)).to_have_value("You chose Porto after all.")
    await narrative(page).fill("My words.")
    doors.stale = True
    await press(page, "Keep it").click()
    await expect(page.get_by_role("status").get_by_text("Your own words stayed")).to_be_visible()
    await expect(narrative(page)).to_have_value("My words.")
    assert doors.memories == []
    await press(page, "Keep it").click()
    await expect(page.get_by_role("article").get_by_text("My words.")).to_be_visible()


async def test_no_part_is_kept_without_words_or_with_too_many(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    page = await closed(page_of, person, doors)
    for text, sorry in (("", "Each part needs a sentence"), ("x" * 1_201, "at most 1,200 characters")):
        await narrative(page).fill(text)
        await press(page, "Keep it").click()
        await expect(page.get_by_role("alert").get_by_text(sorry)).to_be_visible()
    await press(page, "As it was drafted").click()
    await expect(narrative(page)).to_have_value(NARRATIVE)
    assert doors.memories == []


async def test_what_failed_can_be_tried_again_or_left(page_of: Visits, person: Person, doors: ScriptedDoors) -> None:
    doors.progress = Progress(step="narrate", done=2, total=6, failed=True)
    page = await closed(page_of, person, doors)
    await expect(page.get_by_role("heading", name="It could not be put into words", level=1)).to_be_visible()
    doors.progress = None
    await press(page, "Try again").click()
    await expect(narrative(page)).to_have_value(NARRATIVE)
    await press(page, "Keep nothing").click()
    await page.get_by_role("dialog").get_by_role("button", name="Keep nothing").click()
    await expect(page.get_by_text("nothing was kept")).to_be_visible()
    assert [verb.rpartition("/")[2] for verb, _ in doors.asked] == ["close", "close", "keep-nothing"]


async def test_reduced_says_so_and_how_to_connect_a_model(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    doors.reduced = True
    held = await person.say("I'm allergic to shellfish")
    page = await closed(page_of, person, doors)
    await expect(page.get_by_text("This draft is reduced")).to_be_visible()
    await expect(page.get_by_role("link", name="Connect a model")).to_have_attribute("href", "#/settings/model")
    waits = page.get_by_role("region", name="What else waits for your yes")
    await expect(waits.get_by_role("link", name=held.memory[0].content)).to_be_visible()


async def test_what_is_in_ones_own_words_stands_there_once(
    page_of: Visits, person: Person, doors: ScriptedDoors
) -> None:
    own = doors.entities[0].model_copy(update={"quote": f"{FLAT}."})
    doors.entities = (own, *doors.entities[1:])
    page = await closed(page_of, person, doors)
    await expect(thing(page, LEASE).get_by_text("Jonas still has to sign the lease")).to_be_visible()
    await expect(thing(page, FLAT).get_by_text(FLAT)).to_have_count(1)


async def test_the_talk_says_that_it_is_being_closed(page_of: Visits, person: Person, doors: ScriptedDoors) -> None:
    await closed(page_of, person, doors)
    page = await page_of.stranger()
    await doors.of(page)
    await page_of.enter(page, person)
    await expect(page.get_by_text("This conversation is being closed.")).to_be_visible()
    await page.get_by_role("link", name="Look at it").click()
    await expect(narrative(page)).to_have_value(NARRATIVE)


async def test_pausing_is_a_switch(page_of: Visits, person: Person, doors: ScriptedDoors) -> None:
    page = await page_of.stranger()
    await doors.of(page)
    await page_of.enter(page, person)
    for paused in (True, False):
        await press(page, "Close…").click()
        await page.get_by_role("switch", name="Pause: bring nothing up by yourself").set_checked(paused)
        await press(page, "Cancel").click()
        assert doors.paused is paused


async def test_the_greeting_leads_to_what_it_names(page_of: Visits, person: Person, doors: ScriptedDoors) -> None:
    doors.greets(doors.threads[0], "You have waited for the estimate of the movers for nine days.")
    page = await page_of.stranger()
    await doors.of(page)
    await page_of.enter(page, person)
    greeting = page.get_by_role("group", name="What is worth knowing now")
    await greeting.get_by_role("link", name="the estimate of the movers").click()
    await expect(page.get_by_role("group", name="the estimate of the movers")).to_be_visible()
    await expect(press(page, "It is settled")).to_be_focused()
    await page.goto("/#/talk")
    await expect(line(page)).to_be_visible()
    await say(page, "Good morning")
    await expect(greeting).to_have_count(0)


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "dark"), (NARROW, "light")])
async def test_the_review_is_well_made(
    page_of: Visits, person: Person, doors: ScriptedDoors, size: Size, scheme: Scheme
) -> None:
    page = await closed(page_of, person, doors, size=size, scheme=scheme)
    await expect(narrative(page)).to_have_value(NARRATIVE)
    await press(page, "Split it over several places").click()
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert await axe(page) == []
