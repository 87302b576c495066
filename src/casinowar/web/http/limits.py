"""Rate limits: buckets of tokens that fill up with time, one for each session and address.

Each request takes a token out of its buckets. An empty bucket refuses it, and says after how many
seconds to try again. Sessions and addresses both have buckets, so more sessions alone do not help,
nor do more addresses. Expensive requests (passwords, prices) have a smaller bucket besides.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from casinowar.house.pools import TooMany
from casinowar.house.settings import Settings

REMEMBERED = 20_000
"""How many buckets are kept. The one unused for longest goes first; it is full by then."""


class Rate(NamedTuple):
    """How many requests at once, and how many a second in the long run."""

    burst: int
    a_second: float


class Rates(NamedTuple):
    """The rates of all buckets."""

    address: Rate = Rate(600, 120)
    session: Rate = Rate(120, 30)
    door: Rate = Rate(20, 0.2)
    """Coming in, registering, signing in, for each address."""
    price: Rate = Rate(20, 2)
    """Prices, for each address."""


class Buckets:
    """The buckets used lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds, and never goes back."""
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, whose: str, rate: Rate) -> None:
        """Take a token; refused if there is none."""
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
    """The rates that the settings allow; `None` for no limits."""
    a_second = settings.requests_per_second
    if not a_second:
        return None
    return Rates(address=Rate(20 * a_second, 4 * a_second), session=Rate(4 * a_second, a_second))
