"""Lines that ask for words of their own: of a loss, or a question without its mark."""

from shared.offline.engine_patterns import engine_patterns
from shared.text.asked_for_all import lowered_beginning


def tells_of_loss(text: str) -> bool:
    """Whether somebody died whom the person loved, or they lost what they live by."""
    return any(pattern.search(lowered_beginning(text)) for pattern in engine_patterns("loss").values())


def wonders_something(text: str) -> bool:
    """Whether it is a question, with its mark or without."""
    return (
        text.rstrip().endswith("?") or engine_patterns("wondering")["begins"].match(lowered_beginning(text)) is not None
    )
