"""What was said is compared with a question together with what it was said to.

"Yes, twice" tells nothing alone. Its own words come first: the embedder reads 128 tokens, so that of a long text hardly
anything else is read, and a short one brings along what it answers. What a line by itself would cost: docs/recall.md.
"""

from collections.abc import Sequence

REACHES_BACK = 2
"""Lines. What is more than `ranking.SAME_TALK` older is none of them."""


def in_context(words: str, before: Sequence[str]) -> str:
    """The text whose vector is stored; `before` has what was said before it, the nearest first."""
    return "\n".join([words, *(text for text in before[:REACHES_BACK] if text.strip())])
