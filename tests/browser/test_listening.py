"""What somebody hears who does not see: the page as the browser tells it to a screen reader."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.acceptance.memory.person import Person
from tests.acceptance.memory.test_several import THREE
from tests.browser.notebook import open_notebook
from tests.browser.talk import choice, line, question, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")

BY_NAME = frozenset({
    "button", "checkbox", "combobox", "group", "heading", "link", "list", "option", "radio", "region", "searchbox",
    "switch", "textbox",
})  # fmt: skip
"""What is found by its name, so that it has one and is not met twice; lists within a card or a reply need none."""


async def heard(page: Page) -> list[str]:
    """What can be met, in its order: each with its kind and its name."""
    session = await page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    await session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    told: list[str] = []

    def walk(node: dict[str, Any]) -> None:
        kind, name = node["role"]["value"], node.get("name", {}).get("value", "")
        if not node["ignored"] and kind in BY_NAME and (name or kind != "list"):
            told.append(f"{kind} {name}".rstrip())
        for child in node.get("childIds", ()):
            if child in by_id:
                walk(by_id[child])

    walk(nodes[0])
    return told


ROUND_ABOUT = ["link Skip to the content", "link Talk", "link Notebook", "link Story", "link Settings"]
ABOVE = [
    "combobox What is this about?",
    "option No project",
    "button Go to a day",
    "button Close…",
    "switch Remember",
    "switch Use memories",
]
TALK = [*ROUND_ABOUT, *ABOVE, "heading Talk with Ada"]
DESK = ["textbox What would you like to say?", "button Send"]


async def told(page: Page, name: str) -> list[str]:
    """The same, with the companion by its first name."""
    return [each.replace(name, "Ada") for each in await heard(page)]


async def test_the_talk_has_nothing_silent_doubled_or_empty(page_of: Visits, person: Person) -> None:
    await person.say("Good morning")
    page = await page_of(person)
    await expect(page.get_by_role("link", name="Why this reply?")).to_be_visible()
    name = (await person.me()).companion_name
    turn = ["button Copy what you said", "button Copy", "button Edit", "button Take out…", "link Why this reply?"]
    assert await told(page, name) == [*TALK, "list The conversation so far", *turn, *DESK]


async def test_a_card_names_what_each_answer_is_about(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await expect(line(page)).to_be_visible()
    await say(page, THREE)
    await expect(choice(page, "Keep all")).to_be_visible()
    name = (await person.me()).companion_name
    answers = ["button Yes", "button Change", "button No", "button Never this"]
    facts = ("You're a vegetarian.", "You play the cello.", "You work night shifts.")
    card = await told(page, name)
    assert card[card.index("region The question that waits for your answer") :] == [
        "region The question that waits for your answer",
        "heading May I keep these?",
        *(each for fact in facts for each in (f"group {fact}", *answers)),
        "button Keep all",
        "button Keep none",
        "link Choose when you are asked",
        *DESK,
    ]
    await choice(page, "Keep none").click()
    await expect(choice(page, "Keep none")).to_have_count(0)
    await say(page, "Good morning")
    await expect(question(page)).to_have_count(0)


async def test_the_notebook_and_the_settings_have_nothing_silent(page_of: Visits, person: Person) -> None:
    await person.say("I'm allergic to shellfish")
    page = await open_notebook(await page_of(person))
    await expect(page.get_by_role("link", name="You're allergic to shellfish.")).to_be_visible()
    for view in ("notebook", "settings"):
        await page.goto(f"/#/{view}")
        await expect(page.get_by_role("heading", level=1)).to_be_focused()
        assert [each for each in await heard(page) if each in BY_NAME] == []
