"""What was typed without meaning anything: keys beside each other, or letters that nobody can speak."""

import re

_WORD = re.compile(r"[^\W\d_]+")
_ROWS = ("qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm")
_RUN = 4
"""Keys beside each other; words of a language seldom have so many."""
_SPOKEN_AS_ONE = re.compile(r"sch|ch|ck|ng|st|sp|tz|ph|th|sh|rr|ll|ss|tt|nn|mm|ff|pp|pf|gh")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")
_NO_VOWEL = re.compile(r"[bcdfghjklmnpqrstvwxz]{4,}")
_VARIED = 4
_SAID = frozenset({"tldr"})
_SHARE = 0.6
_MANY = 12
"""Words; nobody presses keys by accident for so long."""
_BESIDE = frozenset(
    line[at : at + _RUN] for row in _ROWS for line in (row, row[::-1]) for at in range(len(line) - _RUN + 1)
)


def is_nonsense(own: str) -> bool:
    """Whether at least half of the words are none, or there is nothing but figures."""
    words = [word.lower() for word in _WORD.findall(own)]
    if len(words) > _MANY:
        return False
    if not words:
        return re.search(r"\d", own) is not None
    return 2 * sum(map(_is_mash, words)) >= len(words)


def _is_mash(word: str) -> bool:
    if len(word) < _RUN or word in _SAID:
        return False
    if _NO_VOWEL.fullmatch(word) and len(set(word)) >= _VARIED:
        return True
    return (
        _longest_run(word) >= max(_RUN, _SHARE * len(word))
        or _CLUSTER.search(_SPOKEN_AS_ONE.sub("t", word)) is not None
    )


def _longest_run(word: str) -> int:
    """The longest part of the word that lies beside each other on a keyboard, in either direction."""
    longest = here = 0
    for start in range(len(word) - _RUN + 1):
        here = here + 1 if word[start : start + _RUN] in _BESIDE else 0
        longest = max(longest, here)
    return longest + _RUN - 1 if longest else 0
