"""Requests and replies: a typed request in, `Ok` or `Err` out, whatever happens in between.

A dependency that is away for a moment is waited for: every request can safely be carried out again, because lines and
commands carry keys. After that the answer says whether anything can have been saved.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from faststream.nats import NatsMessage
from faststream.nats.subscriber.usecases import CoreSubscriber
from pydantic import ValidationError

from shared.bus.broken_dependency import BROKER_AWAY, BrokenDependencyError
from shared.bus.broker import Bus
from shared.bus.logs import log_failure
from shared.contracts.answer import Err, Ok
from shared.contracts.envelope import Request
from shared.contracts.errors import BadMessageError, HoldfastError, InternalError, UnavailableError, UncertainError
from shared.contracts.ids import new_id
from shared.contracts.message import Message
from shared.fair_queues import Queues

Answers = Callable[[Any], Awaitable[Message]]
"""Takes the request that it is listed for; the table of handlers is where the two meet."""

WAIT_FOR_DEPENDENCY = 1.5
PAUSE = 0.2
LAST_ANSWERS = 5.0
"""How long a service that stops goes on answering what it has heard."""
EACH = 2
"""Requests of one person and kind that are answered at a time: who waits for themself holds nobody's place."""
ANSWERED = Ok[Message]


def answer_requests(bus: Bus, form: type[Request[Any]], answers: Answers, *, workers: int) -> None:
    """Lets a function answer every request of one kind; any replica of the service may get it."""
    places, of_each, outage = asyncio.Semaphore(workers), Queues(EACH), Outage()

    async def in_turn(request: Request[Any]) -> Message:
        async with of_each.turn_of(getattr(request, "caller", None) or new_id()), places:
            return await _answer(answers, request, outage)

    async def answer(message: NatsMessage) -> None:
        said = await _said(form, in_turn, message.body)
        try:
            await bus.publish(said, message.reply_to)
        except BROKER_AWAY as error:  # who asked will ask again
            log_failure("answer_lost", error, subject=form.subject)

    async def on_request(message: NatsMessage) -> None:
        # A task of ours and not FastStream's own workers: those are dropped when the service stops, however far
        # they are, and who asked would wait in vain.
        answering = asyncio.create_task(answer(message))
        bus.answering.add(answering)
        answering.add_done_callback(bus.answering.discard)

    bus.subscriber(form.subject, queue=bus.name, no_reply=True, decoder=_whole, title=form.__name__)(on_request)


async def stop_answering(bus: Bus) -> None:
    """Hears no more requests, so that other replicas get them, and answers those that are here."""
    hearing = [subscriber for subscriber in bus.subscribers if isinstance(subscriber, CoreSubscriber)]
    try:
        async with asyncio.timeout(LAST_ANSWERS):
            await asyncio.gather(*(_drain(subscriber) for subscriber in hearing))
            await asyncio.gather(*bus.answering)
    except BROKER_AWAY as error:  # nobody can be answered then
        log_failure("requests_left", error, service=bus.name)


async def _drain(subscriber: CoreSubscriber) -> None:
    subscription, subscriber.subscription = subscriber.subscription, None
    if subscription is not None:
        await subscription.drain()  # type: ignore[no-untyped-call]  # nats-py's has no annotation


async def _whole(message: NatsMessage) -> NatsMessage:
    return message


async def _said(form: type[Request[Any]], answers: Answers, body: bytes) -> bytes:
    try:
        answer = await answers(_read(form, body))
    except HoldfastError as error:
        return Err.of(error).model_dump_json().encode()
    except Exception as error:  # noqa: BLE001  # the asker gets an answer, whatever our fault was
        log_failure("request_failed", error, subject=form.subject)
        return Err.of(InternalError()).model_dump_json().encode()
    return ANSWERED.model_construct(answer=answer).model_dump_json(serialize_as_any=True).encode()


def _read(form: type[Request[Any]], body: bytes) -> Request[Any]:
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise BadMessageError(".".join(str(part) for part in first["loc"]) or form.__name__) from None


@dataclass
class Outage:
    """Since when a dependency is known to be away. It is waited for once, not by everyone in the queue anew."""

    since: float | None = None

    def has_lasted(self, now: float) -> bool:
        """Notes a failure; whether the waiting is over."""
        self.since = now if self.since is None else self.since
        return now > self.since + WAIT_FOR_DEPENDENCY

    def is_over(self) -> None:
        """Notes a success."""
        self.since = None


async def _answer(answers: Answers, request: Request[Any], outage: Outage) -> Message:
    uncertain = False
    while True:
        try:
            answer = await answers(request)
        except BrokenDependencyError as error:
            uncertain = uncertain or error.uncertain
            if outage.has_lasted(asyncio.get_running_loop().time()):
                raise (UncertainError() if uncertain else UnavailableError(error.what)) from error
        else:
            outage.is_over()
            return answer
        await asyncio.sleep(PAUSE)
