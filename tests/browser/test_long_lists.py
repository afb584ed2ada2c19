"""A long life: thousands of memories and turns are scrolled through, and the document stays small."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_notebook, search_field, shows, title
from tests.browser.plenty import many_memories, many_turns
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line
from tests.browser.visiting import Visits
from tests.tiers import sized

pytestmark = pytest.mark.row("S3")

MEMORIES, TURNS = sized(600, 2_000), sized(2_500, 10_000)
SOME = MEMORIES * 3 // 5
AGO, STRIDE = 1_000, 100
MOST = 200
"""Rows of a list that are in the document at once."""
LONG_AGO = "update turn set moment = 1 - $3::bigint where person_id = $1 and id = $2"
BESIDE = """(button) => {
  const { x, y, height } = button.getBoundingClientRect();
  return document.elementFromPoint(x - 60, y + height / 2).closest(".desk, .flow").className;
}"""
"""What stands left of the button: a reply there would be read through it."""
TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"
TO_THE_START = "scrollTo(0, 0)"
TWO_FRAMES = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))"


def row(rows: Locator, text: str) -> Locator:
    """The row with this text."""
    return rows.get_by_role("listitem").get_by_text(text, exact=True)


async def scroll(page: Page, rows: Locator, where: str, wanted: str) -> None:
    """Scrolls until this row is there; at no place are there more rows than promised."""
    while not await row(rows, wanted).count():
        await page.evaluate(f"{where}; {TWO_FRAMES}")
        assert await rows.get_by_role("listitem", include_hidden=True).count() <= MOST
    await row(rows, wanted).scroll_into_view_if_needed()
    await expect(row(rows, wanted)).to_be_in_viewport()


async def test_two_thousand_memories_are_scrolled_from_the_newest_to_the_oldest_and_back(
    page_of: Visits, person: Person, house: House
) -> None:
    await many_memories(house, person, MEMORIES)
    page = await open_notebook(await page_of(person))
    await expect(page.get_by_role("radio", name=f"Known {MEMORIES:,}")).to_be_checked()
    await scroll(page, known(page), TO_THE_END, f"Thing {MEMORIES}.")
    await row(known(page), f"Thing {MEMORIES}.").click()
    await expect(title(page)).to_have_text(f"Thing {MEMORIES}.")
    await page.keyboard.press("Escape")
    await expect(known(page).get_by_role("link", name=f"Thing {MEMORIES}.")).to_be_focused()
    await expect(row(known(page), f"Thing {MEMORIES}.")).to_be_in_viewport()

    await scroll(page, known(page), TO_THE_START, "Thing 1.")
    await search_field(page).fill(f"Thing {SOME}.")
    await shows(known(page), f"Thing {SOME}.")


async def test_ten_thousand_turns_are_scrolled_back_and_the_newest_is_one_press_away(
    page_of: Visits, person: Person, house: House
) -> None:
    await person.say("The kettle is on")
    await many_turns(house, person, TURNS)
    page = await page_of(person)
    await expect(row(conversation(page), "The kettle is on")).to_be_in_viewport()
    await scroll(page, conversation(page), TO_THE_START, "Line 600.")
    await expect(row(conversation(page), "The kettle is on")).to_have_count(0)
    assert await page.get_by_role("button", name="To the newest").evaluate(BESIDE) == "desk"
    await page.get_by_role("button", name="To the newest").click()
    await expect(row(conversation(page), "The kettle is on")).to_be_in_viewport()
    assert await conversation(page).get_by_role("listitem", include_hidden=True).count() <= MOST
    await line(page).fill("It boils")
    await line(page).press("Enter")
    await expect(row(conversation(page), "It boils")).to_be_in_viewport()
    await expect(conversation(page).get_by_role("listitem").last.get_by_text("All right.")).to_be_visible()


async def test_what_was_asked_long_ago_and_still_waits_says_so(page_of: Visits, person: Person, house: House) -> None:
    told = await person.say("I collect old maps")
    await person.say("The kettle is on")
    await many_turns(house, person, MOST)
    await house.do(LONG_AGO, person.person_id, told.turn_id, MOST)
    page = await page_of(person)
    await expect(row(conversation(page), "The kettle is on")).to_be_in_viewport()
    await scroll(page, conversation(page), TO_THE_START, "I collect old maps")
    await expect(conversation(page).get_by_role("link", name="Not answered; it waits in the notebook.")).to_have_count(
        1
    )


async def test_a_reply_of_long_ago_leads_back_to_its_line(
    page_of: Visits, person: Person, house: House, recorder: Recorder
) -> None:
    told = await person.say("The kettle is on")
    await many_turns(house, person, TURNS)
    await house.do(LONG_AGO, person.person_id, told.turn_id, 2 * AGO)
    page = await page_of(person)
    await page.goto(f"/#/why/{told.turn_id}")
    await expect(page.get_by_role("link", name="Back to the talk")).to_be_visible()
    before = recorder.asked("GET", "/v1/turns")
    await page.get_by_role("link", name="Back to the talk").click()
    await expect(row(conversation(page), "The kettle is on")).to_be_in_viewport()
    assert recorder.asked("GET", "/v1/turns") - before <= 2 + AGO // STRIDE
    assert await conversation(page).get_by_role("listitem", include_hidden=True).count() <= MOST
