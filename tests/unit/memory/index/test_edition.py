"""Another embedder is another space: whoever changes the one is held to change the other."""

import hashlib

import pytest

from services.memory.index.edition import EDITION, SPACE
from shared.embedding.embedder import MODEL

MODELS = {
    1: {
        "minilm-int8.onnx": "22b1ad5c98f51c7501342d57ed267414595b0a4a5f71f89496922b023cd8492a",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    }
}
"""By space, which files its vectors are made with. A new model is a new line, and SPACE and EDITION go up by one."""


@pytest.mark.row("M15")
@pytest.mark.parametrize("name", ["minilm-int8.onnx", "tokenizer.json"])
def test_vectors_of_this_space_are_made_with_these_files(name: str) -> None:
    with (MODEL / name).open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == MODELS[SPACE][name]
    assert EDITION >= SPACE, "the index has vectors too"
