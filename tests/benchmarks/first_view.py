"""`python -m tests.benchmarks.first_view`: how long the first view of the talk takes until one can use it.

Counted by the browser's own clock from the navigation on, until what was said is drawn and the line has the focus;
against real services on this machine. New: the browser has never been here. Again: it has the page's files.
"""

import asyncio
import os
import sys
from collections.abc import Sequence

from playwright.async_api import Browser, BrowserContext

from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import a_mind
from tests.acceptance.memory.person import Person
from tests.benchmarks.rounds import quantile
from tests.benchmarks.targets import FIRST_VIEW_P50_MS, Finding
from tests.browser.chromium import NoBrowserError, a_browser
from tests.browser.plenty import many_turns
from tests.browser.recorder import Recorder
from tests.browser.talk import line
from tests.browser.visiting import Visits

LOADS = 15
TURNS = 60
"""More than the first page of the conversation."""
USABLE = """
globalThis.usable = new Promise((drawn) => new MutationObserver((_, watch) => {
  if (!document.querySelector(".turns .facts") || !document.activeElement?.matches("textarea")) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => drawn(performance.now())));
}).observe(document, { childList: true, subtree: true, attributes: true }));
"""


async def main() -> None:
    """Somebody with a conversation behind them opens the page again and again."""
    async with a_browser() as browser, a_mind("scripted") as mind, a_house(mind) as house:
        person = await house.person()
        await person.say("Good morning!")
        await many_turns(house, person, TURNS)
        _tell("new to the browser", await _new(browser, house, person))
        _tell("opened again", await _again(browser, house, person))


async def _new(browser: Browser, house: House, person: Person) -> list[float]:
    return [(await _loads(browser, house, person, 1))[0] for _ in range(LOADS)]


async def _again(browser: Browser, house: House, person: Person) -> list[float]:
    return (await _loads(browser, house, person, LOADS + 1))[1:]


async def _loads(browser: Browser, house: House, person: Person, times: int) -> list[float]:
    """Loads of one browser that has nothing of the page before the first."""
    visits = Visits(browser, house, Recorder(f"http://127.0.0.1:{house.port}"))
    known = await visits(person)
    await line(known).wait_for()
    context = await browser.new_context(
        storage_state=await known.context.storage_state(), base_url=visits.recorder.origin, locale="en"
    )
    await context.add_init_script(USABLE)
    took = [await _load(context) for _ in range(times)]
    await context.close()
    await visits.close()
    return took


async def _load(context: BrowserContext) -> float:
    page = await context.new_page()
    await page.goto("/")
    took = float(await page.evaluate("usable"))
    await page.close()
    return took


def _tell(what: str, took: Sequence[float]) -> None:
    found = Finding(f"first view, {what}", quantile(took, 0.5), "ms", FIRST_VIEW_P50_MS)
    load = os.getloadavg()[0]
    print(
        f"{found.what}: {found.value:.0f} ms (of {len(took)}; {min(took):.0f} to {max(took):.0f}), "
        f"asked: {found.target} ms, {found.verdict}; the machine's load was {load:.1f}"
    )


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except NoBrowserError as error:
        sys.exit(str(error))
