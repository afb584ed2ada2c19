"""Reloads, restarts and refusals: what was said is not lost, and what came is not said twice."""

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from shared.contracts.requests.turns import TurnList, TurnState
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import Visits
from tests.integration.line.eventually import eventually

CUT_OFF = ("status of 503", "WebSocket connection", "net::ERR_", "status of 500")
MARK = "(element) => element.classList.add('the-same')"


async def wait_in_line(person: Person, lines: int) -> bool:
    turns = TurnList.model_validate_json((await person.get("/v1/turns")).content).turns
    return sum(len(turn.said) for turn in turns if turn.state is TurnState.WAITING) == lines


async def held_up(page: Page, model: ScriptedModel) -> asyncio.Event:
    """A first line, whose reply goes on when the event is set."""
    model.gate = asyncio.Event()
    model.next_replies.append(ScriptedReply(("Held ", "up.")))
    await say(page, "Good morning")
    await expect(conversation(page).get_by_text("Held")).to_be_visible()
    return model.gate


async def ready(house: House) -> bool:
    return (await house.http.get("/readyz")).is_success


@pytest.mark.row("P5")
async def test_reloaded_in_mid_stream_the_rest_of_the_reply_comes(
    page_of: Visits, person: Person, model: ScriptedModel
) -> None:
    page = await page_of(person)
    gate = await held_up(page, model)
    await page.reload()
    await expect(conversation(page).get_by_text("Held")).to_be_visible()
    gate.set()
    await expect(conversation(page).get_by_text("Held up.", exact=True)).to_have_count(1)
    await expect(conversation(page).get_by_text("Good morning", exact=True)).to_have_count(1)


@pytest.mark.row("P3")
async def test_lines_that_wait_in_line_are_there_after_a_reload(
    page_of: Visits, person: Person, model: ScriptedModel
) -> None:
    page = await page_of(person)
    gate = await held_up(page, model)
    await say(page, "It rained all night")
    await eventually(partial(wait_in_line, person, 1))
    await page.reload()
    await expect(page.get_by_role("list", name="On its way").get_by_text("It rained all night")).to_be_visible()
    gate.set()
    await expect(conversation(page).get_by_text("It rained all night")).to_be_visible()
    await expect(page.get_by_text("It rained all night")).to_have_count(1)


@pytest.mark.row("P1", "P3")
async def test_a_line_that_arrived_unheard_is_sent_again_and_shown_once(
    page_of: Visits, person: Person, house: House, model: ScriptedModel
) -> None:
    page = await page_of(person)
    gate = await held_up(page, model)

    ways = iter((partial(_arrives, house, person),))
    async with asyncio.TaskGroup() as under_way:
        await page.route("**/v1/converse", lambda route: under_way.create_task(next(ways, Route.continue_)(route)))
        await say(page, "It rained all night")
        await eventually(partial(wait_in_line, person, 1))
        async with page.expect_response("**/v1/converse"):
            await page.reload()
        await eventually(partial(page.evaluate, "sessionStorage.getItem('holdfast.unsent') === null"))
        waiting = page.get_by_role("list", name="On its way").get_by_role("listitem")
        await expect(waiting).to_have_text(["It rained all night"])
        gate.set()
    await expect(conversation(page).get_by_text("It rained all night")).to_be_visible()
    await expect(page.get_by_text("It rained all night")).to_have_count(1)


async def _arrives(house: House, person: Person, route: Route) -> None:
    """What was sent arrives, and the page hears nothing of it."""
    key = await route.request.header_value("Idempotency-Key")
    assert key is not None
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": key}
    await house.http.post("/v1/converse", json=route.request.post_data_json, headers=headers)


@pytest.mark.row("P3")
async def test_lines_sent_quickly_are_shown_as_taken_together(
    page_of: Visits, person: Person, model: ScriptedModel
) -> None:
    page = await page_of(person)
    gate = await held_up(page, model)
    await say(page, "It rained all night")
    await say(page, "and the roof leaks")
    await eventually(partial(wait_in_line, person, 2))
    gate.set()
    await expect(conversation(page).get_by_text("Answered together")).to_be_visible()
    await expect(conversation(page).get_by_role("listitem")).to_have_count(2)
    await expect(page.get_by_role("list", name="On its way").get_by_role("listitem")).to_have_count(0)
    await expect(conversation(page).get_by_text("and the roof leaks")).to_have_count(1)


async def test_the_broker_goes_and_comes_back(
    page_of: Visits, person: Person, house: House, recorder: Recorder
) -> None:
    recorder.expects(*CUT_OFF)
    page = await page_of(person)
    await say(page, "Good morning")
    await expect(conversation(page).get_by_text("All right.")).to_be_visible()

    await house.servers.broker.kill()
    await say(page, "Are you still there?")
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(line(page)).to_have_value("Are you still there?")  # given back, not lost
    await house.servers.broker.start()

    await eventually(partial(ready, house))
    await line(page).press("Enter")
    await expect(conversation(page).get_by_text("Are you still there?")).to_have_count(1)
    await expect(conversation(page).get_by_text("All right.")).to_have_count(2)
    await expect(page.get_by_role("alert")).to_be_hidden()


async def test_a_draft_is_there_after_a_look_at_the_notebook(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    await line(page).fill("Something half")
    await page.get_by_role("link", name="Notebook").click()
    await expect(page.get_by_role("heading", name="Your Story", level=1)).to_be_visible()
    await page.get_by_role("link", name="Talk", exact=True).click()
    await expect(line(page)).to_have_value("Something half")


@pytest.mark.row("P1")
async def test_a_line_that_could_not_go_out_goes_out_when_one_comes_back(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("net::ERR_INTERNET_DISCONNECTED", *CUT_OFF)
    page = await page_of(person)
    await say(page, "Good morning")
    await expect(conversation(page).get_by_text("All right.")).to_be_visible()

    await page.context.set_offline(True)
    await say(page, "The roof leaks")
    await page.get_by_role("link", name="Notebook").click()
    await expect(line(page)).to_be_hidden()
    await page.context.set_offline(False)
    await page.get_by_role("link", name="Talk", exact=True).click()
    await expect(conversation(page).get_by_text("The roof leaks")).to_have_count(1)
    await expect(conversation(page).get_by_text("All right.")).to_have_count(2)


async def test_what_is_away_as_a_tab_comes_back_troubles_nobody(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    recorder.expects("status of 503")
    streams: list[WebSocketRoute] = []
    refused: list[str] = []

    async def away(route: Route) -> None:
        refused.append(route.request.url)
        await route.fulfill(status=503, json={"code": "unavailable", "detail": "Not now."})

    page = await page_of.stranger()
    await page.route_web_socket("**/v1/stream", lambda stream: streams.append(stream.connect_to_server()))
    await page_of.enter(page, person)
    await line(page).fill("Something half")
    await eventually(partial(_asked, recorder, 2))  # the stream is open: what happened meanwhile is asked for
    await page.route("**/v1/me", away)
    await streams[0].close()
    await eventually(partial(_some, streams, 2))  # the stream is back, and who one is is asked again
    await eventually(partial(_some, refused, 2))
    await page.unroute("**/v1/me")
    await say(page, "Good morning")
    await expect(conversation(page).get_by_text("All right.")).to_be_visible()


async def test_what_did_not_change_stays_as_the_stream_comes_back(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    streams: list[WebSocketRoute] = []
    await person.say("Good morning")
    page = await page_of.stranger()
    await page.route_web_socket("**/v1/stream", lambda stream: streams.append(stream.connect_to_server()))
    await page_of.enter(page, person)
    await eventually(partial(_asked, recorder, 2))
    why = page.get_by_role("link", name="Why this reply?")
    await why.evaluate(MARK)
    looks = recorder.asked("GET", "/v1/offers")
    await streams[0].close()
    await eventually(partial(_asked, recorder, looks + 1, "/v1/offers"))  # which is looked for after the turns
    await expect(why).to_have_class("the-same")


async def test_what_is_being_chosen_stays_as_the_stream_comes_back(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    streams: list[WebSocketRoute] = []
    page = await page_of.stranger()
    await page.route_web_socket("**/v1/stream", lambda stream: streams.append(stream.connect_to_server()))
    await page_of.enter(page, person)
    await eventually(partial(_asked, recorder, 2))
    await page.get_by_role("link", name="Settings").click()
    await page.get_by_role("combobox", name="Keep the words of our talk").select_option("90")
    erase = page.get_by_role("button", name="Yes, erase what is older")
    await expect(erase).to_be_visible()
    async with page.expect_request_finished(lambda request: request.url.endswith("/v1/me")):
        await streams[0].close()
    looks = recorder.asked("GET", "/v1/me")
    await eventually(partial(_asked, recorder, looks + 1, "/v1/me"))  # the answer to the one before was taken
    await expect(erase).to_be_visible()


async def _asked(recorder: Recorder, times: int, path: str = "/v1/turns") -> bool:
    return recorder.asked("GET", path) >= times


async def _some(many: Sequence[object], at_least: int) -> bool:
    return len(many) >= at_least
