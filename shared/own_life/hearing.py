"""Whose life a line speaks of ending or harming: weights of `make train`, made from labelled lines."""

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import exp
from pathlib import Path

from shared.own_life.signs import BUCKETS, is_grave, signs_of
from shared.text.sentences import split_sentences

WEIGHTS = Path(__file__).with_name("weights.bin")
HEADER = struct.Struct("<16s3f")
"""The digest of what they were made from; by how much each is to be multiplied; what speaks for each beforehand."""
MOST = 2_000
"""Characters that are read: the beginning and the end of a long line."""
LIKELY = 0.4
"""A chance from which on a line is taken so: tried on the lines that it was trained on, in parts."""


class Life(StrEnum):
    """Whose."""

    OWN = "own"
    ANOTHERS = "other"


@dataclass(frozen=True, slots=True)
class LifeWeights:
    """How much each bucket speaks for each, against neither."""

    digest: str
    scale: float
    beforehand: tuple[float, float]
    buckets: tuple[Sequence[int], Sequence[int]]


def life_in_danger(line: str) -> Life | None:
    """Whose life a line, or a sentence of it, is about; nobody's, as nearly always."""
    line = line if len(line) <= MOST else f"{line[: MOST // 2]}\n{line[-MOST // 2 :]}"
    own, others = max((_chances(part) for part in {line: None, **dict.fromkeys(split_sentences(line))}), key=sum)
    if own + others < LIKELY:
        return None
    return Life.OWN if own >= others else Life.ANOTHERS


def _chances(line: str) -> tuple[float, float]:
    if not is_grave(line):
        return 0.0, 0.0
    signs, weights = signs_of(line), trained_weights()
    own, others = (
        exp(before + weights.scale * sum(rows[bucket] * weight for bucket, weight in signs.items()))
        for before, rows in zip(weights.beforehand, weights.buckets, strict=True)
    )
    return own / (1 + own + others), others / (1 + own + others)


@cache
def trained_weights() -> LifeWeights:
    """As `make train` wrote them."""
    stored = WEIGHTS.read_bytes()
    digest, scale, own, others = HEADER.unpack_from(stored)
    rows = array("b", stored[HEADER.size :])
    return LifeWeights(digest.decode(), scale, (own, others), (rows[:BUCKETS], rows[BUCKETS:]))
