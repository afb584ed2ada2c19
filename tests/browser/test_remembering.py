"""What was told is asked about, and kept by a yes on the card or in words."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Category, Force
from shared.contracts.understanding import PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.script import SURE
from tests.browser.axe import axe
from tests.browser.talk import answer, choice, conversation, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M1", "M29")


async def test_a_yes_on_the_card_keeps_what_it_shows(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(question(page).get_by_text("You collect old maps.")).to_be_visible()
    assert await axe(page) == []
    assert [one.force for one in await person.memories()] == [Force.HELD]

    await answer(page, "Yes")
    await expect(choice(page, "Yes")).to_have_count(0)
    (kept,) = await person.memories()
    assert (kept.content, kept.force) == ("You collect old maps.", Force.COMMITTED)


async def test_a_yes_in_words_is_the_same_yes_and_closes_the_card(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await say(page, "yes")
    await expect(choice(page, "Yes")).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.COMMITTED]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (("He left his wife.",), "For this a yes in the talk is not enough"),
        (("He left his wife.", "You sing."), "For at least one of these a yes"),
    ],
)
async def test_a_card_of_several_does_not_say_this_of_what_needs_it(
    page_of: Visits, person: Person, model: ScriptedModel, facts: tuple[str, ...], sentence: str
) -> None:
    told = tuple(
        PersonalFact(text=text, own_words="so it is", category=Category.RELATIONSHIPS, quoted=text == facts[0])
        for text in facts
    )
    model.readings["so it is"] = Reading(
        intent="remember_about_me", confidence=SURE, language="en", personal_facts=told
    )
    page = await page_of(person)
    await say(page, "so it is")
    await expect(question(page).get_by_text("is not enough")).to_contain_text(sentence)


@pytest.mark.parametrize(("name", "refusals"), [("No", 0), ("Never this", 1)])
async def test_a_no_keeps_nothing_and_a_never_is_remembered(
    page_of: Visits, person: Person, name: str, refusals: int
) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, name)
    await expect(choice(page, name)).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.RETRACTED]
    assert len((await person.refusals()).refusals) == refusals


async def test_the_card_is_there_again_after_a_reload_and_is_answered_from_the_keyboard(
    page_of: Visits, person: Person
) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await page.reload()
    await choice(page, "Yes").focus()
    await page.keyboard.press("Enter")
    await expect(choice(page, "Yes")).to_have_count(0)
    assert [one.force for one in await person.memories()] == [Force.COMMITTED]


@pytest.mark.parametrize(("text", "times"), [("You said: “Mornings are mine.”", 1), ("You like mornings.", 2)])
async def test_own_words_stand_beside_what_does_not_have_them(
    page_of: Visits, person: Person, model: ScriptedModel, text: str, times: int
) -> None:
    words = "Mornings are mine."
    fact = PersonalFact(text=text, own_words=words, category=Category.PREFERENCES)
    model.readings[words] = Reading(intent="remember_about_me", confidence=SURE, language="en", personal_facts=(fact,))
    page = await page_of(person)
    await say(page, words)
    await expect(question(page).get_by_text(text)).to_be_visible()
    said = question(page).get_by_text("Mornings are mine").or_(question(page).get_by_text(text))
    await expect(said).to_have_count(times)


async def test_what_was_not_answered_is_said_to_wait_for_as_long_as_it_does(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    waits = conversation(page).get_by_role("link", name="Not answered; it waits in the notebook.")
    await say(page, "I collect old maps")
    await expect(choice(page, "Yes")).to_be_visible()
    await expect(waits).to_have_count(0)
    await say(page, "The kettle is on")
    await expect(
        conversation(page).get_by_role("listitem").first.get_by_role("link", name="Not answered")
    ).to_be_visible()
    await expect(waits).to_have_count(1)
    await page.reload()
    await waits.click()
    await expect(page.get_by_role("heading", name="You collect old maps.", level=1)).to_be_visible()
    await page.get_by_role("button", name="Yes", exact=True).click()
    await page.get_by_role("link", name="Talk", exact=True).click()
    await expect(conversation(page).get_by_text("The kettle is on")).to_be_visible()
    await expect(choice(page, "Yes")).to_have_count(0)
    await expect(waits).to_have_count(0)


async def test_what_is_asked_anew_in_other_words_is_not_said_to_be_unanswered(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, "Change")
    await question(page).get_by_role("textbox", name="How it should read").fill("You collect sea charts.")
    await page.keyboard.press("Enter")
    await expect(question(page).get_by_text("You collect sea charts.")).to_be_visible()
    await expect(choice(page, "Yes")).to_be_visible()
    await expect(conversation(page).get_by_role("link", name="Not answered")).to_have_count(0)


@pytest.mark.row("M22")
async def test_a_yes_that_is_undone_waits_again(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await answer(page, "Yes")
    await expect(page.get_by_role("status").get_by_text("Kept.")).to_be_visible()
    await page.get_by_role("button", name="Undo", exact=True).click()
    await expect(question(page).get_by_role("heading", name="May I keep this? Waiting")).to_be_visible()
    assert [one.force for one in await person.memories()] == [Force.HELD]


async def test_arrows_move_between_the_answers_of_a_card(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await say(page, "I collect old maps")
    await choice(page, "Yes").focus()
    for key, name in (("ArrowRight", "Change"), ("ArrowDown", "No"), ("ArrowLeft", "Change"), ("ArrowUp", "Yes")):
        await page.keyboard.press(key)
        await expect(choice(page, name)).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await expect(choice(page, "Never this")).to_be_focused()
    assert [one.force for one in await person.memories()] == [Force.HELD]
