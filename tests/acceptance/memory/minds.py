"""The models that can run here, and how each is told what to understand: the same suite is for all of them."""

import asyncio
import gc
import sys
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

import httpx
from pydantic import JsonValue

from deploy.embedded.ports import free_port
from shared.contracts.operations import Offer
from shared.contracts.turns import Proposal
from shared.contracts.understanding import Reading
from shared.models.model import Question
from shared.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.acceptance.memory.script import fact_for_all_projects, reading_of
from tests.integration.line.eventually import eventually

Provider = Literal["offline", "scripted", "anthropic", "openai"]
ALL_RIGHT = "All right."


@dataclass
class Mind:
    """Who understands and speaks; whoever works by a script is told beforehand what is going to be said."""

    name: Provider
    settings: dict[str, str]
    scripted: ScriptedModel | None = None
    server: "ProtocolServer | None" = None

    async def is_going_to_hear(self, text: str, offer: Offer | None) -> None:
        """Prepares what this very line will be read as and answered with."""
        fact = fact_for_all_projects(text)
        if self.scripted is not None and fact is not None:
            self.scripted.next_replies.append(ScriptedReply((ALL_RIGHT,), Proposal(fact=fact)))
        if self.server is not None:
            call = None if fact is None else fact.text
            await self.server.will_answer(reading_of(text, offer), call)


@dataclass
class ProtocolServer:
    """Speaks the protocols of Anthropic and OpenAI in a process of its own; nobody here wrote it."""

    port: int
    http: httpx.AsyncClient = field(repr=False)

    async def will_answer(self, reading: Reading, proposal: str | None) -> None:
        """The next structured answer, and the next reply."""
        await self.forget_scenario()
        reply: dict[str, JsonValue] = {"type": "reply", "text": ALL_RIGHT, "match": {"stream": True}}
        if proposal is not None:
            call: JsonValue = {
                "name": "offer_to_remember",
                "arguments": {"fact": proposal, "source_assertion": None},
            }
            reply["tool_calls"] = [call]
        answer: JsonValue = {"type": "reply", "text": reading.model_dump_json(), "match": {"stream": False}}
        behaviours: JsonValue = [answer, reply]
        told = await self.http.post("/_llmock/scenario", json={"behaviors": behaviours})
        assert told.status_code == 201, told.text

    async def forget_scenario(self) -> None:
        """Nothing of an earlier line is answered to the next one."""
        await self.http.delete("/_llmock/scenario")

    async def requests(self) -> int:
        """How many calls came."""
        return int((await self.http.get("/_llmock/requests")).json()["count"])


@asynccontextmanager
async def a_mind(name: Provider) -> AsyncIterator[Mind]:
    """One of them, ready to be asked."""
    if name == "offline":
        yield Mind(name, {"model": "offline"})
    elif name == "scripted":
        yield Mind(name, {"model": "offline"}, scripted=ScriptedModel(says=(ALL_RIGHT,), read_by=_read))
    else:
        async with protocol_server() as server:
            yield Mind(name, _settings_for(name, server.port), server=server)
        _let_go_of_connections()


def _let_go_of_connections() -> None:
    """A service keeps its client for the life of its process; here the process outlives the service."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def _read(question: Question) -> Reading:
    return reading_of(question.text, question.offer)


def _settings_for(name: Provider, port: int) -> dict[str, str]:
    if name == "anthropic":
        url = f"http://127.0.0.1:{port}/anthropic"
        return {
            "classify_model": "anthropic:claude-haiku-5-5",
            "respond_model": "anthropic:claude-sonnet-5-5",
            "ANTHROPIC_API_KEY": "a-key-for-tests",
            "ANTHROPIC_BASE_URL": url,
        }
    model = f"openai:a-model@http://127.0.0.1:{port}/v1"
    return {"classify_model": model, "respond_model": model, "small_model": "false"}  # as if it were far away


@asynccontextmanager
async def protocol_server() -> AsyncIterator[ProtocolServer]:
    """The server for as long as the block lasts."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "llmock.cli", "serve", "--host", "127.0.0.1", "--port", str(port)),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as http:

            async def ready() -> bool:
                try:
                    return (await http.get("/health")).status_code == 200
                except httpx.TransportError:
                    return False

            await eventually(ready)
            yield ProtocolServer(port, http)
    finally:
        process.terminate()
        await process.wait()
