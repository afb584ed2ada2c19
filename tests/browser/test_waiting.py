"""A reply that takes long is waited for in words, and can be stopped; one without the model says so."""

import asyncio

import pytest
from playwright.async_api import expect

from shared.contracts.understanding import ModelUse
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.person import Person
from tests.browser.talk import conversation, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("S3")
AWAY = ModelUse(provider="offline", model="e", latency_ms=0, fallback_from="openai:llama3.1", fallback_why="slow")


async def test_who_is_waited_for_is_said_and_the_wait_can_be_ended(
    page_of: Visits, person: Person, model: ScriptedModel
) -> None:
    model.gate = asyncio.Event()
    model.next_replies.append(ScriptedReply(("Once ", "upon a time.")))
    page = await page_of(person)
    await say(page, "Tell me a long story")
    await expect(conversation(page).get_by_text("is answering, for")).to_be_visible()
    await conversation(page).get_by_role("button", name="Stop").click()
    await expect(conversation(page).get_by_text("You stopped this before it was answered.")).to_be_visible()
    await expect(conversation(page).get_by_role("button", name="Stop")).to_have_count(0)
    await expect(conversation(page).get_by_text("is answering, for")).to_have_count(0)

    model.gate = None
    await say(page, "And now?")
    await expect(conversation(page).get_by_text("All right.")).to_be_visible()


async def test_a_reply_without_the_model_says_so_beside_it_also_later(
    page_of: Visits, person: Person, model: ScriptedModel
) -> None:
    model.taken = AWAY
    page = await page_of(person)
    await say(page, "Good morning")
    notice = conversation(page).get_by_text("Answered without the model: it took too long.")
    await expect(notice).to_be_visible()
    await page.reload()
    await expect(notice).to_be_visible()
