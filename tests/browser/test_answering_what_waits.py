"""What waits for the person's word, by subject, with its answers beside it."""

import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.notebook import answer, answers, known, open_notebook, press, says, shows, undo
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("M29")

VEGETARIAN, CELLO, NIGHTS = "You're a vegetarian.", "You play the cello.", "You work night shifts."
SHELLFISH, POLLEN = "You're allergic to shellfish.", "You're allergic to pollen."
MAPS = "You collect old maps."


@pytest.fixture
async def asked(person: Person) -> Person:
    """Somebody of whom two hobbies and two allergies wait for a word."""
    for said in ("I collect old maps", "I'm allergic to shellfish", "I'm allergic to pollen"):
        await person.say(said)
    await person.say("I'm a vegetarian, I play the cello and I work night shifts")
    return person


async def forces(person: Person) -> dict[str, Force]:
    return {memory.content: memory.force for memory in await person.memories()}


async def test_it_is_grouped_by_subject_and_counted_on_the_way_in(page_of: Visits, asked: Person) -> None:
    page = await open_notebook(await page_of(asked))
    await expect(answers(page, POLLEN)).to_be_visible()
    await expect(page.get_by_role("heading", level=3)).to_have_count(4)
    for subject in ("Health", "Interests", "Preferences", "What you do"):
        await expect(page.get_by_role("heading", level=3, name=subject, exact=True)).to_be_visible()
    await expect(page.get_by_role("link", name="Notebook")).to_contain_text("6")
    await expect(page.get_by_text("“I'm allergic to pollen”")).to_be_visible()


async def test_each_answer_does_what_it_says_and_nothing_else(page_of: Visits, asked: Person) -> None:
    page = await open_notebook(await page_of(asked))
    await answer(page, SHELLFISH, "Yes").click()
    await says(page, "Kept.")
    await shows(known(page), SHELLFISH)
    await answer(page, POLLEN, "No").click()
    await says(page, "Not kept.")
    await answer(page, MAPS, "Never this").click()
    await says(page, "never to be noted again")
    await expect(answers(page, MAPS)).to_have_count(0)

    assert await forces(asked) == {
        SHELLFISH: Force.COMMITTED, POLLEN: Force.RETRACTED, MAPS: Force.RETRACTED,
        VEGETARIAN: Force.HELD, CELLO: Force.HELD, NIGHTS: Force.HELD,
    }  # fmt: skip
    assert [refusal.text for refusal in (await asked.refusals()).refusals] == [MAPS]
    await expect(page.get_by_role("link", name="Notebook")).to_contain_text("3")


async def test_a_yes_and_a_no_are_undone(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    page = await open_notebook(await page_of(person))
    await answer(page, MAPS, "No").click()
    await expect(answers(page, MAPS)).to_have_count(0)
    await undo(page)
    await expect(answers(page, MAPS)).to_be_visible()
    assert await forces(person) == {MAPS: Force.HELD}
    await answer(page, MAPS, "Yes").click()
    await shows(known(page), MAPS)
    await undo(page)
    await shows(known(page))
    await expect(answers(page, MAPS)).to_be_visible()
    assert await forces(person) == {MAPS: Force.HELD}


async def test_a_change_goes_on_waiting_and_escape_changes_nothing(page_of: Visits, person: Person) -> None:
    await person.say("I collect old maps")
    page = await open_notebook(await page_of(person))
    await answer(page, MAPS, "Change").click()
    wording = page.get_by_role("textbox", name="How it should read")
    await expect(wording).to_be_focused()
    await wording.fill("You collect nothing.")
    await wording.press("Escape")
    await expect(answer(page, MAPS, "Change")).to_be_focused()
    assert await forces(person) == {MAPS: Force.HELD}

    await answer(page, MAPS, "Change").click()
    await wording.fill("You collect sea charts.")
    await wording.press("Enter")
    await says(page, "It goes on waiting for your yes.")
    await expect(answers(page, "You collect sea charts.")).to_be_visible()
    assert await forces(person) == {"You collect sea charts.": Force.HELD}
    await undo(page)
    await expect(answers(page, MAPS)).to_be_visible()
    assert await forces(person) == {MAPS: Force.HELD}


async def test_one_yes_keeps_all_of_a_subject_and_is_undone_as_one(page_of: Visits, person: Person) -> None:
    cello = await person.write(CELLO, category="interests")
    await person.act("retract", cello)
    await person.say("I collect old maps")
    await person.say("I'm a vegetarian, I play the cello and I work night shifts")
    page = await open_notebook(await page_of(person))
    await press(page, "Yes to all 2").click()
    await says(page, "2 kept.")
    await expect(known(page).get_by_role("link")).to_have_count(2)
    after = await forces(person)
    assert (after[MAPS], after[VEGETARIAN], after[NIGHTS]) == (Force.COMMITTED, Force.HELD, Force.HELD)
    await undo(page)
    await shows(known(page))
    assert Force.COMMITTED not in (await forces(person)).values()


@pytest.mark.row("M20")
async def test_no_yes_to_several_takes_what_is_private(page_of: Visits, asked: Person) -> None:
    page = await open_notebook(await page_of(asked))
    await expect(answers(page, SHELLFISH)).to_be_visible()
    await expect(answers(page, POLLEN)).to_be_visible()
    await expect(page.get_by_role("button", name="Yes to")).to_have_text(["Yes to all 2"])  # the two interests
    await press(page, "Yes to all 2").click()
    await says(page, "2 kept.")
    after = await forces(asked)
    assert {content for content, force in after.items() if force is Force.COMMITTED} == {MAPS, CELLO}
