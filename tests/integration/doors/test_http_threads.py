"""What is open, Your Story and the greeting, as the doors take and give them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from shared.contracts.assertions import Force, text_hash
from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import TalkMemory, ThreadView
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_notebook import Notebook, refused, said

AT = datetime(2026, 5, 3, tzinfo=UTC)


@pytest.fixture
def notebook(gateway: OpenGateway, memory: ScriptedMemory) -> Notebook:
    return Notebook(gateway, memory)


def is_open(notebook: Notebook, memory: ScriptedMemory, text: str, **more: Any) -> UUID:  # noqa: ANN401
    thread = ThreadView.model_validate(
        {"thread_id": uuid4(), "entity_type": EntityType.TASK, "text": text, "since": AT, "stale": False,
         "engagement_id": uuid4(), "memory_id": uuid4(), "conversation_id": None, "open": True, **more}
    )  # fmt: skip
    memory.book(notebook.person_id).threads[thread.thread_id] = thread
    return thread.thread_id


async def texts(notebook: Notebook, **query: str) -> list[str]:
    return [each["text"] for each in said(await notebook.ask("GET", "/threads", **query))["threads"]]


@pytest.mark.row("C6")
async def test_what_is_open_is_listed_resolved_and_opened_again(notebook: Notebook, memory: ScriptedMemory) -> None:
    taxes = is_open(notebook, memory, "taxes")
    is_open(notebook, memory, "the key", entity_type=EntityType.WAITING_ON)
    assert await texts(notebook) == ["taxes", "the key"]
    assert await texts(notebook, type="waiting_on") == ["the key"]
    assert said(await notebook.ask("POST", f"/threads/{taxes}/resolve"))["open"] is False
    assert await texts(notebook) == ["the key"]
    assert await texts(notebook, open="false") == ["taxes"]
    assert len(await texts(notebook, open="all")) == 2
    assert said(await notebook.ask("POST", f"/threads/{taxes}/reopen"))["open"] is True
    refused(await notebook.ask("POST", f"/threads/{uuid4()}/resolve"), 404, "not_found")
    refused(await notebook.ask("GET", "/threads", open="maybe"), 422, "bad_field")


@pytest.mark.row("C6")
async def test_a_thread_is_edited_and_null_takes_its_day_away(notebook: Notebook, memory: ScriptedMemory) -> None:
    taxes = is_open(notebook, memory, "taxes")
    edited = said(await notebook.ask("PATCH", f"/threads/{taxes}", {"due": "2026-12-24", "priority": "high"}))
    assert (edited["text"], edited["due"], edited["priority"]) == ("taxes", "2026-12-24", "high")
    assert said(await notebook.ask("PATCH", f"/threads/{taxes}", {"text": "both taxes"}))["due"] == "2026-12-24"
    assert said(await notebook.ask("PATCH", f"/threads/{taxes}", {"due": None}))["due"] is None
    refused(await notebook.ask("PATCH", f"/threads/{taxes}", {"text": " "}), 422, "bad_field")
    refused(await notebook.ask("PATCH", f"/threads/{taxes}", {"priority": "urgent"}), 422, "bad_field")


@pytest.mark.row("C4", "C9")
async def test_a_narrative_is_changed_by_hand_bound_to_its_version(notebook: Notebook, memory: ScriptedMemory) -> None:
    kept = TalkMemory(
        assertion_id=uuid4(), conversation_id=None, engagement_id=uuid4(), display_number=1, narrative="You moved.",
        original="You moved.", edited=False, force=Force.COMMITTED, version=1, text_hash=text_hash("You moved."), at=AT,
        reduced=False, model="",
    )  # fmt: skip
    memory.book(notebook.person_id).talk_memories[kept.assertion_id] = kept
    where = f"/memories/{kept.assertion_id}"
    named = {"data": {"type": "person", "name": "Anna"}}
    told = said(await notebook.ask("PATCH", where, {"version": 1, "narrative": "We did.", "entities_to_add": [named]}))
    assert (told["narrative"], told["original"], told["version"]) == ("We did.", "You moved.", 2)
    refused(await notebook.ask("PATCH", where, {"version": 1, "narrative": "x"}), 409, "stale_version")
    refused(await notebook.ask("PATCH", where, {"version": 2, "narrative": "x" * 1_201}), 422, "too_long")
    page = said(await notebook.ask("GET", "/story", order="meaning"))
    assert [each["narrative"] for each in page["memories"]] == ["We did."]
    assert said(await notebook.ask("GET", "/story", offset="1"))["memories"] == []
    for bad in ({"order": "size"}, {"offset": "-1"}, {"offset": "100000"}):
        refused(await notebook.ask("GET", "/story", **bad), 422, "bad_field")


@pytest.mark.row("C7")
async def test_with_nothing_to_say_the_greeting_is_empty(notebook: Notebook) -> None:
    assert said(await notebook.ask("GET", "/greeting"))["text"] == ""
