"""Each question of background thinking, over every provider: what goes out, and what is made of what comes back."""

import json
from collections.abc import Awaitable, Callable

import httpx2
import pytest
from pydantic import JsonValue

from services.reflector.ask_thinker import Thoughts
from services.reflector.choose_place import choose_place
from services.reflector.extract_items import extract_items
from services.reflector.resolve_threads import resolve_threads
from services.reflector.spoken_turns import hear_turns
from services.reflector.thinking import Thinker
from services.reflector.write_narrative import write_narrative
from shared.contracts.entities import EntityType
from shared.contracts.work import SuggestedWork
from shared.models.anthropic import AnthropicWire
from shared.models.fallback import FallingBack
from shared.models.model import LanguageModel
from shared.models.openai_compatible import OpenAICompatibleWire
from shared.models.retry_model import Patience, PatientModel
from shared.offline.engine import OfflineModel
from shared.prompts import load_prompt
from tests.contract.protocol_server import ProtocolServer
from tests.unit.reflector.a_talk import talk_of, think_through, thread_of, work_on

pytestmark = pytest.mark.row("C3")

QUICK = Patience(answer=5.0, pause=0.001)
NETWORK = ("anthropic", "openai")
TALK = talk_of("I decided to sell the boat.", "Ben brought the key, and the hull is fixed.")
ITEMS = {"items": [{"turn": 1, "type": "decision", "what": "sell the boat", "quote": "I decided to sell the boat"}]}
ANSWERS: dict[str, JsonValue] = {
    "entities": ITEMS,  # type: ignore[dict-item]  # lists of dicts are JSON
    "narrative": {"sentences": ["You let go of the boat."]},
    "deltas": {"resolved": [{"thread": "t1", "turn": 2, "quote": "Ben brought the key", "confidence": 0.9}]},
    "routing": {"place": "p2", "confidence": 0.9, "reason": "It is about your garden."},
}


async def offline_work() -> SuggestedWork:
    """What the earlier steps made, whoever made it."""
    thread = thread_of(EntityType.WAITING_ON, "Ben: the key")
    return await think_through(Thinker(OfflineModel()), work_on(TALK, thread), TALK)


async def entities(thoughts: Thoughts, work: SuggestedWork) -> bool:
    found = await extract_items(thoughts, work, hear_turns(TALK))
    return [entity.quote for entity in found.entities] == ["I decided to sell the boat"]


async def narrative(thoughts: Thoughts, work: SuggestedWork) -> bool:
    return await write_narrative(thoughts, work, hear_turns(TALK), "en") == "You let go of the boat."


async def deltas(thoughts: Thoughts, work: SuggestedWork) -> bool:
    found = await resolve_threads(thoughts, work, hear_turns(TALK))
    return [delta.quote for delta in found or ()] == ["Ben brought the key"]


async def routing(thoughts: Thoughts, work: SuggestedWork) -> bool:
    place = await choose_place(thoughts, work, hear_turns(TALK))
    return place is not None and place.reason == "It is about your garden."


ASKED: dict[str, Callable[[Thoughts, SuggestedWork], Awaitable[bool]]] = {
    "entities": entities,
    "narrative": narrative,
    "deltas": deltas,
    "routing": routing,
}


@pytest.fixture(params=NETWORK)
def model(request: pytest.FixtureRequest, server: ProtocolServer, client: httpx2.AsyncClient) -> LanguageModel:
    if request.param == "anthropic":
        anthropic = AnthropicWire("claude-haiku-5-5", "key", base_url=f"{server.url}/anthropic", http_client=client)
        return FallingBack(PatientModel(anthropic, patience=QUICK), OfflineModel())
    openai = OpenAICompatibleWire("some-model", f"{server.url}/v1", "", http_client=client)
    return FallingBack(PatientModel(openai, patience=QUICK), OfflineModel())


@pytest.mark.parametrize("name", ASKED)
async def test_each_question_is_asked_and_read(name: str, model: LanguageModel, server: ProtocolServer) -> None:
    server.reply(json.dumps(ANSWERS[name]))
    thoughts = Thoughts(model, may_spend=True)
    assert await ASKED[name](thoughts, await offline_work())
    (used,) = thoughts.used
    assert (used.prompt, used.prompt_version) == (f"reflector/{name}", load_prompt("reflector", name).version)
    assert used.tokens.sent > 0


@pytest.mark.parametrize("name", ASKED)
async def test_the_fixed_text_goes_out_by_itself_and_every_field_is_required(
    name: str, model: LanguageModel, server: ProtocolServer
) -> None:
    server.reply(json.dumps(ANSWERS[name]))
    await ASKED[name](Thoughts(model, may_spend=True), await offline_work())
    (body,) = server.bodies()
    sent = json.dumps(body)
    fixed = json.dumps(load_prompt("reflector", name).text)[1:-1]
    assert sent.count(fixed) == 1
    assert fixed not in json.dumps(body["messages"][-1])  # type: ignore[index]
    assert strict(schema_in(body))


def schema_in(body: dict[str, JsonValue]) -> JsonValue:
    """Wherever that provider wants it."""
    if "output_config" in body:
        return body["output_config"]["format"]["schema"]  # type: ignore[index, call-overload]
    return body["response_format"]["json_schema"]["schema"]  # type: ignore[index, call-overload]


def strict(node: JsonValue) -> bool:
    """Whether every object in it requires all of its fields and allows no other."""
    if isinstance(node, list):
        return all(map(strict, node))
    if not isinstance(node, dict):
        return True
    fields = node.get("properties")
    closed = fields is None or (
        isinstance(fields, dict) and node.get("required") == list(fields) and node.get("additionalProperties") is False
    )
    return closed and all(map(strict, node.values()))


@pytest.mark.parametrize("status", [429, 500])
async def test_a_provider_that_fails_is_left_for_the_offline_form_and_counted(
    model: LanguageModel, server: ProtocolServer, status: int
) -> None:
    server.next({"type": "fail", "status": status, "times": None})
    work = await think_through(Thinker(model), work_on(TALK), TALK)
    plain = await think_through(Thinker(OfflineModel()), work_on(TALK), TALK)
    assert (work.reduced, work.narrative) == (True, plain.narrative)
    assert [entity.quote for entity in work.entities] == [entity.quote for entity in plain.entities]
    assert {use.fallback_from for use in work.thought_by if use.provider == "offline"} == {
        f"{model.provider}:{model.model}"
    }
    assert sum(use.attempts for use in work.thought_by if use.provider != "offline") >= 3


async def test_a_refusal_invents_nothing(model: LanguageModel, server: ProtocolServer) -> None:
    server.next({"type": "reply", "text": "I can't help with that.", "finish_reason": "content_filter", "times": None})
    work = await think_through(Thinker(model), work_on(TALK), TALK)
    assert work.reduced
    assert all(entity.quote in f"{TALK[0].said} {TALK[1].said}" for entity in work.entities)
