"""How properties are looked for: as long as it takes on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile("patient")
