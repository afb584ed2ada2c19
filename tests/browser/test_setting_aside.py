"""What nobody touched for long is shown with the day on which it goes, and one press keeps it."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import State
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.notebook import known, open_memory, open_notebook, press, says, shows
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M16")

ASIDE = "update assertion set state = 'soft_deleted', purge_at = now() + interval '20 days' where id = $1"
SOON = "update assertion set purge_at = now() + interval '130 hours' where person_id = $1 and state = 'soft_deleted'"
TEAL, OCHRE, CELLO = "You like the colour teal.", "You like the colour ochre.", "You play the cello."


@pytest.fixture
async def forgetful(person: Person, house: House) -> Person:
    """Somebody of whose three memories nobody touched two for long."""
    for content in (TEAL, OCHRE):
        await house.do(ASIDE, (await person.write(content)).assertion_id)
    await person.write(CELLO)
    return person


async def test_it_is_listed_apart_and_kept_from_the_list(page_of: Visits, forgetful: Person) -> None:
    page = await open_notebook(await page_of(forgetful))
    await expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    await shows(known(page), CELLO)
    rows = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Keep"))
    await expect(rows).to_have_count(2)
    await expect(rows.filter(has_text=TEAL)).to_contain_text("erased in 3 weeks")
    await rows.filter(has_text=OCHRE).get_by_role("button", name="Keep").click()
    await says(page, "Kept: it is in use again.")
    await expect(rows).to_have_count(1)
    await expect(rows.get_by_role("button", name="Keep")).to_be_focused()
    await expect(known(page).get_by_text(OCHRE)).to_be_visible()
    await rows.get_by_role("button", name="Keep").click()
    await expect(page.get_by_role("heading", name="Set aside")).to_be_hidden()
    assert {memory.state for memory in await forgetful.memories()} == {State.ACTIVE}


async def test_who_stays_in_the_talk_is_told_until_they_look_and_again_before_it_goes(
    page_of: Visits, forgetful: Person, house: House
) -> None:
    garden = await forgetful.project("Garden")
    await house.do(ASIDE, (await forgetful.write("The gate sticks.", garden)).assertion_id)
    page = await page_of(forgetful)
    told = page.get_by_role("status").filter(has_text="set aside")
    await expect(told).to_contain_text("3 memories that nobody touched for long are set aside.")
    await expect(told).to_contain_text("The first is erased in 3 weeks unless you keep it.")
    await told.get_by_role("link", name="Look").click()
    await expect(press(page, "Keep")).to_have_count(3)
    await expect(page.get_by_text("Garden", exact=True).last).to_be_visible()
    await page.get_by_role("link", name="Talk", exact=True).click()
    await expect(line(page)).to_be_focused()
    await expect(told).to_have_count(0)
    await page.reload()
    await expect(line(page)).to_be_focused()
    await expect(told).to_have_count(0)

    await house.do(SOON, forgetful.person_id)
    await page.reload()
    await expect(told).to_contain_text("The first is erased in 5 days unless you keep it.")
    await told.get_by_role("link", name="Look").click()
    for left in (2, 1, 0):
        await press(page, "Keep").first.click()
        await expect(press(page, "Keep")).to_have_count(left)
    await house.do(ASIDE, (await forgetful.memories(garden))[0].assertion_id)
    await page.get_by_role("link", name="Talk", exact=True).click()
    await page.reload()
    await expect(told).to_contain_text("1 memory that nobody touched for long is set aside, and erased in 3 weeks")


async def test_one_that_is_opened_says_when_it_goes_and_is_kept(page_of: Visits, forgetful: Person) -> None:
    page = await open_notebook(await page_of(forgetful))
    (listed,) = (await forgetful.get("/v1/assertions", {"state": "soft_deleted", "q": "teal"})).json()["assertions"]
    await open_memory(page, listed["assertion_id"])
    await expect(page.get_by_text("erased in 3 weeks, unless you keep it")).to_be_visible()
    await expect(press(page, "Take back")).to_have_count(0)
    await press(page, "Keep").click()
    await expect(press(page, "Take back")).to_be_visible()
    assert (await forgetful.memory(listed["assertion_id"])).state is State.ACTIVE
