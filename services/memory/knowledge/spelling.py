"""Whether two words are one word, once with a slip of the pen."""

_SHORTEST = 5
"""Letters; in shorter words one letter makes another word."""
_LONG = 8
"""From so many letters on two slips are forgiven."""


def spelled_alike(one: str, other: str) -> bool:
    """They begin alike, and differ in a letter that is missing, too many, another or in its neighbour's place."""
    shorter, longer = sorted((one, other), key=len)
    slips = 2 if len(shorter) >= _LONG else 1
    if len(shorter) < _SHORTEST or one[0] != other[0] or len(longer) - len(shorter) > slips:
        return False
    return not any(letter.isdigit() for letter in one + other) and _slips(shorter, longer) <= slips


def _slips(one: str, other: str) -> int:
    """How many letters differ; two that changed places count once."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, its in enumerate(other, 1):
            cost = min(row[j] + 1, now[j - 1] + 1, row[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and its == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, row = row, now
    return row[-1]
