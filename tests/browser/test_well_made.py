"""The notebook's views for everybody: nothing serious for axe, nothing beyond a narrow window, in light and dark."""

import pytest
from playwright.async_api import Page, expect

from shared.assertions import Force
from tests.acceptance.memory.house import House
from tests.browser.axe import axe
from tests.browser.life import CELLO, MOTORBIKE, Life, a_life
from tests.browser.notebook import known, open_memory, open_notebook, press, shows, taken_back, title
from tests.browser.recorder import Recorder
from tests.browser.visiting import DESK, NARROW, Scheme, Size, Visits

pytestmark = pytest.mark.row("S3")


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


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (DESK, "dark"), (NARROW, "light"), (NARROW, "dark")])
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
    await shows(taken_back(page), MOTORBIKE)
    await is_well_made(page, size)
    await open_notebook(page, look="?q=zzz")
    await expect(page.get_by_text("Nothing here has")).to_be_visible()
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
