"""The engine behind `HOLDFAST_MODEL=offline`."""

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from shared.contracts.understanding import ModelUse
from shared.models.model import Brief, Question, Read, Said, Thought
from shared.models.wire import Asked
from shared.offline.compose_reply import compose_reply, proposal_of
from shared.offline.read_line import read_line
from shared.offline.templates import load_templates

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="reading")
"""One for the process, beside the embedder's."""


class OfflineModel:
    """A trained reader and templates."""

    provider = "offline"
    model = "understanding-1"
    briefly = False

    async def ask(self, question: Question) -> Read:
        """Reads the line in a thread of its own: neither the loop nor an embedding waits for it."""
        began = time.perf_counter()
        reading = await asyncio.get_running_loop().run_in_executor(_THREAD, read_line, question)
        used = ModelUse(provider=self.provider, model=self.model, latency_ms=(time.perf_counter() - began) * 1_000)
        return Read(reading, used)

    async def think(self, asked: Asked) -> Thought:
        """Nothing: whoever asks has a form of their own for that."""
        return Thought(None, ModelUse(provider=self.provider, model=self.model, latency_ms=0.0, prompt=asked.prompt))

    async def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """Speaks in words, giving way between them, as a model would that thinks while it talks."""
        began = time.perf_counter()
        for piece in split_pieces(compose_reply(brief)):
            yield piece
            await asyncio.sleep(0)
        spoken = load_templates(brief.language)
        used = ModelUse(
            provider=self.provider,
            model=self.model,
            latency_ms=(time.perf_counter() - began) * 1_000,
            prompt="offline/replies",
            prompt_version=spoken.version,
        )
        yield Said(used, proposal_of(brief))


WORDS_IN_A_PIECE = 6


def split_pieces(text: str) -> list[str]:
    """The text in runs of a few words, each with the space that follows it; joined, they are the text."""
    words = text.split(" ") if text else []
    runs = [words[start : start + WORDS_IN_A_PIECE] for start in range(0, len(words), WORDS_IN_A_PIECE)]
    return [" ".join(run) + (" " if number < len(runs) else "") for number, run in enumerate(runs, 1)]
