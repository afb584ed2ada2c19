"""`python -m tests.evals.cases`: whole cases, read as `make classify` reads them.

Ten sets, each written by somebody who knew the product's text alone: neither the engine nor what it was trained on.
docs/log.md says what each gave at first sight; they were looked at since. `--facts` adds how the words of the facts
came back: a ruler for change and not for truth, which only somebody who reads them can tell.
"""

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.tools.classify import classify_cases, question_of
from shared.offline.engine import OfflineModel
from shared.text.comparable import content_words
from shared.text.quotation import quotation_parts

MOST = 0.6
"""Of both: then nearly all of it was told, and little else."""
A_STEM = 5
CASES = Path(__file__).with_name("cases")


def main() -> None:
    """Of each set the share that is read as meant, or as a judge would take too; `--wrong` lists the others."""
    whole, found = defaultdict[str, list[bool]](list), defaultdict[str, list[bool]](list)
    for path in sorted(CASES.glob("*.jsonl")):
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        read = asyncio.run(classify_cases(OfflineModel(), cases))
        right, wrong = defaultdict[str, list[bool]](list), list[str]()
        for case, prediction in zip(cases, read, strict=True):
            wanted = case["expected"]
            is_right = prediction["intent"] in {wanted["intent"], *wanted.get("also", ())}
            for group in ("all", case["language"], "after talk" if case["history"] else "at once"):
                right[group].append(is_right)
            for group in ("all", _answers(case)):
                whole[group].append(is_right)
                found[group] += _found(case, prediction)
            if not is_right:
                wrong.append(f"  {case['id']} {wanted['intent']}, read as {prediction['intent']}: {case['message']}")
        shares = ", ".join(f"{group} {_share(found)}" for group, found in sorted(right.items()))
        print(f"{path.stem}: {len(cases)} cases, {shares}")
        if "--wrong" in sys.argv:
            print("\n".join(wrong))
        if "--facts" in sys.argv:
            print(f"  {_facts(cases, read)}")
    print(f"all sets: {_shares(whole)}; facts found: {_shares(found)}")


def _answers(case: Mapping[str, Any]) -> str:
    return "with no question before" if question_of(case).offer is None else "after a question of ours"


def _found(case: Mapping[str, Any], prediction: Mapping[str, Any]) -> list[bool]:
    """Of each fact that was told, whether half of its words or more came back, in whichever fact of the line."""
    told = _stems(prediction["params"].get("personal_facts") or [])
    meant = (_stems([fact]) for fact in case["expected"].get("personal_facts") or [])
    return [2 * len(words & told) >= len(words) for words in meant]


def _shares(groups: Mapping[str, Sequence[bool]]) -> str:
    return ", ".join(f"{group} {_share(right)} of {len(right)}" for group, right in groups.items())


def _facts(cases: Sequence[Mapping[str, Any]], read: Sequence[Mapping[str, Any]]) -> str:
    """Of the words with a meaning those that came back, and of those told how many were wanted, a message at a time."""
    back, wanted, good = list[float](), list[float](), list[bool]()
    for case, prediction in zip(cases, read, strict=True):
        if not (facts := case["expected"].get("personal_facts")):
            continue
        told = prediction["params"].get("personal_facts") or []
        meant, said = (_stems(texts) for texts in (facts, told))
        back.append(len(meant & said) / max(1, len(meant)))
        wanted.append(len(meant & said) / max(1, len(said)))
        quoted = any(quotation_parts(text)[1] is not None for text in told)
        good.append(min(back[-1], wanted[-1]) >= MOST and not quoted)
    found = " ".join(
        f"{name} {_share(shares)}" for name, shares in (("back", back), ("wanted", wanted), ("good", good))
    )
    return f"{len(good)} messages with facts: {found}"


def _stems(texts: Iterable[str]) -> set[str]:
    return {word[:A_STEM] for text in texts for word in content_words(text)}


def _share(right: Iterable[float]) -> str:
    found = list(right)
    return f"{sum(found) / len(found):.1%}"


if __name__ == "__main__":
    main()
