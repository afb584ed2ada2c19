"""The two yardsticks without a product: words alone, and meaning alone, of lines with their speaker's name."""

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from services.memory.index.terms import index_terms, question_terms
from services.memory.recall.weights import load_weights
from shared.embedding.embedder import vector_of
from tests.benchmarks.recall_locomo import Conversation
from tests.benchmarks.recall_quality import DEPTH, Answers

Score = Callable[[str], Sequence[float]]
Prepare = Callable[[list[str]], Score]


def bm25(conversations: Sequence[Conversation]) -> Answers:
    """BM25 over our own terms."""
    return _measured(conversations, _words)


def minilm(conversations: Sequence[Conversation]) -> Answers:
    """Cosines of all-MiniLM-L6-v2."""
    return _measured(conversations, _meaning)


def _measured(conversations: Sequence[Conversation], prepare: Prepare) -> Answers:
    orders, ms, ingest = list[list[int]](), list[float](), 0.0
    for conversation in conversations:
        began = time.perf_counter()
        score = prepare([conversation.named(turn) for turn in conversation.turns])
        ingest += time.perf_counter() - began
        for question in conversation.questions:
            began = time.perf_counter()
            scores = score(question.text)
            orders.append(sorted(range(len(scores)), key=lambda turn: (-scores[turn], turn))[:DEPTH])
            ms.append((time.perf_counter() - began) * 1_000)
    return Answers(orders, ms, ingest)


def _meaning(texts: list[str]) -> Score:
    vectors = np.array([vector_of(text) for text in texts])

    def score(question: str) -> Sequence[float]:
        return [float(cosine) for cosine in vectors @ vector_of(question)]

    return score


def _words(texts: list[str]) -> Score:
    counted = [Counter(index_terms(text)) for text in texts]
    lengths = [words.total() for words in counted]
    mean = sum(lengths) / len(lengths)
    found_in = Counter(term for words in counted for term in words)
    k, b = load_weights().terms.saturation, load_weights().terms.length

    def score(question: str) -> Sequence[float]:
        scores = [0.0] * len(texts)
        for term in question_terms(question):
            rarity = math.log(1 + (len(texts) - found_in[term] + 0.5) / (found_in[term] + 0.5))
            for turn, words in enumerate(counted):
                if frequency := words[term]:
                    length = 1 - b + b * lengths[turn] / mean
                    scores[turn] += rarity * frequency * (k + 1) / (frequency + k * length)
        return scores

    return score
