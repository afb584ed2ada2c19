"""Your Story: what conversations meant, by time, or with near ones side by side."""

import asyncio
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from services.memory.conversations.talk_memories import load_talk_memories
from services.memory.conversations.themes import load_themes
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from shared.contracts.requests.conversations import ListStory, StoryPage

MOST_ARRANGED = 1_000
"""Narratives that are arranged by meaning; older ones follow by time."""


async def list_story(memory: MemoryContext, question: ListStory) -> StoryPage:
    """A stretch of them, the newest first or arranged by meaning; of a project also what speaks of it."""
    by_meaning = question.order == "meaning"
    wanted = {
        "person_id": question.caller.person_id,
        "engagement_id": question.engagement_id,
        "q": question.q,
        "most": None if by_meaning else question.limit,
        "skipped": 0 if by_meaning else question.offset,
        "arranged": MOST_ARRANGED if by_meaning else 0,
    }
    async with memory.reading(question.caller) as connection:
        rows = await run_statement(connection, "conversations/list_story", wanted)
        ids = [row["id"] for row in rows if row["id"] is not None]
        if by_meaning:
            meanings = [row["meaning"] for row in rows[: min(MOST_ARRANGED, len(ids))]]
            order = await asyncio.to_thread(arrange_by_meaning, meanings)
            ids = [*(ids[place] for place in order), *ids[MOST_ARRANGED:]]
            ids = ids[question.offset : question.offset + question.limit]
        memories = await load_talk_memories(connection, question.caller, ids)
        themes = await load_themes(connection, question.caller) if question.offset == 0 else ()
    return StoryPage(memories=memories, total=rows[0]["total"], themes=themes)


def arrange_by_meaning(meanings: Sequence[bytes | None]) -> list[int]:
    """The first one first, then always the nearest of those that are left; what has no meaning yet comes last."""
    places = [place for place, meaning in enumerate(meanings) if meaning is not None]
    if not places:
        return list(range(len(meanings)))
    matrix = np.stack([_read(meaning) for meaning in meanings if meaning is not None])
    near = matrix @ matrix.T
    left = np.ones(len(places), dtype=bool)
    order, here = list[int](), 0
    while True:
        order.append(places[here])
        left[here] = False
        if not left.any():
            break
        here = int(np.where(left, near[here], -np.inf).argmax())
    return order + [place for place, meaning in enumerate(meanings) if meaning is None]


def _read(meaning: bytes) -> NDArray[np.float32]:
    """As pgvector sends a halfvec: its dimensions, two bytes that mean nothing, and the numbers."""
    return np.frombuffer(meaning, dtype=">f2", offset=4).astype(np.float32)
