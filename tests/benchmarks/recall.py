"""`make bench-recall DATA=…`: LoCoMo through the product, beside words alone, meaning alone and other systems."""

import argparse
import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import uvloop

from services.memory.recall.weights import answer_threshold
from tests.benchmarks.recall_locomo import CATEGORIES, Conversation, read
from tests.benchmarks.recall_ours import Silences, measure
from tests.benchmarks.recall_peers import PEERS, PeerAwayError, peer, say
from tests.benchmarks.recall_plain import bm25, minilm
from tests.benchmarks.recall_quality import Answers, Quality, quality
from tests.benchmarks.rounds import quantile
from tests.benchmarks.targets import Target

OURS = "Holdfast"
RECALL_10 = Target(at_least=0.82)
KEPT = 0.95
SILENT = Target(at_least=0.6)


def main() -> None:
    """Reads the options, measures, prints; without data it says so and that is all."""
    options = _options()
    if options.data is None or not options.data.is_file():
        print("Skipped: there is no LoCoMo file. Name one: make bench-recall DATA=path/to/locomo.json")
        return
    conversations = read(options.data)
    answers, silences = _measured(conversations, with_peers=not options.alone)
    print("\n".join(table(conversations, answers, silences)))
    if options.out is not None:
        options.out.write_text(json.dumps({name: asdict(one) for name, one in answers.items()}))


def _measured(conversations: Sequence[Conversation], *, with_peers: bool) -> tuple[dict[str, Answers], Silences]:
    say("through the product …")
    ours, silences = uvloop.run(measure(conversations))
    answers = {OURS: ours}
    for name, contestant in (("words alone (BM25)", bm25), ("meaning alone (MiniLM)", minilm)):
        say(f"{name} …")
        answers[name] = contestant(conversations)
    for name in PEERS if with_peers else ():
        say(f"{name} …")
        try:
            answers[name] = peer(name, conversations)
        except PeerAwayError as away:
            say(str(away))
    return answers, silences


def table(conversations: Sequence[Conversation], answers: dict[str, Answers], silences: Silences) -> Iterator[str]:
    """All that was measured."""
    turns = sum(len(one.turns) for one in conversations)
    right = [question.answers for one in conversations for question in one.questions]
    yield f"{os.cpu_count()} cores, Python {platform.python_version()}"
    yield f"{len(conversations)} conversations, {turns} turns, {len(right)} questions"
    yield f"{'':24} {'recall@5':>9} {'@10':>6} {'MRR':>6} {'nDCG@10':>8} {'p50 ms':>7} {'p95':>7} {'texts/s in':>11}"
    for name, one in answers.items():
        speed = f"{quantile(one.ms, 0.5):7.1f} {quantile(one.ms, 0.95):7.1f} {turns / one.ingest_s:11.0f}"
        yield f"{name:24} {_row(quality(one.orders, right))} {speed}"
    yield from ("", *_by_category(conversations, answers[OURS]), "", *_by_conversation(conversations, answers[OURS]))
    yield from ("", *_silence(silences), "", *_verdicts(quality(answers[OURS].orders, right), silences))


def _row(one: Quality) -> str:
    return f"{one.recall_5:9.3f} {one.recall_10:6.3f} {one.mrr:6.3f} {one.ndcg_10:8.3f}"


def _by_category(conversations: Sequence[Conversation], ours: Answers) -> Iterator[str]:
    asked = [question for one in conversations for question in one.questions]
    for category, name in CATEGORIES.items():
        chosen = [(order, asked.answers) for order, asked in zip(ours.orders, asked, strict=True)
                  if asked.category == category]  # fmt: skip
        if chosen:
            orders, right = zip(*chosen, strict=True)
            yield f"{name:24} {_row(quality(orders, right))}   ({len(chosen)} questions)"


def _by_conversation(conversations: Sequence[Conversation], ours: Answers) -> Iterator[str]:
    done = 0
    for number, one in enumerate(conversations, start=1):
        orders = ours.orders[done : done + len(one.questions)]
        done += len(one.questions)
        if orders:
            yield f"conversation {number:<11} {_row(quality(orders, [question.answers for question in one.questions]))}"


def _silence(silences: Silences) -> Iterator[str]:
    yield f"{'silent below':24} {'answerable kept':>16} {'foreign silent':>15} {'traps silent':>13}"
    at_kept = quantile(silences.answerable, 1 - KEPT)
    for least, name in (
        (answer_threshold(), "as it is set"),
        (at_kept, f"{KEPT:.0%} kept"),
        (0.5, ""),
        (0.65, ""),
        (0.8, ""),
    ):
        kept = _share(score >= least for score in silences.answerable)
        shares = (_share(score < least for score in scores) for scores in (silences.foreign, silences.adversarial))
        foreign, traps = shares
        yield f"{least:8.3f} {name:15} {kept:16.3f} {foreign:15.3f} {traps:13.3f}"


def _verdicts(ours: Quality, silences: Silences) -> Iterator[str]:
    at_kept = quantile(silences.answerable, 1 - KEPT)
    silent = _share(score < at_kept for score in silences.foreign)
    for name, value, target in (("recall@10", ours.recall_10, RECALL_10), (f"silent, {KEPT:.0%} kept", silent, SILENT)):
        yield f"{name:24} {value:9.3f}  asked {target}: {'met' if target.met(value) else 'NOT MET'}"


def _share(which: Iterator[bool]) -> float:
    found = list(which)
    return sum(found) / len(found) if found else 0.0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.recall", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="LoCoMo's file, or a part of it")
    parser.add_argument("--alone", action="store_true", help="without the other systems")
    parser.add_argument("--out", type=Path, help="also write every order as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
