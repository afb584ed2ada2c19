"""`make evals`: prints how the offline engine reads our own test utterances, which it was not trained on."""

import resource
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from deploy.training.labelled import read_utterances
from services.memory.assertions.writing_rules import written_text
from shared.contracts.assertions import Kind
from shared.contracts.errors import WritingRuleError
from tests.evals.changes.graded import table as changes
from tests.evals.expressions import FEWEST, rare
from tests.evals.own_life.graded import table as own_life
from tests.evals.questions import question_of, understand
from tests.evals.scores import (
    SAME_MEANING,
    SOFT,
    Scored,
    exact,
    facts,
    held,
    likeness,
    meaning,
    quotations,
    wants_facts,
)

UTTERANCES = Path(__file__).with_name("utterances")


def scored(paths: Sequence[Path]) -> list[Scored]:
    """Every utterance, read; the first reading loads the models and is not timed."""
    found: list[Scored] = []
    utterances = read_utterances(paths)
    understand(question_of(utterances[0]))
    for one in utterances:
        question = question_of(one)
        began = time.perf_counter()
        reading = understand(question)
        found.append(Scored(one, reading, (time.perf_counter() - began) * 1_000))
    return found


def main() -> None:
    """All tables."""
    found = scored([Path(name) for name in sys.argv[1:]] or sorted(UTTERANCES.glob("*.txt")))
    single = [one for one in found if one.one.offered is None]
    answers = [one for one in found if one.one.offered is not None]
    for name, group in (("single lines", single), ("answers to an offer", answers), ("all", found)):
        if group:
            strict, lenient = share([one.strict for one in group]), share([one.lenient for one in group])
            print(f"{name}: {len(group)}, strict {strict}, lenient {lenient}")
    by_language(found)
    by_intent(single)
    by_answer(answers)
    confusions(single)
    calibration(found)
    rewriting(found)
    written_at_first(found)
    cost(found)
    print("\n" + "\n".join(changes()))
    print("\n" + "\n".join(own_life()))
    print(f"\n{len(rare())} expressions match fewer than {FEWEST} of all cases")


def share(right: Sequence[bool]) -> str:
    """As a percentage."""
    return f"{sum(right) / len(right):.1%}" if right else "-"


def by_language(found: Sequence[Scored]) -> None:
    """Lenient accuracy of each language."""
    print("\nlanguage  share right (number)")
    for language, count in Counter(one.one.language for one in found).most_common():
        print(f"  {language}      {share([s.lenient for s in found if s.one.language == language])} ({count})")


def by_intent(found: Sequence[Scored]) -> None:
    """Precision and recall; a reading that is as right counts as the label itself."""
    print("\nintent                  precision  recall  number")
    for intent in sorted({one.one.intent for one in found}):
        said = [one for one in found if one.intent == intent]
        meant = [one for one in found if one.one.intent == intent]
        precision, recall = share([one.lenient for one in said]), share([one.lenient for one in meant])
        print(f"  {intent:22} {precision:>8}{recall:>9}{len(meant):>7}")


def by_answer(found: Sequence[Scored]) -> None:
    """How each kind of answer is heard."""
    print("\nanswer    share right (number)")
    for answer, count in Counter(one.one.answer for one in found).most_common():
        print(f"  {answer:9} {share([s.lenient for s in found if s.one.answer == answer])} ({count})")


def confusions(found: Sequence[Scored]) -> None:
    """What is taken for what."""
    print("\nmost frequent confusions")
    wrong = Counter((one.one.intent, one.intent) for one in found if not one.lenient)
    for (meant, said), count in wrong.most_common(12):
        print(f"  {count:3}  {meant} taken for {said}")


def calibration(found: Sequence[Scored]) -> None:
    """Whether a confidence is worth what it says."""
    print("\nconfidence  right (number)")
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01)):
        group = [one.lenient for one in found if low <= one.reading.confidence < high]
        print(f"  {low:.1f}-{min(high, 1):.1f}   {share(group)} ({len(group)})")
    sure = [one.lenient for one in found if one.reading.confidence >= 0.6]
    print(f"  0.6 and more: {share(sure)} of {len(sure)}, which is {len(sure) / len(found):.0%} of all")


def rewriting(found: Sequence[Scored]) -> None:
    """Facts beside what they should have been; of a message whose intent was read."""
    groups: dict[str, list[tuple[bool, float, float, bool]]] = defaultdict(list)
    quoted, all_of_them = Counter[str](), Counter[str]()
    for one in found:
        if wants_facts(one.one) and facts(one):
            key = "refined" if one.one.answer == "refine" else "told"
            kept = facts(one)
            quoted[key] += quotations(one)
            all_of_them[key] += len(kept)
            groups[key] += [(exact(kept, g), likeness(kept, g), meaning(kept, g), held(kept, g)) for g in one.one.gold]
    print(f"\nfacts     exact  F1 of {SOFT} or more  same meaning  or held in a longer one (number)")
    for key, values in groups.items():
        alike = [v[0] or v[1] >= SOFT or v[2] >= SAME_MEANING for v in values]
        same, more = share(alike), share([one or v[3] for one, v in zip(alike, values, strict=True)])
        word_for_word, soft = share([v[0] for v in values]), share([v[1] >= SOFT for v in values])
        print(f"  {key:8} {word_for_word}  {soft}  {same}  {more} ({len(values)})")
        print(f"           of {all_of_them[key]} facts {quoted[key]} are the person's own words, quoted")


def written_at_first(found: Sequence[Scored]) -> None:
    """How many facts keep the rules of writing as they were read."""
    told = [fact.text for one in found for fact in one.reading.personal_facts]
    print(f"\n{share([_keeps_the_rules(text) for text in told])} of {len(told)} facts can be held as they were read")


def _keeps_the_rules(text: str) -> bool:
    try:
        return written_text(text, Kind.FACT) == text
    except WritingRuleError:
        return False


def cost(found: Sequence[Scored]) -> None:
    """Time and memory."""
    times = sorted(one.ms for one in found)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    print(
        f"\np50 {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms, at most {memory:.0f} MB"
    )


if __name__ == "__main__":
    main()
