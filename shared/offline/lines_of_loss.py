"""Lines that ask for words of their own: of a loss, or a question without its mark."""

from shared.offline.engine_patterns import patterns
from shared.text.asked_for_all import lowered


def tells_of_loss(text: str) -> bool:
    """Whether somebody died whom the person loved, or they lost what they live by."""
    return any(pattern.search(lowered(text)) for pattern in patterns("loss").values())


def wonders(text: str) -> bool:
    """Whether it is a question, with its mark or without."""
    return text.rstrip().endswith("?") or patterns("wondering")["begins"].match(lowered(text)) is not None
