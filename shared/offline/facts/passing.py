"""What is so today and no longer: moods, the day's little things, a remark on somebody; the patterns are data."""

from pathlib import Path

from shared.offline.patterns import patterns
from shared.text.patterns import APOSTROPHE

FILE = Path(__file__).with_name("passing.toml")
MOST = 120
"""Characters; whoever says more tells more than a mood."""


def passes(clause: str) -> bool:
    """Whether a clause tells of nothing that will be so next week."""
    text = clause.replace(APOSTROPHE, "'").strip()
    if len(text) > MOST or any(sign.search(text) for sign in patterns("lasts", FILE).values()):
        return False
    return any(pattern.match(text) for pattern in patterns("passing", FILE).values())
