"""Teaches the embedder's network to read lines, answers and clauses, from the labelled utterances. Needs torch.

    python -m deploy.workshop.tuning WEIGHTS.safetensors

One in eight utterances is kept back (`held_out`); `make train` measures on those how sure the reader may be.
"""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from deploy.workshop.lessons import Example, examples
from deploy.workshop.minilm import WIDTH, MiniLM, export
from shared.llm.offline.labelled import digest, taught
from shared.llm.offline.reader import READER, TASKS, held_out, pair_tokenizer

ROUNDS = 4
AT_ONCE = 32
STEP, STEP_OF_HEADS = 1e-4, 2e-3
WARM_UP = 100

Batch = tuple[str, Tensor, Tensor, Tensor]


class Reader(nn.Module):
    """The network with one linear map for each task."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.network, self.drop = MiniLM(weights), nn.Dropout(0.1)
        self.heads = nn.ModuleDict({task: nn.Linear(WIDTH, len(labels)) for task, labels in TASKS.items()})

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """The scores for all tasks; each text is meant for one of them."""
        state = self.drop(self.network(ids, mask))
        return tuple(head(state) for head in self.heads.values())


def main() -> None:
    """Trains, says how well the kept back utterances are read, and writes the reader."""
    torch.manual_seed(0)
    chance = random.Random(0)  # noqa: S311  # repeatable, not secret
    found = examples(taught())
    known = [one for one in found if not held_out(one.message)]
    unknown = [one for one in found if held_out(one.message)]
    print(f"{len(known)} examples to learn from, {len(unknown)} kept back", flush=True)
    reader, tokenizer = Reader(Path(sys.argv[1])), pair_tokenizer()
    heads = list(reader.heads.parameters())
    ways = torch.optim.AdamW(
        [{"params": list(reader.network.parameters()), "lr": STEP}, {"params": heads, "lr": STEP_OF_HEADS}],
        weight_decay=0.01,
    )
    steps = ROUNDS * (len(known) // AT_ONCE + len(TASKS))
    pace = torch.optim.lr_scheduler.LambdaLR(ways, lambda step: min(1, step / WARM_UP) * max(0.0, 1 - step / steps))
    began = time.monotonic()
    for number in range(ROUNDS):
        reader.train()
        for batch in batches(known, tokenizer, chance):
            learn(reader, batch, ways)
            pace.step()
        print(f"round {number + 1}, {time.monotonic() - began:.0f} s: {shares(reader, unknown, tokenizer)}", flush=True)
    READER.parent.mkdir(exist_ok=True)
    export(reader, READER, list(TASKS))
    READER.with_suffix(".digest").write_text(f"{digest()}\n")


def learn(reader: Reader, batch: Batch, ways: torch.optim.Optimizer) -> None:
    """One step."""
    task, ids, mask, labels = batch
    scores = reader(ids, mask)[list(TASKS).index(task)]
    loss = functional.cross_entropy(scores, labels, label_smoothing=0.05)
    ways.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
    ways.step()


def batches(found: list[Example], tokenizer: Tokenizer, chance: random.Random) -> Iterator[Batch]:
    """Examples of one task and of like length together, in an order of chance."""
    groups: list[tuple[str, list[tuple[list[int], int]]]] = []
    for task, labels in TASKS.items():
        encoded = [(_ids(tokenizer, one), labels.index(one.label)) for one in found if one.task == task]
        chance.shuffle(encoded)
        for start in range(0, len(encoded), AT_ONCE * 16):
            alike = sorted(encoded[start : start + AT_ONCE * 16], key=lambda pair: len(pair[0]))
            groups += [(task, alike[place : place + AT_ONCE]) for place in range(0, len(alike), AT_ONCE)]
    chance.shuffle(groups)
    for task, group in groups:
        longest = max(len(ids) for ids, _ in group)
        ids = torch.tensor([ids + [0] * (longest - len(ids)) for ids, _ in group])
        mask = torch.tensor([[1] * len(ids) + [0] * (longest - len(ids)) for ids, _ in group])
        yield task, ids, mask, torch.tensor([label for _, label in group])


def _ids(tokenizer: Tokenizer, one: Example) -> list[int]:
    first, second = one.given
    return list(tokenizer.encode(first, second).ids if second else tokenizer.encode(first).ids)


def shares(reader: Reader, found: list[Example], tokenizer: Tokenizer) -> dict[str, float]:
    """How many of each task's examples are read rightly."""
    reader.eval()
    right: dict[str, list[bool]] = {task: [] for task in TASKS}
    with torch.no_grad():
        for one in found:
            ids = torch.tensor([_ids(tokenizer, one)])
            scores = reader(ids, torch.ones_like(ids))[list(TASKS).index(one.task)]
            right[one.task].append(TASKS[one.task][int(scores.argmax())] == one.label)
    return {task: round(sum(one) / max(1, len(one)), 3) for task, one in right.items()}


if __name__ == "__main__":
    main()
