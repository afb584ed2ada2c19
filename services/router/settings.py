"""Every knob of the router."""

from shared.settings import ServiceSettings


class RouterSettings(ServiceSettings):
    """The router's settings."""
