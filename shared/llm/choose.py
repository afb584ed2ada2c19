"""Which model is meant by `HOLDFAST_MODEL`."""

from typing import Annotated

from pydantic import AfterValidator

from shared.llm.model import LanguageModel
from shared.llm.offline.engine import OfflineModel

OFFLINE = "offline"


def _known(name: str) -> str:
    if name != OFFLINE:
        raise ValueError(f"must be {OFFLINE}: this release speaks with no other model")
    return name


ModelName = Annotated[str, AfterValidator(_known)]


def open_model(_: str) -> LanguageModel:
    """The model of that name."""
    return OfflineModel()
