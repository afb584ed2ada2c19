"""Text that reads otherwise than it is written stays as it is, by itself, and says so (D-17, D-20)."""

import re

import pytest
from playwright.async_api import Locator, expect

from shared.contracts.assertions import Category
from shared.contracts.understanding import PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.script import SURE
from tests.browser.notebook import known, open_memory, open_notebook, title
from tests.browser.talk import conversation, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("O5")

TURNED = "Your code is \u202e4321 fo tsrif eht"
"""Its end is shown from right to left."""
TWIN = "You collect old m\u0430ps."
"""One of its letters is Cyrillic."""


async def stands_alone(text: Locator) -> None:
    """Its direction reaches no further than itself."""
    await expect(text).to_have_css("unicode-bidi", re.compile("isolate|plaintext"))


async def test_a_card_says_what_is_odd_about_its_text(page_of: Visits, person: Person, model: ScriptedModel) -> None:
    words = "I collect old m\u0430ps"
    fact = PersonalFact(text=TWIN, own_words=words, category=Category.INTERESTS)
    model.readings[words] = Reading(intent="remember_about_me", confidence=SURE, language="en", personal_facts=(fact,))
    page = await page_of(person)
    await say(page, words)
    await expect(question(page).get_by_text("Letters of several alphabets")).to_be_visible()
    await stands_alone(question(page).get_by_text(TWIN, exact=True))
    await say(page, "yes")
    kept = conversation(page).get_by_role("link", name=TWIN).last  # where it was answered
    await expect(kept).to_be_visible()
    await stands_alone(kept)


async def test_the_notebook_says_so_in_the_list_and_on_the_memory(page_of: Visits, person: Person) -> None:
    for content in (TURNED, TWIN, "You speak Ελληνικά and русский.", "The shed takes 4 kΩ and 3 μm."):
        written = await person.write(content)
    page = await open_notebook(await page_of(person))
    await expect(known(page).get_by_role("link")).to_have_count(4)
    await expect(known(page).get_by_text("Hidden marks in the text")).to_have_count(1)
    await expect(known(page).get_by_text("Letters of several alphabets")).to_have_count(1)
    for content in (TURNED, TWIN):
        await stands_alone(known(page).get_by_text(content, exact=True))
    await open_memory(page, written.assertion_id)
    await expect(page.get_by_text("alphabets")).to_have_count(0)
    (turned,) = [one for one in await person.memories() if one.content == TURNED]
    await open_memory(page, turned.assertion_id)
    await expect(page.get_by_text("Hidden marks in the text")).to_be_visible()
    await stands_alone(title(page))
