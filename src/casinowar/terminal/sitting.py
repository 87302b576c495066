"""From what a player wants to a game that runs: the table, the company, the chance, the screen.

This is the outermost layer: entropy, clock and terminal are read here and passed on.
"""

import io
import random
import secrets
import sys
import time
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console, RenderableType

from casinowar import bots
from casinowar.dealer import Dealer
from casinowar.errors import RuleError
from casinowar.fair import Entropy, draw_seed
from casinowar.money import format_money
from casinowar.names import check_name
from casinowar.options import resolve_stated
from casinowar.record.chain import Record, begin
from casinowar.rulefile import RuleFile
from casinowar.rules import RuleSet
from casinowar.table import Table, open_table
from casinowar.terminal.game import Game, Keep, forget
from casinowar.terminal.lines import Lines
from casinowar.terminal.person import limits
from casinowar.terminal.screen import Interrupts, Screen
from casinowar.terminal.shelf import Shelf
from casinowar.terminal.stage import Stage, fits

_USUAL_BOTS = 4
_ID_DIGITS = 16
"""So many digits of chance tell one table from all others."""


class Chance(NamedTuple):
    """Where chance comes from."""

    cards: Entropy
    bots: random.Random


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a player asks for; `None` where the rules or the program shall choose."""

    name: str
    chips: int
    reading: str | None = None
    decks: int | None = None
    seats: int | None = None
    bots: int | None = None
    seed: int | None = None
    fast: bool = False
    no_color: bool = False
    save: str | None = None
    """The folder for the shoes' files."""


def play(file: RuleFile, wanted: Wanted, sign: RenderableType) -> None:
    """One sitting, to its summary; the sign is what ``?`` shows."""
    check_name(wanted.name)
    rules = file.rules(wanted.reading)
    table = _open(rules, wanted)
    seats = _seated(rules, table, wanted)
    title = f"{file.name} ({rules.id}), reading {rules.reading}"
    about = [*_about(table), _company(table, seats, wanted.name)]
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    console = _console(plain=wanted.no_color)
    shelf = None if wanted.save is None else Shelf(wanted.save, file.source)
    chance = _chance(wanted.seed)
    record = _begin(table, chance, forget if shelf is None else shelf.keep)
    interrupts = Interrupts()
    with interrupts.caught():
        if fits(console):
            stage = Stage(
                console,
                interrupts,
                heading=title,
                limits=limits(table),
                greeting=about,
                sign=sign,
                table=table,
                you=wanted.name,
                paused=not wanted.fast,
            )
            with stage.opened():
                game = _game(record, seats, wanted, chance, stage, shelf)
                game.run()
        else:
            console = _console(plain=True)
            heading = [title, limits(table), *about]
            screen = Lines(console, interrupts, heading, sign)
            game = _game(record, seats, wanted, chance, screen, shelf)
            game.run()
        lines = game.summary()
        if shelf is not None:
            shelf.close()
            lines.append(shelf.summary())
        for line in lines:
            console.out(line, highlight=False)
    if game.failure is not None:
        raise game.failure


def _chance(seed: int | None) -> Chance:
    """Chance for the cards and for the bots; with a seed it is the same every time."""
    if seed is None:
        return Chance(secrets.token_bytes, secrets.SystemRandom())
    return Chance(random.Random(f"cards {seed}").randbytes, random.Random(f"bots {seed}"))


def _begin(table: Table, chance: Chance, keep: Keep) -> Record:
    """The record of the game's table, before anything is shown: nobody may want to keep it.

    Games with the same seed are of tables with the same id, which the cards depend on: the time in
    their headers tells them apart.
    """
    table_id = f"play-{draw_seed(chance.cards).hex()[:_ID_DIGITS]}"
    now = time.time_ns() // 1_000_000
    record, _, entries = begin(table_id, table.rules, table.options, at=now)
    keep(entries)
    return record


def _game(
    record: Record,
    seats: dict[int, str],
    wanted: Wanted,
    chance: Chance,
    screen: Screen,
    shelf: Shelf | None,
) -> Game:
    """The game at its screen."""
    return Game(
        record,
        seats=seats,
        name=wanted.name,
        chips=wanted.chips,
        dealer=Dealer(chance.cards),
        entropy=chance.cards,
        chance=chance.bots,
        screen=screen,
        clock=lambda: int(time.time()),
        keep=forget if shelf is None else shelf.keep,
    )


def _console(*, plain: bool) -> Console:
    """A console that colours nothing where colours are not wanted or not possible."""
    usual = Console(highlight=False, markup=False, emoji=False)
    if not plain and not usual.no_color:
        return usual
    return Console(color_system=None, highlight=False, markup=False, emoji=False)


def _open(rules: RuleSet, wanted: Wanted) -> Table:
    """The table; where the operator states the authorised limit, it is the table's maximum."""
    return open_table(rules, resolve_stated(rules, decks=wanted.decks, seats=wanted.seats))


def _seated(rules: RuleSet, table: Table, wanted: Wanted) -> dict[int, str]:
    """Who sits where: the player in the middle, the bots on both sides."""
    seats = table.options.seats
    if rules.seats.holding == "solo":
        if wanted.bots:
            raise RuleError("bots: one player plays alone under these rules; leave --bots out")
        return {1: wanted.name}
    company = min(_USUAL_BOTS, seats - 1) if wanted.bots is None else wanted.bots
    least, most = rules.seats.players_needed - 1, seats - 1
    if not least <= company <= most:
        possible = f"{least} to {most}" if least < most else f"{most or 'nobody'}"
        raise RuleError(
            f"bots: {company} will not do; {possible} can sit with you at {_counted(seats, 'seat')}"
        )
    own = (seats + 1) // 2
    nearest = sorted(range(1, seats + 1), key=lambda seat: (abs(seat - own), seat))
    taken = sorted(nearest[: company + 1])
    names = bots.names(wanted.name)
    return {seat: wanted.name if seat == own else next(names) for seat in taken}


def _about(table: Table) -> list[str]:
    """What else is on the sign."""
    options = table.options
    decks = f"{_counted(options.decks, 'deck')}, {_counted(options.seats, 'seat')}"
    if options.authorised is not None:
        stated = table.rules.limits.authorised == "stated"
        why = ", the table's maximum" if stated else ""
        decks += f"; authorised limit {format_money(options.authorised)} a wager{why}"
    if options.most_returned is not None:
        decks += f"; a round returns at most {format_money(options.most_returned)}"
    return [decks, "It is play money. ? shows the rules with their clauses."]


def _company(table: Table, seats: dict[int, str], name: str) -> str:
    if table.rules.seats.holding == "solo":
        return f"You play alone, up to {_counted(table.options.seats, 'hand')} at once."
    own = next(seat for seat, holder in seats.items() if holder == name)
    others = ", ".join(f"{holder} at {seat}" for seat, holder in seats.items() if holder != name)
    company = f"; bots: {others}; the house refills a bot that runs low" if others else ""
    return f"You sit at seat {own}{company}."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
