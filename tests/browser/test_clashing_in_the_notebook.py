"""What contradicts something known stands beside it in the notebook too, and the person says which holds."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Category, Force
from shared.contracts.understanding import PersonalFact, Reading
from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.person import Person
from tests.acceptance.memory.script import SURE
from tests.browser.notebook import answer, answers, known, open_notebook, press, says, shows, undo
from tests.browser.recorder import Recorder
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M25")

OLD, NEW = "You live in Miami.", "You moved to Lisbon."
LISBON, AGE, FORTY = "You live in Lisbon.", "You are forty years old.", "I am forty years old."
UNFIT = "This cannot be meant beside something that is known"
CHOICES = {"The new one holds": {NEW}, "Keep both": {OLD, NEW}, "Drop the new one": {OLD}}


@pytest.mark.parametrize("chosen", CHOICES)
async def test_the_person_says_which_holds_and_can_undo_it(page_of: Visits, person: Person, chosen: str) -> None:
    await person.say("I live in Miami")
    await person.say("yes")
    await person.say("I moved to Lisbon")
    page = await open_notebook(await page_of(person))
    for shown in ("Known so far", "“I live in Miami”", "New", "“I moved to Lisbon”"):
        await expect(page.get_by_text(shown, exact=True)).to_be_visible()
    await expect(answers(page, NEW).get_by_role("button")).to_have_text(list(CHOICES))

    await answer(page, NEW, chosen).click()
    await expect(answers(page, NEW)).to_have_count(0)
    await expect(known(page).get_by_role("link")).to_have_count(len(CHOICES[chosen]))
    assert await _known_to(person) == CHOICES[chosen]
    await undo(page)
    await shows(known(page), OLD)
    assert await _known_to(person) == {OLD}


async def test_a_yes_to_what_does_not_fit_any_more_says_so_and_shows_the_pair(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    await _lisbon_before_miami_was_answered(person)
    page = await open_notebook(await page_of(person))
    await answer(page, OLD, "Yes").click()
    await expect(answers(page, OLD).get_by_role("button")).to_have_text(list(CHOICES))
    await expect(page.get_by_role("alert").get_by_text(UNFIT)).to_be_visible()
    assert await _known_to(person) == {LISBON}
    await answer(page, OLD, "The new one holds").click()
    await shows(known(page), OLD)


async def test_one_yes_for_several_goes_on_and_names_what_was_not_kept(
    page_of: Visits, person: Person, model: ScriptedModel, recorder: Recorder
) -> None:
    recorder.expects("status of 409")
    fact = PersonalFact(text=AGE, own_words=FORTY, category=Category.PROFILE)
    model.readings[FORTY] = Reading(intent="remember_about_me", confidence=SURE, language="en", personal_facts=(fact,))
    await person.say(FORTY)
    await _lisbon_before_miami_was_answered(person)
    page = await open_notebook(await page_of(person))
    await press(page, "Yes to all 2").click()
    await expect(page.get_by_role("alert").get_by_text(f"please look at it once more: {OLD}")).to_be_visible()
    await says(page, "1 kept.")
    await expect(answers(page, OLD).get_by_role("button")).to_have_text(list(CHOICES))
    assert await _known_to(person) == {LISBON, AGE}


async def _lisbon_before_miami_was_answered(person: Person) -> None:
    """It waits for a yes, and meanwhile something becomes known that speaks against it."""
    await person.say("I live in Miami")
    await person.write(LISBON)


async def _known_to(person: Person) -> set[str]:
    return {memory.content for memory in await person.memories(force=Force.COMMITTED)}
