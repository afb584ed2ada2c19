"""Teaches the embedder's network to read lines, answers and clauses, from the labelled utterances. Needs torch.

    python -m deploy.training.tune WEIGHTS.safetensors

One in eight utterances is kept back (`held_out`); `make train` measures on those how sure the reader may be.
"""

import hashlib
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from deploy.tools.minilm import WIDTH, MiniLM, export_network, mean_pooling
from deploy.training.labelled import digest_of_lessons, taught_utterances
from deploy.training.training_examples import Example, Marked, line_examples, marked_examples
from shared.offline.reader import (
    MOST_MARKED,
    OF_A_WORD,
    READER,
    SHA256,
    TASKS,
    WORDS,
    held_out,
    marking_input,
    pair_tokenizer,
)

ROUNDS = 4
AT_ONCE = 32
STEP, STEP_OF_HEADS = 1e-4, 2e-3
WARM_UP = 100

OUTPUTS = {**TASKS, WORDS: OF_A_WORD}
NO_WORD = -100
"""Stands where there is nothing to learn: padding, and what the network is told before the message."""

Batch = tuple[str, Tensor, Tensor, Tensor]


class Reader(nn.Module):
    """The network with one linear map for each task."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.network, self.drop = MiniLM(weights), nn.Dropout(0.1)
        self.heads = nn.ModuleDict({task: nn.Linear(WIDTH, len(labels)) for task, labels in OUTPUTS.items()})

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """The scores for all tasks, and those of each word; each text is meant for one of them."""
        states = self.network.states(ids, mask)
        whole = self.drop(mean_pooling(states, mask))
        return *(self.heads[task](whole) for task in TASKS), self.heads[WORDS](self.drop(states))


def main() -> None:
    """Trains, says how well the kept back utterances are read, and writes the reader."""
    torch.manual_seed(0)
    chance = random.Random(0)  # noqa: S311  # repeatable, not secret
    found: list[Example | Marked] = [*line_examples(taught_utterances()), *marked_examples(taught_utterances())]
    known = [one for one in found if not held_out(one.message)]
    unknown = [one for one in found if held_out(one.message)]
    print(f"{len(known)} examples to learn from, {len(unknown)} kept back", flush=True)
    reader = Reader(Path(sys.argv[1]))
    heads = list(reader.heads.parameters())
    ways = torch.optim.AdamW(
        [{"params": list(reader.network.parameters()), "lr": STEP}, {"params": heads, "lr": STEP_OF_HEADS}],
        weight_decay=0.01,
    )
    steps = ROUNDS * (len(known) // AT_ONCE + len(OUTPUTS))
    pace = torch.optim.lr_scheduler.LambdaLR(ways, lambda step: min(1, step / WARM_UP) * max(0.0, 1 - step / steps))
    began = time.monotonic()
    for number in range(ROUNDS):
        reader.train()
        for batch in make_batches(known, chance):
            learn_batch(reader, batch, ways)
            pace.step()
        print(f"round {number + 1}, {time.monotonic() - began:.0f} s: {right_shares(reader, unknown)}", flush=True)
    READER.parent.mkdir(exist_ok=True)
    export_network(reader, READER, list(OUTPUTS), by_token=[WORDS])
    READER.with_suffix(".digest").write_text(f"{digest_of_lessons()}\n")
    SHA256.write_text(f"{hashlib.sha256(READER.read_bytes()).hexdigest()}\n")


def learn_batch(reader: Reader, batch: Batch, ways: torch.optim.Optimizer) -> None:
    """One step."""
    task, ids, mask, labels = batch
    scores = reader(ids, mask)[list(OUTPUTS).index(task)]
    by_label = scores.flatten(0, -2)
    loss = functional.cross_entropy(by_label, labels.flatten(), label_smoothing=0.05, ignore_index=NO_WORD)
    ways.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
    ways.step()


def make_batches(found: list[Example | Marked], chance: random.Random) -> Iterator[Batch]:
    """Examples of one task and of like length together, in an order of chance."""
    groups: list[tuple[str, list[tuple[list[int], list[int]]]]] = []
    for task in OUTPUTS:
        encoded = [encode_example(one) for one in found if _task(one) == task]
        chance.shuffle(encoded)
        for start in range(0, len(encoded), AT_ONCE * 16):
            alike = sorted(encoded[start : start + AT_ONCE * 16], key=lambda pair: len(pair[0]))
            groups += [(task, alike[place : place + AT_ONCE]) for place in range(0, len(alike), AT_ONCE)]
    chance.shuffle(groups)
    for task, group in groups:
        longest = max(len(ids) for ids, _ in group)
        mask = [[1] * len(ids) + [0] * (longest - len(ids)) for ids, _ in group]
        padded = [_padded(ids, longest, 0) for ids, _ in group]
        labels = [_padded(wanted, longest if task == WORDS else 1, NO_WORD) for _, wanted in group]
        yield task, torch.tensor(padded), torch.tensor(mask), torch.tensor(labels)


def _padded(numbers: list[int], length: int, rest: int) -> list[int]:
    return numbers + [rest] * (length - len(numbers))


def _task(one: Example | Marked) -> str:
    return one.task if isinstance(one, Example) else WORDS


def encode_example(one: Example | Marked) -> tuple[list[int], list[int]]:
    """What the network reads, and the places of the right labels: one, or one for each token."""
    if isinstance(one, Example):
        first, second = one.given
        tokens = pair_tokenizer().encode(first, second) if second else pair_tokenizer().encode(first)
        return tokens.ids, [TASKS[one.task].index(one.label)]
    text, lead = marking_input(one.message)
    tokens = pair_tokenizer(MOST_MARKED).encode(text)
    labels = [
        OF_A_WORD.index(one.label(start - lead)) if start >= lead and end > start else NO_WORD
        for start, end in tokens.offsets
    ]
    return tokens.ids, labels


def right_shares(reader: Reader, found: list[Example | Marked]) -> dict[str, float]:
    """How many of each task's examples are read rightly; of the marked, how many words."""
    reader.eval()
    right: dict[str, list[bool]] = {task: [] for task in OUTPUTS}
    with torch.no_grad():
        for one in found:
            ids, labels = encode_example(one)
            scores = reader(torch.tensor([ids]), torch.ones(1, len(ids), dtype=torch.long))
            places = scores[list(OUTPUTS).index(_task(one))][0].argmax(-1).flatten().tolist()
            right[_task(one)] += [at == label for at, label in zip(places, labels, strict=True) if label != NO_WORD]
    return {task: round(sum(one) / max(1, len(one)), 3) for task, one in right.items()}


if __name__ == "__main__":
    main()
