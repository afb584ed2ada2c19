"""The engine behind `HOLDFAST_MODEL=offline`."""

import asyncio
from collections.abc import AsyncIterator

from shared.llm.model import Brief, Question, Reading
from shared.llm.offline.language import language_of
from shared.llm.offline.replies import compose
from shared.llm.offline.understanding import intent_of


class OfflineModel:
    """Rules and templates."""

    provider = "offline"
    model = "rules-1"

    async def ask(self, question: Question) -> Reading:
        """Reads the line by rules."""
        intent, confidence = intent_of(question.text)
        others = tuple(card.name for card in question.cards if card.name != intent)
        return Reading(intent, confidence, others[:2], language_of(question.text, question.language))

    async def stream(self, brief: Brief) -> AsyncIterator[str]:
        """Speaks in words, giving way between them, as a model would that thinks while it talks."""
        for piece in pieces(compose(brief)):
            yield piece
            await asyncio.sleep(0)


WORDS_IN_A_PIECE = 6


def pieces(text: str) -> list[str]:
    """The text in runs of a few words, each with the space that follows it; joined, they are the text."""
    words = text.split(" ")
    runs = [words[start : start + WORDS_IN_A_PIECE] for start in range(0, len(words), WORDS_IN_A_PIECE)]
    return [" ".join(run) + (" " if number < len(runs) else "") for number, run in enumerate(runs, 1)]
