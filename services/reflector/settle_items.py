"""Which items are one, which are too many, and which one closes another. Pure."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from services.reflector.offline.name_day import day_words
from services.reflector.spoken_turns import SpokenTurn, plain_words
from shared.contracts.entities import MOST_ENTITIES, Entity, EntityData, EntityType, describe_entity
from shared.contracts.ids import new_id
from shared.text.comparable import content_words

KEPT_FIRST = (
    EntityType.DECISION,
    EntityType.WAITING_ON,
    EntityType.TASK,
    EntityType.QUESTION_OPENED,
    EntityType.BLOCKER,
    EntityType.QUESTION_RESOLVED,
    EntityType.BLOCKER_CLEARED,
    EntityType.PRIORITY_CHANGE,
    EntityType.ACT_UPDATE,
    EntityType.PERSON,
    EntityType.INSIGHT,
    EntityType.ACT_REFERENCE,
)
"""Of too many, the others are left out first."""
ALIKE = 0.6
"""The share of common words from which on two items of a kind are one."""
CLOSES = 0.5
"""The share of what is open that has to be named where it is done."""
SURELY = 2
"""As many common words, or all there are."""
SHORTEST = 4
"""Letters from which on two stems are one where the one begins the other: "llam" and "llamar"."""
PARTICIPLE = "ge"
"""What German puts into a word when it is done: "angerufen" is "anrufen"."""


def entity_of(data: EntityData, spoken: SpokenTurn, quote: str) -> Entity:
    """An item of a turn, with the words that say so."""
    return Entity(entity_id=new_id(), turn_id=spoken.turn.turn_id, quote=quote, data=data)


def settle_items(items: Iterable[Entity]) -> tuple[Entity, ...]:
    """Each once, and no more than may be kept."""
    kept: list[Entity] = []
    for item in items:
        if not any(is_same_item(item, other) for other in kept):
            kept.append(item)
    if len(kept) <= MOST_ENTITIES:
        return tuple(kept)
    chosen = sorted(kept, key=lambda item: KEPT_FIRST.index(item.entity_type))[:MOST_ENTITIES]
    return tuple(item for item in kept if item in chosen)


def is_same_item(one: Entity, other: Entity) -> bool:
    """The same kind, and the same words or nearly the same."""
    if one.entity_type is not other.entity_type:
        return False
    if one.data.type is EntityType.PERSON and other.data.type is EntityType.PERSON:
        return plain_words(one.data.name) == plain_words(other.data.name)
    if plain_words(one.quote) == plain_words(other.quote):
        return True
    return share_words(describe_entity(one.data), describe_entity(other.data)) >= ALIKE


def share_words(one: str, other: str) -> float:
    """How much of all their words two texts have in common."""
    here, there = content_words(one), content_words(other)
    return len(here & there) / len(here | there) if here and there else 0.0


def closes_item(said: str, about: str) -> bool:
    """Whether what was said names enough of what is open."""
    return named_share(said, about) >= CLOSES and _named_words(said, about) >= min(SURELY, len(content_words(about)))


def named_share(said: str, about: str) -> float:
    """How much of what tells what is open is named in what was said; until when it had to be done is none of that."""
    telling = _telling_words(about)
    return _named_words(said, about) / len(telling) if telling else 0.0


def _named_words(said: str, about: str) -> int:
    said_words = _telling_words(said)
    here = said_words | {word.replace(PARTICIPLE, "", 1) for word in said_words}
    return sum(any(_alike(word, other) for other in here) for word in _telling_words(about))


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= SHORTEST and long.startswith(short))


def _telling_words(text: str) -> frozenset[str]:
    return content_words(text) - _beside()


@cache
def _beside() -> frozenset[str]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return content_words(" ".join([table["beside"], *day_words()]))


def same_open(text: str, threads: Sequence[str]) -> int | None:
    """The place of the thread that says nearly the same, if one does."""
    shares = [share_words(text, thread) for thread in threads]
    best = max(shares, default=0.0)
    return shares.index(best) if best >= ALIKE else None
