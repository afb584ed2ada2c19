"""How properties are looked for: as long as it takes on a busy machine, and with fewer examples in the quick size."""

from hypothesis import HealthCheck, settings

from tests.tiers import sized

settings.register_profile(
    "patient", deadline=None, suppress_health_check=(HealthCheck.too_slow,), max_examples=sized(30, 100)
)
settings.load_profile("patient")
