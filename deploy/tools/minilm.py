"""all-MiniLM-L6-v2 in PyTorch, from its published weights: what `embedder` exports and `tuning` teaches."""

import math
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

WIDTH, INNER, HEADS, LAYERS, WORDS, PLACES = 384, 1536, 12, 6, 30522, 512
_LAYER_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "after": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "last": "output.LayerNorm",
}
"""Our names and the published ones."""


class Layer(nn.Module):
    """One layer: attention, then two linear maps."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.out, self.after = nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.last, self.drop = nn.LayerNorm(WIDTH, eps=1e-12), nn.Dropout(0.1)

    def forward(self, state: Tensor, hidden: Tensor) -> Tensor:
        """The state after this layer; `hidden` is far below zero where there is only padding."""
        many, long, _ = state.shape

        def parted(whole: Tensor) -> Tensor:
            return whole.view(many, long, HEADS, WIDTH // HEADS).transpose(1, 2)

        scores = parted(self.query(state)) @ parted(self.key(state)).transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
        seen = (scores + hidden).softmax(-1) @ parted(self.value(state))
        state = self.after(state + self.drop(self.out(seen.transpose(1, 2).reshape(many, long, WIDTH))))
        return self.last(state + self.drop(self.narrow(functional.gelu(self.widen(state)))))


class MiniLM(nn.Module):
    """From token ids to one vector a text: the mean of its tokens'."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(PLACES, WIDTH)
        self.types, self.begin = nn.Embedding(2, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        published = load_file(weights)
        self.load_state_dict({ours: published[theirs] for ours, theirs in _names().items()})

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """The mean, not yet of length 1."""
        return mean_pooling(self.states(ids, mask), mask)

    def states(self, ids: Tensor, mask: Tensor) -> Tensor:
        """One vector a token."""
        state = self.begin(self.words(ids) + self.places.weight[: ids.shape[1]] + self.types.weight[0])
        hidden = (1 - mask[:, None, None, :].float()) * -1e4
        for layer in self.layers:
            state = layer(state, hidden)
        return state


def mean_pooling(states: Tensor, mask: Tensor) -> Tensor:
    """Of what is no padding."""
    shown = mask[..., None].float()
    return (states * shown).sum(1) / shown.sum(1)


def _names() -> dict[str, str]:
    names = {
        "words.weight": "embeddings.word_embeddings.weight",
        "places.weight": "embeddings.position_embeddings.weight",
        "types.weight": "embeddings.token_type_embeddings.weight",
        "begin.weight": "embeddings.LayerNorm.weight",
        "begin.bias": "embeddings.LayerNorm.bias",
    }
    for number in range(LAYERS):
        for ours, theirs in _LAYER_NAMES.items():
            for part in ("weight", "bias"):
                names[f"layers.{number}.{ours}.{part}"] = f"encoder.layer.{number}.{theirs}.{part}"
    return names


def export_network(network: nn.Module, target: Path, outputs: Sequence[str], by_token: Sequence[str] = ()) -> None:
    """Writes a network as int8 ONNX: dynamic, each channel by itself; some outputs have a row for each token."""
    from onnxruntime.quantization import QuantType, quantize_dynamic  # noqa: PLC0415  # only the workshop has onnx

    network.eval()
    whole = target.with_suffix(".float.onnx")
    example = torch.tensor([[101, 7592, 102]]), torch.ones(1, 3, dtype=torch.long)
    axes = {name: {0: "texts", 1: "tokens"} for name in ("input_ids", "attention_mask")}
    torch.onnx.export(
        network,
        example,
        whole,
        input_names=["input_ids", "attention_mask"],
        output_names=list(outputs),
        dynamic_axes={
            **axes,
            **{name: {0: "texts", 1: "tokens"} if name in by_token else {0: "texts"} for name in outputs},
        },
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(whole, target, weight_type=QuantType.QInt8, per_channel=True)
    whole.unlink()
