"""A model that says what it is told to, and keeps all that it was asked. There is no intelligence in it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from shared.contracts.turns import Proposal
from shared.contracts.understanding import ModelUse, Reading
from shared.models.model import Brief, Question, Read, Said, Thought
from shared.models.wire import Asked

CONVERSATION = Reading(intent="general_conversation", confidence=1.0)


@dataclass(frozen=True)
class ScriptedReply:
    """One scripted reply: its pieces, and what is proposed at its end."""

    pieces: Sequence[str] = ("All ", "right.")
    proposal: Proposal | None = None


@dataclass
class ScriptedModel:
    """Reads and speaks by a script: what was set for a text, else what is next in line, else the same as always.

    `gate` holds a reply after its first piece until it is set.
    """

    reading: Reading = CONVERSATION
    says: Sequence[str] = ("All ", "right.")
    gate: asyncio.Event | None = None
    readings: dict[str, Reading] = field(default_factory=dict)
    """How these very lines are to be read."""
    next_readings: list[Reading] = field(default_factory=list)
    next_replies: list[ScriptedReply] = field(default_factory=list)
    read_by: Callable[[Question], Reading] | None = None
    """Reads what nothing else is set for; for scripts that must know the offer's items, for example."""
    thoughts: dict[str, list[str]] = field(default_factory=dict)
    """What is answered to a background question, in turn, by the name of its prompt."""
    thinks_by: Callable[[Asked], str | None] | None = None
    cut_short: list[UUID] = field(default_factory=list)
    """The turns whose replies nobody waited for to their end."""
    asked: list[Asked] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    briefs: list[Brief] = field(default_factory=list)
    provider: str = "scripted"
    model: str = "script"
    briefly: bool = False
    taken: ModelUse | None = None
    """What each call is said to have taken; nothing, when not told otherwise."""

    @property
    def used(self) -> ModelUse:
        """What a call takes."""
        return self.taken or ModelUse(provider=self.provider, model=self.model, latency_ms=0.0)

    async def ask(self, question: Question) -> Read:
        """The reading that the script has for it."""
        self.questions.append(question)
        return Read(self._reading(question), self.used)

    def _reading(self, question: Question) -> Reading:
        if question.text in self.readings:
            return self.readings[question.text]
        if self.next_readings:
            return self.next_readings.pop(0)
        return self.reading if self.read_by is None else self.read_by(question)

    async def think(self, asked: Asked) -> Thought:
        """What the script has next for that prompt; nothing, where there is none."""
        self.asked.append(asked)
        if self.thinks_by is not None:
            text = self.thinks_by(asked)
        else:
            waiting = self.thoughts.get(asked.prompt, [])
            text = waiting.pop(0) if waiting else None
        used = self.used.model_copy(update={"prompt": asked.prompt, "prompt_version": asked.prompt_version})
        return Thought(text, used, "" if text is not None else "away")

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """The pieces of the reply that is next, then what it proposes."""
        self.briefs.append(brief)
        reply = self.next_replies.pop(0) if self.next_replies else ScriptedReply(self.says)
        for number, piece in enumerate(reply.pieces):
            if number == 1 and self.gate is not None:
                await self._wait(brief.turn_id, self.gate)
            yield piece
        yield Said(self.used, reply.proposal)

    async def _wait(self, turn_id: UUID, gate: asyncio.Event) -> None:
        try:
            await gate.wait()
        except asyncio.CancelledError:
            self.cut_short.append(turn_id)
            raise

    @property
    def prompts(self) -> list[str]:
        """All text that it was ever shown: to search for what must not be there."""
        thought = [f"{asked.system}\n{asked.content}" for asked in self.asked]
        return [*map(shown_text, self.questions), *map(shown_text, self.briefs), *thought]


def shown_text(asked: Question | Brief) -> str:
    """Everything of a question or a brief that a model reads, as one text."""
    talk = [
        f"{exchange.said}\n{exchange.replied}"
        for exchange in (asked.prompt().talk if isinstance(asked, Brief) else asked.history)
    ]
    if isinstance(asked, Brief):
        return "\n".join([*(section.text for section in asked.prompt().sections), *talk, asked.text])
    offered = [f"{item.shown_text}\n{item.own_words}" for item in asked.offer.items] if asked.offer else []
    near = [memory.content for memory in asked.near]
    corrections = [correction.said for correction in asked.corrections]
    return "\n".join([asked.project or "", *talk, *offered, *near, *corrections, asked.text])
