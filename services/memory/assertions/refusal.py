"""A no is remembered: what was rejected, forgotten or erased is not written again by anything but the person."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from services.memory.store.rows import Vector
from shared.text.comparable import canonical_form

SAME_MEANING = 0.72
"""Cosine from which a wording counts as a paraphrase of what is never to be remembered again."""


class Level(StrEnum):
    """How much of a refusal is kept: a keyed hash, or the meaning too."""

    FORGET = "forget"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that is not to be remembered."""

    refusal_id: UUID
    level: Level
    digest: bytes
    text: str | None = None
    vector: Vector | None = None


def digest_of(secret: bytes, text: str) -> bytes:
    """Keyed, so that nobody can try texts out on a stolen table; over the words, so that near wordings are caught."""
    return hmac.new(secret, canonical_form(text).encode(), hashlib.sha256).digest()


def cosine_of(one: Vector, other: Vector) -> float:
    """Both are of length one."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def matching_refusals(
    refusals: Sequence[Refusal], secret: bytes, text: str, vector: Vector | None
) -> tuple[Refusal, ...]:
    """Every refusal that this text falls under."""
    digest = digest_of(secret, text) if refusals else b""
    return tuple(refusal for refusal in refusals if refusal.digest == digest or _means_it(refusal, vector))


def _means_it(refusal: Refusal, vector: Vector | None) -> bool:
    if refusal.level is not Level.NEVER or refusal.vector is None or vector is None:
        return False
    return cosine_of(refusal.vector, vector) >= SAME_MEANING
