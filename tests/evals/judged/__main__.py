"""`python -m tests.evals.judged`: of 300 facts that the engine found in `tests/evals/cases`, how many are right.

Drawn by chance with a fixed seed from all facts found, and read one by one: would the person say yes to it as it
stands, does it say nothing that they did not, can it be understood by itself? A quotation counts; one that carries an
order or an aside along (*framed*) is right and counted apart. The verdicts hold for the engine that was judged, so the
second table asks it anew: of the wrong ones those that are still found, and of the right ones too.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.tools.classify import classify_cases
from shared.offline.engine import OfflineModel
from tests.evals.cases import CASES

FACTS = Path(__file__).with_name("facts.jsonl")


def judged() -> list[dict[str, Any]]:
    """The verdicts."""
    return [json.loads(line) for line in FACTS.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Shares by language and by what came before, reasons, and what of it the engine finds today."""
    at_first = judged()
    found = [{**one, **now} for one in at_first if (now := one.get("now", one)) is not None]
    for name, kind in _GROUPS.items():
        shares = (_share([one for one in these if kind(one)]) for these in (at_first, found))
        print(f"{name:<12} {'; now '.join(shares)}")
    print("reasons:", ", ".join(f"{why} {count}" for why, count in Counter(one["why"] for one in found).most_common()))
    today = _found_today()
    for name, right in (("right", True), ("wrong", False)):
        these = [one for one in found if one["right"] is right]
        print(f"of the {len(these)} {name} ones {sum(_still(one, today) for one in these)} are found so today")


_GROUPS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "all": lambda _: True,
    "English": lambda one: bool(one["language"] == "en"),
    "German": lambda one: bool(one["language"] == "de"),
    "Spanish": lambda one: bool(one["language"] == "es"),
    "at once": lambda one: not one["after_talk"],
    "after talk": lambda one: bool(one["after_talk"]),
}


def _share(these: Sequence[dict[str, Any]]) -> str:
    right = sum(one["right"] for one in these)
    clean = sum(one["why"] == "clean" for one in these)
    return f"{right / len(these):.1%} right, {clean / len(these):.1%} also clean ({len(these)})"


def _still(one: dict[str, Any], today: dict[tuple[str, str], list[str]]) -> bool:
    return one["fact"] in today[one["set"], one["id"]]


def _found_today() -> dict[tuple[str, str], list[str]]:
    wanted = {(one["set"], one["id"]) for one in judged()}
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(CASES.glob("*.jsonl")):
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        cases = [case for case in cases if (path.stem, case["id"]) in wanted]
        read: Sequence[Mapping[str, Any]] = asyncio.run(classify_cases(OfflineModel(), cases))
        for case, prediction in zip(cases, read, strict=True):
            found[path.stem, case["id"]] = list(prediction["params"].get("personal_facts") or ())
    return found


if __name__ == "__main__":
    main()
