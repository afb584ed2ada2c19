"""Pictures of every view: `python -m tests.browser.pictures` writes docs/pictures/*.png."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from playwright.async_api import Locator, Page

from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import ConversationStatus
from tests.acceptance.memory.house import a_house
from tests.acceptance.memory.minds import a_mind
from tests.browser.chromium import NoBrowserError, a_browser
from tests.browser.life import CELLO, NOW, TALK, Life, a_life
from tests.browser.notebook import fitting
from tests.browser.palette import small
from tests.browser.recorder import Recorder
from tests.browser.scripted_doors import NARRATIVE, ScriptedDoors
from tests.browser.talk import choice, conversation
from tests.browser.visiting import DESK, PHONE, Scheme, Size, Visits

TWO_FRAMES = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))"
STORY_TOLD = {
    2: NARRATIVE,
    9: "You want fewer projects at once: the garden first, then the cello concert in June.",
    31: "Mara is coming for a week in May. You two settled that she cooks, and that you show her the coast.",
}
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


@dataclass(frozen=True)
class Look:
    """How a view is looked at."""

    size: Size
    scheme: Scheme


LOOKS = {"light": Look(DESK, "light"), "dark": Look(DESK, "dark"), "phone": Look(PHONE, "light")}


@dataclass(frozen=True)
class View:
    """A view: where it is, and what is there once it has come."""

    path: Callable[[Life], str]
    shows: Callable[[Page], Locator]
    asked: bool = False
    """Whether a question waits."""
    signed_in: bool = True
    left: bool = False
    """Whether it shows what conversations left: told by scripted doors, alike each time."""


def _why(page: Page) -> Locator:
    return page.get_by_role("heading", name="Why this reply?")


VIEWS = {
    "talk": View(lambda _: "/#/talk", lambda page: conversation(page).get_by_text("Tomato risotto")),
    "offer": View(lambda _: "/#/talk", lambda page: choice(page, "Yes"), asked=True),
    "notebook": View(lambda _: "/#/notebook", lambda page: page.get_by_text(CELLO)),
    "search": View(lambda _: "/#/notebook?q=Mara", lambda page: fitting(page).get_by_text("What could I cook")),
    "memory": View(lambda life: f"/#/memory/{life.memory}", lambda page: page.get_by_text(TALK[-1][0])),
    "why": View(lambda life: f"/#/why/{life.explained}", _why),
    "closing": View(
        lambda _: "/#/conversation", lambda page: page.get_by_role("heading", name="What it changes"), left=True
    ),
    "story": View(lambda _: "/#/story", lambda page: page.get_by_text("You chose the offer"), left=True),
    "threads": View(lambda _: "/#/threads", lambda page: page.get_by_text("the signed lease"), left=True),
    "settings": View(lambda _: "/#/settings", lambda page: page.get_by_role("heading", name="Your companion")),
    "sign-in": View(lambda _: "/", lambda page: page.get_by_role("button", name="Sign in"), signed_in=False),
}


async def write() -> None:
    """All views in all looks."""
    FOLDER.mkdir(exist_ok=True)
    async with a_browser() as browser, a_mind("scripted") as mind, a_house(mind) as house:
        lives = {asked: await a_life(house, asked=asked) for asked in (False, True)}
        visits = Visits(browser, house, Recorder(f"http://127.0.0.1:{house.port}"))
        for name, view in VIEWS.items():
            for way, look in LOOKS.items():
                await _write_one(visits, lives[view.asked], f"{name}-{way}.png", view, look)
        await visits.close()


async def _write_one(visits: Visits, life: Life, name: str, view: View, look: Look) -> None:
    page = await visits.stranger(size=look.size, scheme=look.scheme)
    await page.clock.set_fixed_time(NOW)
    if view.left:
        await (await _left(life)).of(page)
    if view.signed_in:
        await visits.enter(page, life.person)
        await page.goto("about:blank")  # each view is looked at as it first opens
    await page.goto(view.path(life))
    await view.shows(page).wait_for()
    file = FOLDER / name
    file.write_bytes(small(await _at_rest(page)))
    await page.context.close()
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} KB")


async def _left(life: Life) -> ScriptedDoors:
    """A conversation that is being closed, and what earlier ones left."""
    doors = ScriptedDoors(life.person.person_id, (await life.person.me()).personal_engagement_id, now=NOW)
    doors.status = ConversationStatus.READY_TO_CLOSE
    doors.thread("the signed lease", EntityType.WAITING_ON, who="Jonas")
    doors.thread("Which school for Mia?", EntityType.QUESTION_OPENED)
    doors.thread("cancel the old lease")
    for days, narrative in STORY_TOLD.items():
        doors.remember(narrative, NOW - timedelta(days=days))
    return doors


async def _at_rest(page: Page) -> bytes:
    """The page when nothing in it moves any more."""
    before, now = b"", await _taken(page)
    while now != before:
        await page.evaluate(TWO_FRAMES)
        before, now = now, await _taken(page)
    return now


async def _taken(page: Page) -> bytes:
    return await page.screenshot(animations="disabled", caret="hide")


def main() -> int:
    """Writes them all, or says that there is no browser."""
    try:
        asyncio.run(write())
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
