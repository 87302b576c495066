"""How fast the core plays: rounds a second, and the microseconds that `legal` takes, on one core.

    python bench/core.py [--seconds 1] [--json]

The bars are those of the project: 10,000 one-seat rounds a second through `Round`, 5,000 through
`Table`, 1,500 with seven seats through `Table`. Every round is played to its end from shuffled
shoes, with war on every tie; at a table the shoe's preparation, seats and bets are included.
`legal` may take 40 microseconds at a seven-seat table, for any actor at any time; it is measured
beside `step`, which takes one bet at the same table. Rates are given beside the rate of a fixed
piece of plain Python in the same run, so that machines and noisy hours can be compared.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import click

from casinowar.cards import DECK, Card
from casinowar.game.actions import (
    Action,
    Burn,
    CloseBets,
    CutDeck,
    Deal,
    GoToWar,
    NewShoe,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    RoundAction,
    Sit,
    TakeBank,
)
from casinowar.game.needs import (
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    RoundNeed,
    ShoeNeeded,
)
from casinowar.game.round import Bet, begin
from casinowar.game.round import need as round_need
from casinowar.game.round import step as round_step
from casinowar.game.table import Actor, Table, legal, need, open_table, step
from casinowar.rules.file import load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve

RULES = load_rules("fun-casino").rules("first-bet-lost")
WAGER = 1_000


@dataclass(frozen=True, slots=True)
class Job:
    """Something to measure, and the rate it should reach."""

    name: str
    bar: int | None
    rounds: Callable[[random.Random], int]
    """Plays some rounds and says how many."""


def shuffled(decks: int, source: random.Random) -> list[Card]:
    """A shoe, the next card last."""
    shoe = list(DECK) * decks
    source.shuffle(shoe)
    return shoe


def answer(awaited: RoundNeed, shoe: list[Card]) -> RoundAction:
    """What a round gets: the next card, a burn, war."""
    match awaited:
        case CardNeeded():
            return Deal(shoe.pop())
        case BurnNeeded(count):
            del shoe[-count:]
            return Burn(count)
        case ChoiceNeeded(hands):
            return GoToWar(hands[0].player, hands[0].seat)
        case _:
            raise AssertionError("the round is over")


def through_round(source: random.Random) -> int:
    """One shoe of one-seat rounds through `Round`."""
    shoe, rounds, bets = shuffled(6, source), 0, [Bet("ann", 1, WAGER)]
    while len(shoe) > 30:
        state = begin(RULES, bets)
        while not state.over:
            state, _ = round_step(state, answer(round_need(state), shoe))
        rounds += 1
    return rounds


def through_table(seats: int) -> Callable[[random.Random], int]:
    """One shoe of rounds at a full table of so many seats."""

    def play(source: random.Random) -> int:
        table = seated(RULES, seats)
        shoe = shuffled(6, source)
        while table.shoe.number < 2:
            table = one_step(table, shoe)
        return table.rounds

    return play


def seated(rules: RuleSet, seats: int) -> Table:
    """A table at which every seat is taken."""
    table = open_table(rules, resolve(rules, seats=seats))
    for seat in range(1, seats + 1):
        table, _ = step(table, Sit(f"p{seat}", seat))
    return table


def one_step(table: Table, shoe: list[Card]) -> Table:
    """Give a table what it needs next."""
    match need(table):
        case BetsNeeded():
            for seat, player in enumerate(table.seats, 1):
                table, _ = step(table, PlaceBet(player, seat, "primary", WAGER))
            return step(table, CloseBets())[0]
        case ShoeNeeded(batch):
            return step(table, NewShoe(batch))[0]
        case CutNeeded(player):
            return step(table, CutDeck(player, 1))[0]
        case CutCardNeeded(most=most):
            return step(table, PlaceCutCard(most))[0]
        case (CardNeeded() | BurnNeeded() | ChoiceNeeded()) as awaited:
            return step(table, answer(awaited, shoe))[0]
        case other:
            raise AssertionError(f"a full table does not need {other}")


def yardstick(source: random.Random) -> int:
    """Plain Python that touches what the core uses: tuples, dicts, method calls."""
    total = 0
    for number in range(2_000):
        pair = (number, source.random())
        total += len({value: str(value) for value in pair})
    return total // 2


def after(table: Table, *actions: Action) -> Table:
    """A table after some actions."""
    for action in actions:
        table, _ = step(table, action)
    return table


def prepared(table: Table) -> Table:
    """A table whose shoe is ready."""
    while isinstance(need(table), ShoeNeeded | CutNeeded | CutCardNeeded | BurnNeeded):
        table = one_step(table, [])
    return table


def bets_of(table: Table) -> list[Action]:
    """Both bets of everyone who may bet."""
    return [
        PlaceBet(player, seat, wager, WAGER)
        for seat, player in enumerate(table.seats, 1)
        if player and player != table.bank.player
        for wager in ("primary", "tie")
    ]


def ties(table: Table) -> Table:
    """A table at which every hand is a tie."""
    while not isinstance(need(table), ChoiceNeeded):
        table = after(table, *([CloseBets()] if table.bets else [Deal(Card("9"))]))
    return table


def tables_to_ask() -> dict[str, Table]:
    """Seven-seat tables by what they wait for; p1 acts at each of them."""
    new, california = seated(RULES, 7), seated(load_rules("california").rules(), 7)
    empty = prepared(after(open_table(RULES, resolve(RULES, seats=7)), Sit("p1", 1)))
    alone = prepared(after(empty, *(Sit("p1", seat) for seat in range(2, 8))))
    full, offered = prepared(new), prepared(california)
    staked = after(offered, TakeBank("p1"), PostStake("p1", 100 * WAGER))
    bet, backed = after(full, *bets_of(full)), after(staked, *bets_of(staked))
    return {
        "cut": after(new, NewShoe()),
        "bets, one player": empty,
        "bets, full table": bet,
        "bets, all seats of one": after(alone, *bets_of(alone)),
        "choices": ties(bet),
        "bank offered": offered,
        "bets, player's bank": backed,
        "choices, player's bank": ties(backed),
    }


def asked(table: Table, actor: Actor) -> Callable[[random.Random], int]:
    """Asks a table many times what an actor may do."""

    def ask(_: random.Random) -> int:
        for _turn in range(100):
            legal(table, actor)
        return 100

    return ask


def stepped(table: Table, action: Action) -> Callable[[random.Random], int]:
    """Takes the same step many times."""

    def take(_: random.Random) -> int:
        for _turn in range(100):
            step(table, action)
        return 100

    return take


ASKED = tables_to_ask()
STEP = "step, one bet"
JOBS = (
    Job("plain Python, the yardstick", None, yardstick),
    Job("Round, one seat", 10_000, through_round),
    Job("Table, one seat", 5_000, through_table(1)),
    Job("Table, seven seats", 1_500, through_table(7)),
    Job(STEP, None, stepped(ASKED["bets, full table"], PlaceBet("p1", 1, "tie", WAGER))),
    *(
        Job(f"legal, {actor.role}, {waiting}", 25_000, asked(table, actor))
        for waiting, table in ASKED.items()
        for actor in (Actor("player", "p1"), Actor("dealer"))
    ),
)


def measure(jobs: tuple[Job, ...], seconds: float) -> dict[str, float]:
    """Units a second of each job, the jobs taking turns so that noise meets all of them."""
    done = dict.fromkeys((job.name for job in jobs), 0)
    spent = dict.fromkeys((job.name for job in jobs), 0.0)
    source = random.Random(1)
    while min(spent.values()) < seconds:
        for job in jobs:
            start = time.process_time()
            while time.process_time() - start < seconds / 5:
                done[job.name] += job.rounds(source)
            spent[job.name] += time.process_time() - start
    return {job.name: done[job.name] / spent[job.name] for job in jobs}


@click.command(help=__doc__)
@click.option("--seconds", default=1.0, show_default=True, help="Processor time for each job.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    rates = measure(JOBS, seconds)
    base, a_step = rates[JOBS[0].name], rates[STEP]
    rows = [
        {
            "job": job.name,
            "per_second": round(rates[job.name]),
            "microseconds": round(1e6 / rates[job.name], 2),
            "steps": round(a_step / rates[job.name], 2),
            "of_yardstick": round(rates[job.name] / base, 4),
            "of_bar": None if job.bar is None else round(rates[job.name] / job.bar, 2),
        }
        for job in JOBS
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return
    click.echo(
        f"{'job':<42}{'a second':>12}{'µs each':>9}{'steps':>7}"
        f"{'of yardstick':>14}{'of its bar':>12}"
    )
    for row in rows:
        bar = "" if row["of_bar"] is None else f"{row['of_bar']:.2f}"
        click.echo(
            f"{row['job']:<42}{row['per_second']:>12,}{row['microseconds']:>9}{row['steps']:>7}"
            f"{row['of_yardstick']:>14}{bar:>12}"
        )
    if any(row["of_bar"] is not None and row["of_bar"] < 1 for row in rows):  # type: ignore[operator]
        click.echo("below a bar")
        sys.exit(1)


if __name__ == "__main__":
    main()
