"""Where a memory comes from, what happened to it, and which replies it has had a part in."""

import pytest
from playwright.async_api import expect

from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.notebook import open_memory, press, title
from tests.browser.visiting import Visits

TOLD, UNDERSTOOD = "I collect old maps", "You collect old maps."
HAD_PART = (
    "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)"
    " select tenant_id, person_id, id, $2, 'entity_reference', 0.82, 'maps' from turn where person_id = $1"
    " on conflict (person_id, turn_id, assertion_id) do update"
    " set influence = excluded.influence, score = excluded.score, reason = excluded.reason"
)
FIRST, ALL = 10, 12


@pytest.mark.row("M10", "M24")
async def test_it_tells_whose_word_it_is_and_what_happened(page_of: Visits, person: Person) -> None:
    told = await person.say(TOLD)
    await person.say("yes")
    (maps,) = await person.memories()
    page = await open_memory(await page_of(person), maps.assertion_id)
    await expect(page.get_by_text("You said it")).to_be_visible()
    await expect(page.get_by_text(f"“{TOLD}”", exact=True)).to_be_visible()  # the words it was read from
    await person.act("correct", maps, content="You collect sea charts.")
    await expect(page.get_by_text(f"You: {TOLD}", exact=True)).to_be_visible()  # the turn
    for happened in ("Noted, waiting for your word", "Agreed to: known from here on", "Corrected"):
        await expect(page.get_by_role("listitem").get_by_text(happened, exact=True)).to_be_visible()
    await expect(page.get_by_text("with your yes in words")).to_be_visible()
    await expect(page.get_by_role("deletion")).to_have_text(UNDERSTOOD)
    await expect(page.get_by_text("the model knew of it when it replied")).to_have_count(1)  # to the yes

    await page.get_by_role("link", name="Why this reply?").first.click()
    await expect(title(page)).to_have_text("Why this reply?")
    assert str(told.turn_id) in page.url


@pytest.mark.row("S2")
async def test_the_replies_it_had_a_part_in_are_listed_newest_first(
    page_of: Visits, person: Person, house: House
) -> None:
    written = await person.write(UNDERSTOOD)
    for number in range(ALL):
        await person.say(f"Line {number:02}")
    await house.do(HAD_PART, person.person_id, written.assertion_id)
    page = await open_memory(await page_of(person), written.assertion_id)
    await expect(page.get_by_text("You wrote it in the notebook.")).to_be_visible()
    lines = page.get_by_role("paragraph").get_by_text("Line ")
    newest_first = [f"You: Line {number:02}" for number in reversed(range(ALL))]
    await expect(lines).to_have_text(newest_first[:FIRST])
    await press(page, "Earlier ones").click()
    await expect(lines).to_have_text(newest_first)
    await expect(press(page, "Earlier ones")).to_have_count(0)
    await expect(page.get_by_text("it was spoken of")).to_have_count(ALL)


@pytest.mark.row("M12")
async def test_it_leads_to_what_it_has_to_do_with_and_back(page_of: Visits, person: Person) -> None:
    green, black = [await person.write(content) for content in ("You like green tea.", "You like black tea.")]
    page = await open_memory(await page_of(person), green.assertion_id)
    await page.get_by_role("region", name="About this memory").get_by_role("link", name=black.content).click()
    await expect(title(page)).to_have_text(black.content)
    await page.keyboard.press("Escape")
    await expect(title(page)).to_have_text(green.content)
