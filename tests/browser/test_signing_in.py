import pytest
from playwright.async_api import expect

from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")


async def test_a_sign_in_link_opens_the_page_once(page_of: Visits, person: Person, recorder: Recorder) -> None:
    link = await page_of.link(person)
    page = await page_of.stranger()
    await page.goto(link)
    await expect(line(page)).to_be_visible()
    assert "code" not in page.url

    recorder.expects("status of 401")
    other = await page_of.stranger()
    await other.goto(link)
    await expect(other.get_by_role("alert")).to_contain_text("sign-in link")
    await expect(line(other)).to_be_hidden()


async def test_a_wrong_code_is_told(page_of: Visits, recorder: Recorder) -> None:
    recorder.expects("status of 401")
    page = await page_of.stranger()
    await page.goto("/#code=nobody-ever-made-this-one")
    await expect(page.get_by_role("alert")).to_contain_text("sign-in link")


async def test_who_is_signed_in_stays_so_in_a_further_tab_and_leaves_in_both(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    page = await page_of(person)
    tab = await page.context.new_page()
    await tab.goto("/")
    await expect(line(tab)).to_be_visible()

    recorder.expects("status of 401")
    await page.get_by_role("link", name="Settings").click()
    await page.get_by_role("button", name="Sign out here").click()
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    await expect(line(page)).to_be_hidden()
    await tab.reload()
    await expect(line(tab)).to_be_hidden()


async def test_a_spent_link_troubles_nobody_who_is_signed_in(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("status of 401")
    page = await page_of(person)
    link = await page_of.link(person)
    stranger = await page_of.stranger()
    await stranger.goto(link)
    await expect(line(stranger)).to_be_visible()
    tab = await page.context.new_page()
    await tab.goto(link)
    await expect(line(tab)).to_be_visible()


async def test_a_token_signs_in_and_a_wrong_one_does_not(page_of: Visits, person: Person, recorder: Recorder) -> None:
    recorder.expects("status of 401")
    page = await page_of.stranger()
    await page.goto("/")
    token = page.get_by_role("textbox", name="Your token")
    await expect(page.get_by_text("“holdfast link” in a terminal prints a new link.")).to_be_visible()
    await token.fill("nobody-has-this-one")
    await token.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("Nobody is signed in here with that.")
    await expect(token).to_have_value("")
    await token.fill(person.token)
    await token.press("Enter")
    await expect(line(page)).to_be_visible()
    await expect(page.get_by_role("link", name="Notebook")).to_be_visible()


async def test_on_the_first_visit_the_companion_gets_a_name(page_of: Visits, person: Person) -> None:
    await person.set(companion_name="Companion")
    page = await page_of(person)
    await expect(page.get_by_role("heading", name="Hello. What shall I be called?")).to_be_visible()
    await page.get_by_role("textbox", name="A name for your companion").fill("Ada")
    await page.get_by_role("button", name="That is the name").click()
    await expect(line(page)).to_be_focused()
    await expect(line(page)).to_have_attribute("placeholder", "Say something to Ada")
    assert (await person.me()).companion_name == "Ada"
