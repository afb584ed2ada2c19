"""One quiet line beside a reply that the chosen model had no part in: why, and what can be done."""

from shared.contracts.understanding import ModelUse
from shared.wording.phrases import Away, load_wording

REASONS = frozenset(Away.model_fields) - {"answered", "read"}


def notice_of(understood_by: ModelUse | None, answered_by: ModelUse | None, language: str) -> str:
    """Empty when every model that was asked answered; a reply without it tells more than a line read without it."""
    away = load_wording(language).away
    for use, told in ((answered_by, away.answered), (understood_by, away.read)):
        if use is not None and use.fallback_from is not None:
            return told.format(why=_why(use, away))
    return ""


def _why(use: ModelUse, away: Away) -> str:
    known = use.fallback_why if use.fallback_why in REASONS else "away"
    return str(dict(away)[known])


def answered_by(use: ModelUse | None) -> str:
    """By whom, as models are named."""
    return "" if use is None else f"{use.provider}:{use.model}" if use.model else use.provider
