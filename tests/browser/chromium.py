"""The browser: Debian's Chromium as this machine has it, told to keep to itself."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ANOTHER_NAME = "another-name.test"
"""Leads to this machine as well, as a hostile name would that is made to."""
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Also what no recorder sees, a guess at a name for example, finds nobody outside of this machine.
    f"--host-resolver-rules=MAP {ANOTHER_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class NoBrowserError(Exception):
    """This machine has no browser to test in."""

    def __init__(self) -> None:
        super().__init__(f"No browser found ({', '.join(NAMES)}); on Debian: apt-get install chromium")


def executable() -> str:
    """Where the browser is."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise NoBrowserError


@asynccontextmanager
async def a_browser() -> AsyncIterator[Browser]:
    """One browser, without a window; gone afterwards."""
    path = executable()
    async with async_playwright() as playwright:
        # The sandbox refuses to start as root, and only then is it left out.
        browser = await playwright.chromium.launch(
            executable_path=path, args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        try:
            yield browser
        finally:
            await browser.close()
