"""Every knob of the classifier."""

from shared.models.model_settings import ModelSettings
from shared.settings import ServiceSettings


class ClassifierSettings(ModelSettings, ServiceSettings):
    """The classifier's settings: those of every service, and which model understands."""
