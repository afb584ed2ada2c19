"""`python -m tests.benchmarks.recall_fitting DATA`: are the ranking's weights made for the conversations that they met?

Many other weights are drawn at random around those of the product. For each conversation the best of them for the
*other* ones is taken, and measured on this one. Were that much better, the product's own would be badly chosen; were
the product's own much better, they would be made for these conversations.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from statistics import fmean
from unittest.mock import patch

import numpy as np
import uvloop

from services.memory.recall import ranking, search_candidates
from services.memory.recall.candidate import Candidate
from services.memory.recall.question import Aim
from services.memory.recall.ranking import Backdrop, Placed
from services.memory.recall.weights import Order, load_weights
from tests.benchmarks.recall_locomo import Conversation, read
from tests.benchmarks.recall_ours import Inhabited, inhabited
from tests.benchmarks.recall_quality import recall

DRAWN = 150
SPREAD = 0.35
"""Of the factor's logarithm: two thirds of the draws lie between 0.7 and 1.4 of a weight."""
WEIGHTS = [field.name for field in fields(Order) if field.name != "told_within_days"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A question with its candidates, the turns that these are, and those that answer it."""

    question: Aim
    candidates: Sequence[Candidate]
    full: float
    turns: Sequence[int]
    right: Sequence[int]

    def recall(self) -> float:
        """With the weights that are in force."""
        places = [sum(ranking._signals(self.question, one, self.full).values()) for one in self.candidates]
        best = sorted(range(len(places)), key=lambda at: -places[at])
        return recall(list(dict.fromkeys(self.turns[at] for at in best)), self.right, 10)


def main() -> None:
    """Prints a row for each conversation."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.recall_fitting", description=__doc__)
    parser.add_argument("data", type=Path, help="LoCoMo's file, or a part of it")
    conversations = read(parser.parse_args().data)
    recorded = uvloop.run(_recorded(conversations))
    tried = [load_weights().order, *_drawn(load_weights().order)]
    found = list[list[list[float]]]()
    for order in tried:
        changed = replace(load_weights(), order=order)
        with patch.object(ranking, "weights", lambda changed=changed: changed):
            found.append([[question.recall() for question in one] for one in recorded])
    sys.stdout.write("\n".join(_rows(found)) + "\n")


def _rows(found: Sequence[Sequence[Sequence[float]]]) -> Iterator[str]:
    """Recall@10 of each conversation: the product's weights, and the best for the others."""
    yield f"{'recall@10':20} {'as it is':>9} {'best for the others':>20}"
    fitted = list[float]()
    for number in range(len(found[0])):
        others = [fmean([value for at, one in enumerate(each) if at != number for value in one]) for each in found]
        best = found[int(np.argmax(others))][number]
        fitted += best
        yield f"conversation {number + 1:<7} {fmean(found[0][number]):9.3f} {fmean(best):20.3f}"
    own = [value for one in found[0] for value in one]
    yield f"{'all':20} {fmean(own):9.3f} {fmean(fitted):20.3f}"


def _drawn(order: Order) -> Iterator[Order]:
    random = np.random.default_rng(11)
    for _ in range(DRAWN):
        factors = np.exp(random.normal(0, SPREAD, len(WEIGHTS)))
        changed = {name: getattr(order, name) * float(factor) for name, factor in zip(WEIGHTS, factors, strict=True)}
        yield replace(order, **changed)


async def _recorded(conversations: Sequence[Conversation]) -> list[list[Recorded]]:
    async with inhabited(conversations) as house:
        with _listening() as heard:
            await house.orders(conversations)
        return list(_by_conversation(house, conversations, heard))


Heard = tuple[Aim, Sequence[Candidate], Backdrop]


@contextmanager
def _listening() -> Iterator[list[Heard]]:
    heard = list[Heard]()

    def rank(
        question: Aim, candidates: Sequence[Candidate], ground: Backdrop, *, least: float, most: int | None
    ) -> list[Placed]:
        heard.append((question, candidates, ground))
        return ranking.rank_candidates(question, candidates, ground, least=least, most=most)

    with patch.object(search_candidates, "rank", rank):
        yield heard


def _by_conversation(
    house: Inhabited, conversations: Sequence[Conversation], heard: Sequence[Heard]
) -> Iterator[list[Recorded]]:
    rest = iter(heard)
    for person, conversation in zip(house.people, conversations, strict=True):
        recorded = list[Recorded]()
        for asked in conversation.questions:
            question, candidates, ground = next(rest)
            turns = [person.turns[one.message_id] for one in candidates if one.message_id is not None]
            full = ranking.full_weight(question, ground)
            recorded.append(Recorded(question, candidates, full, turns, asked.answers))
        yield recorded


if __name__ == "__main__":
    main()
