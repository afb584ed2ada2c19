"""The base of everything that crosses a wire."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

CONTRACT = 1
"""The version of all message forms; raised with a change that the previous release could not read."""


class Message(BaseModel):
    """Frozen, and blind to fields it does not know: a newer sender may already say more."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("contains a NUL character")
    text.encode()  # a lone surrogate raises here, not later in the database
    return text


MAX_LINE = 4_000
"""Characters of one line, and of all lines that are taken together as one turn."""

Text = Annotated[str, AfterValidator(_storable)]
LineText = Annotated[Text, Field(min_length=1, max_length=MAX_LINE)]
Title = Annotated[Text, Field(min_length=1, max_length=200)]
Seed = Annotated[Text, Field(max_length=2_000)]
