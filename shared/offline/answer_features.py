"""From an answer and what was offered to numbers."""

import math
from functools import partial

import numpy as np

from shared.embedding.embedder import Vector, vector_of
from shared.offline.features import Features, ngrams, shortened
from shared.offline.offered import OfferShown
from shared.offline.refining import fit_of
from shared.offline.selecting import places
from shared.offline.stems import overlap
from shared.offline.votes import ANSWER, votes
from shared.text.own_words import Parted
from shared.text.patterns import APOSTROPHE

KINDS = ("remember", "retract", "candidates", "cross_promote", "project_facts", "clash")
FEW, SOME, MORE = 3, 6, 8
"""Words."""


def answer_features(parted: Parted, offered: OfferShown) -> Features:
    """All that is seen of an answer."""
    text = shortened(parted.own)
    lowered = text.lower().replace(APOSTROPHE, "'")
    buckets, weights = ngrams(lowered, apart=offered.kind == "retract")
    shown = votes(lowered, ANSWER)
    kind = [float(offered.kind == one) for one in KINDS]
    fits = _fitting(text, offered)
    dense = [
        *shown,
        *_shape(text),
        *kind,
        *_words_of_items(lowered, offered),
        *fits,
        *_by_kind([*shown, *fits], offered),
    ]
    return Features(buckets, weights, np.array(dense, np.float32), partial(_meant, text, offered))


def _shape(text: str) -> list[float]:
    words = len(text.split())
    return [math.log1p(words) / 4, float(words == 1), float(words <= FEW), float(words <= SOME), float("?" in text)]


def _fitting(text: str, offered: OfferShown) -> list[float]:
    """Whether the answer points at some of the items, and how it would go into one of them."""
    fit = fit_of(text, offered.items)
    chosen = places(text, offered.items, keeping_spares=offered.kind == "candidates")
    some = float(0 < len(chosen) < len(offered.items))
    left = fit.words_left
    return [
        *(some, float(len(chosen) == len(offered.items)), float(bool(chosen) and fit.by_place)),
        *(float(fit.contrast), float(fit.known_contrast), float(fit.same_kind), float(fit.limits), float(fit.clause)),
        *(float(left == 0), float(1 <= left <= FEW), float(FEW < left <= MORE), float(left > MORE)),
        *(float(fit.led and left > 0), float(fit.led and fit.same_kind), float(fit.led and fit.limits)),
    ]


def _by_kind(shown: list[float], offered: OfferShown) -> list[float]:
    """The same word weighs differently to forgetting, to a clash, and when one of several is meant."""
    crossed = [vote if offered.kind in {"retract", "candidates"} else 0.0 for vote in shown]
    crossed += [vote if offered.kind == "clash" else 0.0 for vote in shown]
    return crossed + [vote if len(offered.items) > 1 else 0.0 for vote in shown]


def _words_of_items(lowered: str, offered: OfferShown) -> list[float]:
    """How much of the items comes up in the answer."""
    best, second = sorted((*(overlap(lowered, item) for item in offered.items), 0.0), reverse=True)[:2]
    return [best, second, best - second, float(len(offered.items) > 1)]


def _meant(text: str, offered: OfferShown) -> Vector:
    """The answer's meaning, and how near the two nearest items are to it."""
    said = vector_of(text)
    near = sorted((float(said @ vector_of(item)) for item in offered.items), reverse=True)
    return np.concatenate([said, np.array([*near, 0.0][:2], np.float32)])
