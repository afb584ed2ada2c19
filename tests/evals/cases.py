"""`python -m tests.evals.cases`: whole cases, read as `make classify` reads them.

Ten sets, each written by somebody who knew the product's text alone: neither the engine nor what it was trained on.
docs/log.md says what each gave at first sight; they were looked at since.
"""

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from deploy.workshop.classify import classify
from shared.llm.offline.engine import OfflineModel

CASES = Path(__file__).with_name("cases")


def main() -> None:
    """Of each set the share that is read as meant, or as a judge would take too; `--wrong` lists the others."""
    for path in sorted(CASES.glob("*.jsonl")):
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        read = asyncio.run(classify(OfflineModel(), cases))
        right, wrong = defaultdict[str, list[bool]](list), list[str]()
        for case, prediction in zip(cases, read, strict=True):
            wanted = case["expected"]
            is_right = prediction["intent"] in {wanted["intent"], *wanted.get("also", ())}
            for group in ("all", case["language"], "after talk" if case["history"] else "at once"):
                right[group].append(is_right)
            if not is_right:
                wrong.append(f"  {case['id']} {wanted['intent']}, read as {prediction['intent']}: {case['message']}")
        shares = ", ".join(f"{group} {_share(found)}" for group, found in sorted(right.items()))
        print(f"{path.stem}: {len(cases)} cases, {shares}")
        if "--wrong" in sys.argv:
            print("\n".join(wrong))


def _share(right: Iterable[bool]) -> str:
    found = list(right)
    return f"{sum(found) / len(found):.1%}"


if __name__ == "__main__":
    main()
