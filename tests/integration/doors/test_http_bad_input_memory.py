"""Bad input at the doors of memory: limits, words, searches, texts, and the items of a card."""

import json
import logging
from uuid import uuid4

import pytest

from services.gateway.app import DOORS
from services.gateway.call import Door
from shared.contracts.assertions import Force, Kind
from shared.contracts.requests.notebook import ListAssertions, WriteAssertion
from tests.integration.doors.calling import (
    CANARY,
    Caller,
    a_caller,
    bearer,
    changed,
    example,
    name,
    texts_of,
    with_id,
    with_text,
)
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("O5")


@pytest.fixture
def caller(gateway: OpenGateway, memory: ScriptedMemory) -> Caller:
    return a_caller(gateway, memory)


ASSERTIONS = next(door for door in DOORS if name(door) == "GET /v1/assertions")


@pytest.mark.parametrize("limit", ["-1", "0", "101", "1000000000", "1e3", "%D9%A5", "%205", "5%20", "", "1.0", "0x5"])
async def test_d13_a_limit_that_is_none(caller: Caller, limit: str) -> None:
    assert await caller.send(ASSERTIONS, query=f"?limit={limit}") == (422, "bad_field")


@pytest.mark.parametrize("parameter", ["force", "kind"])
@pytest.mark.parametrize("word", [CANARY, "", "HELD", "held ", "held,committed"])
async def test_d61_an_unknown_word_in_the_query(caller: Caller, parameter: str, word: str) -> None:
    answer = await caller.call(ASSERTIONS, query=f"?{parameter}={word}")
    assert answer.status_code == 422
    known = Force if parameter == "force" else Kind
    assert all(each in answer.json()["detail"] for each in known)


@pytest.mark.parametrize("cursor", ["x" * 101, "%C3%A9", "a%20b", "%0a"])
async def test_a_cursor_that_we_never_gave(caller: Caller, cursor: str) -> None:
    status, _ = await caller.send(ASSERTIONS, query=f"?cursor={cursor}")
    assert status == 422


SEARCHES = ["100 %", "_", "\\", "' OR 1=1 --", "$1", "a & b | !c <->", '"unbalanced', "(", "*", "é", "مرحبا", "İ",
            "\u202e", "%00"[:1], "a" * 200]  # fmt: skip


@pytest.mark.parametrize("text", SEARCHES)
async def test_d25_d26_a_search_is_literal(caller: Caller, text: str) -> None:
    kept = caller.memory.notebook.hold(caller.person_id, f"Before {text} after.")
    caller.memory.notebook.hold(caller.person_id, "Nothing of the kind")
    answer = await caller.gateway.http.get("/v1/assertions", params={"q": text}, headers=bearer(caller.token))
    assert answer.status_code == 200
    found = [each["content"] for each in answer.json()["assertions"]]
    assert kept.content in found
    asked = [asked for asked in caller.memory.asked if isinstance(asked, ListAssertions)]
    assert asked[-1].q == text, "as it was sent"


async def test_a_search_that_is_too_long(caller: Caller) -> None:
    assert await caller.send(ASSERTIONS, query="?q=" + "x" * 201) == (422, "too_long")


TEXTS = ["'; DROP TABLE assertion; --", "$1 \\' /* */", "100 % _ \\", "مرحبا", "สวัสดี", "\u0130stanbul \u0131",
         "a\u202eb", "👩\u200d👩\u200d👧", "José", "Jose\u0301", "<script>alert(1)</script>", "0000-00-00",
         '=HYPERLINK("x")',
         "\U000e0041tag", "a" * 4_000]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
async def test_d17_d25_what_can_be_stored_is_handed_on_as_it_is(caller: Caller, text: str) -> None:
    story = str(caller.memory.persons[caller.person_id].me.personal_engagement_id)
    door = next(door for door in DOORS if name(door) == "POST /v1/assertions")
    body = json.dumps({"engagement_id": story, "content": text}, ensure_ascii=False)
    assert (await caller.call(door, body)).status_code == 201
    assert [asked.content for asked in caller.memory.asked if isinstance(asked, WriteAssertion)] == [text]


@with_text
async def test_d02_a_text_that_is_too_long_names_its_limit(caller: Caller, door: Door) -> None:
    body = example(door)
    for way in texts_of(body):
        if way[-1] in {"message", "content", "query", "companion_name", "title", "seed", "code"} and len(way) == 1:
            answer = await caller.call(door, json.dumps(changed(body, way, "x" * 4_001)))
            assert (answer.status_code, answer.json()["code"]) == (422, "too_long"), way
            assert way[-1] in answer.json()["detail"]


@with_id
async def test_d34_ids_write_no_lines_into_the_log(
    caller: Caller, door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "holdfast")
    await caller.send(door, path_id=f"a%0a%1b%5b31m{CANARY}")
    fields = [str(record.__dict__.get("fields", "")) for record in caplog.records]
    assert any(door.path in line for line in fields)
    assert CANARY not in caplog.text + "".join(fields)


CARD = next(door for door in DOORS if name(door) == "POST /v1/offers/{offer_id}")


@pytest.mark.parametrize(
    ("change", "code", "names"),
    [
        ({"answer": "change"}, "missing_field", "items[0].text"),
        ({"answer": "change", "text": " "}, "bad_field", "items[0].text"),
        ({"answer": "yes", "text": CANARY}, "bad_field", "items[0]"),
        ({"answer": "perhaps"}, "bad_field", "items[0].answer"),
        ({"version": 0}, "bad_field", "items[0].version"),
        ({"version": 2**31}, "bad_field", "items[0].version"),
        ({"version": True}, "bad_field", "items[0].version"),
        ({"text_hash": CANARY}, "bad_field", "items[0].text_hash"),
        ({"text_hash": "A" * 64}, "bad_field", "items[0].text_hash"),
        ({CANARY: 1}, "unknown_field", "answer"),
    ],
)
async def test_an_item_of_a_card_is_as_strict(caller: Caller, change: dict[str, object], code: str, names: str) -> None:
    item = example(CARD)["items"][0]
    answer = await caller.call(CARD, json.dumps({"items": [{**item, **change}]}))
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert names in answer.json()["detail"]


async def test_a_card_names_each_item_once_and_not_too_many(caller: Caller) -> None:
    item = example(CARD)["items"][0]
    for items in ([item, item], [], [{**item, "assertion_id": str(uuid4())} for _ in range(51)], item, [CANARY]):
        status, code = await caller.send(CARD, json.dumps({"items": items}))
        assert (status, code) == (422, "bad_field"), items
