"""A provider with patience: tries again where that can help, never for long, and counts what every try took.

The SDKs' own retries are off. Theirs know no deadline, honour any Retry-After, and forget what a failed call cost.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from shared.contracts.understanding import ModelUse
from shared.models.breaker import Breaker
from shared.models.build_question import asked_of
from shared.models.build_speech import speech_of
from shared.models.fences import new_mark
from shared.models.memory_proposal import proposal_of
from shared.models.model import Brief, Question, Read, Said, Thought
from shared.models.parse_reading import reading_of
from shared.models.prices import Price, load_prices
from shared.models.spending import Spending
from shared.models.wire import Answered, Asked, CallFailedError, Ended, Speech, Why, Wire

AnswerT = TypeVar("AnswerT")
AGAIN = {Why.AWAY, Why.SLOW, Why.UNUSABLE}
"""What the next try may not meet. Too many calls are tried again only when the provider says when: without that it is
the account's limit, and no wait that a person would sit through changes it."""
MORE = "…"
LONGEST_REPLY = 40_000
"""Characters; a model that goes on beyond that has lost its way."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited, in seconds, and how often tried again."""

    answer: float = 4.0
    """For a structured answer in all, whatever it takes."""
    answer_again: int = 1
    first_piece: float = 10.0
    gap: float = 15.0
    speech: float = 60.0
    """For a reply in all."""
    speech_again: int = 2
    pause: float = 0.2
    """Before the second try; twice as long before each further one."""
    briefly: bool = False
    """Whether it is asked in few words: what is slow is slow at reading, too."""


class ModelGaveUpError(Exception):
    """The model brought nothing, or not all; names why, and what that took."""

    def __init__(self, why: Why, used: ModelUse, *, shown: bool = False) -> None:
        super().__init__(f"{used.provider}:{used.model} {why.value}")
        self.why = why
        self.used = used
        self.shown = shown
        """Whether a part of the reply is out already."""


class PatientModel:
    """A language model made of a provider's single calls."""

    def __init__(
        self,
        wire: Wire,
        *,
        patience: Patience | None = None,
        breaker: Breaker | None = None,
        known_prices: Sequence[Price] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.provider = wire.provider
        self.model = wire.model
        self.host = wire.host
        self._wire = wire
        self._patience = patience or Patience()
        self._breaker = breaker or Breaker()
        self._prices = load_prices() if known_prices is None else known_prices
        self.briefly = self._patience.briefly
        self._sleep = sleep

    async def ask(self, question: Question) -> Read:
        """A reading; what cannot be read counts as a failed try."""
        return await self._answer(asked_of(question, new_mark(), briefly=self.briefly), partial(_read, question))

    async def think(self, asked: Asked) -> Thought:
        """A text that may be cut: a list is of use without its end."""
        return await self._answer(asked, _thought)

    async def _answer(self, asked: Asked, read: Callable[[Answered, Spending], AnswerT]) -> AnswerT:
        spending = self._spending(asked)
        until = _now() + self._patience.answer
        while True:
            try:
                with self._breaker.watching(), spending.one_call() as meter:
                    answered = await _within(until, self._wire.answer(asked, meter))
                return read(answered, spending)
            except CallFailedError as failure:
                await self._before_next(failure, spending, until, self._patience.answer_again)

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """A reply; tried again only while nothing of it was shown."""
        speech = speech_of(brief, new_mark(), briefly=self.briefly)
        spending = self._spending(None)
        until = _now() + self._patience.speech
        shown, called = False, None
        while not shown:
            failed = CallFailedError(Why.UNUSABLE)
            try:
                async with aclosing(self._speak(speech, spending, until)) as parts:
                    async for part in parts:
                        if isinstance(part, Ended):
                            called = part.called or called
                        else:
                            shown = True
                            yield part
            except CallFailedError as failure:
                if shown:
                    raise ModelGaveUpError(failure.why, spending.so_far(), shown=True) from failure
                failed = failure
            if not shown:  # not a word: where it only called its tool, that stands, and words are still wanted
                speech = replace(speech, may_call=speech.may_call and called is None)
                await self._before_next(failed, spending, until, self._patience.speech_again)
        yield Said(spending.so_far(), proposal_of(called, brief) if called else None)

    async def _speak(self, speech: Speech, spending: Spending, until: float) -> AsyncGenerator[str | Ended]:
        """One try: pieces with something in them, an ellipsis where there was no more room, then the end."""
        spoken = 0
        with self._breaker.watching(), spending.one_call() as meter:
            async with aclosing(self._in_time(self._wire.speak(speech, meter), until)) as parts:
                async for part in parts:
                    if isinstance(part, str) and spoken <= LONGEST_REPLY:
                        spoken += len(part)
                        yield part
                        continue
                    end = Ended(cut=True) if isinstance(part, str) else part
                    if end.cut and spoken:
                        yield MORE
                    yield end
                    return
            raise CallFailedError(Why.AWAY)  # it stopped without an end

    async def _in_time(self, parts: AsyncGenerator[str | Ended], until: float) -> AsyncGenerator[str | Ended]:
        """The parts that say something, none of them later than it may be."""
        limit = min(until, _now() + self._patience.first_piece)
        async with aclosing(parts):
            while (part := await _within(limit, anext(parts, None))) is not None:
                if part:
                    yield part
                    limit = min(until, _now() + self._patience.gap)

    def _spending(self, asked: Asked | None) -> Spending:
        return Spending(
            provider=self.provider,
            model=self.model,
            day=datetime.now(UTC).date(),
            prices=self._prices,
            prompt=asked.prompt if asked else "",
            prompt_version=asked.prompt_version if asked else 0,
            host=self.host,
        )

    async def _before_next(self, failure: CallFailedError, spending: Spending, until: float, again: int) -> None:
        """Waits for the next try, or gives up when there is none or no time for it."""
        pause = self._pause(failure, spending.attempts)
        if pause is None or spending.attempts > again or _now() + pause >= until:
            raise ModelGaveUpError(failure.why, spending.so_far()) from failure
        await self._sleep(pause)

    def _pause(self, failure: CallFailedError, attempts: int) -> float | None:
        if failure.retry_after is not None:
            return failure.retry_after
        if failure.why not in AGAIN:
            return None
        spread = random.uniform(1.0, 1.5)  # noqa: S311  # keeps callers apart, and nothing secret
        return self._patience.pause * float(2 ** (attempts - 1)) * spread


def _read(question: Question, answered: Answered, spending: Spending) -> Read:
    if answered.cut:
        raise CallFailedError(Why.UNUSABLE)
    return Read(reading_of(answered.text, question), spending.so_far())


def _thought(answered: Answered, spending: Spending) -> Thought:
    return Thought(answered.text, spending.so_far())


async def _within(limit: float, answer: Awaitable[AnswerT]) -> AnswerT:
    try:
        async with asyncio.timeout_at(limit):
            return await answer
    except TimeoutError as error:
        raise CallFailedError(Why.SLOW) from error


def _now() -> float:
    return asyncio.get_running_loop().time()
