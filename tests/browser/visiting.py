"""Somebody at the page: a context of their own, signed in through a real one-time code."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from playwright.async_api import Browser, BrowserContext, Page, Response, expect

from shared.contracts.requests.people import SignInCode
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder


class Size(NamedTuple):
    """A window."""

    width: int
    height: int


DESK = Size(1280, 860)
PHONE = Size(390, 844)
NARROW = Size(320, 640)
"""The smallest that the page promises to work on."""
PATIENCE_MS = 20_000
"""How long a locator looks: the machine may be busy."""
expect.set_options(timeout=PATIENCE_MS)

Scheme = Literal["light", "dark"]


@dataclass
class Visits:
    """Opens pages; each for one person on one device."""

    browser: Browser
    house: House
    recorder: Recorder
    _contexts: list[BrowserContext] = field(default_factory=list)

    async def __call__(
        self, person: Person, *, size: Size = DESK, scheme: Scheme = "light", language: str = "en"
    ) -> Page:
        """The page, signed in as this person; `page.context.new_page()` is a further tab of theirs."""
        page = await self.stranger(size=size, scheme=scheme, language=language)
        await self.enter(page, person)
        return page

    async def enter(self, page: Page, person: Person) -> None:
        """Signs a page in as this person."""
        async with page.expect_response(self._tells_who) as told:
            await page.goto(await self.link(person))
        assert (await told.value).ok

    async def stranger(self, *, size: Size = DESK, scheme: Scheme = "light", language: str = "en") -> Page:
        """A page of a device that nobody signed in on; nothing is opened yet."""
        context = await self.browser.new_context(
            viewport={"width": size.width, "height": size.height},
            color_scheme=scheme,
            locale=language,
            timezone_id="UTC",
            reduced_motion="reduce",
            base_url=self.recorder.origin,
        )
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        await self.recorder.attend(context)
        return await context.new_page()

    async def link(self, person: Person) -> str:
        """A sign-in link, good once."""
        made = await person.post("/v1/session/code", {})
        return f"/#code={SignInCode.model_validate_json(made.content).code}"

    async def close(self) -> None:
        """Ends all of them."""
        for context in self._contexts:
            await context.close()

    def _tells_who(self, response: Response) -> bool:
        return response.url == f"{self.recorder.origin}/v1/me"
