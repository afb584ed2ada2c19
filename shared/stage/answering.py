"""Requests and replies: a typed request in, `Ok` or `Err` out, whatever happens in between.

A dependency that is away for a moment is waited for: every request can safely be carried out again, because lines and
commands carry keys. After that the answer says whether anything can have been saved.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from faststream.nats import NatsMessage
from faststream.nats.subscriber.usecases import ConcurrentCoreSubscriber
from pydantic import ValidationError

from shared.errors import BadMessageError, HoldfastError, InternalError, UnavailableError, UncertainError
from shared.message import Message
from shared.queries import Err, Ok, Request
from shared.stage.broken import BROKER_AWAY, BrokenDependencyError
from shared.stage.broker import Bus
from shared.stage.logs import failure

Answers = Callable[[Any], Awaitable[Message]]
"""Takes the request that it is listed for; the table of handlers is where the two meet."""

WAIT_FOR_DEPENDENCY = 1.5
PAUSE = 0.2
LAST_ANSWERS = 5.0
"""How long a service that stops goes on answering what it has heard."""
ANSWERED = Ok[Message]


def answer_requests(bus: Bus, form: type[Request[Any]], answers: Answers, *, workers: int) -> None:
    """Lets a function answer every request of one kind; any replica of the service may get it."""

    async def on_request(body: bytes) -> bytes:
        try:
            answer = await _answer(answers, _read(form, body))
        except HoldfastError as error:
            return Err.of(error).model_dump_json().encode()
        except Exception as error:  # noqa: BLE001  # the asker gets an answer, whatever our fault was
            failure("request_failed", error, subject=form.subject)
            return Err.of(InternalError()).model_dump_json().encode()
        return ANSWERED.model_construct(answer=answer).model_dump_json(serialize_as_any=True).encode()

    bus.subscriber(form.subject, queue=bus.name, max_workers=workers, decoder=_raw, title=form.__name__)(on_request)


async def stop_answering(bus: Bus) -> None:
    """Hears no more requests, so that other replicas get them, and answers those that are here.

    The broker's own stop would drop what was delivered and not begun, and who asked would wait in vain.
    """
    hearing = [subscriber for subscriber in bus.subscribers if isinstance(subscriber, ConcurrentCoreSubscriber)]
    try:
        async with asyncio.timeout(LAST_ANSWERS):
            await asyncio.gather(*(_drain(subscriber) for subscriber in hearing))
    except BROKER_AWAY as error:  # nobody can be answered then
        failure("requests_left", error, service=bus.name)


async def _drain(subscriber: ConcurrentCoreSubscriber) -> None:
    subscription, subscriber.subscription = subscriber.subscription, None
    if subscription is not None:
        await subscription.drain()  # type: ignore[no-untyped-call]  # nats-py's has no annotation
    while _is_busy(subscriber):  # noqa: ASYNC110  # FastStream tells nobody when its queue is empty
        await asyncio.sleep(PAUSE / 10)


def _is_busy(subscriber: ConcurrentCoreSubscriber) -> bool:
    waiting = subscriber.receive_stream.statistics().current_buffer_used
    return waiting > 0 or subscriber.limiter.value < subscriber.max_workers


async def _raw(message: NatsMessage) -> bytes:
    return message.body


def _read(form: type[Request[Any]], body: bytes) -> Request[Any]:
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise BadMessageError(".".join(str(part) for part in first["loc"]) or form.__name__) from None


async def _answer(answers: Answers, request: Request[Any]) -> Message:
    until = asyncio.get_running_loop().time() + WAIT_FOR_DEPENDENCY
    uncertain = False
    while True:
        try:
            return await answers(request)
        except BrokenDependencyError as error:
            uncertain = uncertain or error.uncertain
            if asyncio.get_running_loop().time() > until:
                raise (UncertainError() if uncertain else UnavailableError(error.what)) from error
        await asyncio.sleep(PAUSE)
