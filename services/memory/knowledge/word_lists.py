"""Lists of words that stand beside this file, folded and without apostrophes."""

from functools import cache
from pathlib import Path


@cache
def listed(name: str) -> frozenset[str]:
    """One of them."""
    lines = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word.replace("'", "") for line in lines if not line.startswith("#") for word in line.split())
