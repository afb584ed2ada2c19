"""A card says of each item what is private, whose, and why words are not enough; and which line goes with a yes."""

from typing import NamedTuple

import pytest
from playwright.async_api import Locator, Page, expect

from shared.contracts.assertions import About, Category, Force
from shared.contracts.understanding import PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.talk import answer, choice, conversation, line, question, say
from tests.browser.visiting import DESK, NARROW, PHONE, Scheme, Size, Visits

BEN, ASTHMA, CELLO = "My friend Ben has depression", "I have asthma", "I play the cello"
ALL = f"{BEN}, {ASTHMA} and {CELLO}"
TOLD = "What a zanthoquill of a day!"
UNWRITTEN = "don't write that down"
ASK = "Take this line out of the talk?"


class Words(NamedTuple):
    """What is said of each, in one language."""

    question: str
    of_others: str
    of_self: str
    here: str


WORDS = {
    "en": Words(
        "The question that waits for your answer", "Private to somebody else", "Private", "so please answer here"
    ),
    "de": Words(
        "Die Frage, die auf deine Antwort wartet", "Für jemand anderen privat", "Privat", "bitte antworte hier"
    ),
    "es": Words("La pregunta que espera tu respuesta", "Privado de otra persona", "Privado", "responde aquí"),
}


def told(model: ScriptedModel) -> None:
    """Three things are told in one line: a friend's secret, something private of one's own, and something plain."""
    facts = (
        PersonalFact(
            text="Your friend Ben has depression.", own_words=BEN, category=Category.HEALTH, about=About.OTHERS
        ),
        PersonalFact(text="You have asthma.", own_words=ASTHMA, category=Category.HEALTH, sensitive=True),
        PersonalFact(text="You play the cello.", own_words=CELLO, category=Category.INTERESTS),
    )
    model.readings[ALL] = Reading(intent="remember_about_me", confidence=0.97, language="en", personal_facts=facts)


@pytest.fixture
def unwritten(model: ScriptedModel) -> None:
    """Somebody's "don't write that down" is understood."""
    model.readings[UNWRITTEN] = Reading(intent="forget_about_me", confidence=0.97, forget_description="that")


def item(page: Page, text: str) -> Locator:
    """What the card has of it."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("group", name=text, exact=True))


@pytest.mark.row("M20")
@pytest.mark.parametrize(
    ("language", "look"), [("en", (DESK, "light")), ("de", (PHONE, "dark")), ("es", (NARROW, "light"))]
)
async def test_each_item_says_what_is_private_whose_it_is_and_why_words_are_not_enough(
    page_of: Visits, person: Person, model: ScriptedModel, language: str, look: tuple[Size, Scheme]
) -> None:
    told(model)
    await person.set(language=language)
    await person.say(ALL)
    size, scheme = look
    page, words = await page_of(person, size=size, scheme=scheme), WORDS[language]
    card = page.get_by_role("region", name=words.question)
    await expect(item(page, "Your friend Ben has depression.").get_by_text(words.of_others, exact=True)).to_be_visible()
    await expect(item(page, "You have asthma.").get_by_text(words.of_self, exact=True)).to_be_visible()
    await expect(item(page, "You play the cello.").get_by_text(words.of_self)).to_have_count(0)
    await expect(card.get_by_text(words.here)).to_have_count(1)
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert await axe(page) == []


@pytest.mark.row("M27")
@pytest.mark.usefixtures("unwritten")
async def test_which_line_leaves_with_the_yes_stands_on_the_card_and_it_does(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    page = await page_of(person)
    await say(page, UNWRITTEN)
    await expect(question(page).get_by_text("With a yes your line leaves the talk")).to_be_visible()
    await expect(question(page).get_by_text("I collect old maps", exact=True)).to_be_visible()
    await answer(page, "Yes, forget it")
    await expect(page.get_by_role("status").get_by_text("Forgotten. The line is out of the talk.")).to_be_visible()
    await expect(conversation(page).get_by_text("I collect old maps", exact=True)).to_have_count(0)
    assert await person.memories(force=Force.HELD) == []


@pytest.mark.row("M27")
@pytest.mark.usefixtures("unwritten")
@pytest.mark.parametrize("size", [DESK, NARROW])
async def test_a_line_of_which_nothing_was_kept_is_taken_out_on_its_card_with_the_keyboard(
    page_of: Visits, person: Person, size: Size
) -> None:
    await person.say(TOLD)
    page = await page_of(person, size=size)
    await say(page, UNWRITTEN)
    await expect(question(page).get_by_role("heading", name=ASK)).to_be_visible()
    await expect(question(page).get_by_text(TOLD, exact=True)).to_be_visible()
    assert await axe(page) == []
    await choice(page, "No, keep it").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(choice(page, "Take it out")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("status").get_by_text("The line is out of the talk.")).to_be_visible()
    await expect(conversation(page).get_by_text(TOLD, exact=True)).to_have_count(0)
    await expect(line(page)).to_be_focused()
    assert TOLD not in (await person.get("/v1/turns")).text


@pytest.mark.row("M27")
@pytest.mark.usefixtures("unwritten")
async def test_with_a_no_the_line_stays_and_is_asked_about_no_more(page_of: Visits, person: Person) -> None:
    await person.say(TOLD)
    await person.say(UNWRITTEN)
    page = await page_of(person)
    await answer(page, "No, keep it")
    await expect(page.get_by_role("status").get_by_text("Nothing was changed.")).to_be_visible()
    await page.reload()
    await expect(conversation(page).get_by_text(TOLD, exact=True)).to_be_visible()
    await expect(question(page)).to_have_count(0)
    assert (await person.offers()).offers == ()


@pytest.mark.row("S3")
async def test_ones_own_words_are_copied_from_the_keyboard(page_of: Visits, person: Person) -> None:
    await person.say(TOLD)
    page = await page_of(person)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await conversation(page).get_by_role("button", name="Copy what you said").focus()
    await page.keyboard.press("Enter")
    await expect(conversation(page).get_by_role("button", name="Copied")).to_be_focused()
    assert await page.evaluate("navigator.clipboard.readText()") == TOLD
