"""Turns an English clause to the person by a table: of "I'm allergic to nuts" it makes "You're allergic to nuts".

There is no vocabulary in it. What the table cannot settle is not turned, and the person is quoted.
"""

import re

from shared.text.pattern_files import APOSTROPHE

_OF_I = {
    "i": "you",
    "i'm": "you're",
    "im": "you're",
    "i've": "you've",
    "ive": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
}
_TABLE = {**_OF_I, "me": "you", "my": "your", "mine": "yours", "myself": "yourself"}
_AFTER_I = {"am": "are", "was": "were", "wasn't": "weren't"}
_BEFORE_I = frozenset({"and", "but", "or", "because", "that", "when", "if", "since", "what", "where", "as", "than"})
_LEADS = re.compile(r"(?i)^(?:(?:and|but|so|also|because|cos|well|oh|ok|yes|btw|by the way)\b,? +)+")
_BEGINS = re.compile(
    r"(?i)(?:i|i'm|im|i've|ive|i'd|i'll) \w"
    r"|my (?:[\w'-]+ ){1,3}?(?:(?:is|are|was|were|has|have|had|can|will|does)(?:n't)?|can't|won't) \w"
)
_UNSURE = re.compile(
    r"(?i)\b(?:you\w*|u|ur|we|us|our\w*|ill|id|let's)\b|[^\w\s',.%€$£/&-]|[.]\s|[.,]\S*[.]|\s-|-\s|, (?:so|which)\b"
)


def turn_clause(clause: str) -> str | None:
    """The sentence, where it differs from what was said by entries of the table alone."""
    text = _LEADS.sub("", clause.replace(APOSTROPHE, "'").strip()).rstrip(" .,!")
    if _BEGINS.match(text) is None or _UNSURE.search(text):
        return None
    made, one_before, before = list[str](), "", ""
    for token in re.split(r"(\W*\s+)", text):
        word = token.lower()
        if _is_unsure(word, one_before, before, is_first=not made):
            return None
        made.append((_AFTER_I.get(word) if before == "i" else None) or _TABLE.get(word, token))
        one_before, before = (before, word) if token.strip(" ,") else (one_before, before)
    sentence = "".join(made)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _is_unsure(word: str, one_before: str, before: str, *, is_first: bool) -> bool:
    """Whether it may be no form of "I", or one that the table does not know."""
    if word in _OF_I:
        return not is_first and before not in _BEFORE_I
    if word == "mine":
        return before not in {"of", "is", "are", "was", "were"}
    if word in _AFTER_I:
        return one_before == "i" or (word == "am" and before != "i" and not before.isdigit())
    return False
