"""How fast records are written, replayed and audited, and a shoe's file verified, on one core.

    python bench/record.py [--seconds 2] [--json]

The bars are those of the project: 20,000 entries a second replayed, from their texts to the state
of the table, and a full six-deck shoe's file verified in under a second, from its bytes to the
verdict. The record is that of a table with three players and a fair shuffle for each shoe. Rates
are given beside the rate of a fixed piece of plain Python in the same run, and beside the rate of
the bare rules on the same actions, so that machines and noisy hours can be compared.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from casinowar import record
from casinowar.audit import Auditor
from casinowar.audit.files import audit_shoe
from casinowar.game import bots
from casinowar.game.actions import Action, CloseBets, PlaceBet, Sit, TimeOut
from casinowar.game.needs import BetsNeeded, ChoiceNeeded
from casinowar.game.table import need, open_table, step
from casinowar.record import Record
from casinowar.record.dealer import Dealer
from casinowar.record.shoefile import read_shoe, write_shoe
from casinowar.rules.file import load_rules
from casinowar.rules.options import resolve

RULES = load_rules("fun-casino")
PLAYERS = ("ann", "bob", "cy")
WAGER = 1_000
TURNS = 10


@dataclass(frozen=True, slots=True)
class Job:
    """Something to measure, and the rate it should reach."""

    name: str
    bar: int | None
    units: Callable[[], int]
    """Does it some times, and says how many."""


class Table:
    """A table that is played for one shoe, everything recorded."""

    def __init__(self, source: random.Random) -> None:
        self.dealer = Dealer(source.randbytes)
        self.chance = source
        rules = RULES.rules()
        self.options = resolve(rules, seats=len(PLAYERS))
        begun = record.begin("bench", rules, self.options)
        self.record: Record = begun.record
        self.texts = [entry.text for entry in begun.entries]
        self.taken: list[Action | record.Step] = []

    def take(self, what: Action | record.Step) -> None:
        self.record, _, entries, _ = record.take(self.record, what)
        self.texts += [entry.text for entry in entries]
        self.taken.append(what)

    def play(self) -> None:
        for seat, player in enumerate(PLAYERS, 1):
            self.take(Sit(player, seat))
        while self.record.shoe is None or self.record.shoe.end is None:
            answer = self.dealer.answer(self.record)
            if answer is not None:
                self.take(answer)
            else:
                self.decide()

    def decide(self) -> None:
        """The players do what is theirs."""
        match need(self.record.table):
            case BetsNeeded():
                for seat, player in enumerate(PLAYERS, 1):
                    self.take(PlaceBet(player, seat, "primary", WAGER))
                self.take(CloseBets())
            case ChoiceNeeded(hands):
                chosen = bots.actions(self.record.table, hands[0].player, 10**9, self.chance)
                for action in chosen or (TimeOut(),):
                    self.take(action)
            case other:
                raise AssertionError(f"a full table does not need {other}")


def jobs() -> tuple[Job, ...]:
    """What is measured, on one shoe that is always the same."""
    table = Table(random.Random(1))
    table.play()
    header, *texts = table.texts
    rules, options = RULES.rules(), table.options
    actions = [what for what in table.taken if not isinstance(what, record.Step)]
    file = write_shoe(header, RULES.source, table.texts).encode()

    def bare() -> int:
        state = open_table(rules, options)
        for action in actions:
            state, _ = step(state, action)
        return len(actions)

    def written() -> int:
        kept = record.begin("bench", rules, options).record
        for what in table.taken:
            kept = record.take(kept, what).record
        return len(texts)

    def replayed() -> int:
        record.replay(record.open_again(rules, header), texts)
        return len(texts)

    def audited() -> int:
        auditor = Auditor(record.open_again(rules, header))
        for text in texts:
            auditor.take(text)
        return len(texts)

    def verified() -> int:
        assert audit_shoe(read_shoe(file)).shoes[0].end == "dealt"
        return 1

    return (
        Job("plain Python, the yardstick", None, yardstick),
        Job("actions by the bare rules", None, bare),
        Job("entries written", None, written),
        Job("entries replayed", 20_000, replayed),
        Job("entries audited", None, audited),
        Job("six-deck shoes verified", 1, verified),
    )


def yardstick() -> int:
    """Plain Python that touches what the core uses: tuples, dicts, method calls."""
    total = 0
    for number in range(2_000):
        pair = (number, number / 7)
        total += len({value: str(value) for value in pair})
    return total // 2


def measure(measured: tuple[Job, ...], seconds: float) -> dict[str, float]:
    """Units a second of each job in its best turn; the jobs take turns, so noise meets them all.

    A busy machine makes a turn slower, never faster, even in processor time: cores share caches.
    """
    best = dict.fromkeys((job.name for job in measured), 0.0)
    for _ in range(TURNS):
        for job in measured:
            done, start = 0, time.process_time()
            while (spent := time.process_time() - start) < seconds / TURNS:
                done += job.units()
            best[job.name] = max(best[job.name], done / spent)
    return best


@click.command(help=__doc__)
@click.option("--seconds", default=2.0, show_default=True, help="Processor time for each job.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    measured = jobs()
    rates = measure(measured, seconds)
    base, bare = (rates[job.name] for job in measured[:2])
    rows = [
        {
            "job": job.name,
            "per_second": round(rates[job.name]),
            "of_yardstick": figures(rates[job.name] / base),
            "of_bare_rules": figures(rates[job.name] / bare),
            "of_bar": None if job.bar is None else round(rates[job.name] / job.bar, 2),
        }
        for job in measured
    ]
    if as_json:
        click.echo(json.dumps(rows))
    else:
        show(rows)
    if any(row["of_bar"] is not None and row["of_bar"] < 1 for row in rows):  # type: ignore[operator]
        click.echo("below a bar", err=True)
        sys.exit(1)


def figures(ratio: float) -> float:
    """A ratio to three figures, however small: a shoe is many hundred entries."""
    return float(f"{ratio:.3g}")


def show(rows: list[dict[str, Any]]) -> None:
    """Print the rates as a table."""
    click.echo(
        f"{'job':<30}{'a second':>12}{'of yardstick':>14}{'of the rules':>14}{'of its bar':>12}"
    )
    for row in rows:
        bar = "" if row["of_bar"] is None else f"{row['of_bar']:.2f}"
        click.echo(
            f"{row['job']:<30}{row['per_second']:>12,}{row['of_yardstick']:>14}"
            f"{row['of_bare_rules']:>14}{bar:>12}"
        )


if __name__ == "__main__":
    main()
