"""The same prompt for a small model: few words, what lasts first, and one note of what holds now. Pure.

A model of some billion parameters on the machine at hand reads twenty tokens a second, and of a long instruction it
obeys the wrong half. What was done to memory is not for it to tell: fixed words do that.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from services.responder.dated_talk import told_since
from services.responder.prompt_sections import UNNAMED
from services.responder.prompt_texts import SHORT, prompt_passages
from shared.contracts.turns import EngagementKind, PerformedTurn
from shared.intents.card import load_cards
from shared.models.model import ModelPrompt, Section
from shared.text.visible_text import visible_text
from shared.wording.closing_question import clarification_text, manner_of
from shared.wording.days import day_told, zone_named
from shared.wording.outcomes import Occasion, messages_for
from shared.wording.phrases import Manner

JUST_TOLD = frozenset({Occasion.HELD, Occasion.HELD_SEVERAL})
"""What leaves something to be said that is not about memory."""
OF_ITSELF = frozenset({"help", "ask_about_past_input", *(card.name for card in load_cards().values() if not card.live)})
"""Intents that ask what the companion can do, or what it was told."""


def build_short_prompt(turn: PerformedTurn, question: str) -> ModelPrompt:
    """What the model is, whom it talks with, what is known of them, and what holds now."""
    said = prompt_passages(SHORT)
    made = (
        Section("persona", said["persona"], stable=True),
        Section("engagement", _whom(turn, said), stable=True),
        Section("personal_memory", _known(turn, said), stable=True),
        Section("note", _note(turn, question, said), stable=False),
    )
    return ModelPrompt(tuple(section for section in made if section.text), turn.history)


def is_told_in_fixed_words(turn: PerformedTurn) -> bool:
    """What was done, what is stored and what is asked: a small model would tell it wrongly."""
    done = any(told.occasion not in JUST_TOLD for told in messages_for(turn))
    found = turn.context.quotes or turn.context.spoken or turn.context.asked_open
    of_memory = turn.understanding.intent in OF_ITSELF or _asks_of_the_past(turn.text)
    return done or of_memory or bool(found or clarification_text(turn))


def _asks_of_the_past(text: str) -> bool:
    """Of what a small model was never told it makes something up: "We decided on a salad"."""
    return "?" in text and _past().search(text) is not None


@cache
def _past() -> re.Pattern[str]:
    forms = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return re.compile("|".join(form for several in forms.values() for form in several), re.IGNORECASE)


def _whom(turn: PerformedTurn, said: dict[str, str]) -> str:
    name, own = turn.person.companion_name, turn.context.own_name
    parts = [said["name"].format(name=visible_text(name)) if name != UNNAMED else ""]
    parts += [said["person"].format(name=visible_text(own)) if own else ""]
    if turn.engagement_kind is EngagementKind.PROJECT:
        parts.append(
            said["project"].format(title=visible_text(turn.engagement_title), seed=visible_text(turn.context.seed))
        )
    return " ".join(filter(None, parts))


def _known(turn: PerformedTurn, said: dict[str, str]) -> str:
    context = turn.context
    blocks = [context.personal_memory] if turn.engagement_kind is EngagementKind.PROJECT else [context.always]
    return "\n".join([*map(visible_text, blocks), said["known"]]) if any(blocks) else ""


def _more(turn: PerformedTurn, question: str) -> list[str]:
    looked = not {"quotes", "spoken"}.isdisjoint(turn.reply_needs)
    return [*(["asked"] if question else []), *(["nothing"] if looked else [])]


def _note(turn: PerformedTurn, question: str, said: dict[str, str]) -> str:
    manner = manner_of(turn)
    local = manner.now.astimezone(zone_named(manner.time_zone))
    english = Manner("en", manner.time_zone, manner.now)
    last = next((one.at for one in reversed(turn.history) if one.at is not None), None)
    note = said["note"].format(
        now=f"{local:%A}, {day_told(local, english)} {local.year}, {local:%H:%M}",
        last=said["last"].format(ago=told_since(last, manner.now, manner.time_zone)) if last else "",
        language=turn.understanding.language,
        more="".join(f" {said[name]}" for name in _more(turn, question)),
    )
    fitting = turn.context.fitting if turn.engagement_kind is not EngagementKind.PROJECT else ""
    threads = "; ".join(visible_text(one.text) for one in turn.context.threads)
    still_open = said["open"].format(threads=threads) if threads else ""
    return "\n\n".join(filter(None, (visible_text(fitting), still_open, note)))
