"""Every knob of the classifier."""

from shared.llm.choose import OFFLINE, ModelName
from shared.settings import ServiceSettings


class ClassifierSettings(ServiceSettings):
    """The classifier's settings."""

    model: ModelName = OFFLINE
    """Which model understands: `offline`."""
