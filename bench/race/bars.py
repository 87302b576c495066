"""The bars of the project: ratios of one run that its kernels have to reach."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.race.contender import Setting
from bench.race.loop import NAME as C_LOOP
from bench.race.ours import DASK, NAMES, ONE_THREAD, TWO_THREADS
from bench.race.racing import Result

GENERAL, VECTOR = NAMES["general"], NAMES["vector"]
Named = tuple[str, Setting]


@dataclass(frozen=True, slots=True)
class Bar:
    """How many times as fast as another something has to be."""

    told: str
    fast: Named
    base: Named
    least: float


BARS = (
    Bar("general kernel, of the C loop", (GENERAL, "one seat"), (C_LOOP, "one seat"), 0.8),
    Bar("vector kernel, of the C loop", (VECTOR, "one seat"), (C_LOOP, "one seat"), 7),
    Bar(
        "vector kernel, of the C loop, seven seats",
        (VECTOR, "seven seats"),
        (C_LOOP, "seven seats"),
        6,
    ),
    Bar(
        "general kernel reshuffled each round, of itself with a shoe",
        (GENERAL, "reshuffled each round"),
        (GENERAL, "one seat"),
        0.5,
    ),
    Bar(
        "vector kernel reshuffled each round, of itself with a shoe",
        (VECTOR, "reshuffled each round"),
        (VECTOR, "one seat"),
        0.5,
    ),
    Bar("two threads, of one", (TWO_THREADS, "two cores"), (ONE_THREAD, "two cores"), 1.8),
    Bar(
        "dask with two workers, of two threads",
        (DASK, "two cores"),
        (TWO_THREADS, "two cores"),
        0.95,
    ),
)


@dataclass(frozen=True, slots=True)
class Reached:
    """A bar beside what was measured; `None` where one of the two did not run."""

    bar: Bar
    ratio: float | None

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.ratio is None:
            return "not measured"
        return "met" if self.ratio >= self.bar.least else "missed"


def find(results: Sequence[Result], named: Named) -> Result | None:
    """The result of a contender, if it ran."""
    for result in results:
        if (result.contender.name, result.contender.setting) == named:
            return result
    return None


def reached(results: Sequence[Result]) -> list[Reached]:
    """Every bar with its ratio."""
    found = []
    for bar in BARS:
        fast, base = find(results, bar.fast), find(results, bar.base)
        found.append(Reached(bar, fast.of(base) if fast and base else None))
    return found


def of_c_loop(results: Sequence[Result], result: Result) -> float | None:
    """How many times as fast as the C loop with as many seats, where that ran."""
    seats: Setting = "seven seats" if result.contender.setting == "seven seats" else "one seat"
    base = find(results, (C_LOOP, seats))
    return None if base is None else result.of(base)
