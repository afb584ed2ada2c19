"""Every knob of the classifier."""

from shared.llm.settings import ModelSettings
from shared.settings import ServiceSettings


class ClassifierSettings(ModelSettings, ServiceSettings):
    """The classifier's settings: those of every service, and which model understands."""
