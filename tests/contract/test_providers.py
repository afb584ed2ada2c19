"""One suite for every provider: the offline engine, Anthropic's SDK, and all that is compatible with OpenAI's door.

The two that speak over a network meet a server that nobody here wrote, well and ill.
"""

import json
from collections.abc import AsyncIterator
from decimal import Decimal

import httpx2
import pytest
from pydantic import JsonValue

from services.classifier.understanding import read_question
from shared.contracts.understanding import Continuation
from shared.intents.card import load_cards
from shared.models.anthropic import AnthropicWire
from shared.models.fallback import FallingBack
from shared.models.model import Brief, LanguageModel, Read, Said
from shared.models.openai_compatible import OpenAICompatibleWire
from shared.models.retry_model import ModelGaveUpError, Patience, PatientModel
from shared.models.wire import Why, Wire
from shared.offline.engine import OfflineModel
from shared.testing.scripted_model import ScriptedModel
from tests.contract.protocol_server import ProtocolServer
from tests.model_stories import FACT, SHELLFISH, answer, brief, offer, question

pytestmark = pytest.mark.row("U6")

QUICK = Patience(answer=5.0, first_piece=5.0, gap=5.0, speech=10.0, pause=0.001)
NETWORK = ("anthropic", "openai")
TOOL = "offer_to_remember"


def wire_to(name: str, server: ProtocolServer, client: httpx2.AsyncClient) -> Wire:
    if name == "anthropic":
        return AnthropicWire("claude-sonnet-5-5", "test-key", base_url=f"{server.url}/anthropic", http_client=client)
    return OpenAICompatibleWire("some-model", f"{server.url}/v1", "", http_client=client)


@pytest.fixture(params=NETWORK)
def wire(request: pytest.FixtureRequest, server: ProtocolServer, client: httpx2.AsyncClient) -> Wire:
    return wire_to(request.param, server, client)


@pytest.fixture
def model(wire: Wire) -> PatientModel:
    return PatientModel(wire, patience=QUICK)


@pytest.fixture
def offline() -> ScriptedModel:
    return ScriptedModel(provider="offline", model="engine", says=("Offline ", "words."))


@pytest.fixture
def falling_back(model: PatientModel, offline: ScriptedModel) -> FallingBack:
    return FallingBack(model, offline)


@pytest.fixture(params=["offline", *NETWORK])
def provider(request: pytest.FixtureRequest, server: ProtocolServer, client: httpx2.AsyncClient) -> LanguageModel:
    """Any of the three, as it is in use."""
    offline = OfflineModel()
    if request.param == "offline":
        return offline
    return FallingBack(PatientModel(wire_to(request.param, server, client), patience=QUICK), offline)


async def spoken(parts: AsyncIterator[str | Said]) -> tuple[str, Said]:
    """The words of a reply and its end, which must be its last part and its only one."""
    all_parts = [part async for part in parts]
    *pieces, end = all_parts
    assert isinstance(end, Said)
    assert all(isinstance(piece, str) and piece for piece in pieces)
    return "".join(piece for piece in pieces if isinstance(piece, str)), end


# ---- what all three do ---------------------------------------------------------------------------------------------


@pytest.mark.row("U1", "U2")
async def test_a_fact_is_read_with_the_words_that_it_came_from(provider: LanguageModel, server: ProtocolServer) -> None:
    server.reply(answer())
    read = await provider.ask(question())
    assert read.reading.intent == "remember_about_me"
    assert [fact.text for fact in read.reading.personal_facts] == [FACT["text"]]
    assert read.reading.personal_facts[0].own_words in SHELLFISH
    assert read.reading.continuation is Continuation.NONE
    assert set(read.reading.alternatives) <= set(load_cards()) - {"remember_about_me"}


async def test_a_yes_is_read_from_the_offer_that_stands(provider: LanguageModel, server: ProtocolServer) -> None:
    server.reply(answer(continuation="confirm", personal_facts=[], alternatives=[]))
    read = await read_question(provider, question("yes", offer=offer("You're allergic to shellfish.")))
    assert (read.reading.intent, read.reading.continuation) == ("remember_about_me", Continuation.CONFIRM)


async def test_without_an_offer_a_yes_continues_nothing(provider: LanguageModel, server: ProtocolServer) -> None:
    server.reply(answer(intent="general_conversation", continuation="confirm", selection=[1], personal_facts=[]))
    read = await provider.ask(question("yes"))
    assert (read.reading.continuation, read.reading.selection) == (Continuation.NONE, ())
    assert read.reading.intent == "general_conversation"


@pytest.mark.row("K12")
async def test_every_answer_says_who_gave_it_and_what_it_took(provider: LanguageModel, server: ProtocolServer) -> None:
    server.reply(answer())
    read = await provider.ask(question())
    assert (read.used.provider, read.used.attempts >= 1, read.used.fallback_from) == (provider.provider, True, None)
    assert read.used.latency_ms >= 0
    if provider.provider == "offline":
        assert read.used.cost == 0
    else:
        assert read.used.tokens.sent > 0
        assert read.used.tokens.received > 0
        assert read.used.prompt.startswith("classifier/classify#")
        assert read.used.prompt_version >= 1
    if provider.provider == "anthropic":
        assert read.used.cost is not None
        assert read.used.cost > 0
    if provider.provider == "openai":
        assert read.used.cost is None  # nobody knows its price, which is not the same as nothing


async def test_a_reply_comes_in_pieces_and_ends_with_what_it_took(
    provider: LanguageModel, server: ProtocolServer
) -> None:
    server.reply("Good morning to you, and a fine day.")
    text, end = await spoken(provider.stream(brief()))
    assert text.strip()
    assert end.used.provider == provider.provider
    assert end.proposal is None
    if provider.provider != "offline":
        assert text == "Good morning to you, and a fine day."
        assert end.used.tokens.received > 0


@pytest.mark.row("K12")
async def test_without_a_budget_nobody_who_costs_is_asked(provider: LanguageModel, server: ProtocolServer) -> None:
    read = await provider.ask(question(may_spend=False))
    _, end = await spoken(provider.stream(brief(may_spend=False)))
    assert (read.used.provider, end.used.provider) == ("offline", "offline")
    assert (read.used.cost, end.used.cost) == (Decimal(0), Decimal(0))
    assert server.bodies() == []


# ---- what comes back over a network --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        answer(),
        f"```json\n{answer()}\n```",
        f"Here is what I found:\n\n{answer()}\n\nI hope that helps {{a lot}}.",
        f"<think>Is {{this}} a fact?</think>{answer()}",
    ],
    ids=["plain", "fenced", "with prose around it", "after thinking"],
)
async def test_an_answer_is_found_in_what_stands_around_it(
    model: PatientModel, server: ProtocolServer, text: str
) -> None:
    server.reply(text)
    read = await model.ask(question())
    assert (read.reading.intent, len(read.reading.personal_facts), read.used.attempts) == ("remember_about_me", 1, 1)


async def test_an_intent_that_no_card_has_is_conversation_and_nothing_is_sure(
    model: PatientModel, server: ProtocolServer
) -> None:
    server.reply(answer(intent="delete_everything"))
    read = await model.ask(question())
    assert (read.reading.intent, read.reading.confidence) == ("general_conversation", 0.0)


async def test_a_missing_field_is_empty(model: PatientModel, server: ProtocolServer) -> None:
    server.reply(json.dumps({"intent": "remember_about_me"}))
    read = await model.ask(question())
    assert (read.reading.intent, read.reading.confidence) == ("remember_about_me", 0.0)
    assert read.reading.personal_facts == ()


async def test_of_many_facts_three_are_read(model: PatientModel, server: ProtocolServer) -> None:
    server.reply(answer(personal_facts=[{**FACT, "text": f"You own boat {n}."} for n in range(40)]))
    read = await model.ask(question())
    assert [fact.text for fact in read.reading.personal_facts] == [
        "You own boat 0.",
        "You own boat 1.",
        "You own boat 2.",
    ]
    assert len(read.reading.unread_facts) <= 5


@pytest.mark.parametrize(
    "first",
    [
        {"text": "I think they mean a fact."},
        {"text": '{"confidence": 1}'},
        {"text": answer()[:150]},
        {"text": answer(), "finish_reason": "length"},
        {"text": ""},
    ],
    ids=["prose", "no intent", "broken off", "cut", "empty"],
)
async def test_an_answer_that_cannot_be_used_is_asked_for_once_more_and_counted_twice(
    model: PatientModel, server: ProtocolServer, first: dict[str, str]
) -> None:
    server.next({"type": "reply", **first}, {"type": "reply", "text": answer()})
    read = await model.ask(question())
    single = (await one_call(model, server)).used.tokens.sent
    assert (read.reading.intent, read.used.attempts) == ("remember_about_me", 2)
    assert read.used.tokens.sent == pytest.approx(2 * single, abs=8)


async def one_call(model: PatientModel, server: ProtocolServer) -> Read:
    server.reply(answer())
    return await model.ask(question())


async def test_after_two_unusable_answers_the_engine_reads(
    falling_back: FallingBack, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.next({"type": "reply", "text": "no JSON at all", "times": 2})
    read = await falling_back.ask(question())
    assert (read.used.provider, read.used.fallback_from) == (
        "offline",
        f"{falling_back.provider}:{falling_back.model}",
    )
    assert read.used.tokens.received > 0  # what was spent in vain
    assert len(server.bodies()) == 2
    assert len(offline.questions) == 1


async def test_a_refusal_to_read_is_conversation_of_which_nothing_is_kept(
    falling_back: FallingBack, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.reply("I can't help with that.", finish_reason="content_filter")
    read = await falling_back.ask(question())
    assert (read.reading.intent, read.reading.personal_facts) == ("general_conversation", ())
    assert len(server.bodies()) == 1
    assert not offline.questions


# ---- when it is ill ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_a_passing_trouble_is_tried_again_when_the_provider_says(
    model: PatientModel, server: ProtocolServer, status: int
) -> None:
    server.next({"type": "fail", "status": status, "retry_after": 0.06}, {"type": "reply", "text": answer()})
    read = await model.ask(question())
    assert (read.reading.intent, read.used.attempts) == ("remember_about_me", 2)
    assert server.verdict() == []


async def test_a_provider_that_asks_for_more_time_than_there_is_is_not_waited_for(
    model: PatientModel, server: ProtocolServer
) -> None:
    server.next({"type": "fail", "status": 429, "retry_after": 60})
    with pytest.raises(ModelGaveUpError, match="limited"):
        await model.ask(question())
    assert len(server.bodies()) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_what_will_be_refused_every_time_is_not_tried_again(
    falling_back: FallingBack, server: ProtocolServer, status: int
) -> None:
    server.next({"type": "fail", "status": status, "times": None})
    read = await falling_back.ask(question())
    _, end = await spoken(falling_back.stream(brief()))
    assert (read.used.provider, end.used.provider) == ("offline", "offline")
    assert len(server.bodies()) == 2
    assert server.verdict() == []


@pytest.mark.parametrize("kind", ["disconnect", "truncate", "malformed"])
async def test_a_stream_that_breaks_before_the_first_word_is_tried_again(
    model: PatientModel, server: ProtocolServer, kind: str
) -> None:
    server.next({"type": "stream_fault", "kind": kind, "after_chunks": 1}, {"type": "reply", "text": "x", "times": 1})
    server.reply("A whole reply.")
    text, end = await spoken(model.stream(brief()))
    assert (text, end.used.attempts) == ("A whole reply.", 2)
    assert server.verdict() == []


@pytest.mark.parametrize("kind", ["disconnect", "truncate", "malformed"])
async def test_a_stream_that_breaks_after_the_first_word_says_so_and_is_never_begun_anew(
    falling_back: FallingBack, offline: ScriptedModel, server: ProtocolServer, kind: str
) -> None:
    server.next({"type": "stream_fault", "kind": kind, "after_chunks": 5})
    server.reply("One two three four five six seven.")
    text, end = await spoken(falling_back.stream(brief()))
    assert text.startswith("One ")
    assert text.endswith("\n\nMy answer broke off here; it is not complete.")
    assert "seven" not in text
    assert (end.used.provider, end.used.attempts) == (falling_back.provider, 1)
    assert len(server.bodies()) == 1
    assert not offline.briefs


async def test_a_model_that_does_not_begin_is_left_for_the_engine(
    wire: Wire, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.next({"type": "slow_first_token", "seconds": 30, "times": 3})
    hurried = Patience(first_piece=0.05, pause=0.001)
    text, end = await spoken(FallingBack(PatientModel(wire, patience=hurried), offline).stream(brief()))
    assert (text, end.used.provider, end.used.attempts) == ("Offline words.", "offline", 4)


async def test_a_model_that_falls_silent_is_not_waited_for(
    wire: Wire, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.next({"type": "stream_fault", "kind": "stall", "after_chunks": 5, "stall_seconds": 30})
    server.reply("One two three four five six seven.")
    hurried = Patience(gap=0.05, pause=0.001)
    text, _ = await spoken(FallingBack(PatientModel(wire, patience=hurried), offline).stream(brief()))
    assert text.startswith("One ")
    assert "broke off" in text


async def test_a_reading_that_takes_too_long_is_left_for_the_engine(
    wire: Wire, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.next({"type": "delay", "seconds": 30})
    read = await FallingBack(PatientModel(wire, patience=Patience(answer=0.1)), offline).ask(question())
    assert (read.used.provider, read.used.attempts) == ("offline", 2)


async def test_a_server_that_is_not_there_is_left_for_the_engine(
    client: httpx2.AsyncClient, offline: ScriptedModel
) -> None:
    nowhere = OpenAICompatibleWire("some-model", "http://127.0.0.1:9/v1", "", http_client=client)
    read = await FallingBack(PatientModel(nowhere, patience=QUICK), offline).ask(question())
    assert (read.used.provider, read.used.fallback_from) == ("offline", "openai:some-model")
    assert read.used.cost == Decimal(0)  # nobody was reached, so nobody can have charged anything


async def test_a_reply_that_had_no_more_room_ends_in_an_ellipsis(model: PatientModel, server: ProtocolServer) -> None:
    server.reply("There are seven", finish_reason="length")
    text, _ = await spoken(model.stream(brief()))
    assert text == "There are seven…"


async def test_a_reply_without_a_word_is_asked_for_again_and_then_left_for_the_engine(
    falling_back: FallingBack, server: ProtocolServer
) -> None:
    server.next({"type": "reply", "text": "", "times": 3})
    text, end = await spoken(falling_back.stream(brief()))
    assert (text, end.used.provider) == ("Offline words.", "offline")
    assert len(server.bodies()) == 3


async def test_a_refusal_to_reply_is_said_in_calm_words(
    falling_back: FallingBack, offline: ScriptedModel, server: ProtocolServer
) -> None:
    server.reply("", finish_reason="content_filter")
    text, _ = await spoken(falling_back.stream(brief(language="de")))
    assert text == "Darauf möchte ich nicht antworten. Es wurde nichts geändert oder behalten."
    assert not offline.briefs


# ---- the tool ------------------------------------------------------------------------------------------------------

PROPOSED: dict[str, JsonValue] = {"fact": "Your oven runs hot.", "source_assertion": None}


def in_a_project(*, may_propose: bool) -> Brief:
    return brief("My oven runs hot", may_propose=may_propose)


@pytest.mark.row("M4")
async def test_what_the_model_offers_to_remember_is_proposed(model: PatientModel, server: ProtocolServer) -> None:
    server.reply("Then ten degrees less.", tool_calls=[{"name": TOOL, "arguments": PROPOSED}])
    text, end = await spoken(model.stream(in_a_project(may_propose=True)))
    assert text == "Then ten degrees less."
    assert end.proposal is not None
    assert (end.proposal.fact.text, end.proposal.fact.own_words) == ("Your oven runs hot.", "My oven runs hot")
    assert end.proposal.source_assertion_id is None


@pytest.mark.row("M4")
async def test_a_model_that_only_called_is_asked_for_words_and_its_proposal_stands(
    model: PatientModel, server: ProtocolServer
) -> None:
    server.next({"type": "reply", "tool_calls": [{"name": TOOL, "arguments": PROPOSED}]})
    server.reply("Then ten degrees less.")
    text, end = await spoken(model.stream(in_a_project(may_propose=True)))
    assert (text, end.used.attempts) == ("Then ten degrees less.", 2)
    assert end.proposal is not None


@pytest.mark.row("M4")
async def test_what_may_not_be_proposed_is_not(model: PatientModel, server: ProtocolServer) -> None:
    server.reply("Fine.", tool_calls=[{"name": TOOL, "arguments": PROPOSED}])
    _, end = await spoken(model.stream(in_a_project(may_propose=False)))
    assert end.proposal is None


@pytest.mark.parametrize("fault", ["malformed_arguments", "unknown_tool"])
async def test_a_broken_call_proposes_nothing_and_the_words_stand(
    model: PatientModel, server: ProtocolServer, fault: str
) -> None:
    server.next({"type": "tool_fault", "kind": fault})
    server.reply("Then ten degrees less.", tool_calls=[{"name": TOOL, "arguments": PROPOSED}])
    text, end = await spoken(model.stream(in_a_project(may_propose=True)))
    assert (text, end.proposal) == ("Then ten degrees less.", None)


# ---- the breaker ---------------------------------------------------------------------------------------------------


async def test_a_provider_that_fails_again_and_again_is_left_alone(
    falling_back: FallingBack, server: ProtocolServer
) -> None:
    server.next({"type": "fail", "status": 529, "retry_after": 0.01, "times": None})
    reads = [await falling_back.ask(question()) for _ in range(10)]
    assert {read.used.provider for read in reads} == {"offline"}
    assert len(server.bodies()) == 5


async def test_what_a_resting_provider_was_not_asked_took_nothing(model: PatientModel, server: ProtocolServer) -> None:
    server.next({"type": "fail", "status": 500, "retry_after": 0.01, "times": None})
    for _ in range(3):
        with pytest.raises(ModelGaveUpError):
            await model.ask(question())
    with pytest.raises(ModelGaveUpError) as given_up:
        await model.ask(question())
    assert (given_up.value.why, given_up.value.used.attempts) == (Why.RESTING, 0)
