"""Every knob of the responder."""

from shared.llm.choose import OFFLINE, ModelName
from shared.settings import ServiceSettings


class ResponderSettings(ServiceSettings):
    """The responder's settings."""

    model: ModelName = OFFLINE
    """Which model speaks: `offline`."""
