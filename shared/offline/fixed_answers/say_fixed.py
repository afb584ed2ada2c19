"""Says a fixed answer: never the same twice in a row, with the clock, the sum and the names that it needs."""

from datetime import datetime, timedelta
from string import Formatter

from shared.contracts.turns import EngagementKind
from shared.models.model import Brief
from shared.offline.fixed_answers.find_fixed import (
    COMFORT,
    FoundAnswers,
    find_fixed_answers,
    find_in_passing,
    read_fixed_answer,
)
from shared.offline.fixed_answers.sums import work_out
from shared.offline.fixed_answers.table import SUM, Table, load_table
from shared.offline.templates import load_templates, pick_variant
from shared.text.own_words import part_words
from shared.text.visible_text import visible_text
from shared.wording.closing_question import manner_of
from shared.wording.days import zone_named
from shared.wording.phrases import load_wording
from shared.wording.quoted_text import isolate_text

LONGEST_NAME = 30


def say_fixed_answer(brief: Brief, *, quiet: bool) -> str | None:
    """What there is to say to such a line, without a question where one of ours follows; nothing to any other."""
    turn = brief.turn
    own = part_words(turn.text).own
    if read_fixed_answer(own, brief.language, in_project=turn.engagement_kind is EngagementKind.PROJECT) is None:
        return None
    return _said(find_fixed_answers(own, brief.language), own, brief, quiet=quiet)


def say_beside(brief: Brief, *, quiet: bool) -> str | None:
    """The same to a line that such words are only a part of, where nothing else is to be said."""
    own = part_words(brief.turn.text).own
    return _said(find_in_passing(own, brief.language), own, brief, quiet=quiet)


def say_comfort(brief: Brief) -> str | None:
    """A word to who tells of how they feel, beside what is asked of memory."""
    own = part_words(brief.turn.text).own
    found = find_in_passing(own, brief.language)
    return _said(found, own, brief, quiet=True) if found and not COMFORT.isdisjoint(found.names) else None


def say_named(name: str, brief: Brief, *, quiet: bool) -> str:
    """One of the answers of that name."""
    spoken = load_table(brief.language)
    if brief.has_model and any("{connect}" in answer for answer in spoken.answers[name].answers):
        return pick_variant(load_templates(brief.language).replies["model_away"], brief, quiet=quiet)
    slots = _slots(brief, spoken)
    told = [answer.format(**slots) for answer in spoken.answers[name].answers if _can_fill(answer, slots)]
    return pick_variant(list(dict.fromkeys(told)), brief, quiet=quiet)


def _said(found: FoundAnswers | None, own: str, brief: Brief, *, quiet: bool) -> str | None:
    if found is None:
        return None
    if found.names == (SUM,):
        worked_out = work_out(own, load_table(found.language), found.language)
        told = (answer.format(sum=worked_out) for answer in load_table(brief.language).answers[SUM].answers)
        return pick_variant(list(told), brief, quiet=quiet)
    return " ".join(say_named(name, brief, quiet=quiet) for name in found.names)


def _can_fill(answer: str, slots: dict[str, str]) -> bool:
    return all(slots[slot] for _, slot, _, _ in Formatter().parse(answer) if slot)


def _slots(brief: Brief, spoken: Table) -> dict[str, str]:
    person, manner = brief.turn.person, manner_of(brief.turn)
    local = manner.now.astimezone(zone_named(manner.time_zone))
    given = (brief.turn.context.own_name.split() or [""])[0]
    return {
        "name": isolate_text(visible_text(given)) if len(given) <= LONGEST_NAME else "",
        "companion": isolate_text(visible_text(person.companion_name)),
        "connect": load_templates(brief.language).connect,
        "time": f"{local:%H:%M}" + (" (UTC)" if manner.time_zone == "UTC" else ""),
        "date": _day(local, spoken, brief.language),
        "tomorrow": _day(local + timedelta(days=1), spoken, brief.language),
        "yesterday": _day(local - timedelta(days=1), spoken, brief.language),
    }


def _day(local: datetime, spoken: Table, language: str) -> str:
    month = load_wording(language).months.split()[local.month - 1]
    return spoken.day_pattern.format(
        weekday=spoken.weekdays[local.weekday()], day=local.day, month=month, year=local.year
    )
