"""What a page sends and is called that no page should (D-32, D-34, D-35): nothing is replayed, believed or broken."""

import logging
import re
from urllib.parse import quote

import pytest
from playwright.async_api import Page, expect

from shared.client.feeds import Cursor
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.browser.chromium import ANOTHER_NAME
from tests.browser.recorder import Recorder
from tests.browser.talk import conversation, line, say
from tests.browser.visiting import Visits

pytestmark = pytest.mark.row("O5")

ASK = """async ({path, headers}) => {
  const answer = await fetch(path, {headers});
  return [answer.status, answer.redirected, [...answer.headers.keys()].join(), await answer.text()];
}"""
SECRET = "The code of the gate is 4711"
ESCAPES = "\x1b[31mred\x1b[0m"
INJECTED = f'{{"level": "error"}} {ESCAPES} forged'
HAS_CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
FORWARDED = {
    "X-Forwarded-For": "10.0.0.1, 127.0.0.1",
    "X-Forwarded-Host": ANOTHER_NAME,
    "X-Forwarded-Proto": "https",
    "Forwarded": f"for=10.0.0.1;host={ANOTHER_NAME};proto=https",
}


async def asked(page: Page, path: str, **headers: str) -> tuple[int, bool, str, str]:
    """What the page's own script is answered: status, whether it was led elsewhere, names of headers, body."""
    status, redirected, names, body = await page.evaluate(ASK, {"path": path, "headers": headers})
    return int(status), bool(redirected), str(names), str(body)


async def test_nobody_elses_reply_is_replayed_and_no_made_up_place_is_believed(
    page_of: Visits, person: Person, house: House, model: ScriptedModel, recorder: Recorder
) -> None:
    recorder.expects("status of 404", "status of 400")
    other = await house.person()
    model.next_replies.append(ScriptedReply((SECRET,)))
    theirs = (await other.say("What was the code?")).turn_id
    page = await page_of(person)
    await say(page, "Good morning")
    await expect(conversation(page).get_by_role("link", name="Why this reply?")).to_be_visible()
    own = (await person.get("/v1/turns")).json()["turns"][0]["turn_id"]

    for path, place, expected in (
        (f"/v1/turns/{theirs}/events", str(Cursor(theirs)), 404),
        (f"/v1/turns/{theirs}/events", "", 404),
        (f"/v1/turns/{own}/events", str(Cursor(theirs)), 400),
        (f"/v1/turns/{own}/events", f"{own}.{'9' * 4_000}-1-1.1", 400),
        (f"/v1/turns/{own}/events", f"{own}.-1--1--1.-1", 400),
        (f"/v1/turns/{own}/events", "event: closed", 400),
    ):
        status, _, _, body = await asked(page, path, **({"Last-Event-ID": place} if place else {}))
        assert (status, SECRET in body, "event:" in body) == (expected, False, False), (path, place)
    await expect(conversation(page).get_by_role("listitem")).to_have_count(1)


async def test_names_and_ids_with_escapes_stay_on_their_line(
    page_of: Visits, person: Person, recorder: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    recorder.expects("status of 404", "status of 422")
    caplog.set_level(logging.INFO, "holdfast")
    await person.set(companion_name=f"Ada\n{INJECTED}")
    await person.project(f"Garden\r\n{INJECTED}")
    page = await page_of(person)
    await say(page, f"Good morning\n{INJECTED}")
    await expect(conversation(page).get_by_text("forged").first).to_be_visible()
    for view in ("memory", "why", "notebook", "talk?turn="):
        await page.goto(f"/#/{view}/{quote(INJECTED)}")
        await expect(page.get_by_role("heading", level=1)).to_have_count(1)
    await asked(page, f"/v1/assertions/{quote(INJECTED)}%0a%1b", **{"X-Request-Id": "a" * 9})

    ours = [record for record in caplog.records if record.name.startswith("holdfast")]  # asyncio writes what it likes
    assert len(ours) > 5
    for record in ours:
        said = f"{record.getMessage()} {record.__dict__.get('fields', '')}"
        assert HAS_CONTROLS.search(said) is None
        assert "forged" not in said


async def test_what_is_said_to_be_forwarded_is_not_believed(page_of: Visits, person: Person) -> None:
    page = await page_of(person)
    plain = await asked(page, "/v1/me")
    assert plain[:2] == (200, False)
    assert await asked(page, "/v1/me", **FORWARDED) == plain
    assert "strict-transport-security" not in plain[2]


async def test_under_another_name_that_leads_here_nothing_is_shown(
    page_of: Visits, person: Person, recorder: Recorder
) -> None:
    page = await page_of(person)
    elsewhere = recorder.origin.replace("127.0.0.1", ANOTHER_NAME)
    recorder.expects(elsewhere, "status of 400")
    rebound = await page.context.new_page()
    answer = await rebound.goto(f"{elsewhere}/")
    assert answer is not None
    assert (answer.status, (await answer.json())["code"]) == (400, "unknown_host")
    await expect(line(rebound)).to_have_count(0)
