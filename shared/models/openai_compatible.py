"""Anything that speaks `/v1/chat/completions`: Ollama, llama.cpp, vLLM and many others, in plain HTTP.

Not through OpenAI's SDK: three small forms of JSON are needed, the servers differ in what that SDK's types take for
granted, and httpx2 is here already, as the transport of Anthropic's.
"""

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx2
from pydantic import JsonValue

from shared.contracts.understanding import Tokens
from shared.models.thinking import WithoutThinking
from shared.models.wire import (
    Answered,
    Asked,
    CallFailedError,
    Ended,
    Json,
    Meter,
    Speech,
    Talk,
    Why,
    asked_to_wait,
    failure_of_status,
)

ROOM_FOR_ANSWER = 2_000
"""Tokens of a structured answer."""
ROOM_FOR_REPLY = 2_000
DONE = "[DONE]"
_OF_TOOLS = re.compile(r"\btools?\b", re.IGNORECASE)


class OpenAICompatibleWire:
    """One model at one address."""

    provider = "openai"

    def __init__(self, model: str, base_url: str, api_key: str, *, http_client: httpx2.AsyncClient) -> None:
        self.model = model
        self.host = urlsplit(base_url).hostname or ""
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._headers = {"authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = http_client
        self._takes_tools = True

    async def answer(self, asked: Asked, meter: Meter) -> Answered:
        """A structured answer."""
        form: Json = {"name": "reading", "strict": True, "schema": asked.schema}
        body: Json = {
            "model": self.model,
            "max_tokens": ROOM_FOR_ANSWER,
            "messages": [_message("system", asked.system), _message("user", asked.content)],
            "response_format": {"type": "json_schema", "json_schema": form},
        }
        with _translated():
            response = await self._client.post(self._url, json=body, headers=self._headers)
            self._refuse(response)
            whole = _object(response.json())
        _count(whole, meter)
        choice = _choice(whole)
        message = _object(choice.get("message"))
        if message.get("refusal"):
            raise CallFailedError(Why.REFUSED)
        text = message.get("content")
        return Answered(text if isinstance(text, str) else "", cut=_is_cut(choice.get("finish_reason")))

    async def speak(self, speech: Speech, meter: Meter) -> AsyncGenerator[str | Ended]:
        """A reply as it comes."""
        listener = _Listener(speech.tool.name, meter)
        with _translated():
            async with self._client.stream(
                "POST", self._url, json=self._body(speech), headers=self._headers
            ) as response:
                if not response.is_success:
                    await response.aread()
                self._refuse(response)
                async for event in _events(response):
                    if text := listener.heard(event):
                        yield text
        if text := listener.rest():
            yield text
        yield listener.ended()

    def _body(self, speech: Speech) -> Json:
        body: Json = {
            "model": self.model,
            "max_tokens": ROOM_FOR_REPLY,
            "stream": True,
            "stream_options": {"include_usage": True},
            "messages": _messages(speech),
        }
        if speech.may_call and self._takes_tools:
            tool = speech.tool
            function: Json = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
            body["tools"] = [{"type": "function", "function": function}]
        return body

    def _refuse(self, response: httpx2.Response) -> None:
        """Fails for any status but success. A server whose model knows no tools is not offered them again."""
        if response.is_success:
            return
        failure = failure_of_status(response.status_code, asked_to_wait(response.headers))
        if self._takes_tools and failure.why in {Why.AWAY, Why.REQUEST} and _OF_TOOLS.search(response.text):
            self._takes_tools = False
            raise CallFailedError(Why.AWAY)  # which is worth another try
        raise failure


class _Listener:
    """What a stream's events amount to."""

    def __init__(self, tool: str, meter: Meter) -> None:
        self._tool = tool
        self._meter = meter
        self._aloud = WithoutThinking()
        self._names: dict[JsonValue, str] = {}
        self._arguments: dict[JsonValue, str] = {}
        self._finish_reason: JsonValue = None

    def heard(self, event: Json) -> str:
        """The text in an event, if there is any."""
        _count(event, self._meter)
        if not event.get("choices"):
            return ""
        choice = _choice(event)
        self._finish_reason = choice.get("finish_reason") or self._finish_reason
        delta = _object(choice.get("delta"))
        for call in _objects(delta.get("tool_calls")):
            self._called(call)
        text = delta.get("content")
        return self._aloud.take(text) if isinstance(text, str) else ""

    def _called(self, call: Json) -> None:
        """A call comes in parts: its name once, its arguments bit by bit."""
        place, function = call.get("index", 0), _object(call.get("function"))
        name, arguments = function.get("name"), function.get("arguments")
        if isinstance(name, str) and name:
            self._names[place] = name
        if isinstance(arguments, str):
            self._arguments[place] = self._arguments.get(place, "") + arguments

    def rest(self) -> str:
        """What waited for more that never came."""
        return self._aloud.end()

    def ended(self) -> Ended:
        """How it ended; fails when it did not end well."""
        ours = (place for place, name in self._names.items() if name == self._tool)
        called = next((self._arguments.get(place, "") for place in ours), None)
        return Ended(cut=_is_cut(self._finish_reason), called=called)


async def _events(response: httpx2.Response) -> AsyncIterator[Json]:
    """The JSON of each event; an error in place of one is a failure."""
    async for line in response.aiter_lines():
        field, _, data = line.partition(":")
        if field != "data" or not data.strip():
            continue
        if data.strip() == DONE:
            return
        event = _object(json.loads(data))
        if event.get("error"):
            raise CallFailedError(Why.AWAY)
        yield event


def _is_cut(finish_reason: JsonValue) -> bool:
    """Whether there was more to say; fails when what came is no answer."""
    if finish_reason == "content_filter":
        raise CallFailedError(Why.REFUSED)
    if finish_reason is None:  # a stream that ended without its end
        raise CallFailedError(Why.AWAY)
    return finish_reason == "length"


def _count(event: Json, meter: Meter) -> None:
    usage = event.get("usage")
    if not isinstance(usage, dict):
        return
    cached = _number(_object(usage.get("prompt_tokens_details")).get("cached_tokens"))
    sent = max(_number(usage.get("prompt_tokens")) - cached, 0)
    meter.tokens = Tokens(sent=sent, received=_number(usage.get("completion_tokens")), cache_read=cached)


def _messages(speech: Speech) -> list[JsonValue]:
    system = "\n\n".join(text for text in (speech.common, speech.stable) if text)
    last = "\n\n".join(text for text in (speech.now, speech.said) if text)
    talk = [_message(_role(message), message.text) for message in speech.talk]
    return [*([_message("system", system)] if system else ()), *talk, _message("user", last)]


def _role(message: Talk) -> str:
    return "user" if message.by_person else "assistant"


def _message(role: str, text: str) -> JsonValue:
    return {"role": role, "content": text}


def _choice(whole: Json) -> Json:
    choices = _objects(whole.get("choices"))
    if not choices:
        raise CallFailedError(Why.UNUSABLE)
    return choices[0]


def _object(value: JsonValue) -> Json:
    return value if isinstance(value, dict) else {}


def _objects(value: JsonValue) -> list[Json]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _number(value: JsonValue) -> int:
    return value if isinstance(value, int) and value >= 0 else 0


@contextmanager
def _translated() -> Iterator[None]:
    """The transport's errors, as what they mean."""
    try:
        yield
    except httpx2.TimeoutException as error:
        raise CallFailedError(Why.SLOW) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise CallFailedError(Why.AWAY) from error
