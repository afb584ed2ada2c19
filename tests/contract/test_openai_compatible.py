"""What a server that is compatible with OpenAI's is sent, and the odd things that such servers answer."""

import json
from collections.abc import Callable

import httpx2
import pytest
from pydantic import JsonValue

from shared.models.model import Said
from shared.models.openai_compatible import OpenAICompatibleWire
from shared.models.retry_model import ModelGaveUpError, Patience, PatientModel
from shared.models.wire import Why
from tests.model_stories import answer, brief, question

pytestmark = pytest.mark.row("U6")

Body = dict[str, JsonValue]
Reply = Callable[[Body], httpx2.Response]


def model_of(reply: Reply, key: str = "") -> tuple[PatientModel, list[httpx2.Request]]:
    requests: list[httpx2.Request] = []

    def answered(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        return reply(json.loads(request.content))

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answered))
    wire = OpenAICompatibleWire("llama", "http://nowhere.invalid/v1/", key, http_client=client)
    return PatientModel(wire, patience=Patience(pause=0.001)), requests


def whole(message: Body, finish_reason: str | None = "stop", usage: Body | None = None) -> httpx2.Response:
    choices: list[JsonValue] = [
        {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish_reason}
    ]
    return httpx2.Response(200, json={"choices": choices, "usage": usage})


def streamed(*events: Body | str) -> httpx2.Response:
    data = [event if isinstance(event, str) else json.dumps(event) for event in events]
    text = ": keep-alive\n\n" + "".join(f"data: {line}\n\n" for line in data)
    return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())


def delta(content: str | None = None, finish_reason: str | None = None, **more: JsonValue) -> Body:
    return {"choices": [{"index": 0, "delta": {"content": content, **more}, "finish_reason": finish_reason}]}


async def said(model: PatientModel, **more: object) -> tuple[str, Said]:
    *pieces, end = [part async for part in model.stream(brief(**more))]  # type: ignore[arg-type]  # any field
    assert isinstance(end, Said)
    return "".join(piece for piece in pieces if isinstance(piece, str)), end


async def test_the_form_of_the_answer_is_asked_for_and_the_key_goes_along_when_there_is_one() -> None:
    model, requests = model_of(lambda _: whole({"content": answer()}), key="secret")
    await model.ask(question())
    body = json.loads(requests[0].content)
    assert str(requests[0].url) == "http://nowhere.invalid/v1/chat/completions"
    assert requests[0].headers["authorization"] == "Bearer secret"
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


async def test_without_a_key_none_is_sent() -> None:
    model, requests = model_of(lambda _: whole({"content": answer()}))
    await model.ask(question())
    assert "authorization" not in requests[0].headers


async def test_the_beginning_of_a_reply_never_moves() -> None:
    model, requests = model_of(lambda _: streamed(delta("Hi."), delta(finish_reason="stop"), "[DONE]"))
    await said(model)
    await said(model, text="Something else", may_propose=True)
    first, second = (json.loads(request.content) for request in requests)
    assert first["messages"][0] == second["messages"][0]
    assert first["messages"][0]["content"].startswith("You are a companion.")
    assert "tools" not in first
    assert second["tools"][0]["function"]["name"] == "offer_to_remember"


@pytest.mark.row("K12")
async def test_cached_tokens_are_counted_apart() -> None:
    usage: Body = {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 60}}
    model, _ = model_of(lambda _: whole({"content": answer()}, usage=usage))
    used = (await model.ask(question())).used
    assert (used.tokens.sent, used.tokens.cache_read, used.tokens.received, used.cost) == (40, 60, 5, None)


@pytest.mark.row("K12")
async def test_a_server_that_counts_nothing_is_not_taken_to_be_free() -> None:
    model, _ = model_of(lambda _: whole({"content": answer()}))
    used = (await model.ask(question())).used
    assert (used.tokens.sent, used.cost) == (0, None)


async def test_thinking_aloud_is_not_shown() -> None:
    pieces = ["<th", "ink>secret", " plan</thi", "nk>\n\nGood", " morning."]
    model, _ = model_of(lambda _: streamed(*map(delta, pieces), delta(finish_reason="stop"), "[DONE]"))
    text, _ = await said(model)
    assert text == "Good morning."


async def test_thinking_beside_the_words_is_not_shown_either() -> None:
    model, _ = model_of(
        lambda _: streamed(delta(reasoning_content="secret"), delta("Hi."), delta(finish_reason="stop"), "[DONE]")
    )
    text, _ = await said(model)
    assert text == "Hi."


async def test_a_server_whose_model_knows_no_tools_is_not_offered_them_again() -> None:
    def reply(body: Body) -> httpx2.Response:
        if "tools" in body:
            return httpx2.Response(400, json={"error": {"message": "llama does not support tools"}})
        return streamed(delta("Hi."), delta(finish_reason="stop"), "[DONE]")

    model, requests = model_of(reply)
    first, _ = await said(model, may_propose=True)
    second, _ = await said(model, may_propose=True)
    assert (first, second, len(requests)) == ("Hi.", "Hi.", 3)


@pytest.mark.parametrize(
    ("response", "why"),
    [
        (whole({"content": None, "refusal": "No."}), Why.REFUSED),
        (whole({"content": answer()}, "content_filter"), Why.REFUSED),
        (whole({"content": answer()}, None), Why.AWAY),
        (whole({"content": None}), Why.UNUSABLE),
        (httpx2.Response(200, json={"choices": []}), Why.UNUSABLE),
        (httpx2.Response(200, json=["what?"]), Why.UNUSABLE),
        (httpx2.Response(200, content=b"<html>Bad gateway"), Why.AWAY),
        (httpx2.Response(302, headers={"location": "http://elsewhere.invalid"}), Why.REQUEST),
    ],
    ids=["refusal", "filtered", "no end", "nothing", "no choice", "no object", "no JSON", "redirect"],
)
async def test_what_is_no_answer_is_none(response: httpx2.Response, why: Why) -> None:
    model, _ = model_of(
        lambda _: httpx2.Response(response.status_code, headers=response.headers, content=response.content)
    )
    with pytest.raises(ModelGaveUpError) as given_up:
        await model.ask(question())
    assert given_up.value.why is why


async def test_an_error_in_place_of_an_event_is_a_failure() -> None:
    model, _ = model_of(lambda _: streamed(delta("Hello"), {"error": {"message": "out of memory"}}))
    with pytest.raises(ModelGaveUpError) as given_up:
        await said(model)
    assert (given_up.value.why, given_up.value.shown) == (Why.AWAY, True)


async def test_a_reply_that_never_ends_is_ended() -> None:
    model, _ = model_of(lambda _: streamed(*(delta("la " * 1_000) for _ in range(400))))
    text, _ = await said(model)
    assert len(text) < 50_000
    assert text.endswith("…")
