"""Bad input at every door that takes a body, an id or a parameter: what one door refuses, all refuse alike."""

import json
import re
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from services.gateway.app import DOORS
from services.gateway.call import IN_QUERY, KEY, Door
from services.gateway.doors.imports import LARGEST
from shared.contracts.assertions import Kind
from shared.contracts.requests.people import Scope, WhoIs
from tests.integration.doors.calling import (
    CANARY,
    JSON,
    WRITES,
    Caller,
    a_caller,
    bearer,
    changed,
    example,
    for_persons,
    name,
    texts_of,
    with_form,
    with_id,
    with_key,
    with_query,
    with_text,
)
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("O5")


@pytest.fixture
def caller(gateway: OpenGateway, memory: ScriptedMemory) -> Caller:
    return a_caller(gateway, memory)


@pytest.mark.thinned(3)
@with_form
@pytest.mark.parametrize("body", ["", "  ", "null", "[]", '""', "{}"])
async def test_d01_nothing(caller: Caller, door: Door, body: str) -> None:
    assert door.form is not None
    if door.form.may_be_empty and body in {"", "  ", "{}"}:
        return
    status, code = await caller.send(door, body)
    assert status == 422
    assert code in {"empty_body", "empty_message", "not_an_object", "missing_field"}


@with_form
@pytest.mark.parametrize("size", [70_000, 20_000_000])
async def test_d03_too_large(caller: Caller, door: Door, size: int) -> None:
    if size > (door.most_bytes or 65_536):
        headers = {**JSON, **bearer(caller.token), "Content-Length": str(size)}
        path = re.sub(r"\{\w+\}", str(uuid4()), door.path)
        answer = await caller.gateway.http.request(door.method, path, content=_blank(size), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert str(door.most_bytes or 65_536) in answer.json()["detail"]
    assert LARGEST < 20_000_000


async def _blank(size: int) -> AsyncIterator[bytes]:
    for at in range(0, size, 65_536):
        yield b" " * min(65_536, size - at)


@with_form
@pytest.mark.parametrize("depth", [33, 900, 30_000])
async def test_d05_d06_too_deep(caller: Caller, door: Door, depth: int) -> None:
    field = next(iter(example(door)), "x") if door.path != "/v1/import" else "turns"
    sent = await caller.send(door, f'{{"{field}":' + "[" * depth + "]" * depth + "}")
    assert sent == (422, "too_deep") or (door.most_bytes and sent == (422, "bad_row"))


@pytest.mark.thinned(3)
@with_form
@pytest.mark.parametrize("wrong", ["{}x", "{},", "{} {}", "-", "{'a': 1}", "NaN", "\ufeff{}", '{"a": 1e999}', '{"a"'])
async def test_d07_not_json(caller: Caller, door: Door, wrong: str) -> None:
    body = wrong.replace("{}", json.dumps(example(door))).replace('"a"', '"person"')
    assert await caller.send(door, body) == (400, "bad_json")


@pytest.mark.thinned(3)
@with_form
@pytest.mark.parametrize("field", ["tenant_id", "person_id", "force", "state", "confirmed", CANARY, "__class__"])
async def test_d09_a_field_that_is_not_known(caller: Caller, door: Door, field: str) -> None:
    assert door.form is not None
    code = "identity_in_body" if door.form.says_who and field.endswith("_id") else "unknown_field"
    assert await caller.send(door, json.dumps({**example(door), field: CANARY})) == (422, code)


@pytest.mark.thinned(3)
@with_form
@pytest.mark.parametrize("wrong", [{"x": CANARY}, [[CANARY]], True, -1, 1.5, 1e30, 10**30, "12", ""])
async def test_d10_a_wrong_type_is_not_coerced(caller: Caller, door: Door, wrong: object) -> None:
    body = example(door)
    for field, value in body.items():
        if type(value) is type(wrong) and not isinstance(value, int):
            continue  # a wrong text is another test's
        if isinstance(value, bool) and wrong is True:
            continue  # not wrong there
        if field == "daily_budget" and wrong in (1.5, "12"):
            continue  # an amount may be written so
        status, code = await caller.send(door, json.dumps({**body, field: wrong}))
        assert (status, code) in {(422, "bad_field"), (422, "empty_message"), (422, "missing_field")}, field


@pytest.mark.thinned(3)
@with_text
@pytest.mark.parametrize("text", ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\ud800\\ud800"])
async def test_d14_d15_characters_that_no_text_can_hold(caller: Caller, door: Door, text: str) -> None:
    for way in texts_of(example(door)):
        body = json.dumps(changed(example(door), way, "@")).replace('"@"', f'"{text}"')
        status, code = await caller.send(door, body)
        assert (status, code) in {(422, "bad_character"), (422, "bad_row")}, way
    body = json.dumps({**example(door), "@": 1}).replace('"@"', f'"{text}"')
    status, code = await caller.send(door, body)
    assert (status, code) in {(422, "bad_character"), (422, "unknown_field")}


@pytest.mark.thinned(3)
@with_form
@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/zip", "a/json"])
async def test_d23_not_said_to_be_json(caller: Caller, door: Door, kind: str) -> None:
    sent = await caller.send(door, json.dumps(example(door)), **{"Content-Type": kind})
    assert sent == (415, "content_type")


BAD_IDS = ["x", "a b", "a%0d%0aPUB%20x", "*", "%3E", "a..b", "%00", "%C3%A9", "$JS.API.STREAM", "_INBOX.x",
           "%2e%2e%2fetc", "0" * 5_000, "2f1c7c5e-6a51-4a60-9d0a-3c0f5a7e9b21x",
           "urn:uuid:00000000-0000-0000-0000-000000000000"]  # fmt: skip


@pytest.mark.thinned(3)
@with_id
@pytest.mark.parametrize("path_id", BAD_IDS)
async def test_d53_d57_an_id_that_is_none_reaches_no_subject(caller: Caller, door: Door, path_id: str) -> None:
    body = json.dumps(example(door)) if door.form else None
    sent = await caller.send(door, body, path_id=path_id)
    assert sent in {(422, "bad_id"), (404, "not_found"), (400, "bad_request")}
    assert {type(asked) for asked in caller.memory.asked} - {WhoIs} <= {type(caller.memory.asked[-1])}


@with_id
async def test_d60_whose_it_is_cannot_be_told(caller: Caller, door: Door) -> None:
    """Unknown, or somebody else's: one answer, but for the request's id."""
    if door.needs is Scope.ADMIN:
        return  # the operator may name anybody
    other = Caller(caller.gateway, caller.memory)
    theirs = other.memory.notebook.hold(other.person_id, CANARY)
    turn = await caller.gateway.http.post("/v1/converse", json={"message": CANARY}, headers=bearer(other.token))
    story = other.memory.persons[other.person_id].me.personal_engagement_id
    ids = {"{assertion_id}": theirs.assertion_id, "{turn_id}": turn.json()["turn_id"], "{engagement_id}": story}
    parameter = re.findall(r"\{\w+\}", door.path)[0]
    caller.memory.asked.clear()
    body = json.dumps(example(door)) if door.form else None
    answers = []
    for path_id in (str(ids.get(parameter, uuid4())), str(uuid4())):
        path = re.sub(r"\{\w+\}", str(uuid4()), door.path.replace(parameter, path_id))
        sent = {**bearer(caller.token), **JSON}
        answers.append(await caller.gateway.http.request(door.method, path, content=body, headers=sent))
    assert [answer.status_code for answer in answers] == [404, 404]
    mine, nobodys = ({**answer.json(), "request_id": ""} for answer in answers)
    assert mine == nobodys
    assert CANARY not in str(answers[0].text)


@with_form
async def test_d61_an_unknown_word_names_those_there_are(caller: Caller, door: Door) -> None:
    assert door.form is not None
    words = {"kind": Kind, "answer": ("yes", "never"), "search_type": ("facts", "both"), "return": ("full", "bullets")}
    for field in words.keys() & door.form.model_json_schema()["properties"].keys():
        answer = await caller.call(door, json.dumps({**example(door), field: CANARY}))
        assert answer.status_code == 422
        assert all(f"'{word}'" in answer.json()["detail"] for word in words[field])


@for_persons
@pytest.mark.parametrize("token", ["", "garbage-garbage", "eyJhbGciOiJub25lIn0.e30.", "x" * 10_000, "é" * 10])
async def test_d64_every_bad_token_has_one_answer(caller: Caller, door: Door, token: str) -> None:
    path = re.sub(r"\{\w+\}", str(uuid4()), door.path)
    headers = [(b"Authorization", f"Bearer {token}".strip().encode("latin-1")), (b"Content-Type", b"application/json")]
    body = door.form.example if door.form else None
    answer = await caller.gateway.http.request(door.method, path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    assert not caller.commands


@for_persons
@pytest.mark.parametrize("scope", [Scope.AGENT, Scope.ADMIN])
async def test_d66_only_the_person_may(caller: Caller, door: Door, scope: Scope) -> None:
    if door.agents and scope is Scope.AGENT:
        return  # what an agent may there, test_http_agents.py says
    token = ADMIN_TOKEN if scope is Scope.ADMIN else caller.memory.add(Scope.AGENT)[1]
    path = re.sub(r"\{\w+\}", str(uuid4()), door.path)
    body = door.form.example if door.form else None
    answer = await caller.gateway.http.request(door.method, path, content=body, headers={**bearer(token), **JSON})
    assert answer.status_code == 403
    assert answer.json()["code"] == ("not_for_agents" if scope is Scope.AGENT else "forbidden")
    assert not caller.commands


@for_persons
async def test_d36_a_cookie_alone_changes_nothing(caller: Caller, door: Door) -> None:
    if door.method not in WRITES:
        return
    path = re.sub(r"\{\w+\}", str(uuid4()), door.path)
    body = door.form.example if door.form else None
    for more in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        sent = {"Cookie": f"holdfast={caller.token}", **JSON, **more}
        answer = await caller.gateway.http.request(door.method, path, content=body, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert not caller.commands


@with_key
@pytest.mark.parametrize("key", ["x" * 201, "é", "a\x7f"])
async def test_a_key_that_cannot_be_kept(caller: Caller, door: Door, key: str) -> None:
    path = re.sub(r"\{\w+\}", str(uuid4()), door.path)
    token = ADMIN_TOKEN if door.needs is Scope.ADMIN else caller.token
    headers = [(b"Authorization", f"Bearer {token}".encode()), (b"Idempotency-Key", key.encode("latin-1"))]
    body = door.form.example if door.form else None
    answer = await caller.gateway.http.request(
        door.method, path, content=body, headers=[*headers, (b"Content-Type", b"application/json")]
    )
    assert answer.status_code in (400, 422), answer.text
    assert not caller.commands


async def test_every_write_takes_a_key_but_those_that_happen_once_anyway(caller: Caller) -> None:
    questions = {"POST /v1/memory/query", "POST /v1/session", "POST /v1/session/code"}
    ends = {"DELETE /v1/session", "POST /v1/turns/{turn_id}/stop"}
    without = {name(door) for door in DOORS if door.method in WRITES and KEY not in door.parameters}
    assert without == questions | ends
    assert not caller.commands


@with_query
@pytest.mark.parametrize("query", [f"?{CANARY}=1", "?Limit=5", "?%ff=1", "?a=%00", "?limit%00=5", "?q=%ED%A0%80"])
async def test_a_parameter_that_is_none(caller: Caller, door: Door, query: str) -> None:
    status, code = await caller.send(door, query=query)
    assert (status, code) in {(422, "unknown_parameter"), (422, "bad_character")}


@with_query
async def test_a_parameter_is_given_once(caller: Caller, door: Door) -> None:
    values = {"limit": "5", "before": str(uuid4()), "after": str(uuid4()),
              "status": "active", "engagement": str(uuid4()), "force": "held", "kind": "fact",
              "state": "active", "q": "x", "cursor": "1", "format": "json", "as_of": "2026-05-01",
              "open": "all", "type": "task", "offset": "5", "order": "time"}  # fmt: skip
    assert values.keys() == IN_QUERY
    for parameter in door.in_query:
        sent = await caller.send(door, query=f"?{parameter}={values[parameter]}&{parameter}={values[parameter]}")
        assert sent == (422, "bad_field"), parameter
