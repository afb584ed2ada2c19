"""Anthropic's models, through their SDK. Importing it costs time and memory: only `open_model.py` does, when chosen.

What the SDK does that one would not expect: with retries on it honours any Retry-After; a stream that ends early raises
nothing and leaves the stop reason empty; a connection that drops in mid-stream raises the transport's own error; an
error event in a stream arrives with status 200. And `messages.parse` loses the usage of an answer that was cut.
"""

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Literal
from urllib.parse import urlsplit

import anthropic
import httpx2
from anthropic.types import (
    MessageParam,
    OutputConfigParam,
    RawMessageStreamEvent,
    TextBlockParam,
    ToolParam,
    Usage,
)

from shared.contracts.understanding import Tokens
from shared.models.model_names import ANTHROPIC_URL
from shared.models.wire import (
    Answered,
    Asked,
    CallFailedError,
    Ended,
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
WHOLE = {"end_turn", "stop_sequence", "tool_use"}
STREAM_ERRORS = {
    "rate_limit_error": Why.LIMITED,
    "authentication_error": Why.KEY,
    "permission_error": Why.KEY,
    "billing_error": Why.KEY,
    "invalid_request_error": Why.REQUEST,
}
"""What an error event in a stream means; all others are the provider's own trouble."""
Ttl = Literal["5m", "1h"]


class AnthropicWire:
    """One model at Anthropic."""

    provider = "anthropic"

    def __init__(self, model: str, api_key: str, *, base_url: str | None, http_client: httpx2.AsyncClient) -> None:
        self.model = model
        self.host = urlsplit(base_url or ANTHROPIC_URL).hostname or ""
        self._client = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=0,
            http_client=http_client,
            open_telemetry=False,  # its spans can be told to carry what was said; ours never do
        )

    async def answer(self, asked: Asked, meter: Meter) -> Answered:
        """A structured answer, without thinking aloud first."""
        form: OutputConfigParam = {
            "effort": "low",
            "format": {"type": "json_schema", "schema": {**asked.schema}},
        }
        with _translated():
            message = await self._client.messages.create(
                model=self.model,
                max_tokens=ROOM_FOR_ANSWER,
                system=_cached((asked.system, "1h")),
                messages=[{"role": "user", "content": asked.content}],
                thinking={"type": "disabled"},
                output_config=form,
            )
        _count(message.usage, meter)
        cut = _is_cut(message.stop_reason)
        return Answered("".join(block.text for block in message.content if block.type == "text"), cut=cut)

    async def speak(self, speech: Speech, meter: Meter) -> AsyncGenerator[str | Ended]:
        """A reply as it comes; of the tool's call only the arguments."""
        listener = _Listener(speech.tool.name, meter)
        with _translated():
            stream = await self._client.messages.create(
                model=self.model,
                max_tokens=ROOM_FOR_REPLY,
                system=_cached((speech.common, "1h"), (speech.stable, "5m")),
                messages=[*map(_message, speech.talk), _last(speech)],
                tools=[_tool(speech)],
                tool_choice={"type": "auto", "disable_parallel_tool_use": True}
                if speech.may_call
                else {"type": "none"},
                thinking={"type": "disabled"},
                stream=True,
            )
            async with stream:
                async for event in stream:
                    if text := listener.heard(event):
                        yield text
        yield listener.ended()


class _Listener:
    """What a stream's events amount to."""

    def __init__(self, tool: str, meter: Meter) -> None:
        self._tool = tool
        self._meter = meter
        self._arguments: dict[int, str] = {}
        self._stop_reason: str | None = None

    def heard(self, event: RawMessageStreamEvent) -> str:
        """The text in an event, if there is any."""
        if event.type == "message_start":
            _count(event.message.usage, self._meter)
        elif event.type == "content_block_start":
            if event.content_block.type == "tool_use" and event.content_block.name == self._tool:
                self._arguments[event.index] = ""
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                return event.delta.text
            if event.delta.type == "input_json_delta" and event.index in self._arguments:
                self._arguments[event.index] += event.delta.partial_json
        elif event.type == "message_delta":
            self._stop_reason = event.delta.stop_reason
            received = event.usage.output_tokens or 0
            self._meter.tokens = self._meter.tokens.model_copy(update={"received": received})
        return ""

    def ended(self) -> Ended:
        """How it ended; fails when it did not end well."""
        return Ended(cut=_is_cut(self._stop_reason), called=next(iter(self._arguments.values()), None))


def _is_cut(stop_reason: str | None) -> bool:
    """Whether there was more to say; fails when what came is no answer."""
    if stop_reason in WHOLE or stop_reason == "max_tokens":
        return stop_reason == "max_tokens"
    if stop_reason == "refusal":
        raise CallFailedError(Why.REFUSED)
    if stop_reason is None:  # a stream that ended without its end
        raise CallFailedError(Why.AWAY)
    if stop_reason == "model_context_window_exceeded":
        raise CallFailedError(Why.REQUEST)
    raise CallFailedError(Why.UNUSABLE)


def _count(usage: Usage, meter: Meter) -> None:
    meter.tokens = Tokens(
        sent=usage.input_tokens or 0,
        received=usage.output_tokens or 0,
        cache_written=usage.cache_creation_input_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
    )
    meter.written_for_long = usage.cache_creation.ephemeral_1h_input_tokens if usage.cache_creation else 0


def _cached(*blocks: tuple[str, Ttl]) -> list[TextBlockParam]:
    """System blocks, each the end of something to be cached; an empty one would be refused."""
    return [
        {"type": "text", "text": text, "cache_control": {"type": "ephemeral", "ttl": ttl}}
        for text, ttl in blocks
        if text
    ]


def _message(message: Talk) -> MessageParam:
    if message.by_person:
        return {"role": "user", "content": message.text}
    return {"role": "assistant", "content": message.text}


def _last(speech: Speech) -> MessageParam:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in (speech.now, speech.said) if text]}


def _tool(speech: Speech) -> ToolParam:
    tool = speech.tool
    return {"name": tool.name, "description": tool.description, "input_schema": {**tool.schema}}


@contextmanager
def _translated() -> Iterator[None]:
    """The SDK's and the transport's errors, as what they mean."""
    try:
        yield
    except anthropic.APIStatusError as error:
        raise _of_status(error) from error
    except (anthropic.APITimeoutError, httpx2.TimeoutException) as error:
        raise CallFailedError(Why.SLOW) from error
    except (anthropic.AnthropicError, httpx2.HTTPError, json.JSONDecodeError) as error:
        raise CallFailedError(Why.AWAY) from error


def _of_status(error: anthropic.APIStatusError) -> CallFailedError:
    if error.status_code == HTTPStatus.OK:  # an error event in a stream that had begun well
        return CallFailedError(STREAM_ERRORS.get(error.type or "", Why.AWAY))
    headers = error.response.headers
    wait = None if headers.get("x-should-retry") == "false" else asked_to_wait(headers)
    return failure_of_status(error.status_code, wait)
