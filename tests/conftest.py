"""Settings that every test shares."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "zashiki", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("zashiki")
