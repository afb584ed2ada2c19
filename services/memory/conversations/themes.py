"""What comes up again and again in Your Story: counted in its newest narratives, by no model."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import UUID

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.tables import THEME
from services.memory.index.terms import index_terms, is_small, language_of, word_list
from services.memory.store.database import run_statement
from shared.contracts.envelope import Caller
from shared.contracts.requests.conversations import Theme
from shared.text.comparable import fold_text

NEWEST = 10
MOST_THEMES = 6
NAMES_RECUR = 2
WORDS_RECUR = 3
"""In fewer narratives a name, or a word, is no theme."""
SHORTEST = 4
"""Letters of a word that can be one."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NamingText:
    """One narrative, and the people and projects that it names."""

    memory_id: UUID
    text: str
    names: tuple[str, ...] = ()


async def refresh_themes(connection: AsyncConnection, who: Caller) -> None:
    """Counts them anew."""
    parameters = {"person_id": who.person_id, "newest": NEWEST}
    rows = await run_statement(connection, "conversations/list_newest_narratives", parameters)
    themes = find_themes([NamingText(row["id"], row["content"], tuple(row["names"])) for row in rows])
    await connection.execute(delete(THEME).where(THEME.c.person_id == who.person_id))
    if themes:
        own = {"tenant_id": who.tenant_id, "person_id": who.person_id}
        await connection.execute(
            insert(THEME),
            [
                {**own, "place": place, "label": one.label, "times": one.times, "among": one.of,
                 "memory_ids": list(one.memory_ids)}
                for place, one in enumerate(themes, 1)
            ],
        )  # fmt: skip


async def load_themes(connection: AsyncConnection, who: Caller) -> tuple[Theme, ...]:
    """As they were counted last, the most frequent first; none that rests on what is known no more."""
    rows = await run_statement(connection, "conversations/list_themes", {"person_id": who.person_id})
    return tuple(
        Theme(label=row["label"], times=row["times"], of=row["among"], memory_ids=tuple(row["memory_ids"]))
        for row in rows
    )


def find_themes(narratives: Sequence[NamingText]) -> tuple[Theme, ...]:
    """Names that at least two of them share, and words that at least three do, the most frequent first."""
    named = {one.memory_id: {fold_text(name): name for name in one.names} for one in narratives}
    worded = {one.memory_id: _words_of(one.text) for one in narratives}
    names, words = _recurring(named, NAMES_RECUR, len(narratives)), _recurring(worded, WORDS_RECUR, len(narratives))
    in_names = {fold_text(part) for theme in names for part in theme.label.split()}
    themes = [*names, *(theme for theme in words if fold_text(theme.label) not in in_names)]
    return tuple(sorted(themes, key=lambda theme: -theme.times)[:MOST_THEMES])


def _recurring(found: Mapping[UUID, Mapping[str, str]], least: int, among: int) -> list[Theme]:
    times = Counter(key for keys in found.values() for key in keys)
    written = {
        key: word for words in reversed(list(found.values())) for key, word in words.items()
    }  # as the newest has it
    return [
        Theme(
            label=written[key], times=count, of=among,
            memory_ids=tuple(memory_id for memory_id, keys in found.items() if key in keys),
        )
        for key, count in times.most_common() if count >= least
    ]  # fmt: skip


def _words_of(text: str) -> dict[str, str]:
    """Its words that tell something as they are written there, by their stems."""
    words = word_list(text)
    language = language_of(words)
    telling = [word for word in words if not is_small(word, language)]
    stems = index_terms(text)
    pairs: Iterable[tuple[str, str]] = zip(stems, telling, strict=False) if len(stems) == len(telling) else ()
    as_written = {word.casefold(): word for word in _WORD.findall(text)}
    return {
        stem: as_written.get(word, word)
        for stem, word in pairs
        if len(word) >= SHORTEST and word.isalpha() and word not in _said_of_any_talk()
    }


@cache
def _said_of_any_talk() -> frozenset[str]:
    """Words that a narrative of any conversation may have."""
    written = tomllib.loads(Path(__file__).with_name("said_of_any_talk.toml").read_text(encoding="utf-8"))
    return frozenset(word for words in written.values() for word in words)
