"""The document at `/openapi.json` is what is served: every answer that a door gives is one that it announces."""

import json
import re
from typing import Any

import httpx
import jsonschema_rs
import pytest

from services.gateway.app import DOORS
from services.gateway.reading import parse_form
from shared.contracts.requests.people import Scope
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("P2")
Document = dict[str, Any]


@pytest.fixture
async def document(gateway: OpenGateway) -> Document:
    found: Document = (await gateway.http.get("/openapi.json")).json()
    return found


def announced(document: Document, method: str, path: str, response: httpx.Response) -> None:
    """Checks status, media type and form of an answer against the document."""
    answers = document["paths"][path][method.lower()]["responses"]
    assert str(response.status_code) in answers, (method, path, response.status_code, response.text)
    content = answers[str(response.status_code)].get("content", {})
    if not response.content:
        assert not content
        return
    kind = response.headers["content-type"].partition(";")[0]
    assert kind in content, (method, path, kind)
    if kind.endswith("json"):
        schema = {**content[kind]["schema"], "components": document["components"]}
        jsonschema_rs.validator_for(schema).validate(response.json())


SEEN = {"version": 1}
STORY = "00000000-0000-4000-8000-000000000001"
WRITTEN = {"engagement_id": STORY, "content": "You have a cat."}
BODIES: dict[str, list[object]] = {
    "/v1/people": [{}, {"companion_name": "Ada", "language": "de"}, {"language": "?"}, [], {"more": 1}],
    "/v1/me": [{"companion_name": "Ada"}, {"settings": {"time_zone": "UTC"}}, {}, {"revision": 1}],
    "/v1/session": [{"code": "unknown"}, {}, {"code": 1}],
    "/v1/session/code": [{}],
    "/v1/engagements": [{"title": "Garden"}, {"title": ""}, {"seed": "x"}],
    "/v1/engagements/{engagement_id}": [{"title": "Garden"}, {"status": "gone"}, {}],
    "/v1/assertions": [WRITTEN, {**WRITTEN, "kind": "?"}, {"content": "x"}],
    "/v1/assertions/{assertion_id}/commit": [{**SEEN, "text_hash": "0" * 64}, SEEN, {"version": "1"}],
    "/v1/assertions/{assertion_id}/importance": [{**SEEN, "importance": 9}, {**SEEN, "importance": 4}],
    "/v1/assertions/{assertion_id}/erase": [{"version": 9}, {"version": 2}],
    "/v1/offers/{offer_id}": [{"items": []}, {"items": [{**SEEN, "answer": "perhaps"}]}],
    "/v1/memory/query": [
        {"query": "cat"},
        {"query": ""},
        {"query": "x", "top_k": 51},
        {"query": "x", "person_id": "x"},
    ],
    "/v1/people/{person_id}/agents": [{"agent": "researcher"}, {"agent": "nobody"}, {"agent": "?"}, {}],
    "/v1/import": [{"holdfast_export": 1, "assertions": [{"assertion_id": "1", "content": "x"}]}, {}, []],
    "/v1/import/{import_id}/confirm": [{"file_hash": "0" * 64, "count": 1}, {"count": 1}],
    "/v1/converse": [{"message": "Hello"}, {"message": ""}, {"message": 1}, {"message": "x", "project_id": "x"}],
}


async def test_every_answer_is_announced(gateway: OpenGateway, memory: ScriptedMemory, document: Document) -> None:
    person_id, token = memory.add()
    story = memory.persons[person_id].me.personal_engagement_id
    held = memory.notebook.hold(person_id, "You have a cat.")
    for door in DOORS:
        if door.path == "/v1/events":
            continue  # goes on for ever; its refusals are below
        path = door.path.replace("{engagement_id}", str(story)).replace("{assertion_id}", str(held.assertion_id))
        path = re.sub(r"\{\w+\}", str(person_id), path)
        own = ADMIN_TOKEN if door.needs is Scope.ADMIN else token
        if (door.method, door.path) == ("DELETE", "/v1/session"):
            _, own = memory.add()  # which it ends
        for authorization in (f"Bearer {own}", "Bearer unknown-token", None):
            default: list[object] = [{"version": 1}] if door.form else [None]
            for body in BODIES.get(door.path, default) if door.method in ("POST", "PATCH") else [None]:
                headers = {"Authorization": authorization} if authorization else {}
                answer = await gateway.http.request(door.method, path, json=body, headers=headers)
                announced(document, door.method, door.path, answer)
                assert answer.status_code < 500
    announced(document, "GET", "/v1/events", await gateway.http.get("/v1/events"))
    await gateway.http.post("/v1/converse", headers={"Authorization": f"Bearer {token}"}, json={"message": "Hello"})
    turns = (await gateway.http.get("/v1/turns", headers={"Authorization": f"Bearer {token}"})).json()["turns"]
    path = f"/v1/turns/{turns[0]['turn_id']}"
    for more in ("", "/events", "/why"):
        answer = await gateway.http.get(path + more, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        announced(document, "GET", "/v1/turns/{turn_id}" + more, answer)


async def test_the_document_is_valid_and_names_every_door(document: Document) -> None:
    assert document["openapi"].startswith("3.1")
    for door in DOORS:
        described = document["paths"][door.path][door.method.lower()]
        assert described["summary"].endswith(".")
        assert "application/problem+json" in described["responses"]["500"]["content"]
        schema = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        assert (schema is None) == (door.form is None)
    assert len({each["operationId"] for path in document["paths"].values() for each in path.values()}) == len(DOORS)
    text = json.dumps(document)
    for reference in set(_references(document)):
        assert reference.removeprefix("#/components/schemas/") in document["components"]["schemas"], reference
    assert "HTTPValidationError" not in text


def _references(part: object) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if "$ref" in part else []
        return own + [found for value in part.values() for found in _references(value)]
    return [found for value in part for found in _references(value)] if isinstance(part, list) else []


async def test_unknown_fields_are_announced_as_unwelcome(document: Document) -> None:
    for door in DOORS:
        if door.form is not None:
            assert document["components"]["schemas"][door.form.__name__]["additionalProperties"] is False


async def test_every_example_is_one(document: Document) -> None:
    for door in DOORS:
        if door.form is None:
            continue
        content = document["paths"][door.path][door.method.lower()]["requestBody"]["content"]["application/json"]
        assert content["example"] or door.form.may_be_empty
        schema = {**content["schema"], "components": document["components"]}
        jsonschema_rs.validator_for(schema).validate(content["example"])
        assert isinstance(parse_form(json.dumps(content["example"]).encode(), door.form), door.form)
