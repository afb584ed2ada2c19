"""One browser and one house with a scripted model; each test its own person, and its own eye on the network."""

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import a_mind
from tests.acceptance.memory.person import Person
from tests.browser.chromium import NoBrowserError, a_browser, executable
from tests.browser.elsewhere import Elsewhere, somewhere_else
from tests.browser.recorder import Recorder
from tests.browser.visiting import Visits


@pytest.fixture(scope="package")
async def browser() -> AsyncIterator[Browser]:
    """Skips where a person has no browser; in CI a missing one is a failure, or the suite would shrink unseen."""
    try:
        executable()
    except NoBrowserError as error:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    async with a_browser() as browser:
        yield browser


@pytest.fixture(scope="package")
async def shared_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    assert browser.is_connected()  # without a browser nothing needs to be started
    async with a_mind("scripted") as mind, a_house(mind, tmp_path_factory.mktemp("home")) as house:
        yield house


@pytest.fixture
def house(shared_house: House) -> House:
    """The installation, with a model that was told nothing yet."""
    model, fresh = shared_house.model, ScriptedModel()
    model.readings, model.next_readings, model.next_replies = {}, [], []
    model.gate, model.questions, model.briefs = None, [], []
    model.taken = fresh.taken
    return shared_house


@pytest.fixture
def model(house: House) -> ScriptedModel:
    """Who understands and speaks here: `readings`, `next_replies` and `gate` say how."""
    return house.model


@pytest.fixture
async def person(house: House) -> Person:
    return await house.person()


@pytest.fixture
def recorder(house: House) -> Recorder:
    """All that the pages of this test do and complain about."""
    return Recorder(f"http://127.0.0.1:{house.port}")


@pytest.fixture
async def page_of(browser: Browser, house: House, recorder: Recorder) -> AsyncIterator[Visits]:
    """`await page_of(person)` is the page, signed in. Whatever a page complained about fails the test."""
    visits = Visits(browser, house, recorder)
    yield visits
    await visits.close()
    assert recorder.faults == []


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    """Another address on this machine, that counts who comes."""
    async with somewhere_else() as elsewhere:
        yield elsewhere
