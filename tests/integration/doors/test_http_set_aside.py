"""What was set aside for its age: apart from what is in use, listed with its end, and kept by one word."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from shared.contracts.assertions import Force, Related, State
from tests.integration.doors.commands import Command
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_notebook import Notebook, refused, said
from tests.integration.doors.test_http_terminal_memory import Person, on_terminal

pytestmark = pytest.mark.row("M16")

GOES = datetime(2026, 6, 30, 12, tzinfo=UTC)
ASIDE = {"state": State.SOFT_DELETED, "purge_at": GOES}


@pytest.fixture
def notebook(gateway: OpenGateway, memory: ScriptedMemory) -> Notebook:
    return Notebook(gateway, memory)


async def listed(notebook: Notebook, **query: str) -> list[tuple[str, str | None]]:
    shown = said(await notebook.ask("GET", "/assertions", **query))["assertions"]
    return [(each["content"], each["purge_at"]) for each in shown]


async def test_it_is_listed_apart_with_its_end(notebook: Notebook) -> None:
    notebook.hold("You like tea.", Force.COMMITTED)
    notebook.hold("You like teal.", Force.COMMITTED, **ASIDE)
    assert await listed(notebook) == [("You like tea.", None)]
    assert await listed(notebook, force="committed") == [("You like tea.", None)]
    assert await listed(notebook, state="active") == [("You like tea.", None)]
    assert await listed(notebook, state="soft_deleted") == [("You like teal.", "2026-06-30T12:00:00Z")]
    refused(await notebook.ask("GET", "/assertions", state="gone"), 422, "bad_field")


async def test_one_word_keeps_it(notebook: Notebook) -> None:
    teal = notebook.hold("You like teal.", Force.COMMITTED, **ASIDE)
    kept = said(await notebook.do("keep", teal))
    assert (kept["action"], kept["assertion"]["state"], kept["assertion"]["purge_at"]) == ("restored", "active", None)
    assert await listed(notebook, state="soft_deleted") == []
    refused(await notebook.do("keep", teal.model_copy(update={"version": 9})), 409, "stale_version")


@pytest.mark.row("M12")
async def test_one_memory_is_shown_with_what_it_has_to_do_with(notebook: Notebook) -> None:
    link = Related(
        assertion_id=uuid4(), engagement_id=uuid4(), display_number=3, category="health", content="You work.",
        strength=0.5,
    )  # fmt: skip
    one = notebook.hold("You work nights.", Force.COMMITTED, related=(link,))
    shown = said(await notebook.ask("GET", f"/assertions/{one.assertion_id}"))
    assert shown["related"] == [link.model_dump(mode="json")]


async def test_the_terminals_notebook_says_until_when_and_keeps_it(
    holdfast: Command, home: Path, memory: ScriptedMemory
) -> None:
    person = Person(home, memory)
    person.hold("You like teal.", Force.COMMITTED, **ASIDE)
    code, screen = await on_terminal(home, "notebook")
    assert code == 0
    lines = [line.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for line in screen.splitlines()]
    assert lines == [
        "Set aside, because nobody touched it for long",
        "   1  You like teal.  (erased on 2026-06-30 unless “holdfast notebook keep 1”)",
    ]
    assert (await holdfast("notebook", "--force", "held")).out == ""
    code, screen = await on_terminal(home, "notebook", "keep", "1")
    assert (code, screen.splitlines()[-1]) == (0, "Kept.")
    assert [each.state for each in memory.book(person.person_id).assertions.values()] == [State.ACTIVE]
