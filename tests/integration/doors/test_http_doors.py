"""The doors as a client finds them: every address, what it gives, and what its errors look like."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from uuid import UUID, uuid4

import httpx
import pytest

from shared.contracts.errors import UnavailableError
from shared.contracts.ids import line_id
from shared.contracts.notices import Failed
from shared.contracts.requests.people import AddEngagement, AddPerson, Scope, WhoIs
from shared.contracts.requests.turns import Converse
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.broker import Broker
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway, open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply, digest
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("P7")
PROBLEM = {"type", "title", "status", "code", "detail", "request_id", "saved"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def problem(response: httpx.Response, status: int, code: str) -> Mapping[str, object]:
    body: dict[str, object] = response.json()
    assert (response.status_code, body["code"]) == (status, code), response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert set(body) == PROBLEM
    assert body["request_id"] == response.headers["x-request-id"]
    return body


@pytest.fixture
def token(memory: ScriptedMemory) -> str:
    return memory.add()[1]


async def test_the_operator_makes_a_person_once_per_key(gateway: OpenGateway, memory: ScriptedMemory) -> None:
    headers = {**bearer(ADMIN_TOKEN), "Idempotency-Key": "first"}
    made = [await gateway.http.post("/v1/people", headers=headers, json={"companion_name": "Ada"}) for _ in range(2)]
    assert [response.status_code for response in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert set(made[0].json()) == {"person_id", "token", "personal_engagement_id"}
    asked = next(asked for asked in memory.asked if isinstance(asked, AddPerson))
    assert asked.tenant_id == DEFAULT_TENANT
    again = await gateway.http.post("/v1/people", headers=headers, json={"companion_name": "Bob"})
    assert problem(again, 422, "idempotency_mismatch")["saved"] is False


async def test_a_person_needs_no_more_than_an_empty_request(gateway: OpenGateway) -> None:
    assert (await gateway.http.post("/v1/people", headers=bearer(ADMIN_TOKEN))).status_code == 201


async def test_only_the_operator_makes_people(gateway: OpenGateway, token: str) -> None:
    problem(await gateway.http.post("/v1/people", json={}), 401, "unauthorized")
    problem(await gateway.http.post("/v1/people", json={}, headers=bearer(token)), 403, "forbidden")
    problem(await gateway.http.get("/v1/me", headers=bearer(ADMIN_TOKEN)), 403, "forbidden")


async def test_an_agents_token_is_not_a_persons(gateway: OpenGateway, memory: ScriptedMemory) -> None:
    _, agent = memory.add(Scope.AGENT)
    problem(await gateway.http.get("/v1/me", headers=bearer(agent)), 403, "not_for_agents")


async def test_the_token_stays_at_the_door(gateway: OpenGateway, memory: ScriptedMemory, token: str) -> None:
    for _ in range(3):
        assert (await gateway.http.get("/v1/me", headers=bearer(token))).status_code == 200
    asked = [json.loads(request.model_dump_json()) for request in memory.asked]
    assert token not in json.dumps(asked)
    assert sum("token_digest" in request for request in asked) == 1, "asked once, remembered for a while"


async def test_me_is_shown_and_changed(gateway: OpenGateway, token: str) -> None:
    changes = {"companion_name": "Ada", "settings": {"language": "de", "write": False}, "time_zone": "Europe/Berlin"}
    changed = await gateway.http.patch("/v1/me", headers=bearer(token), json=changes)
    me = (await gateway.http.get("/v1/me", headers=bearer(token))).json()
    assert changed.json() == me
    assert me["companion_name"] == "Ada"
    assert me["settings"] == {
        "language": "de", "time_zone": "Europe/Berlin", "write": False, "read": True, "daily_budget": None,
        "retention_days": None, "asking": "now", "keep_orders_at_once": False, "always_ask": [], "never_ask": [],
    }  # fmt: skip
    assert me["revision"] == 1


@pytest.mark.parametrize(
    ("change", "budget"),
    [
        ({"daily_budget": "2.50"}, "2.50"), ({"daily_budget": 2.5}, "2.5"), ({"settings": {"daily_budget": 0}}, "0"),
        ({"daily_budget": None}, None), ({"settings": {"daily_budget": None}}, None), ({"language": "de"}, "1"),
    ],
)  # fmt: skip
async def test_a_budget_is_set_and_a_null_takes_it_away(
    gateway: OpenGateway, token: str, change: object, budget: str | None
) -> None:
    await gateway.http.patch("/v1/me", headers=bearer(token), json={"daily_budget": 1})
    changed = await gateway.http.patch("/v1/me", headers=bearer(token), json=change)
    assert changed.json()["settings"]["daily_budget"] == budget


@pytest.mark.parametrize(
    ("change", "days"),
    [
        ({"retention_days": 30}, 30), ({"settings": {"retention_days": 3650}}, 3650), ({"retention_days": None}, None),
        ({"settings": {"retention_days": None}}, None), ({"language": "de"}, 365),
    ],
)  # fmt: skip
async def test_how_long_talk_is_kept_is_set_and_a_null_keeps_it(
    gateway: OpenGateway, token: str, change: object, days: int | None
) -> None:
    await gateway.http.patch("/v1/me", headers=bearer(token), json={"retention_days": 365})
    changed = await gateway.http.patch("/v1/me", headers=bearer(token), json=change)
    assert changed.json()["settings"]["retention_days"] == days


@pytest.mark.parametrize("days", [29, 3651, 0, -30, 30.5, "30", True])
async def test_talk_is_not_kept_for_a_time_that_makes_no_sense(gateway: OpenGateway, token: str, days: object) -> None:
    refused = await gateway.http.patch("/v1/me", headers=bearer(token), json={"retention_days": days})
    assert problem(refused, 422, "bad_field")["saved"] is False


async def test_projects_begin_change_and_are_listed(gateway: OpenGateway, token: str, memory: ScriptedMemory) -> None:
    made = await gateway.http.post("/v1/engagements", headers=bearer(token), json={"title": "Garden", "seed": "Beds"})
    assert made.status_code == 201
    path = f"/v1/engagements/{made.json()['engagement_id']}"
    changed = await gateway.http.patch(path, headers=bearer(token), json={"status": "archived"})
    assert changed.json()["status"] == "archived"
    listed = (await gateway.http.get("/v1/engagements", headers=bearer(token))).json()["engagements"]
    assert [engagement["kind"] for engagement in listed] == ["personal", "project"]
    elsewhere = await gateway.http.patch(f"/v1/engagements/{uuid4()}", headers=bearer(token), json={"title": "x"})
    problem(elsewhere, 404, "not_found")
    keys = [asked.key for asked in memory.asked if isinstance(asked, AddEngagement)]
    assert len(keys[0].body_hash) == 64


async def test_a_line_has_its_whole_reply(gateway: OpenGateway, token: str, memory: ScriptedMemory) -> None:
    headers = {**bearer(token), "Idempotency-Key": "k-1"}
    response = await gateway.http.post("/v1/converse", headers=headers, json={"message": "Hello"})
    assert response.status_code == 200
    assert response.json()["reply"] == "Hello there, friend."
    assert {"turn_id", "covers", "reply", "intent", "action", "offer", "memory"} <= set(response.json())
    line = next(asked for asked in memory.asked if isinstance(asked, Converse))
    assert line.line_id == line_id(line.caller.person_id, "k-1")
    assert response.json()["covers"] == [str(line.line_id)]
    assert len(line.body_hash) == len(hashlib.sha256().hexdigest())


@pytest.mark.row("P4")
async def test_five_at_once_with_one_key_have_equal_answers(
    gateway: OpenGateway, token: str, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pause=0.03)
    headers = {**bearer(token), "Idempotency-Key": "same"}

    async def say() -> httpx.Response:
        return await gateway.http.post("/v1/converse", headers=headers, json={"message": "Hello"})

    answers = await asyncio.gather(*(say() for _ in range(5)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    later = await say()
    assert later.text == answers[0].text
    other = await gateway.http.post("/v1/converse", headers=headers, json={"message": "Something else"})
    assert problem(other, 422, "idempotency_mismatch")["saved"] is False


@pytest.mark.row("P3")
async def test_quick_lines_are_told_which_reply_covered_them(
    gateway: OpenGateway, token: str, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(pause=0.05)

    async def say(text: str) -> httpx.Response:
        return await gateway.http.post("/v1/converse", headers=bearer(token), json={"message": text})

    first, *others = await asyncio.gather(*(say(text) for text in ("one", "two", "three")))
    assert len({answer.json()["turn_id"] for answer in others}) == 1
    assert first.json()["turn_id"] != others[0].json()["turn_id"]
    assert len(others[0].json()["covers"]) == 2


async def test_an_unknown_project_is_not_found(gateway: OpenGateway, token: str) -> None:
    line = {"message": "Hello", "project_id": str(uuid4())}
    answer = await gateway.http.post("/v1/converse", headers=bearer(token), json=line)
    assert problem(answer, 404, "not_found")["saved"] is False


async def test_a_failed_turn_says_whether_anything_was_kept(
    gateway: OpenGateway, token: str, memory: ScriptedMemory
) -> None:
    memory.reply = Reply(fails=Failed(turn_id=uuid4(), covers=(), code="took_too_long", detail="Sorry.", saved=True))
    answer = await gateway.http.post("/v1/converse", headers=bearer(token), json={"message": "Hello"})
    said = problem(answer, 504, "took_too_long")
    assert "Retry-After" not in answer.headers
    assert said["saved"] is True
    assert said["detail"] == "Sorry."


async def test_a_reply_that_takes_too_long_is_promised(broker: Broker, memory: ScriptedMemory, token: str) -> None:
    async with open_gateway(broker, turn_wait_seconds=0.3) as gateway:
        memory.reply.gate.clear()
        headers = {**bearer(token), "Idempotency-Key": "slow"}
        answer = await gateway.http.post("/v1/converse", headers=headers, json={"message": "Hello"})
        assert answer.status_code == 202
        assert answer.json()["state"] == "active"
        turn = f"/v1/turns/{answer.json()['turn_id']}"
        assert (await gateway.http.get(turn, headers=bearer(token))).json()["state"] == "active"
        waiting = await gateway.http.post("/v1/converse", headers=bearer(token), json={"message": "And this"})
        assert waiting.json() == {"turn_id": None, "state": "waiting"}
        memory.reply.gate.set()
        await memory.settled()
        again = await gateway.http.post("/v1/converse", headers=headers, json={"message": "Hello"})
        assert again.status_code == 200
        assert (await gateway.http.get(turn, headers=bearer(token))).json()["closed"] == again.json()


async def test_the_conversation_so_far_is_read_in_pages(gateway: OpenGateway, token: str) -> None:
    for number in range(3):
        await gateway.http.post("/v1/converse", headers=bearer(token), json={"message": f"Line {number}"})
    newest = (await gateway.http.get("/v1/turns?limit=2", headers=bearer(token))).json()
    assert [turn["said"] for turn in newest["turns"]] == [["Line 1"], ["Line 2"]]
    older = (await gateway.http.get(f"/v1/turns?before={newest['before']}", headers=bearer(token))).json()
    assert [turn["said"] for turn in older["turns"]] == [["Line 0"]]
    assert older["before"] is None
    assert (await gateway.http.get("/v1/turns?before=", headers=bearer(token))).json()["before"] is None


async def test_a_turn_of_somebody_else_is_not_found(gateway: OpenGateway, token: str, memory: ScriptedMemory) -> None:
    mine = await gateway.http.post("/v1/converse", headers=bearer(token), json={"message": "Hello"})
    path = f"/v1/turns/{mine.json()['turn_id']}"
    _, other = memory.add()
    theirs = await gateway.http.get(path, headers=bearer(other))
    nobodys = await gateway.http.get(f"/v1/turns/{uuid4()}", headers=bearer(other))
    assert {**problem(theirs, 404, "not_found"), "request_id": ""} == {**nobodys.json(), "request_id": ""}
    problem(await gateway.http.get(f"{path}/events", headers=bearer(other)), 404, "not_found")


async def test_a_page_signs_in_with_a_code_and_out_again(gateway: OpenGateway, token: str) -> None:
    code = (await gateway.http.post("/v1/session/code", headers=bearer(token))).json()["code"]
    origin = {"Origin": gateway.url}
    signed_in = await gateway.http.post("/v1/session", json={"code": code}, headers=origin)
    assert set(signed_in.json()) == {"person_id", "expires_at"}
    cookie = signed_in.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie
    UUID((await gateway.http.get("/v1/me")).json()["person_id"])
    said = await gateway.http.post("/v1/converse", json={"message": "Hello"}, headers=origin)
    assert said.status_code == 200
    problem(await gateway.http.post("/v1/session", json={"code": code}, headers=origin), 401, "code_not_valid")
    (session,) = gateway.http.cookies.values()
    assert (await gateway.http.delete("/v1/session", headers=origin)).status_code == 204
    problem(await gateway.http.get("/v1/me"), 401, "unauthorized")
    problem(await gateway.http.get("/v1/me", headers=bearer(session)), 401, "unauthorized")


async def test_a_cookie_alone_changes_nothing(gateway: OpenGateway, token: str) -> None:
    cookie = {"Cookie": f"holdfast={token}"}
    assert (await gateway.http.get("/v1/me", headers=cookie)).status_code == 200
    for more in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": f"{gateway.url}.evil.example"}):
        answer = await gateway.http.post("/v1/converse", json={"message": "Hello"}, headers={**cookie, **more})
        problem(answer, 403, "foreign_origin")
        assert "access-control-allow-origin" not in answer.headers
    ours = {**cookie, "Sec-Fetch-Site": "same-origin"}
    assert (await gateway.http.post("/v1/converse", json={"message": "Hello"}, headers=ours)).status_code == 200


@pytest.mark.row("O5")
async def test_behind_tls_the_cookie_is_bound_to_the_host(broker: Broker, token: str) -> None:
    async with open_gateway(broker, secure_cookies=True) as gateway:
        code = (await gateway.http.post("/v1/session/code", headers=bearer(token))).json()["code"]
        signed_in = await gateway.http.post("/v1/session", json={"code": code})
        cookie = signed_in.headers["set-cookie"]
        assert cookie.startswith("__Host-holdfast=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "strict-transport-security" in signed_in.headers
        plain = await gateway.http.get("/v1/me", headers={**bearer(token), "Origin": gateway.url})
        problem(plain, 403, "foreign_origin")


@pytest.mark.row("O5")
async def test_every_answer_carries_the_security_headers(gateway: OpenGateway) -> None:
    for path in ("/", "/v1/me", "/nowhere", "/openapi.json", "/healthz"):
        headers = (await gateway.http.get(path)).headers
        assert "require-trusted-types-for 'script'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


@pytest.mark.row("O5")
async def test_only_our_own_names_are_answered(broker: Broker, token: str) -> None:
    async with open_gateway(broker, allowed_hosts="companion.example, localhost") as gateway:
        for host, status in (("companion.example", 200), ("Companion.Example:443", 200), ("localhost:1", 200)):
            assert (await gateway.http.get("/v1/me", headers={**bearer(token), "Host": host})).status_code == status
        for host in ("evil.example", "companion.example.evil.example", "127.0.0.1", ""):
            problem(await gateway.http.get("/v1/me", headers={**bearer(token), "Host": host}), 400, "unknown_host")
        spoofed = {**bearer(token), "Host": "evil.example", "X-Forwarded-Host": "companion.example"}
        problem(await gateway.http.get("/v1/me", headers=spoofed), 400, "unknown_host")
        assert (await gateway.http.get("/healthz", headers={"Host": "10.0.0.7:8080"})).status_code == 200


@pytest.mark.row("O4")
async def test_readiness_names_what_is_away(
    gateway: OpenGateway, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await gateway.http.get("/readyz")).json() == {"ready": True}
    memory.refuse = UnavailableError("database")
    assert "database" in str(problem(await gateway.http.get("/readyz"), 503, "not_ready")["detail"])
    memory.refuse = UnavailableError("disk")
    assert problem(await gateway.http.get("/readyz"), 503, "not_ready")["detail"] == "The disk is full just now."
    memory.silent = True
    monkeypatch.setattr(gateway.gateway.client, "_patience", 0.2)
    assert "memory service" in str(problem(await gateway.http.get("/readyz"), 503, "not_ready")["detail"])
    assert (await gateway.http.get("/healthz")).json() == {"alive": True}
    problem(await gateway.http.get("/metrics"), 404, "not_found")  # they are on the port of health, inside


@pytest.mark.row("O5")
async def test_too_many_requests_are_slowed_down(broker: Broker, memory: ScriptedMemory, token: str) -> None:
    async with open_gateway(broker, requests_per_second=5) as gateway:
        answers = [await gateway.http.get("/v1/me", headers=bearer(token)) for _ in range(15)]
        assert 10 <= [answer.status_code for answer in answers].count(200) < 15
        problem(answers[-1], 429, "too_fast")
        assert answers[-1].headers["retry-after"] == "1"
        _, other = memory.add()
        assert (await gateway.http.get("/v1/me", headers=bearer(other))).status_code == 200


@pytest.mark.row("O5")
async def test_a_person_has_one_rate_however_many_tokens_they_have(broker: Broker, memory: ScriptedMemory) -> None:
    person_id, token = memory.add()
    tokens = [f"another-token-{number}" for number in range(15)]
    memory.tokens |= {digest(one): memory.tokens[digest(token)] for one in tokens}
    async with open_gateway(broker, requests_per_second=2) as gateway:
        answers = [await gateway.http.get("/v1/me", headers=bearer(one)) for one in tokens]
    assert 429 in {answer.status_code for answer in answers}
    assert str(person_id) in answers[0].text


@pytest.mark.row("O5")
async def test_a_stranger_who_tries_keeps_nobody_busy(gateway: OpenGateway, memory: ScriptedMemory) -> None:
    for _ in range(3):
        tries = (gateway.http.get("/v1/me", headers=bearer(f"guess-{number:08}")) for number in range(120))
        await asyncio.gather(*tries)
    asked = [one.token_digest for one in memory.asked if isinstance(one, WhoIs)]
    assert len(asked) == len(set(asked)) < 120


@pytest.mark.row("O5")
async def test_a_client_that_hangs_up_is_no_failure(
    gateway: OpenGateway, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    head = f"POST /v1/converse HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", gateway.server.port)
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    await writer.drain()
    await gateway.http.get("/v1/me", headers=bearer(token))
    with caplog.at_level(logging.INFO, logger="holdfast"):
        writer.close()
        await writer.wait_closed()

        async def is_told() -> bool:
            return any(record.msg == "request" for record in caplog.records)

        await eventually(is_told)
    assert not [record for record in caplog.records if record.msg == "request_failed"]


@pytest.mark.row("O5")
async def test_tokens_and_codes_cannot_be_found_by_trying(gateway: OpenGateway) -> None:
    tokens = (gateway.http.get("/v1/me", headers=bearer(f"guess-{number:08}")) for number in range(80))
    codes = (gateway.http.post("/v1/session", json={"code": f"guess-{number}"}) for number in range(80))
    tried = await asyncio.gather(*tokens)
    assert {answer.status_code for answer in tried} == {401, 429}
    tried = await asyncio.gather(*codes)
    problem(next(answer for answer in tried if answer.status_code != 401), 429, "too_fast")
