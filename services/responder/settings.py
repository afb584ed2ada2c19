"""Every knob of the responder."""

from shared.models.model_settings import ModelSettings
from shared.settings import ServiceSettings


class ResponderSettings(ModelSettings, ServiceSettings):
    """The responder's settings: those of every service, and which model speaks."""
