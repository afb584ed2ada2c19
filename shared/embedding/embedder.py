"""The embedder: all-MiniLM-L6-v2 as int8, its pooling and normalisation inside the file; see model/README.md.

One text a call: in a batch, dynamic int8 makes a vector depend on its neighbours (cosine as low as 0.978).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from shared.trained_files import check_file

Given = TypeVar("Given")
Result = TypeVar("Result")
Vector = NDArray[np.float32]
DIMENSIONS = 384
MOST_TOKENS = 128
"""What the model was trained on; of a longer text the beginning counts."""
MOST_CHARACTERS = 4_000
"""128 tokens never need more; the tokenizer need not walk through what is cut off anyway."""
MODEL = Path(__file__).with_name("model")
SHA256 = {
    "minilm-int8.onnx": "22b1ad5c98f51c7501342d57ed267414595b0a4a5f71f89496922b023cd8492a",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}


class BrokenVectorError(Exception):
    """The model answered with something that has no direction: it would be near to everything, or to nothing."""

    def __init__(self, length: float) -> None:
        super().__init__(f"the embedding model answered with a vector of length {length}")


_THREAD = ThreadPoolExecutor(1, thread_name_prefix="embedding")
"""One for the process: the model works with one thread anyway, and waiting is cheaper than sharing a core."""


async def run_aside(work: Callable[[Given], Result], given: Given) -> Result:
    """Does in the embedder's thread what needs vectors on its way; the loop goes on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work, given)


class Embedder:
    """Loads its files with the first text, and works beside the event loop."""

    async def embed(self, text: str) -> Vector:
        """The text's direction, of length 1."""
        return await run_aside(vector_of, text)


def vector_of(text: str) -> Vector:
    """The same, in the caller's thread."""
    session, tokenizer = _loaded()
    tokens = tokenizer.encode(text[:MOST_CHARACTERS])
    given = {
        "input_ids": np.array([tokens.ids], np.int64),
        "attention_mask": np.array([tokens.attention_mask], np.int64),
    }
    return check_vector(np.asarray(session.run(["v"], given)[0], np.float32)[0])


def check_vector(vector: Vector) -> Vector:
    """The vector, if it points anywhere."""
    length = float(np.linalg.norm(vector))
    if not np.isfinite(length) or length == 0:
        raise BrokenVectorError(length)
    return vector


def check_embedder() -> None:
    """At a start: the files are whole, and a word has a direction."""
    for name, sha256 in SHA256.items():
        check_file(MODEL / name, sha256)
    vector_of("ready")


@cache
def _loaded() -> tuple[InferenceSession, Tokenizer]:
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    return session_of(MODEL / "minilm-int8.onnx"), tokenizer


def session_of(model: Path) -> InferenceSession:
    """An ONNX file, ready to be asked in one thread."""
    options = SessionOptions()
    options.intra_op_num_threads = 1  # texts are short: more threads cost more in waking up than they save
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # the arena keeps what the longest text ever needed
    return InferenceSession(model, options, providers=["CPUExecutionProvider"])
