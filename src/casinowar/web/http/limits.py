"""How much anyone may ask in a while: buckets that fill with time, one for each who asks.

A request takes a token out of its bucket; an empty bucket refuses, and says after how many seconds
it will not. Both a session and an address have their bucket, so that neither more sessions nor
more addresses alone help. What costs much (a password, a price) has a smaller bucket besides.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from casinowar.house.pools import TooMany
from casinowar.house.settings import Settings

REMEMBERED = 20_000
"""How many buckets are kept; those not used for longest go first, and are full by then."""


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: int
    a_second: float


class Rates(NamedTuple):
    """What is allowed."""

    address: Rate = Rate(600, 120)
    session: Rate = Rate(120, 30)
    door: Rate = Rate(20, 0.2)
    """Coming in, registering, signing in: per address."""
    price: Rate = Rate(20, 2)
    """Prices of any composition: per address."""


class Buckets:
    """The buckets of all who asked lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds and never goes back."""
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, whose: str, rate: Rate) -> None:
        """Take a token; refused where there is none."""
        now, key = self._clock(), (kind, whose)
        tokens, then = self._buckets.get(key, (float(rate.burst), now))
        tokens = min(rate.burst, tokens + (now - then) * rate.a_second)
        if tokens < 1:
            self._keep(key, tokens, now)
            raise TooMany(
                "too many requests in a short time", math.ceil((1 - tokens) / rate.a_second)
            )
        self._keep(key, tokens - 1, now)

    def _keep(self, key: tuple[str, str], tokens: float, now: float) -> None:
        self._buckets[key] = (tokens, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)


def rates_of(settings: Settings) -> Rates | None:
    """What the settings allow; everything, where they name no number."""
    a_second = settings.requests_per_second
    if not a_second:
        return None
    return Rates(address=Rate(20 * a_second, 4 * a_second), session=Rate(4 * a_second, a_second))
