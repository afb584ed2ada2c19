"""Tells a call for help from conversation. Two intents need no more than this."""

import re
from functools import cache
from pathlib import Path

HELP = "help"
CONVERSATION = "general_conversation"


@cache
def _help() -> re.Pattern[str]:
    lines = Path(__file__).with_name("help_patterns.txt").read_text(encoding="utf-8").splitlines()
    return re.compile("|".join(f"(?:{line})" for line in lines if not line.startswith("#")), re.IGNORECASE)


def intent_of(text: str) -> tuple[str, float]:
    """The intent and how sure the rules are of it."""
    if _help().search(text):
        return HELP, 0.95
    return CONVERSATION, 0.7
