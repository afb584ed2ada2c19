"""The base of everything that crosses a wire."""

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

CONTRACT = 1
"""The version of all message forms; raised with a change that the previous release could not read."""


class Message(BaseModel):
    """Frozen, and blind to fields it does not know: a newer sender may already say more."""

    model_config = ConfigDict(frozen=True, extra="ignore")


MAX_LINE = 4_000
"""Characters of one line, and of all lines that are taken together as one turn."""

Text = Annotated[str, Field(pattern=r"^[^\x00]*$")]
"""What the database can hold: no NUL; a lone surrogate is no string to pydantic in any case."""
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


def _within(moment: datetime) -> datetime:
    return min(max(moment, EARLIEST), LATEST)


Moment = Annotated[AwareDatetime, AfterValidator(_within)]
"""A time that the database can hold: one before all memory is as good as the year 1900."""


def _day_within(day: date) -> date:
    return min(max(day, EARLIEST.date()), LATEST.date())


Day = Annotated[date, AfterValidator(_day_within)]
"""The same of a day: the database takes the last of all years for infinity."""
LineText = Annotated[Text, Field(min_length=1, max_length=MAX_LINE)]
Title = Annotated[Text, Field(min_length=1, max_length=200)]
Seed = Annotated[Text, Field(max_length=2_000)]
