"""The doors of memory before the real memory service, its database and its broker: what comes back, what is left."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx
import pytest

from services.gateway.call import Door
from services.memory.main import build as build_memory
from services.memory.settings import MemorySettings
from shared.contracts.assertions import AssertionView, text_hash
from shared.contracts.requests.notebook import Verb
from shared.contracts.requests.people import Scope
from tests.integration.doors.fuzzing import FUZZED, Fuzzed
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway, open_gateway
from tests.servers import Servers
from tests.tiers import sized

ALL_THE_TIME = 1e9
EXAMPLES = sized(1, 4)
CANARY = "xylophone-marmalade"
NEEDS_THE_LINE = {"/v1/converse", "/v1/turns/{turn_id}/events"}
"""No other service runs here, so no turn ends."""


@dataclass(frozen=True)
class Address:
    """The real broker, as a gateway needs to know it."""

    servers: Servers

    def url(self, user: str) -> str:
        return self.servers.nats_url(user)


@pytest.fixture(scope="module")
async def real(servers: Servers) -> AsyncIterator[OpenGateway]:
    """The gateway and the memory service, and nobody in it yet."""
    await servers.empty_broker()
    async with servers.fresh_database() as database:
        settings = MemorySettings(nats_url=servers.nats_url("memory"), database_url=database.app_url)
        memory = build_memory(settings, lambda: None)
        await memory.start()
        async with open_gateway(Address(servers), requests_per_second=ALL_THE_TIME) as opened:
            opened.gateway.strangers._full = opened.gateway.strangers._per_second = ALL_THE_TIME
            yield opened
        await memory.stop()


@dataclass
class Person:
    """Somebody who calls the doors."""

    gateway: OpenGateway
    person_id: str
    story: str
    token: str

    async def ask(
        self, method: str, path: str, body: object = None, *, content: bytes | None = None, **query: str
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        if content is not None:
            headers["Content-Type"] = "application/json"
            return await self.gateway.http.request(method, f"/v1{path}", content=content, headers=headers)
        return await self.gateway.http.request(method, f"/v1{path}", json=body, headers=headers, params=query or None)

    async def write(self, content: str, **more: object) -> AssertionView:
        body = {"engagement_id": self.story, "content": content, **more}
        return AssertionView.model_validate(said(await self.ask("POST", "/assertions", body), 201))

    async def do(self, verb: str, kept: AssertionView, **more: object) -> httpx.Response:
        body = {"version": kept.version, "text_hash": kept.text_hash, **more}
        return await self.ask("POST", f"/assertions/{kept.assertion_id}/{verb}", body)


async def somebody(gateway: OpenGateway) -> Person:
    admin = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
    made = said(await gateway.http.post("/v1/people", json={}, headers=admin), 201)
    return Person(gateway, made["person_id"], made["personal_engagement_id"], made["token"])


@pytest.fixture
async def person(real: OpenGateway) -> Person:
    return await somebody(real)


def said(response: httpx.Response, status: int = 200) -> Any:  # noqa: ANN401
    assert response.status_code == status, response.text
    return response.json()


def refused(response: httpx.Response, status: int, code: str) -> Any:  # noqa: ANN401
    body = said(response, status)
    assert body["code"] == code
    assert body["saved"] is False
    return body


async def all_kept(person: Person, **query: str) -> list[AssertionView]:
    found, cursor = list[AssertionView](), ""
    while True:
        page = said(await person.ask("GET", f"/assertions?{urlencode(query)}&cursor={cursor}"))
        found += [AssertionView.model_validate(each) for each in page["assertions"]]
        if page["cursor"] is None:
            return found
        cursor = page["cursor"]


@pytest.mark.row("M22")
async def test_the_whole_list_comes_in_pages_newest_first(person: Person) -> None:
    written = [await person.write(f"You have {number} cats.") for number in range(7)]
    found = await all_kept(person, limit="3")
    assert [each.assertion_id for each in found] == [each.assertion_id for each in reversed(written)]
    assert [each.display_number for each in reversed(found)] == list(range(1, 8))


@pytest.mark.row("O5")
@pytest.mark.parametrize("text", ["100 %", "_", "\\", "' OR 1=1 --", "$1", "a & b | !c <->", '"x', "(", "é", "مرحبا"])
async def test_d26_a_search_is_literal(person: Person, text: str) -> None:
    kept = await person.write(f"You wrote {text} once.")
    await person.write("You wrote nothing of the kind.")
    assert [each.content for each in await all_kept(person, q=text)] == [kept.content]


@pytest.mark.row("M22")
async def test_the_hand_in_the_notebook(person: Person) -> None:
    project = said(await person.ask("POST", "/engagements", {"title": "Garden"}), 201)["engagement_id"]
    now = await person.write("You're allergic to shellfish.", category="health", importance=4)
    steps: list[tuple[str, dict[str, object], str]] = [
        ("pin", {}, "committed"), ("unpin", {}, "committed"), ("importance", {"importance": 5}, "committed"),
        ("correct", {"content": "You're allergic to shrimp."}, "committed"),
        ("move", {"engagement_id": project}, "committed"),
        ("retract", {}, "retracted"), ("restore", {}, "committed"),
    ]  # fmt: skip
    for verb, more, force in steps:
        changed = said(await person.do(verb, now, **more))
        now = AssertionView.model_validate(changed["assertion"])
        assert now.force == force, verb
    assert (now.content, now.importance, str(now.engagement_id)) == ("You're allergic to shrimp.", 5, project)
    entries = said(await person.ask("GET", f"/assertions/{now.assertion_id}/history"))["entries"]
    assert [entry["verb"] for entry in entries][-2:] == ["retract", "restore"]


@pytest.mark.row("M22")
@pytest.mark.parametrize("verb", [verb for verb in Verb if verb is not Verb.REFINE])
async def test_a_stale_version_changes_nothing_and_is_told_what_is_there(person: Person, verb: Verb) -> None:
    kept = await person.write("You have a cat.")
    await person.do("correct", kept, content="You have two cats.")
    own: dict[str, dict[str, object]] = {
        "correct": {"content": "x"}, "importance": {"importance": 1}, "move": {"engagement_id": person.story},
        "category": {"category": "interests"}, "replace": {"by": str(kept.assertion_id)},
    }  # fmt: skip
    stale = refused(await person.do(verb, kept, **own.get(verb, {})), 409, "stale_version")
    assert (stale["current"]["version"], stale["current"]["content"]) == (2, "You have two cats.")
    wrong = kept.model_copy(update={"version": 2, "text_hash": text_hash("You have no cats.")})
    mistaken = refused(await person.do(verb, wrong, **own.get(verb, {})), 409, "stale_confirmation")
    assert mistaken["current"]["text_hash"] == text_hash("You have two cats.")
    assert [each.version for each in await all_kept(person)] == [2]


@pytest.mark.row("M22")
@pytest.mark.parametrize("verb", ["commit", "restore", "refine", "reject"])
async def test_what_cannot_be_done_now_says_how_it_stands(person: Person, verb: str) -> None:
    kept = await person.write("You have a cat.")
    more = {"content": "You have two cats."} if verb == "refine" else {}
    answer = refused(await person.do(verb, kept, **more), 409, "not_allowed_now")
    assert answer["current"]["force"] == "committed"


@pytest.mark.row("O5")
async def test_d60_another_persons_memory_is_not_there(person: Person) -> None:
    other = await somebody(person.gateway)
    theirs = await other.write(CANARY)
    own: dict[str, dict[str, object]] = {
        "refine": {"content": "x"}, "correct": {"content": "x"}, "importance": {"importance": 1},
        "move": {"engagement_id": person.story}, "category": {"category": "interests"},
        "replace": {"by": str(theirs.assertion_id)},
    }  # fmt: skip
    for verb in Verb:
        more = own.get(verb, {})
        nobodys = theirs.model_copy(update={"assertion_id": uuid4()})
        answers = [await person.do(verb, one, **more) for one in (theirs, nobodys)]
        mine, none = ({**refused(answer, 404, "not_found"), "request_id": ""} for answer in answers)
        assert mine == none, verb
    for path in (f"/assertions/{theirs.assertion_id}", f"/assertions/{theirs.assertion_id}/history"):
        refused(await person.ask("GET", path), 404, "not_found")
    body = {"engagement_id": other.story, "content": "x"}
    refused(await person.ask("POST", "/assertions", body), 404, "not_found")
    assert CANARY not in (await person.ask("GET", "/assertions", engagement=other.story)).text
    assert CANARY not in (await person.ask("POST", "/memory/query", {"query": CANARY})).text
    assert CANARY not in (await person.ask("GET", "/export")).text
    assert [each.version for each in await all_kept(other)] == [1]


@pytest.mark.row("M22")
async def test_memory_is_asked(person: Person) -> None:
    await person.write("You're allergic to shellfish.")
    await person.write("You play the violin.")
    hits = said(await person.ask("POST", "/memory/query", {"query": "shellfish allergy", "top_k": 1}))["hits"]
    assert [hit["assertion"]["content"] for hit in hits] == ["You're allergic to shellfish."]


@pytest.mark.row("S6")
async def test_everything_is_taken_along_and_brought_back_to_another(person: Person) -> None:
    garden = {"title": "Garden", "seed": "Three beds."}
    project = said(await person.ask("POST", "/engagements", garden), 201)["engagement_id"]
    kept = [await person.write(f"You have {number} “cats”.\nAnd no dog.") for number in range(3)]
    kept.append(await person.write("The soil is sandy.", engagement_id=project))
    await person.do("retract", kept[0])
    exported = (await person.ask("GET", "/export")).content
    document = json.loads(exported)
    assert [len(document[part]) for part in ("engagements", "assertions", "turns")] == [2, 4, 0]
    reading = (await person.ask("GET", "/export", format="markdown")).text
    assert "## Project: Garden" in reading
    assert "1 taken back." in reading

    other = await somebody(person.gateway)
    state = said(await other.ask("POST", "/import", content=exported))
    assert (state["count"], state["status"], state["skipped"]) == (4, "held", 0)
    assert {each.force for each in await all_kept(other)} == {"held"}
    path = f"/import/{state['import_id']}/confirm"
    yes = {"file_hash": state["file_hash"], "count": 4}
    refused(await person.ask("POST", path, yes), 404, "not_found")
    refused(await other.ask("POST", path, {**yes, "count": 3}), 422, "import_mismatch")
    assert said(await other.ask("POST", path, yes))["status"] == "confirmed"
    assert sorted((each.content, each.force) for each in await all_kept(other)) == sorted(
        (each.content, each.force) for each in await all_kept(person)
    )


@pytest.mark.row("S6")
async def test_d38_a_bad_row_imports_nothing(person: Person) -> None:
    texts = [f"You have {number} cats." for number in range(450)]
    rows = [{"assertion_id": str(uuid4()), "content": text} for text in texts]
    rows[400]["force"] = CANARY
    answer = await person.ask("POST", "/import", {"holdfast_export": 1, "assertions": rows})
    problem = refused(answer, 422, "import_mismatch")
    assert "401" in problem["detail"]
    assert CANARY not in answer.text
    assert await all_kept(person) == []


@pytest.mark.row("S6")
async def test_d40_an_import_lands_held_and_is_the_callers(person: Person) -> None:
    other = await somebody(person.gateway)
    row = {
        "assertion_id": str(uuid4()), "content": "You have a cat.", "force": "committed", "state": "committed",
        "person_id": other.person_id, "tenant_id": str(uuid4()), "engagement_id": None,
    }  # fmt: skip
    said(await person.ask("POST", "/import", {"holdfast_export": 1, "assertions": [row]}))
    assert [each.force for each in await all_kept(person)] == ["held"]
    assert await all_kept(other) == []


@pytest.mark.row("M9", "M26")
async def test_one_memory_the_conversation_and_the_person_are_erased(person: Person) -> None:
    kept = await person.write(f"You like {CANARY}.")
    receipt = said(await person.do("erase", kept))["receipt"]
    assert (receipt["scope"], receipt["status"]) == ("assertion", "gone")
    assert all(each["found"] == 0 for each in receipt["checked"])
    assert CANARY not in (await person.ask("GET", "/export")).text
    assert said(await person.ask("DELETE", "/conversation"))["scope"] == "conversation"
    await person.write(f"You like {CANARY}.")
    assert said(await person.ask("DELETE", "/me", {"confirm": "erase everything"}))["scope"] == "person"
    refused(await person.ask("GET", "/me"), 401, "unauthorized")


@pytest.mark.row("O5")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("door", FUZZED, ids=[f"{door.method} {door.path}" for door in FUZZED])
async def test_whatever_the_document_allows_or_not(person: Person, door: Door) -> None:
    if door.path in NEEDS_THE_LINE:
        pytest.skip("no other service runs here, so no turn ends")
    for content in ("You have a cat.", "You have a dog."):
        await person.write(content)
    headers = {"Authorization": f"Bearer {person.token}"}
    with httpx.Client(base_url=person.gateway.url, headers=headers, timeout=20) as plain:

        def there() -> Sequence[AssertionView]:
            found = plain.get("/v1/assertions").json()
            return [AssertionView.model_validate(each) for each in found.get("assertions", ())]

        def kept() -> str:
            exported = plain.get("/v1/export")
            return exported.text if exported.is_success else str(exported.status_code)

        document = (await person.gateway.http.get("/openapi.json")).json()
        fuzzed = Fuzzed(person.gateway.url, document, kept, there)
        token = ADMIN_TOKEN if door.needs is Scope.ADMIN else person.token
        await asyncio.to_thread(fuzzed.try_out, door, token, EXAMPLES)
