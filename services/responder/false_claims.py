"""Whether a model says that it saved something where nothing was saved: a line of ours then says so."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.contracts.operations import Action
from shared.contracts.turns import PerformedTurn

KEPT = frozenset({Action.COMMITTED, Action.NOTED, Action.CORRECTED, Action.KNOWN, Action.RESTORED})
"""What a model may call saved, kept or noted without a lie."""


@cache
def _forms() -> tuple[re.Pattern[str], re.Pattern[str]]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    denied = tables.pop("denied")
    claims = "|".join(form for forms in tables.values() for form in forms)
    return re.compile(claims, re.IGNORECASE | re.MULTILINE), re.compile(denied, re.IGNORECASE)


def claims_falsely(prose: str, turn: PerformedTurn) -> bool:
    """Of what was done nothing was kept, and the words say that something was."""
    if any(outcome.action in KEPT for outcome in turn.outcomes):
        return False
    claim, denied = _forms()
    return any(
        not denied.search(prose[: found.start()]) and not _asks(prose, found.end()) for found in claim.finditer(prose)
    )


def _asks(prose: str, after: int) -> bool:
    end = re.search(r"[.!?\n]", prose[after:])
    return end is not None and end[0] == "?"
