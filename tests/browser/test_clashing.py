import pytest
from playwright.async_api import expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.person import Person
from tests.browser.talk import answer, question, say
from tests.browser.visiting import DESK, PHONE, Size, Visits

pytestmark = pytest.mark.row("M25")


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        ("Instead of 1", {"You moved to Lisbon."}),
        ("Both", {"You live in Miami.", "You moved to Lisbon."}),
        ("What was known", {"You live in Miami."}),
    ],
)
@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_what_contradicts_is_shown_beside_what_is_known(
    page_of: Visits, person: Person, chosen: str, kept: set[str], size: Size
) -> None:
    await person.say("I live in Miami")
    await person.say("yes")
    page = await page_of(person, size=size)
    await say(page, "I moved to Lisbon")
    for shown in ("You live in Miami.", "“I live in Miami”", "You moved to Lisbon.", "“I moved to Lisbon”"):
        await expect(question(page).get_by_text(shown, exact=True)).to_be_visible()
    await answer(page, chosen)
    await expect(question(page).get_by_role("button")).to_have_count(0)
    assert {memory.content for memory in await person.memories(force=Force.COMMITTED)} == kept
