"""The trained reader at work: the embedder's network, taught to read lines, answers and clauses; see model/README.md.

It stands beside the linear models, which see letters and votes; the two together are better than either.
"""

import zlib
from functools import cache
from pathlib import Path

import numpy as np
from onnxruntime import InferenceSession
from tokenizers import Tokenizer

from shared.embedding.embedder import MODEL, Vector, session_of
from shared.llm.offline.labelled import OfferShown
from shared.llm.offline.own_words import Parted

READER = Path(__file__).with_name("model") / "reader-int8.onnx"
MOST_TOKENS = 96
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
ANSWERS = ("both", "confirm", "decline", "drop", "new", "refine", "replace", "select")
CLAUSES = ("not", "tells")
TASKS = {"line": LINES, "answer": ANSWERS, "clause": CLAUSES}
"""What each output of the network tells apart, in its order."""

Pair = tuple[str, str]
READS = "en"
"""The language that its network knew before it was taught."""


def line_input(parted: Parted, *, in_project: bool) -> Pair:
    """A line as the reader takes it."""
    return f"{'project' if in_project else 'life'} . {parted.own[:HEAD].replace('“…”', '[MASK]')}", ""


def answer_input(parted: Parted, offered: OfferShown) -> Pair:
    """An answer, and what was asked."""
    return parted.own[:HEAD], f"{offered.kind.replace('_', ' ')} . {' '.join(offered.items)}"[:HEAD]


def clause_input(clause: str, own: str) -> Pair:
    """A clause, and the message that it stands in."""
    return f"clause . {clause[:HEAD]}", own[:HEAD]


def held_out(text: str) -> bool:
    """One in eight utterances is kept from the reader's training, to learn from it how sure it may be."""
    return zlib.crc32(text.encode()) % PARTS == 0


def hears(task: str, language: str) -> bool:
    """Whether it is of use: to lines in other languages it hears worse than the linear model alone; not to answers."""
    return task == "answer" or language == READS


def reader_scores(task: str, given: Pair) -> Vector:
    """The logarithm of each label's chance."""
    session, tokenizer = _loaded()
    tokens = tokenizer.encode(*given) if given[1] else tokenizer.encode(given[0])
    inputs = {
        "input_ids": np.array([tokens.ids], np.int64),
        "attention_mask": np.array([tokens.attention_mask], np.int64),
    }
    scores = np.asarray(session.run([task], inputs)[0], np.float32)[0]
    return np.asarray(scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max(), np.float32)


def pair_tokenizer() -> Tokenizer:
    """The embedder's own, without padding, cut where the reader stops reading."""
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS, strategy="longest_first")
    return tokenizer


@cache
def _loaded() -> tuple[InferenceSession, Tokenizer]:
    return session_of(READER), pair_tokenizer()
