"""The talk so far as a model is shown it: dated, with what was pasted fenced, and without the questions that we added.

Nothing in it moves from one turn to the next, so providers find it in their caches.
"""

from datetime import datetime, tzinfo

from services.responder.fences import fence_material
from shared.contracts.turns import Exchange, PerformedTurn
from shared.text.own_words import part_words
from shared.wording.days import zone_named

ASKED = "[asked whether to keep it]"
"""A model that is shown our questions learns to write them."""
MINUTE, HOUR, DAY = 60, 3_600, 86_400


def as_shown(turn: PerformedTurn, mark: str) -> tuple[Exchange, ...]:
    """The history, each exchange with its day."""
    here = zone_named(turn.person.time_zone)
    return tuple(_shown(exchange, here, mark) for exchange in turn.history)


def _shown(exchange: Exchange, here: tzinfo, mark: str) -> Exchange:
    said, replied, asked = exchange.said, exchange.replied, exchange.asked
    if said.strip() and part_words(said).quoted:
        said = fence_material("EARLIER", said, mark)
    if said.strip() and exchange.at is not None:
        said = f"[{_moment(exchange.at, here)}]\n{said}"
    if asked and replied.endswith(asked):
        replied = f"{replied.removesuffix(asked).rstrip()}\n\n{ASKED}".lstrip()
    return exchange.model_copy(update={"said": said, "replied": replied, "asked": ""})


def _moment(at: datetime, here: tzinfo) -> str:
    local = at.astimezone(here)
    return f"{local:%A}, {local.day} {local:%B %Y, %H:%M}"


def told_since(then: datetime, now: datetime, time_zone: str) -> str:
    """How long ago somebody was last talked with, as they would say it: by nights once one lies between."""
    here = zone_named(time_zone)
    nights = (now.astimezone(here).date() - then.astimezone(here).date()).days
    seconds = max((now - then).total_seconds(), 0)
    if seconds < HOUR:
        return _counted(int(seconds // MINUTE), "minute") if seconds >= MINUTE else "a moment ago"
    if nights == 0 or seconds < DAY / 4:
        return _counted(int(seconds // HOUR), "hour")
    return "yesterday" if nights == 1 else f"{nights} days ago, on {_moment(then, here).rpartition(',')[0]}"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'} ago"
