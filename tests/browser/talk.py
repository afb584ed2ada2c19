"""The talk, as a person finds it on the page: by what things are called."""

from playwright.async_api import Locator, Page


def line(page: Page) -> Locator:
    """Where one writes."""
    return page.get_by_role("textbox", name="What would you like to say?")


def conversation(page: Page) -> Locator:
    """What was said so far; a screen reader's announcements stand beside it."""
    return page.get_by_role("list", name="The conversation so far")


def question(page: Page) -> Locator:
    """The card of the question that waits."""
    return page.get_by_role("region", name="The question that waits for your answer")


def choice(page: Page, name: str) -> Locator:
    """One of the answers that it offers."""
    return question(page).get_by_role("button", name=name, exact=True)


def waiting(page: Page) -> Locator:
    """What was asked and talked past, folded beneath the question."""
    return page.get_by_role("group").filter(has=page.locator("summary", has_text="for your word"))


async def answer(page: Page, name: str) -> None:
    """Answers it on the card."""
    await choice(page, name).click()


async def say(page: Page, text: str) -> None:
    """Writes a line and sends it off."""
    await line(page).fill(text)
    await line(page).press("Enter")
