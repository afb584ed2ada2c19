"""Whoever runs an embedded start chooses on the page who answers: tried with its time, used without a restart."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.acceptance.memory.house import MODEL, RUNNER, House
from tests.acceptance.memory.person import Person
from tests.browser.axe import axe
from tests.browser.recorder import Recorder
from tests.browser.visiting import PHONE, Visits
from tests.contract.protocol_server import ProtocolServer, protocol_server

pytestmark = pytest.mark.row("S3", "U6")

NOBODY = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOLDFAST_MODEL", "HOLDFAST_CLASSIFY_MODEL", "HOLDFAST_RESPOND_MODEL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ProtocolServer]:
    with protocol_server(tmp_path / "log") as server:
        yield server


@pytest.fixture
def home(house: House, person: Person) -> Iterator[Path]:
    """Where the choice is kept; this person runs the start."""
    assert house.home is not None
    (house.home / RUNNER).write_text(json.dumps({"person_id": str(person.person_id)}))
    yield house.home
    for name in (RUNNER, MODEL):
        (house.home / name).unlink(missing_ok=True)


def choice(page: Page) -> Locator:
    """Where it is chosen."""
    return page.get_by_role("region", name="The model")


async def fill(page: Page, address: str, key: str = "") -> None:
    """A server that is compatible with OpenAI's."""
    await page.goto("/#/settings")
    await choice(page).get_by_label("Who answers").select_option("openai")
    await choice(page).get_by_label("Address").fill(address)
    await choice(page).get_by_label("Name of the model").fill("some-model")
    await choice(page).get_by_label("Key").fill(key)


async def press(page: Page, name: str) -> None:
    await choice(page).get_by_role("button", name=name, exact=True).click()


async def test_a_model_is_tried_with_its_time_and_used_from_the_next_line_on(
    page_of: Visits, person: Person, home: Path, server: ProtocolServer
) -> None:
    page = await page_of(person, size=PHONE)
    await fill(page, f"{server.url}/v1", "a-secret-key")
    server.reply("I am here.")
    await press(page, "Try it")
    told = choice(page).get_by_text("It answered in")
    await expect(told).to_contain_text("“I am here.”")
    await expect(told).to_contain_text("the first word after")
    assert not (home / MODEL).exists(), "to try it keeps nothing"
    assert await axe(page) == []

    await press(page, "Use it")
    await expect(
        page.get_by_role("status").get_by_text("From the next line on: some-model on this machine.")
    ).to_be_visible()
    await expect(choice(page).get_by_label("Key")).to_have_value("")
    assert stat.S_IMODE((home / MODEL).stat().st_mode) == 0o600
    assert json.loads((home / MODEL).read_text())["model"] == "some-model"
    await page.reload()
    await expect(choice(page).get_by_text("It answers now: some-model on this machine.")).to_be_visible()
    await expect(choice(page).get_by_text("One is kept.")).to_be_visible()
    assert "a-secret-key" not in await page.content()


async def test_why_it_does_not_answer_is_said_in_plain_words(
    page_of: Visits, person: Person, home: Path, server: ProtocolServer
) -> None:
    page = await page_of(person)
    await fill(page, NOBODY)
    await press(page, "Try it")
    await expect(choice(page).get_by_text("Nobody answers at that address.")).to_be_visible()
    await fill(page, f"{server.url}/v1", "a-wrong-key")
    server.next({"type": "fail", "status": 401, "times": None})
    await press(page, "Try it")
    await expect(choice(page).get_by_text("The key was refused.")).to_be_visible()
    assert not (home / MODEL).exists()


async def test_what_no_model_can_be_asked_with_is_refused_where_it_was_typed(
    page_of: Visits, person: Person, home: Path, recorder: Recorder
) -> None:
    recorder.expects("status of 422")
    page = await page_of(person)
    await fill(page, "not an address")
    await press(page, "Use it")
    await expect(choice(page).get_by_role("alert")).not_to_be_empty()
    assert not (home / MODEL).exists()


async def test_who_does_not_run_it_chooses_nothing(page_of: Visits, house: House, home: Path) -> None:
    assert (home / RUNNER).exists()  # somebody else does
    page = await page_of(await house.person())
    async with page.expect_response("**/v1/model") as told:
        await page.goto("/#/settings")
    assert (await (await told.value).json())["here"] is False
    await expect(page.get_by_role("heading", name="Leave this page")).to_be_visible()
    await expect(choice(page)).to_have_count(0)
