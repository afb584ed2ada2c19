"""Days as people say them, in their language and by their own calendar."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shared.wording.phrases import Manner, load_wording


@lru_cache(maxsize=1_024)
def zone_named(name: str) -> tzinfo:
    """The time zone of that name; UTC where this machine knows none, because a reply matters more than an hour."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # unknown; not a name; the name of a folder of zones
        return UTC


def day_told(at: datetime, manner: Manner) -> str:
    """“3 March”, and with its year when that is not this one."""
    speech, here = load_wording(manner.language), zone_named(manner.time_zone)
    local = at.astimezone(here)
    pattern = speech.day if local.year == manner.now.astimezone(here).year else speech.day_of_year
    return pattern.format(day=local.day, month=speech.months.split()[local.month - 1], year=local.year)
