import json

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, conversation, question, say
from tests.browser.visiting import PHONE, Visits

pytestmark = pytest.mark.row("M27")


async def test_off_the_record_nothing_is_held_and_nothing_is_asked(page_of: Visits, person: Person) -> None:
    page = await page_of(person, size=PHONE)
    await page.get_by_role("switch", name="Remember").click()
    await expect(page.get_by_text("Off the record")).to_be_visible()
    await say(page, "I'm allergic to shellfish")
    await expect(conversation(page).get_by_text("Off the record")).to_be_visible()
    await expect(conversation(page).get_by_role("link", name="Why this reply?")).to_have_count(0)
    await expect(question(page).get_by_role("button")).to_have_count(0)
    assert await person.memories() == []
    assert not (await person.me()).settings.write


async def test_the_switch_is_seen_in_every_tab_and_after_a_reload(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    tab = await page.context.new_page()
    await tab.goto("/")
    await page.get_by_role("switch", name="Use memories").click()
    for each in (page, tab):
        await expect(each.get_by_role("switch", name="Use memories")).not_to_be_checked()
    await page.reload()
    await expect(page.get_by_text("Nothing that is known about you is used")).to_be_visible()


async def test_only_this_page_has_what_is_said_off_the_record_and_reminds_of_it(
    page_of: Visits, person: Person
) -> None:
    page = await page_of(person)
    await page.get_by_role("switch", name="Remember").click()
    await expect(page.get_by_text("This page alone has it")).to_be_visible()
    await say(page, "I wonder about quinces")
    await expect(conversation(page).get_by_text("Off the record")).to_be_visible()
    async with page.expect_request("**/v1/converse") as sent:
        await say(page, "and about medlars")
    body = json.loads((await sent.value).post_data or "{}")
    assert [one["said"] for one in body["earlier"]] == ["I wonder about quinces"]
    await expect(conversation(page).get_by_text("Off the record")).to_have_count(2)
    await expect(conversation(page).get_by_text("I wonder about quinces")).to_be_visible()
    assert "medlars" not in str(await page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})"))
    await page.reload()
    await expect(conversation(page).get_by_text("nothing of it was kept")).to_have_count(2)
    await expect(page.get_by_text("quinces")).to_have_count(0)


@pytest.mark.row("M8")
async def test_off_the_record_something_known_is_forgotten_with_a_yes(page_of: Visits, person: Person) -> None:
    known = await person.write("You're allergic to shellfish.")
    await person.set(write=False)
    page = await page_of(person)
    await say(page, "Forget that I'm allergic")
    await expect(question(page).get_by_text("You're allergic to shellfish.")).to_be_visible()
    await answer(page, "Yes, forget it")
    await expect(question(page).get_by_role("link", name="You're allergic to shellfish.")).to_be_visible()
    assert (await person.memory(known.assertion_id)).force is Force.RETRACTED
