"""Taking everything along and bringing it back: whole, or visibly not; under our names; held until it is agreed to."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx
import pytest

from services.gateway.export_form import LARGEST_ROW, MOST_MEMORIES
from shared.contracts.assertions import Force
from shared.contracts.entities import Entity, EntityType, NamedWaitingOn
from shared.contracts.errors import UnavailableError
from shared.contracts.requests.conversations import EntityView, TalkMemory, ThreadView
from shared.contracts.requests.notebook import RefusalView
from shared.contracts.requests.transfer import ConfirmImport, ExportMemory, ExportPart, ImportRows
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_doors import bearer
from tests.integration.doors.test_http_notebook import Notebook, refused, said

pytestmark = pytest.mark.row("S6")
CANARY = "xylophone-marmalade"
SECTIONS = {
    *("holdfast_export", "person", "engagements", "assertions", "history", "turns", "refusals"),
    *("conversations", "narratives", "entities", "deltas"),
}


@pytest.fixture
def notebook(gateway: OpenGateway, memory: ScriptedMemory) -> Notebook:
    return Notebook(gateway, memory)


def export_of(*contents: str, **more: object) -> dict[str, Any]:
    """A file that was exported somewhere."""
    assertions = [
        {"assertion_id": str(uuid4()), "content": content, "force": "committed", "person_id": str(uuid4())}
        for content in contents
    ]
    return {"holdfast_export": 1, "assertions": assertions, **more}


async def bring(notebook: Notebook, body: bytes | str, key: str | None = None, **headers: str) -> httpx.Response:
    sent = {**bearer(notebook.token), "Content-Type": "application/json", **headers}
    sent |= {"Idempotency-Key": key} if key else {}
    return await notebook.gateway.http.post("/v1/import", content=body, headers=sent)


def rows_of(notebook: Notebook) -> list[ImportRows]:
    return [asked for asked in notebook.memory.asked if isinstance(asked, ImportRows)]


# ---- taking it along ---------------------------------------------------------------------------------------------


async def test_the_json_is_one_whole_document(notebook: Notebook) -> None:
    held = [notebook.hold(f"You have {number} “cats”.\n{CANARY}") for number in range(5)]
    turn = {"said": ["Hello"], "created_at": "2026-03-03T14:03:00Z", "closed": {"reply": "Hi."}}
    notebook.memory.book(notebook.person_id).turns = [json.dumps(turn)]
    answer = await notebook.ask("GET", "/export")
    document = said(answer)
    assert set(document) == SECTIONS
    assert document["holdfast_export"] == 2
    assert document["person"] == {"person_id": str(notebook.person_id)}
    assert document["assertions"] == [each.model_dump(mode="json") for each in held]
    assert [len(document[section]) for section in ("engagements", "history", "turns", "refusals")] == [1, 5, 1, 0]
    assert answer.headers["holdfast-rows"] == "13"
    assert answer.headers["content-type"] == "application/json"
    asked = [each.after for each in notebook.memory.asked if isinstance(each, ExportMemory) and each.part == "history"]
    assert asked == [None, "2", "4"], "stretch by stretch"


@pytest.mark.parametrize(("wanted", "ending"), [("json", ".json"), ("markdown", ".md")])
async def test_the_files_name_is_ours(notebook: Notebook, wanted: str, ending: str) -> None:
    answer = await notebook.ask("GET", "/export", format=wanted)
    kind, _, name = answer.headers["content-disposition"].partition("; filename=")
    assert (kind, name[0], name[-len(ending) - 1 :]) == ("attachment", '"', f'{ending}"')
    assert set(name.strip('"')) <= set("holdfast-0123456789.jsonmd")


@pytest.mark.parametrize(
    "query", ["format=pdf", "format=", "format=../../x", "format=CON", "name=x", "format=json&format=json"]
)
async def test_no_other_name_or_format(notebook: Notebook, query: str) -> None:
    answer = await notebook.gateway.http.get(f"/v1/export?{query}", headers=bearer(notebook.token))
    assert answer.status_code == 422
    for path in ("/v1/export/..%2f..%2fetc", "/v1/export/x.json", "/v1/exports"):
        refused(await notebook.gateway.http.get(path, headers=bearer(notebook.token)), 404, "not_found")


async def test_the_markdown_reads_well(notebook: Notebook) -> None:
    story = notebook.memory.persons[notebook.person_id].me.personal_engagement_id
    project = said(await notebook.ask("POST", "/engagements", {"title": "Garden", "seed": "Three beds."}), 201)
    then = {"created_at": "2026-03-03T12:00:00Z"}
    notebook.hold("You're allergic to shellfish.", Force.COMMITTED, engagement_id=story, **then)
    notebook.hold("You have *two* cats.", Force.HELD, engagement_id=story, **then)
    notebook.hold("You live in Rome.", Force.RETRACTED, engagement_id=story, **then)
    notebook.hold("The soil pH is 6.5.", Force.HELD, engagement_id=UUID(project["engagement_id"]), **then)
    refusal = RefusalView(refusal_id=uuid4(), text="Your divorce.", created_at=notebook.hold("x").created_at)
    book = notebook.memory.book(notebook.person_id)
    book.refusals[refusal.refusal_id] = refusal
    turns = [("# Hello\nthere", "Hi.", "2026-03-03T14:03:00Z"), ("And?", "", "2026-03-04T08:00:00Z")]
    book.turns = [
        json.dumps({"said": [line], "created_at": at, "closed": {"reply": reply} if reply else None})
        for line, reply, at in turns
    ]
    answer = await notebook.ask("GET", "/export", format="markdown")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    lines = [line.strip() for line in answer.text.splitlines() if line.strip()]
    assert [line for line in lines if line.startswith("#")][1:] == [
        "## Your Story", "### Known", "### Waiting for your word", "## Project: Garden", "### Waiting for your word",
        "## Never to be remembered again", "## The conversation", "### Tuesday, 3 March 2026",
        "### Wednesday, 4 March 2026",
    ]  # fmt: skip
    assert "- **1** (3 March 2026): You're allergic to shellfish." in lines
    assert r"- **2** (since 3 March 2026): You have \*two\* cats." in lines
    assert "1 taken back." in lines
    assert "You live in Rome" not in answer.text
    assert r"> \# Hello" in lines
    assert lines[-2:] == ["> And?", "There was no reply."]


@pytest.mark.row("C9")
async def test_the_markdown_says_what_conversations_meant_and_what_is_open(notebook: Notebook) -> None:
    story = notebook.memory.persons[notebook.person_id].me.personal_engagement_id
    then, book = datetime(2026, 3, 3, 12, tzinfo=UTC), notebook.memory.book(notebook.person_id)
    thread = ThreadView(
        thread_id=uuid4(), entity_type=EntityType.WAITING_ON, text="Anna: the *keys*", since=then, due=then.date(),
        stale=False, engagement_id=story, memory_id=uuid4(), conversation_id=None, open=True,
    )  # fmt: skip
    data = NamedWaitingOn(who="Anna", what="the keys")
    entity = Entity(entity_id=thread.thread_id, turn_id=None, quote="", data=data)
    named = EntityView(entity=entity, text="Anna: the keys", is_active=True, resolved_at=then)
    memory = TalkMemory(
        assertion_id=thread.memory_id, conversation_id=None, engagement_id=story, display_number=7,
        narrative="You wait for Anna.", original="x", edited=True, force=Force.COMMITTED, version=2, text_hash="x",
        at=then, reduced=True, model="", entities=(named,),
    )  # fmt: skip
    book.threads[thread.thread_id], book.talk_memories[memory.assertion_id] = thread, memory
    lines = (await notebook.ask("GET", "/export", format="markdown")).text.splitlines()
    at = lines.index("### What conversations meant")
    assert lines[at + 2 : at + 4] == [
        "- **7** (3 March 2026): You wait for Anna.",
        "  - waiting on: Anna: the keys (settled on 3 March 2026)",
    ]
    assert lines[lines.index("## What is open") + 2] == (
        r"- waiting on (since 3 March 2026, due 3 March 2026): Anna: the \*keys\*"
    )


async def test_what_breaks_on_the_way_does_not_look_whole(notebook: Notebook, memory: ScriptedMemory) -> None:
    for number in range(9):
        notebook.hold(f"You have {number} cats.")
    asked = 0
    answer = memory._answers[ExportMemory]

    def sometimes(request: ExportMemory) -> object:
        nonlocal asked
        asked += request.part is ExportPart.ASSERTIONS
        if asked == 3:
            raise UnavailableError("database")
        return answer(request)

    memory._answers[ExportMemory] = sometimes  # type: ignore[assignment]
    try:
        with pytest.raises(httpx.RemoteProtocolError):
            await notebook.ask("GET", "/export")
    finally:
        memory._answers[ExportMemory] = answer
    assert said(await notebook.ask("GET", "/me"))


async def test_who_leaves_is_written_for_no_longer(notebook: Notebook, gateway: OpenGateway) -> None:
    for number in range(4_000):
        notebook.hold(f"You have {number} cats. " + "x" * 1_000)
    headers = bearer(notebook.token)
    async with gateway.http.stream("GET", "/v1/export", headers=headers) as answer:
        await anext(answer.aiter_raw(1_024))
    while gateway.gateway.listening._count:
        await asyncio.sleep(0.01)
    asked = [asked for asked in notebook.memory.asked if isinstance(asked, ExportMemory)]
    assert len(asked) < 2_000, "there were 2,000 stretches more"


@pytest.mark.row("O5")
async def test_d67_not_many_at_a_time(notebook: Notebook, gateway: OpenGateway) -> None:
    with ExitStack() as places:
        for _ in range(5):
            places.enter_context(gateway.gateway.listening.place(notebook.person_id))
        places.enter_context(gateway.gateway.importing.place(notebook.person_id))
        for wanted in ("json", "markdown"):
            refused(await notebook.ask("GET", "/export", format=wanted), 429, "too_many_streams")
        refused(await bring(notebook, json.dumps(export_of("x"))), 429, "too_many_streams")
    assert said(await bring(notebook, json.dumps(export_of("x"))))


async def test_what_is_away_from_the_beginning_is_said(notebook: Notebook, memory: ScriptedMemory) -> None:
    memory.refuse = UnavailableError("database")
    for wanted in ("json", "markdown"):
        refused(await notebook.ask("GET", "/export", format=wanted), 503, "unavailable")


# ---- bringing it back --------------------------------------------------------------------------------------------


async def test_everything_lands_held_and_one_yes_restores_it(notebook: Notebook) -> None:
    for number in range(5):
        notebook.hold(f"You have {number} cats.", Force.COMMITTED)
    exported = (await notebook.ask("GET", "/export")).content
    other = Notebook(notebook.gateway, notebook.memory)
    state = said(await bring(other, exported))
    assert (state["count"], state["status"]) == (5, "held")
    assert state["file_hash"] == hashlib.sha256(exported).hexdigest()
    assert state["import_id"] == str(uuid5(other.person_id, state["file_hash"]))
    listed = said(await other.ask("GET", "/assertions"))["assertions"]
    assert {each["force"] for each in listed} == {"held"}
    path = f"/import/{state['import_id']}/confirm"
    wrong = {"file_hash": state["file_hash"], "count": 6}
    refused(await other.ask("POST", path, wrong), 422, "import_mismatch")
    confirmed = said(await other.ask("POST", path, {**wrong, "count": 5}))
    assert confirmed["status"] == "confirmed"
    listed = said(await other.ask("GET", "/assertions"))["assertions"]
    assert {each["force"] for each in listed} == {"committed"}
    refused(await notebook.ask("POST", path, {**wrong, "count": 5}), 404, "not_found")


async def test_what_takes_long_is_accepted_and_tells_how_far_it_is(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook.memory.notebook, "takes_long", True)
    accepted = await bring(notebook, json.dumps(export_of("You have a cat.", "You have a dog.")), key="one")
    state = said(accepted, 202)
    assert (state["status"], state["done"], state["total"]) == ("landing", 0, 2)
    path = f"/imports/{state['import_id']}"
    assert said(await notebook.ask("GET", path))["done"] == 1
    landed = said(await notebook.ask("GET", path))
    assert (landed["status"], landed["done"]) == ("held", 2)
    yes = {"file_hash": state["file_hash"], "count": 2}
    begun = said(await notebook.ask("POST", f"/import/{state['import_id']}/confirm", yes), 202)
    assert (begun["status"], begun["done"]) == ("restoring", 0)
    assert [said(await notebook.ask("GET", path))["status"] for _ in range(2)] == ["restoring", "confirmed"]
    assert [each["status"] for each in said(await notebook.ask("GET", "/imports"))["imports"]] == ["confirmed"]
    other = Notebook(notebook.gateway, notebook.memory)
    refused(await other.ask("GET", path), 404, "not_found")
    assert said(await other.ask("GET", "/imports")) == {"imports": []}
    refused(await other.ask("GET", "/imports/x"), 422, "bad_id")


async def test_the_rows_are_sent_on_in_order_as_they_came(notebook: Notebook) -> None:
    rows = [{"event": "ADD", "n": number} for number in range(450)]
    file = export_of("You have a cat.", history=rows, engagements=[{"engagement_id": "x"}], turns=[{"said": ["x"]}])
    text = json.dumps(file, indent=1, ensure_ascii=True)
    said(await bring(notebook, text))
    sent = rows_of(notebook)
    assert [(each.first, len(each.rows), each.last) for each in sent] == [
        (0, 200, False), (200, 200, False), (400, 52, True),
    ]  # fmt: skip
    assert [json.loads(row) for each in sent for row in each.rows] == [*file["engagements"], *file["assertions"], *rows]
    assert {(each.caller.person_id, each.count) for each in sent} == {(notebook.person_id, 1)}
    assert len({each.key.value for each in sent}) == 3


async def test_large_rows_make_small_messages(notebook: Notebook) -> None:
    file = export_of(*["\\" * 4_000 + "é" * 20_000] * 20)
    said(await bring(notebook, json.dumps(file, ensure_ascii=False)))
    assert max(len(each.model_dump_json()) for each in rows_of(notebook)) < 700_000
    assert sum(len(each.rows) for each in rows_of(notebook)) == 20


async def test_the_same_key_is_the_same_import(notebook: Notebook) -> None:
    first = said(await bring(notebook, json.dumps(export_of("You have a cat.")), key="one"))
    other = await bring(notebook, json.dumps(export_of("You have a dog.")), key="one")
    refused(other, 422, "idempotency_mismatch")
    assert first["status"] == "held"
    for key in ("x" * 201, "é"):
        headers = [(b"Idempotency-Key", key.encode("latin-1")), (b"Content-Type", b"application/json")]
        headers.append((b"Authorization", f"Bearer {notebook.token}".encode()))
        answer = await notebook.gateway.http.post("/v1/import", content=b"{}", headers=headers)
        refused(answer, 422, "bad_key")


BAD_FILES = [
    ("", 422, "empty_body"), ("null", 422, "not_an_object"), ("[]", 422, "not_an_object"), ("[", 400, "bad_json"),
    ("{}", 422, "missing_field"), ('{"holdfast_export": 1}', 422, "missing_field"),
    ('{"assertions": []}', 422, "missing_field"), ('{"holdfast_export": 3, "assertions": []}', 422, "bad_field"),
    ('{"holdfast_export": true, "assertions": []}', 422, "bad_field"),
    ('{"holdfast_export": "1", "assertions": []}', 422, "bad_field"),
    ('{"holdfast_export": 1, "assertions": []}', 422, "nothing_to_import"),
    ('{"holdfast_export": 1, "assertions": {}}', 422, "bad_field"),
    ('{"holdfast_export": 1, "assertions": [], }', 400, "bad_json"),
    ('{"holdfast_export": 1, "assertions": [,]}', 400, "bad_json"),
    ('{"holdfast_export": 1, "assertions": [{}]', 422, "bad_row"),
    ('{"holdfast_export": 1, "assertions": [] "x": 1}', 400, "bad_json"),
    ('{"holdfast_export": 1, "assertions": []}{}', 400, "bad_json"),
    ('{"holdfast_export": 1, "holdfast_export": 1, "assertions": []}', 400, "bad_json"),
    ('{"holdfast_export": 1, "assertions": [], "person_id": "x"}', 422, "unknown_field"),
    ('{"holdfast_export": 1, "assertions": [], "' + CANARY + '": 1}', 422, "unknown_field"),
    ('{"holdfast_export": 1, "person": [], "assertions": []}', 422, "bad_field"),
    ('{"holdfast_export": 1, "person": NaN, "assertions": []}', 400, "bad_json"),
    ('{"holdfast_export": ' + "9" * 5_000 + ', "assertions": []}', 400, "bad_json"),
    ('{"holdfast_export": 1, "turns": ' + "[" * 100_000 + "]" * 100_000 + "}", 422, "too_deep"),
    ('{"holdfast_export": 1, "person": ' + '{"a":' * 99 + "1" + "}" * 99 + "}", 422, "too_deep"),
    ("\ufeff{}", 400, "bad_json"), (b"\xff\xfe{}", 400, "bad_json"), (b"PK\x03\x04zip", 400, "bad_json"),
    (b"\x1f\x8b\x08gzip", 400, "bad_json"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "status", "code"), BAD_FILES)
async def test_what_is_no_export_is_refused(notebook: Notebook, file: str | bytes, status: int, code: str) -> None:
    answer = await bring(notebook, file)
    refused(answer, status, code)
    assert CANARY not in answer.text
    assert not rows_of(notebook), "nothing is half imported"
    assert said(await notebook.ask("GET", "/me"))


GOOD = '{"assertion_id": "1", "content": "You have a cat."}'
BAD_ROWS = [
    "5", "null", '"' + CANARY + '"', "[]", "{}", '{"content": "x"}', '{"assertion_id": "' + CANARY + '"}',
    '{"assertion_id": "1", "content": "a\\u0000b"}', '{"assertion_id": "1", "content": "\\ud800"}',
    '{"assertion_id": "1", "assertion_id": "2", "content": "x"}', '{"assertion_id": "1", "content": 1e999}',
    '{"assertion_id": "1", "content": "' + "x" * LARGEST_ROW + '"}',
    '{"assertion_id": "1", "content": "x", ' + ", ".join(f'"f{n}": 1' for n in range(2_001)) + "}",
]  # fmt: skip


@pytest.mark.parametrize("row", BAD_ROWS)
async def test_a_row_that_cannot_be_one_is_named_by_its_number(notebook: Notebook, row: str) -> None:
    answer = await bring(notebook, f'{{"holdfast_export": 1, "assertions": [{GOOD}, {GOOD}, {row}, {GOOD}]}}')
    detail = refused(answer, 422, "bad_row")["detail"]
    assert detail.startswith("Row 3 of “assertions” ")
    assert CANARY not in answer.text
    assert not rows_of(notebook)


async def test_more_rows_than_anybody_has(notebook: Notebook) -> None:
    row = '{"assertion_id":"1","content":"x"}'
    file = '{"holdfast_export":1,"assertions":[' + ",".join([row] * (MOST_MEMORIES + 1)) + "]}"
    refused(await bring(notebook, file), 422, "too_many_rows")
    assert not rows_of(notebook)


async def test_a_file_over_the_limit_is_refused_and_a_large_one_is_not(notebook: Notebook) -> None:
    async def blank(size: int) -> AsyncIterator[bytes]:
        for _ in range(size // 65_536):
            yield b" " * 65_536

    headers = {**bearer(notebook.token), "Content-Type": "application/json"}
    declared = {**headers, "Content-Length": str(17 * 1_048_576)}
    http = notebook.gateway.http
    refused(await http.post("/v1/import", content=blank(17 * 1_048_576), headers=declared), 413, "too_large")
    refused(await http.post("/v1/import", content=blank(17 * 1_048_576), headers=headers), 413, "too_large")
    refused(await http.post("/v1/converse", content=b" " * 70_000, headers=headers), 413, "too_large")
    large = export_of("You have a cat.", turns=[{"said": ["x" * 1_000]}] * 5_000)
    assert said(await bring(notebook, json.dumps(large)))["status"] == "held"


async def test_a_form_that_is_no_json(notebook: Notebook) -> None:
    for kind in ("text/plain", "application/zip", "multipart/form-data; boundary=x"):
        answer = await bring(notebook, json.dumps(export_of("x")), **{"Content-Type": kind})
        refused(answer, 415, "content_type")


async def test_a_confirmation_is_passed_on_as_it_is(notebook: Notebook) -> None:
    file_hash = hashlib.sha256(b"x").hexdigest()
    answer = await notebook.ask("POST", f"/import/{uuid4()}/confirm", {"file_hash": file_hash, "count": 3})
    refused(answer, 404, "not_found")
    asked = next(asked for asked in notebook.memory.asked if isinstance(asked, ConfirmImport))
    assert (asked.file_hash, asked.count) == (file_hash, 3)
