"""The notebook, as a person finds it on the page: by what things are called."""

import re
from uuid import UUID

from playwright.async_api import Locator, Page, expect


async def open_notebook(page: Page, engagement: UUID | None = None, look: str = "") -> Page:
    """The notebook of a project, else of Your Story, shown; `look` is how: `?show=back`, `?q=tea`."""
    about = f"/{engagement}" if engagement else ""
    await page.goto(f"/#/notebook{about}{look}")
    await expect(search_field(page)).to_be_visible()
    return page


async def open_memory(page: Page, assertion_id: UUID) -> Page:
    """One memory, shown with its past."""
    await page.goto(f"/#/memory/{assertion_id}")
    await expect(page.get_by_role("heading", name="What it has influenced")).to_be_visible()
    return page


def search_field(page: Page) -> Locator:
    """Where one searches."""
    return page.get_by_role("searchbox", name="Search by words or meaning")


def fitting(page: Page) -> Locator:
    """What fits a search beside what has its very words, in a list."""
    return page.get_by_role("list", name="What else fits, also from the talk")


def known(page: Page) -> Locator:
    """What is known, in a list."""
    return page.get_by_role("list", name="Known", exact=True)


def not_in_use(page: Page) -> Locator:
    """What is not in use, in a list."""
    return page.get_by_role("list", name="Not in use", exact=True)


async def shows(memories: Locator, *contents: str) -> None:
    """These are in the list, in this order, and no others."""
    beginnings = [re.compile(f"^{re.escape(content)}") for content in contents]
    await expect(memories.get_by_role("link")).to_have_text(beginnings)


def title(page: Page) -> Locator:
    """What the view that is shown is about: a notebook's name or a memory's text."""
    return page.get_by_role("heading", level=1)


def answers(page: Page, content: str) -> Locator:
    """The answers to one memory that waits."""
    return page.get_by_role("group", name=content, exact=True)


def answer(page: Page, content: str, name: str) -> Locator:
    """One of them."""
    return answers(page, content).get_by_role("button", name=name, exact=True)


def press(page: Page, name: str) -> Locator:
    """A button of the view."""
    return page.get_by_role("button", name=name, exact=True)


async def says(page: Page, sentence: str) -> None:
    """The page has done something and says so."""
    await expect(page.get_by_role("status").get_by_text(sentence)).to_be_visible()


async def undo(page: Page) -> None:
    """Takes the last thing back."""
    await press(page, "Undo").click()
    await says(page, "Undone.")
