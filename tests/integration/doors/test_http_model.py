"""Choosing the model: where a start keeps a choice, by the one who runs it, and never past the gateway."""

import json
import stat
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.contract.protocol_server import ProtocolServer, protocol_server
from tests.integration.doors.calling import bearer
from tests.integration.doors.open_gateway import Addressed, OpenGateway, open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("U6", "O5")
NOWHERE = "http://127.0.0.1:9/v1"
NOT_THEIRS = {
    "here": False, "may_choose": False, "provider": None, "model": "", "address": "", "has_key": False, "host": "",
    "place": "house",
}  # fmt: skip
LLAMA = {"provider": "openai", "model": "llama3.1", "address": NOWHERE, "key": "a-secret-key"}


@dataclass
class Runner:
    """The one who runs an embedded start, at its doors."""

    gateway: OpenGateway
    memory: ScriptedMemory
    token: str
    file: Path

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
        headers = bearer(token or self.token)
        return await self.gateway.http.request(method, path, json=body, headers=headers)


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOLDFAST_MODEL", "HOLDFAST_CLASSIFY_MODEL", "HOLDFAST_RESPOND_MODEL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def runner(broker: Addressed, memory: ScriptedMemory, tmp_path: Path) -> AsyncIterator[Runner]:
    person_id, token = memory.add()
    file, own = tmp_path / "model.json", tmp_path / "person.json"
    own.write_text(json.dumps({"person_id": str(person_id)}))
    async with open_gateway(broker, model_file=file, runner_file=own) as gateway:
        yield Runner(gateway, memory, token, file)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ProtocolServer]:
    with protocol_server(tmp_path / "log") as server:
        yield server


async def test_a_choice_is_kept_for_its_owner_and_its_key_never_comes_out(runner: Runner) -> None:
    before = await runner.ask("GET", "/v1/model")
    assert before.json() == {**NOT_THEIRS, "here": True, "may_choose": True, "provider": "offline"}
    used = await runner.ask("PUT", "/v1/model", LLAMA)
    assert used.status_code == 200, used.text
    now = await runner.ask("GET", "/v1/model")
    assert now.json() == used.json()
    assert (now.json()["model"], now.json()["place"], now.json()["has_key"]) == ("llama3.1", "machine", True)
    assert "a-secret-key" not in used.text + now.text
    assert stat.S_IMODE(runner.file.stat().st_mode) == 0o600
    assert "a-secret-key" in runner.file.read_text()
    asked = "".join(request.model_dump_json() for request in runner.memory.asked)
    assert "llama" not in asked, "nothing of it crossed the broker"


async def test_a_key_is_used_again_for_its_own_address_and_sent_to_no_other(runner: Runner) -> None:
    await runner.ask("PUT", "/v1/model", LLAMA)
    again = {name: value for name, value in LLAMA.items() if name != "key"} | {"model": "qwen"}
    assert (await runner.ask("PUT", "/v1/model", again)).json()["has_key"]
    elsewhere = await runner.ask("PUT", "/v1/model", {**again, "address": "http://127.0.0.1:10/v1"})
    assert not elsewhere.json()["has_key"]
    assert "a-secret-key" not in runner.file.read_text()


async def test_a_model_is_tried_before_anybody_relies_on_it(runner: Runner, server: ProtocolServer) -> None:
    server.reply("I am here.")
    choice = {"provider": "openai", "model": "some-model", "address": f"{server.url}/v1"}
    tried = await runner.ask("POST", "/v1/model/try", choice)
    assert tried.status_code == 200, tried.text
    trial = tried.json()
    assert (trial["answered"], trial["said"], trial["why"]) == (True, "I am here.", None)
    assert 0 <= trial["first_word_seconds"] <= trial["seconds"]
    assert not runner.file.exists()


async def test_why_a_model_does_not_answer_is_told(runner: Runner) -> None:
    trial = (await runner.ask("POST", "/v1/model/try", LLAMA)).json()
    assert (trial["answered"], trial["why"], trial["first_word_seconds"]) == (False, "away", None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"provider": "openai", "model": "", "address": NOWHERE},
        {"provider": "openai", "model": "m", "address": "not an address"},
        {"provider": "openai", "model": "m", "address": "ftp://127.0.0.1/v1"},
        {"provider": "anthropic"},
        {"provider": "somebody"},
    ],
)
async def test_what_no_model_can_be_asked_with_is_refused(runner: Runner, wrong: dict[str, str]) -> None:
    for method, path in (("PUT", "/v1/model"), ("POST", "/v1/model/try")):
        assert (await runner.ask(method, path, wrong)).status_code == 422
    assert not runner.file.exists()


async def test_nobody_but_the_runner_may_look_choose_or_try(runner: Runner) -> None:
    _, other = runner.memory.add()
    assert (await runner.ask("GET", "/v1/model", token=other)).json() == NOT_THEIRS
    for method, path in (("PUT", "/v1/model"), ("POST", "/v1/model/try")):
        answer = await runner.ask(method, path, LLAMA, token=other)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_the_runner")
    assert not runner.file.exists()


async def test_what_the_environment_chose_stays(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_MODEL", "offline")
    assert (await runner.ask("GET", "/v1/model")).json()["may_choose"] is False
    refused = await runner.ask("PUT", "/v1/model", LLAMA)
    assert (refused.status_code, refused.json()["code"]) == (409, "chosen_elsewhere")
    assert not runner.file.exists()


async def test_where_no_start_keeps_a_choice_there_is_no_such_door(
    gateway: OpenGateway, memory: ScriptedMemory
) -> None:
    _, token = memory.add()
    told = await gateway.http.get("/v1/model", headers=bearer(token))
    assert told.json() == NOT_THEIRS
    for method, path, status in (("PUT", "/v1/model", 405), ("POST", "/v1/model/try", 404)):
        answer = await gateway.http.request(method, path, json=LLAMA, headers=bearer(token))
        assert answer.status_code == status
