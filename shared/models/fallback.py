"""The model that was chosen, and the offline engine where it cannot answer: no turn waits for a provider to be well.

Without a budget left for the day the model is not even asked.
"""

import logging
import tomllib
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from shared.bus.logs import log_event
from shared.contracts.operations import Action
from shared.contracts.understanding import ModelUse, Reading
from shared.models.model import Brief, LanguageModel, Question, Read, Said, Thought
from shared.models.retry_model import ModelGaveUpError, PatientModel
from shared.models.spending import add_tokens
from shared.models.wire import Asked, Why

BUDGET = "budget"
"""Why a model is not even asked."""
DECLINED = Reading(intent="general_conversation", confidence=1.0)
"""What the provider's model would not read: talk, of which nothing is kept."""


class FallingBack:
    """Asks the model that was chosen; answers with the offline engine when that gives up."""

    def __init__(self, chosen: PatientModel, offline: LanguageModel) -> None:
        self.provider = chosen.provider
        self.model = chosen.model
        self.host = chosen.host
        self.briefly = chosen.briefly
        self._chosen = chosen
        self._offline = offline
        self._away = False

    async def ask(self, question: Question) -> Read:
        """A reading, from whoever can give it."""
        if not question.may_spend:
            read = await self._offline.ask(question)
            return Read(read.reading, self._for_want_of_budget(read.used))
        try:
            read = await self._chosen.ask(question)
        except ModelGaveUpError as gave_up:
            self._tell(gave_up)
            if gave_up.why is Why.REFUSED:
                return Read(DECLINED.model_copy(update={"language": question.language}), gave_up.used)
            instead = await self._offline.ask(question)
            return Read(instead.reading, _both(gave_up, instead.used))
        self._tell(None)
        return read

    async def think(self, asked: Asked) -> Thought:
        """What the model thinks; there is no other model to think instead, only whoever asked."""
        try:
            thought = await self._chosen.think(asked)
        except ModelGaveUpError as gave_up:
            self._tell(gave_up)
            return Thought(None, gave_up.used, gave_up.why.value)
        self._tell(None)
        return thought

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """A reply, from whoever can give it; one that breaks off says so."""
        if not brief.may_spend:
            async for part in self._offline.stream(brief):
                yield Said(self._for_want_of_budget(part.used), part.proposal) if isinstance(part, Said) else part
            return
        try:
            async for part in self._chosen.stream(brief):
                yield part
        except ModelGaveUpError as gave_up:
            self._tell(gave_up)
            sorry = _sorry(gave_up, brief)
            if sorry is not None:
                yield sorry
                yield Said(gave_up.used)
                return
            async for part in self._offline.stream(brief):
                yield Said(_both(gave_up, part.used), part.proposal) if isinstance(part, Said) else part
        else:
            self._tell(None)

    def _for_want_of_budget(self, instead: ModelUse) -> ModelUse:
        """Names the model that was not asked, so that the person can be told why."""
        former = {"fallback_from": f"{self.provider}:{self.model}", "fallback_why": BUDGET, "host": self.host}
        return instead.model_copy(update=former)

    def _tell(self, gave_up: ModelGaveUpError | None) -> None:
        """One record when the model goes away, one when it is back; not one for every turn between."""
        away = gave_up is not None and gave_up.why is not Why.REFUSED
        if away and not self._away and gave_up is not None:
            level = logging.ERROR if gave_up.why is Why.KEY else logging.WARNING
            log_event("model_away", level=level, what=_name(gave_up.used), code=gave_up.why.value)
        elif self._away and gave_up is None:
            log_event("model_back", what=f"{self.provider}:{self.model}")
        self._away = away or (self._away and gave_up is not None)


def _both(gave_up: ModelGaveUpError, instead: ModelUse) -> ModelUse:
    """Who answered, with what was spent in vain before, and why."""
    failed = gave_up.used
    cost = None if failed.cost is None or instead.cost is None else failed.cost + instead.cost
    return ModelUse(
        provider=instead.provider,
        model=instead.model,
        latency_ms=failed.latency_ms + instead.latency_ms,
        prompt=instead.prompt,
        prompt_version=instead.prompt_version,
        tokens=add_tokens(failed.tokens, instead.tokens),
        cost=cost,
        attempts=failed.attempts + instead.attempts,
        fallback_from=_name(failed),
        fallback_why=gave_up.why.value,
        host=failed.host,
    )


def _name(used: ModelUse) -> str:
    return f"{used.provider}:{used.model}"


def _sorry(gave_up: ModelGaveUpError, brief: Brief) -> str | None:
    """What is said instead of going on offline: where words are out already, or where there is nothing to tell."""
    if gave_up.shown:
        return "\n\n" + _words("declined_midway" if gave_up.why is Why.REFUSED else "broken_off", brief.language)
    if gave_up.why is Why.REFUSED and brief.turn.action is Action.NONE:
        return _words("declined", brief.language)
    return None


def _words(name: str, language: str) -> str:
    variants = _all_words()[name]
    return variants.get(language, variants["en"])


@cache
def _all_words() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("sorry.toml").read_text(encoding="utf-8"))
