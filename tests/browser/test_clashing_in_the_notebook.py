"""What contradicts something known stands beside it in the notebook too, and the person says which holds."""

import pytest
from playwright.async_api import expect

from shared.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import answer, answers, known, open_notebook, shows, undo
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M25")

OLD, NEW = "You live in Miami.", "You moved to Lisbon."
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


async def _known_to(person: Person) -> set[str]:
    return {memory.content for memory in await person.memories(force=Force.COMMITTED)}
