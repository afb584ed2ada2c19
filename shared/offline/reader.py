"""The trained reader at work: the embedder's network, taught to read lines and clauses; see model/README.md.

It stands beside the linear models, which see letters and votes; the two together are better than either.
"""

import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession
from tokenizers import Encoding, Tokenizer

from shared.embedding.embedder import MODEL, Vector, session_of
from shared.text.own_words import Parted

READER = Path(__file__).with_name("model") / "reader-int8.onnx"
SHA256 = READER.with_suffix(".sha256")
MOST_TOKENS, MOST_MARKED = 96, 192
HEAD = 500
"""Characters that can become so many tokens."""
PARTS = 8
LINES = (
    "add_knowledge",
    "ask_about_past_input",
    "ask_question",
    "correct_knowledge",
    "export_data",
    "forget_about_me",
    "general_conversation",
    "help",
    "manage_settings",
    "remember_about_me",
    "schedule_task",
    "share_engagement",
    "summarize_engagement",
)
CLAUSES = ("not", "tells")
TASKS = {"line": LINES, "clause": CLAUSES}
"""What each output of the network tells apart, in its order."""
WORDS, OF_A_WORD = "words", ("out", "begin", "inside")
"""And the output that has a row for each piece of a word: whether something that is told begins with it, or goes on."""

Pair = tuple[str, str]
READS = "en"
"""The language that its network knew before it was taught."""


def line_input(parted: Parted, *, in_project: bool) -> Pair:
    """A line as the reader takes it."""
    return f"{'project' if in_project else 'life'} . {parted.own[:HEAD].replace('“…”', '[MASK]')}", ""


def clause_input(clause: str, own: str) -> Pair:
    """A clause, and the message that it stands in."""
    return f"clause . {clause[:HEAD]}", own[:HEAD]


@dataclass(frozen=True, slots=True)
class WordPiece:
    """A piece of a word, where it stands, and the logarithms of its chances."""

    start: int
    end: int
    scores: Vector


def marking_input(own: str) -> tuple[str, int]:
    """A message as the reader takes it to mark what tells something, and how many characters stand before it."""
    lead = f"{WORDS} . "
    return lead + own, len(lead)


def held_out(text: str) -> bool:
    """One in eight utterances is kept from the reader's training, to learn from it how sure it may be."""
    return zlib.crc32(text.encode()) % PARTS == 0


def hears_language(language: str) -> bool:
    """Whether it is of use: in other languages it hears worse than the linear model alone."""
    return language == READS


def reader_scores(task: str, given: Pair) -> Vector:
    """The logarithm of each label's chance."""
    session, tokenizer = _loaded()
    tokens = tokenizer.encode(*given) if given[1] else tokenizer.encode(given[0])
    scores = np.asarray(session.run([task], _inputs(tokens))[0], np.float32)[0]
    return np.asarray(scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max(), np.float32)


def word_scores(own: str) -> list[WordPiece]:
    """What it makes of each piece of each word, as far as it reads."""
    session, _ = _loaded()
    text, lead = marking_input(own)
    tokens = pair_tokenizer(MOST_MARKED).encode(text)
    scores = np.asarray(session.run([WORDS], _inputs(tokens))[0], np.float32)[0]
    chances = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    places = zip(tokens.offsets, chances, strict=True)
    return [WordPiece(start - lead, end - lead, row) for (start, end), row in places if start >= lead and end > start]


@cache
def pair_tokenizer(most: int = MOST_TOKENS) -> Tokenizer:
    """The embedder's own, without padding, cut where the reader stops reading."""
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(most, strategy="longest_first")
    return tokenizer


def _inputs(tokens: Encoding) -> dict[str, NDArray[np.int64]]:
    return {
        "input_ids": np.array([tokens.ids], np.int64),
        "attention_mask": np.array([tokens.attention_mask], np.int64),
    }


@cache
def _loaded() -> tuple[InferenceSession, Tokenizer]:
    return session_of(READER), pair_tokenizer()
