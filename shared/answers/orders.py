"""Orders in so many words that something be remembered: "remember that my sister is vegan"."""

from shared.answers.words import OTHER, SPOKEN, STOP, Words, words_of

_BEFORE = frozenset({"courtesy", "yes", "also", STOP})
_RECALLS = frozenset(
    {"when", "how", "who", "what", "where", "why", "wenn", "wie", "wer", "was", "cuando", "como", "quien"}
)
"""Whoever asks whether something is remembered orders nothing."""


def is_order_to_remember(line: str) -> bool:
    """Whether the line begins with such an order, and goes on to say what."""
    return not line.rstrip().endswith("?") and any(_begins_with_order(words_of(spoken), line) for spoken in SPOKEN)


def _begins_with_order(words: Words, line: str) -> bool:
    tokens = words.cut(line)
    start = next((at for at, token in enumerate(tokens) if token.kind not in _BEFORE), len(tokens))
    told = [token for token in tokens[start + 1 :] if token.kind != STOP]
    if start == len(tokens) or tokens[start].kind != "keep" or not told or told[0].text in _RECALLS:
        return False
    return any(token.kind == OTHER for token in told)
