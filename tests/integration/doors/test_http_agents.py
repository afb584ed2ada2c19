"""Agents at the doors, before the real memory service: their token is good for one question, and tells who asks."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import pytest

from services.gateway.app import DOORS
from services.gateway.doors.agents import OF_PERSON
from shared.contracts.errors import BadMessageError, CategoryNotAllowedError
from shared.contracts.requests.people import Scope
from shared.contracts.requests.recall import QueryAsAgent, QueryMemory
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.test_http_with_memory import Person, person, real, refused, said, somebody

__all__ = ["person", "real"]

pytestmark = [pytest.mark.row("M13", "M14")]
ADMIN = {"Authorization": f"Bearer {ADMIN_TOKEN}"}


@dataclass(frozen=True)
class Asking:
    """An agent, as it calls."""

    gateway: OpenGateway
    token: str
    token_id: str

    async def ask(self, body: object = None, method: str = "POST", path: str = "/memory/query") -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        return await self.gateway.http.request(method, f"/v1{path}", json=body, headers=headers)


async def let_in(whose: Person, agent: str) -> Asking:
    path = f"/v1/people/{whose.person_id}/agents"
    added = said(await whose.gateway.http.post(path, json={"agent": agent}, headers=ADMIN), 201)
    assert (added["agent"], added["person_id"]) == (agent, whose.person_id)
    return Asking(whose.gateway, added["token"], added["token_id"])


@pytest.fixture
async def researcher(person: Person) -> Asking:
    return await let_in(person, "researcher")


# ---- what an agent's token is good for ---------------------------------------------------------------------------


async def test_an_agent_asks_as_itself_and_the_answer_is_its_own(person: Person, researcher: Asking) -> None:
    await person.write("You're to water the roses.", category="tasks", run_id="run-7")
    await person.write("You love roses.", category="preferences")
    hits = said(await researcher.ask({"query": "roses"}))["hits"]
    assert [(hit["text"], hit["assertion"]) for hit in hits] == [("[tasks] The person is to water the roses.", None)]
    assert hits[0]["told"]["content"] == "The person is to water the roses."
    bullets = said(await researcher.ask({"query": "roses", "return": "bullets", "filters": {"run_id": "run-7"}}))[
        "hits"
    ]
    assert [(hit["category"], hit["told"]) for hit in bullets] == [("tasks", None)]
    mine = said(await person.ask("POST", "/memory/query", {"query": "roses"}))["hits"]
    assert {hit["assertion"]["content"] for hit in mine} == {"You're to water the roses.", "You love roses."}
    assert {hit["assertion"]["run_id"] for hit in mine} == {"run-7", None}


async def test_every_other_door_is_closed_to_an_agent(person: Person, researcher: Asking) -> None:
    for door in DOORS:
        if door.needs is not None and not door.agents:
            path = door.path.replace("/v1", "", 1)
            for name in ("{person_id}", "{token_id}"):
                path = path.replace(name, person.person_id)
            answer = await researcher.ask({}, door.method, path.replace("{", "").replace("}", ""))
            refused(answer, 403, "not_for_agents")
    open_to_agents = [(door.method, door.path) for door in DOORS if door.agents]
    assert open_to_agents == [("POST", "/v1/memory/query")]


async def test_what_an_agent_may_not_see_is_a_clear_error(researcher: Asking) -> None:
    body = refused(await researcher.ask({"query": "x", "categories": ["health"]}), 403, "category_not_allowed")
    assert body["detail"] == "This agent may not see the category “health”."
    body = refused(await researcher.ask({"query": "x", "filters": {"category": "moods"}}), 422, "unknown_category")
    assert "moods" not in body["detail"]
    refused(await researcher.ask({"query": "x", "search_type": "both"}), 403, "conversations_not_allowed")
    then = {"query": "x", "as_of": "2026-05-01T00:00:00Z"}
    refused(await researcher.ask(then), 403, "not_for_agents")  # else it would learn what was taken back


@pytest.mark.parametrize("field", ["person_id", "agent", "agent_id", "tenant_id", "person", "caller", "token_id"])
async def test_who_asks_is_read_from_the_token_alone(person: Person, researcher: Asking, field: str) -> None:
    other = await somebody(person.gateway)
    for more in ({field: other.person_id}, {"filters": {field: other.person_id}}):
        if more == {"filters": {"agent_id": other.person_id}}:
            continue  # that is who made a memory
        for answer in (
            await researcher.ask({"query": "x", **more}),
            await person.ask("POST", "/memory/query", {"query": "x", **more}),
        ):
            body = refused(answer, 422, "identity_in_body")
            assert other.person_id not in json.dumps(body)


async def test_whom_the_operator_may_let_in(person: Person) -> None:
    path = f"/v1/people/{person.person_id}/agents"
    http = person.gateway.http
    body = refused(await http.post(path, json={"agent": "gardener"}, headers=ADMIN), 422, "unknown_agent")
    assert "executor, planner, researcher, stylist, supervisor" in body["detail"]
    refused(await http.post(path, json={"agent": "No Name"}, headers=ADMIN), 422, "bad_field")
    nobody = OF_PERSON.replace("{person_id}", str(uuid4()))
    refused(await http.post(nobody, json={"agent": "planner"}, headers=ADMIN), 404, "not_found")
    refused(await http.get(nobody, headers=ADMIN), 404, "not_found")
    own = {"Authorization": f"Bearer {person.token}"}
    refused(await http.post(path, json={"agent": "planner"}, headers=own), 403, "forbidden")


async def test_the_person_sees_who_may_ask_and_sends_them_away(person: Person, researcher: Asking) -> None:
    planner, neighbour = await let_in(person, "planner"), await somebody(person.gateway)
    said(await researcher.ask({"query": "what I want to know", "categories": ["tasks"]}))
    shown = said(await person.ask("GET", "/agents"))["agents"]
    assert [(each["agent"], each["asked"]) for each in shown] == [("researcher", ["tasks"]), ("planner", [])]
    assert shown[0]["last_used_at"] is not None
    assert "token" not in shown[0]
    assert said(await neighbour.ask("GET", "/agents")) == {"agents": []}
    refused(await neighbour.ask("DELETE", f"/agents/{researcher.token_id}"), 404, "not_found")
    left = said(await person.ask("DELETE", f"/agents/{researcher.token_id}"))["agents"]
    assert [each["token_id"] for each in left] == [planner.token_id]
    refused(await researcher.ask({"query": "x"}), 401, "unauthorized")
    path = f"/v1/people/{person.person_id}/agents/{planner.token_id}"
    assert said(await person.gateway.http.delete(path, headers=ADMIN)) == {"agents": []}
    refused(await planner.ask({"query": "x"}), 401, "unauthorized")


# ---- bad input ---------------------------------------------------------------------------------------------------

LONG = "x" * 65_000
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"query": ""}, "bad_field"),
    ({"query": " \t\n\u200b"}, "bad_field"),
    ({"query": LONG}, "too_long"),
    ({"query": 7}, "bad_field"),
    ({"query": None}, "bad_field"),
    ({}, "empty_body"),
    ({"top_k": 3}, "missing_field"),
    ({"query": "x", "top_k": 0}, "bad_field"),
    ({"query": "x", "top_k": -1}, "bad_field"),
    ({"query": "x", "top_k": 10**30}, "bad_field"),
    ({"query": "x", "top_k": "5"}, "bad_field"),
    ({"query": "x", "top_k": 5.5}, "bad_field"),
    ({"query": "x", "threshold": "0.5"}, "bad_field"),
    ({"query": "x", "threshold": -0.1}, "bad_field"),
    ({"query": "x", "threshold": 1.1}, "bad_field"),
    ({"query": "x", "threshold": True}, "bad_field"),
    ({"query": "x", "budget_tokens": 0}, "bad_field"),
    ({"query": "x", "budget_tokens": 10**9}, "bad_field"),
    ({"query": "x", "seen_revision": -1}, "bad_field"),
    ({"query": "x", "seen_revision": 2**63}, "bad_field"),
    ({"query": "x", "categories": ["moods"]}, "unknown_category"),
    ({"query": "x", "categories": ["No Name"]}, "bad_field"),
    ({"query": "x", "categories": ["tasks"] * 51}, "bad_field"),
    ({"query": "x", "categories": "tasks"}, "bad_field"),
    ({"query": "x", "return": "everything"}, "bad_field"),
    ({"query": "x", "search_type": "all"}, "bad_field"),
    ({"query": "x", "engagement_id": "story"}, "bad_field"),
    ({"query": "x", "filters": {"importance_min": 6}}, "bad_field"),
    ({"query": "x", "filters": {"updated_after": "yesterday"}}, "bad_field"),
    ({"query": "x", "filters": {"updated_after": "2026-01-01T00:00:00"}}, "bad_field"),
    ({"query": "x", "filters": {"run_id": "x" * 101}}, "too_long"),
    ({"query": "x", "filters": {"actor": "robot"}}, "bad_field"),
    ({"query": "x", "filters": []}, "bad_field"),
    ({"query": "x", "filters": {"text": "x"}}, "unknown_field"),
    ({"query": "x", "more": 1}, "unknown_field"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED, ids=lambda part: json.dumps(part)[:60])
async def test_what_cannot_be_asked_is_a_clear_error(
    person: Person, researcher: Asking, body: dict[str, Any], code: str
) -> None:
    refused(await person.ask("POST", "/memory/query", body), 422, code)
    refused(await researcher.ask(body), 422, code)


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        (b'{"query": "x", "threshold": NaN}', 400, "bad_json"),
        (b'{"query": "x", "threshold": Infinity}', 400, "bad_json"),
        (b'{"query": "x", "threshold": 1e999}', 400, "bad_json"),
        (b'{"query": "a\\u0000b"}', 422, "bad_character"),
        (b'{"query": "\\ud800"}', 422, "bad_character"),
        (b'{"query": "x", "filters": {"run_id": "\\udc00"}}', 422, "bad_character"),
        (b'{"query": "' + b"x" * 70_000 + b'"}', 413, "too_large"),
        (b"\xff\xfe", 400, "bad_json"),
    ],
)
async def test_what_is_no_text_and_no_number(person: Person, raw: bytes, status: int, code: str) -> None:
    refused(await person.ask("POST", "/memory/query", content=raw), status, code)


@pytest.mark.parametrize(
    "query",
    [
        "the and of", "der die das", "& | ! <-> :*", "'; drop table assertion; --", '"', "\\", "%_%", "(((", "?", "🦐",
        "私はエビが食べられますか", "هل يمكنني أكل الروبيان", "ฉันกินกุ้งได้ไหม", "나는 새우를 먹을 수 있나요",
        "\u202e\u0301a", "shellfish " * 99, "a b c d e f g h i j k l m n o p q r s t u v w x y z " * 19,
    ],
)  # fmt: skip
async def test_whatever_is_asked_has_an_honest_answer(person: Person, researcher: Asking, query: str) -> None:
    await person.write("You're allergic to shellfish.", category="health")
    assert said(await researcher.ask({"query": query}))["hits"] == []
    for more in ({}, {"threshold": 1}, {"threshold": 0.65, "return": "bullets"}, {"search_type": "both"}):
        for hit in said(await person.ask("POST", "/memory/query", {"query": query, **more}))["hits"]:
            assert 0 <= hit["score"] <= 1
            assert hit["why"]


async def test_the_admin_token_asks_nothing(real: OpenGateway) -> None:
    refused(await real.http.post("/v1/memory/query", json={"query": "x"}, headers=ADMIN), 403, "forbidden")
    assert [door.needs for door in DOORS if door.path.startswith(OF_PERSON)] == [Scope.ADMIN] * 3


# ---- the same over the broker ------------------------------------------------------------------------------------


async def test_over_the_broker_it_is_the_same_question_and_the_same_answer(person: Person, researcher: Asking) -> None:
    await person.write("You're to water the roses.", category="tasks")
    client, wish = person.gateway.gateway.client, {"query": "roses", "return": "bullets", "budget_tokens": 100}
    who = {"caller": {"tenant_id": DEFAULT_TENANT, "person_id": person.person_id}}
    mine = await client.ask(QueryMemory.model_validate({**who, **wish}))
    assert mine.model_dump(mode="json") == said(await person.ask("POST", "/memory/query", wish))
    as_agent = {**who, "agent": "researcher", "token_id": researcher.token_id}
    theirs = await client.ask(QueryAsAgent.model_validate({**as_agent, **wish}))
    assert theirs.model_dump(mode="json") == said(await researcher.ask(wish))
    assert theirs.hits[0].text != mine.hits[0].text
    with pytest.raises(CategoryNotAllowedError, match="“health”"):
        await client.ask(QueryAsAgent.model_validate({**as_agent, "query": "x", "categories": ["health"]}))
    unread = QueryMemory.model_validate({**who, **wish}).model_copy(update={"top_k": -1})
    with pytest.raises(BadMessageError, match="top_k"):
        await client.ask(unread)
