"""How many examples a generated test takes, as a share of what the profile asks for."""

from hypothesis import HealthCheck, settings


def percent(share: int) -> settings:
    """A share of the examples that the profile asks for, one at least: whole tables are long."""
    examples = max(1, (settings.default or settings()).max_examples * share // 100)
    return settings(
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
