"""A model that says what it is told to. There is no intelligence in it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from shared.llm.model import Brief, Question, Reading


@dataclass
class ScriptedModel:
    """Reads every line the same way, and speaks the given pieces; `gate` holds it after the first one."""

    reading: Reading = field(default_factory=lambda: Reading("general_conversation", 1.0, (), "en"))
    says: Sequence[str] = ("All ", "right.")
    gate: asyncio.Event | None = None
    provider: str = "scripted"
    model: str = "script"

    async def ask(self, question: Question) -> Reading:
        """The reading, whatever was said."""
        del question
        return self.reading

    async def stream(self, brief: Brief) -> AsyncIterator[str]:
        """The pieces, whatever there is to say."""
        del brief
        for number, piece in enumerate(self.says):
            if number == 1 and self.gate is not None:
                await self.gate.wait()
            yield piece
