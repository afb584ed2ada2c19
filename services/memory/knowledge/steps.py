"""What a procedure must be: numbered steps in the imperative, each on a line of its own, perhaps after a title."""

import re
from collections.abc import Iterator

from shared.errors import WritingRuleError

MOST_STEPS = 20
_STEP = re.compile(r"(\d{1,3})[.)]\s+(\S.*)")
_TELLING = re.compile(
    r"(?:i|you|he|she|we|they|it|there|one|ich|du|er|sie|ihr|wir|man|es|yo|tú|usted|él|ella|nosotros|ellos|se)\b|.*\?$",
    re.IGNORECASE,
)
"""How a sentence begins that tells or asks something instead of saying what to do."""
HOW = "like “1. Open the valve.”"


def require_steps(text: str) -> None:
    """Raises with a sentence that says how to write it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    steps = lines if _STEP.match(lines[0]) else lines[1:]
    if not steps:
        raise WritingRuleError(f"A procedure is numbered steps, each on a line of its own, {HOW}")
    if len(steps) > MOST_STEPS:
        raise WritingRuleError(f"A procedure can have {MOST_STEPS} steps at most; this one has {len(steps)}.")
    for number, said in enumerate(_said(steps), 1):
        if _TELLING.match(said):
            raise WritingRuleError(f"Step {number} must say what is to be done, {HOW}")


def _said(steps: list[str]) -> Iterator[str]:
    """The steps without their numbers, which count from one."""
    for number, line in enumerate(steps, 1):
        step = _STEP.match(line)
        if step is None or int(step[1]) != number:
            raise WritingRuleError(f"Step {number} must begin with its number, {HOW}")
        yield step[2]
