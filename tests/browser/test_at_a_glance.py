"""A fact stands once or twice on a screen, and three of them fit a small phone beside the line that they came from."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.acceptance.memory.person import Person
from tests.acceptance.memory.test_several import THREE
from tests.browser.talk import answer, choice, conversation, line, question, say
from tests.browser.visiting import Size, Visits

pytestmark = pytest.mark.row("S3", "U10")

SMALL_PHONE = Size(360, 740)
KEEP_ALL = {"en": "Keep all", "de": "Alle behalten", "es": "Guardar todo"}


async def top_and_bottom(found: Locator) -> tuple[float, float]:
    """Where it stands in the window."""
    box = await found.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


async def stands(page: Page, words: str) -> int:
    """How often these words are to be seen in the talk."""
    return await page.locator("main").get_by_text(words).filter(visible=True).count()


@pytest.mark.parametrize("language", KEEP_ALL)
async def test_three_facts_stand_beside_their_line_on_a_small_phone(
    page_of: Visits, person: Person, language: str
) -> None:
    await person.set(language=language)
    await person.write("You grow quinces.")  # whoever is asked for the first time is told more
    page = await page_of(person, size=SMALL_PHONE, language=language)
    await page.get_by_role("textbox").fill(THREE)
    await page.get_by_role("textbox").press("Enter")
    last = page.locator(".question .offer")
    await expect(last.get_by_role("button", name=KEEP_ALL[language])).to_be_visible()
    said = page.locator(".mine").last
    for part in (said, last.get_by_role("heading"), last.locator("p").last):
        await expect(part).to_be_in_viewport(ratio=1)
    (_, strip), (desk, _) = [await top_and_bottom(page.locator(each)) for each in (".strip", ".desk")]
    (first, _), (_, end) = [await top_and_bottom(each) for each in (said, last)]
    assert strip <= first < end <= desk
    assert await page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE.width


async def test_a_fact_stands_twice_while_it_is_asked_about_and_once_it_is_known(
    page_of: Visits, person: Person
) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    assert await stands(page, "old maps") == len(("the line", "the card"))
    await expect(conversation(page).get_by_text("Shall I")).to_have_count(0)  # the card asks
    await answer(page, "Yes")
    await expect(conversation(page).get_by_role("link", name="You collect old maps.")).to_be_visible()
    await expect(choice(page, "Yes")).to_have_count(0)
    assert await stands(page, "old maps") == len(("the line", "what became of it"))
    await page.reload()
    await expect(conversation(page).get_by_role("link", name="You collect old maps.")).to_be_visible()
    assert await stands(page, "old maps") == len(("the line", "what became of it"))


async def test_answered_in_words_it_stands_where_it_was_asked_about(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await say(page, "yes")
    first = conversation(page).get_by_role("listitem").first
    await expect(first.get_by_role("link", name="You collect old maps.")).to_be_visible()
    await expect(first.get_by_text("Known")).to_be_visible()
    await expect(choice(page, "Yes")).to_have_count(0)
    assert await stands(page, "old maps") == len(("the line", "what became of it"))


async def test_with_a_card_the_reply_is_short_and_says_what_was_left(page_of: Visits, person: Person) -> None:
    told = await person.say("I collect old maps")
    assert told.asked
    assert told.reply.endswith(told.asked)
    page = await page_of(person)
    await expect(question(page).get_by_text("You collect old maps.")).to_be_visible()
    shown = conversation(page).locator(".reply")
    await expect(shown).to_have_text(told.reply.removesuffix(told.asked).strip())
    await expect(line(page)).to_be_focused()
