"""The notebook's views for everybody: nothing serious for axe, nothing beyond a narrow window, in light and dark."""

import pytest
from playwright.async_api import Page, expect

from shared.contracts.assertions import Force
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.life import CELLO, MOTORBIKE, Life, a_life
from tests.browser.notebook import fitting, known, not_in_use, open_memory, open_notebook, press, shows, title
from tests.browser.recorder import Recorder
from tests.browser.talk import choice, line, question, say
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits
from tests.tiers import sized

pytestmark = pytest.mark.row("S3")

ALLERGIES = ("You're allergic to shellfish.", "You're allergic to peanuts.")
ASIDE = "update assertion set state = 'soft_deleted', purge_at = now() + interval '5 days' where id = $1"
LEAST_CONTRAST = 4.5
EVERY_LOOK = [(DESK, "light"), (DESK, "dark"), (NARROW, "light"), (NARROW, "dark")]
LOOKS = sized(EVERY_LOOK[::3], EVERY_LOOK)
CONTRASTS = """() => [...document.querySelectorAll("[placeholder]")].map((field) => {
  const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  let ground = field;
  while (parts(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
  const hint = getComputedStyle(field, "::placeholder");
  const [one, other] = [hint.color, getComputedStyle(ground).backgroundColor].map(light).sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05) * Number(hint.opacity);
})"""


@pytest.fixture
async def life(house: House) -> Life:
    """Somebody with memories of every force, a project, and a pair that does not fit together."""
    life = await a_life(house, asked=True)
    await life.person.write("You live in Miami.")
    await life.person.say("I moved to Lisbon")
    return life


async def is_well_made(page: Page, size: Size) -> None:
    """It fits its window, and axe finds nothing serious."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert await axe(page) == []


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
async def test_every_view_of_the_notebook_is(
    page_of: Visits, life: Life, recorder: Recorder, size: Size, scheme: Scheme
) -> None:
    page = await page_of(life.person, size=size, scheme=scheme)
    await open_notebook(page)
    await expect(known(page).get_by_role("link", name=CELLO)).to_be_visible()
    await expect(page.get_by_text("These two do not fit together.")).to_be_visible()
    await is_well_made(page, size)
    await press(page, "Write one yourself").click()
    await is_well_made(page, size)
    await page.keyboard.press("Escape")
    await open_notebook(page, look="?show=back")
    await shows(not_in_use(page), MOTORBIKE)
    await is_well_made(page, size)
    await open_notebook(page, look="?then=2020-02-29")
    await expect(page.get_by_text("Nothing of this was here then.")).to_be_visible()
    await is_well_made(page, size)
    await open_notebook(page)
    await press(page, "As of …").click()
    await is_well_made(page, size)
    await page.keyboard.press("Escape")
    await open_notebook(page, look="?q=zzz")
    await expect(page.get_by_text("No memory has")).to_be_visible()
    await is_well_made(page, size)
    await open_notebook(page, look="?q=which+instrument+do+I+play")
    await expect(fitting(page).get_by_role("link", name=CELLO)).to_be_visible()
    await is_well_made(page, size)

    await open_memory(page, life.memory)
    await is_well_made(page, size)
    await press(page, "Correct").click()
    await is_well_made(page, size)
    (held, *_) = await life.person.memories(force=Force.HELD)
    await open_memory(page, held.assertion_id)
    await is_well_made(page, size)
    await press(page, "Yes").click()
    await is_well_made(page, size)
    recorder.expects("status of 404")
    await page.goto("/#/memory/00000000-0000-4000-8000-000000000000")
    await expect(title(page)).to_have_text("This memory is not here")
    await is_well_made(page, size)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
async def test_cards_of_the_talk_and_what_is_set_aside_are(
    page_of: Visits, person: Person, size: Size, scheme: Scheme
) -> None:
    page_of.recorder.expects("status of 401")
    page = await page_of.stranger(size=size, scheme=scheme)
    await page.goto("/")
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    await is_well_made(page, size)

    for content in (*ALLERGIES, "You live in Miami."):
        written = await person.write(content)
    await page.goto("about:blank")
    await page_of.enter(page, person)
    await say(page, "I moved to Lisbon")
    await expect(choice(page, f"Instead of {written.display_number}")).to_be_visible()
    await is_well_made(page, size)
    await say(page, "Forget that I'm allergic")
    await expect(question(page).get_by_role("checkbox")).to_have_count(len(ALLERGIES))
    await is_well_made(page, size)

    await page_of.house.do(ASIDE, written.assertion_id)
    await page.reload()
    await expect(page.get_by_role("status").get_by_text("set aside")).to_be_visible()
    await is_well_made(page, size)
    await open_notebook(page)
    await expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    await is_well_made(page, size)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_what_a_field_hints_at_can_be_read(page_of: Visits, person: Person, scheme: Scheme) -> None:
    page = await page_of(person, scheme=scheme)
    await expect(line(page)).to_be_visible()
    contrasts: list[float] = await page.evaluate(CONTRASTS)
    await open_notebook(page)
    await press(page, "Write one yourself").click()
    await expect(page.get_by_role("textbox", name="What is to be known")).to_be_visible()
    contrasts += await page.evaluate(CONTRASTS)
    await page.goto("/#/settings")
    await expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    contrasts += await page.evaluate(CONTRASTS)
    assert len(contrasts) >= 4
    assert min(contrasts) >= LEAST_CONTRAST
