"""`python -m tests.benchmarks.recall_talk`: what a question about what was said takes as one person's talk grows.

Persons of 500, 5,000 and 20,000 turns each, asked in turn, so that whatever else the machine does is shared: as people
talk, and with the words that are asked for in every line. docs/log.md has the figures.
"""

import argparse
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median

import numpy as np
import uvloop

from tests.benchmarks import targets
from tests.benchmarks.holdfast import INBOX, Holdfast, holdfast
from tests.benchmarks.line_client import LineRun
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.recall_asking import asker
from tests.benchmarks.recall_filling import Filled, loading, settle, talk
from tests.benchmarks.recall_sections import persons
from tests.benchmarks.recall_texts import Writer
from tests.benchmarks.targets import Finding, findings

TURNS = (500, 5_000, 20_000)
EVERYWHERE = ("garden", "tomato", "fence")
ASKED = "What did I say about the garden, the tomatoes and the fence?"
ROUNDS = 25
KINDS = {"as people talk": (), "the words in every line": EVERYWHERE}


@dataclass(slots=True)
class Chatterer(Writer):
    """Lines with some words in all of them."""

    always: Sequence[str] = ()

    def some(self, least: int, most: int) -> list[str]:
        """So many words, and those besides."""
        return [*Writer.some(self, least, most), *self.always]


def main() -> None:
    """Reads the options, fills, asks, prints."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is also ended
    with own_folder(options.folder) as folder, holdfast(folder, processes=False) as ours:
        talkers = uvloop.run(_filled(ours))
        found = [*uvloop.run(_queries(ours, talkers)), *_turns(ours, talkers)]
    sys.stdout.write("\n".join([*findings(found), ""]))


Talkers = Mapping[tuple[str, int], Filled]


async def _filled(ours: Holdfast) -> Talkers:
    both = list(product(KINDS, TURNS))
    talkers = dict(zip(both, await persons(ours, len(both)), strict=True))
    async with loading(ours.database_url()) as connection:
        for (kind, turns), one in talkers.items():
            writer = Chatterer(always=KINDS[kind])
            one.texts = [" ".join(KINDS[kind])] if KINDS[kind] else [" ".join(writer.some(6, 12)) for _ in range(40)]
            await talk(connection, writer, [one] * turns)
    await settle(ours.database_url())
    return talkers


async def _queries(ours: Holdfast, talkers: Talkers) -> list[Finding]:
    """Through NATS, as a gateway asks."""
    taken: dict[tuple[str, int], list[float]] = {which: [] for which in talkers}
    async with asker(ours, Writer()) as asking:
        for _ in range(ROUNDS):
            for which, one in talkers.items():
                taken[which] += (await asking.ask([one], 4, search_type="conversations")).ms
    return _grown("query", taken)


def _turns(ours: Holdfast, talkers: Talkers) -> list[Finding]:
    """A question of the person's own, as a whole turn."""
    taken: dict[tuple[str, int], list[float]] = {which: [] for which in talkers}
    for _ in range(ROUNDS // 5):
        for which, one in talkers.items():
            line = LineRun(ours.broker_url, [ours.pid], [one.person_id], INBOX, said=ASKED)
            taken[which] += line.round(5, 1).latencies_ms
    return _grown("turn", taken)


def _grown(what: str, taken: Mapping[tuple[str, int], Sequence[float]]) -> list[Finding]:
    found = list[Finding]()
    for (kind, turns), ms in taken.items():
        least = median(taken[kind, TURNS[0]])
        remark = f"p50 {median(ms):.1f} ms, p95 {np.quantile(ms, 0.95):.1f} ms"
        found.append(Finding(f"{what}, {kind}, {turns} turns", median(ms) / least, "x", targets.TALK_GROWS, remark))
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.recall_talk", description=__doc__)
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    return parser.parse_args()


if __name__ == "__main__":
    main()
