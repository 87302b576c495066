"""From what a player wants to a game that runs: the table, the company, the chance, the screen.

This is the outermost layer: entropy, clock and terminal are read here and passed on.
"""

import io
import random
import secrets
import sys
import time
from dataclasses import dataclass

from rich.console import Console, RenderableType

from casinowar import bots
from casinowar.dealer import Dealer
from casinowar.errors import RuleError
from casinowar.fair import Entropy, draw_seed
from casinowar.money import format_money
from casinowar.names import check_name
from casinowar.options import resolve
from casinowar.record.chain import begin
from casinowar.rulefile import RuleFile
from casinowar.rules import RuleSet
from casinowar.table import Table, open_table
from casinowar.terminal.game import Game, forget
from casinowar.terminal.lines import Lines
from casinowar.terminal.person import limits
from casinowar.terminal.screen import Interrupts, Screen
from casinowar.terminal.shelf import Shelf
from casinowar.terminal.stage import Stage, fits

_USUAL_BOTS = 4
_ID_DIGITS = 16
"""So many digits of chance tell one table from all others."""


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
                game = _game(table, seats, wanted, stage, shelf)
                game.run()
        else:
            console = _console(plain=True)
            heading = [title, limits(table), *about]
            screen = Lines(console, interrupts, heading, sign)
            game = _game(table, seats, wanted, screen, shelf)
            game.run()
        lines = game.summary()
        if shelf is not None:
            shelf.close()
            lines.append(shelf.summary())
        for line in lines:
            console.out(line, highlight=False)


def _game(
    table: Table, seats: dict[int, str], wanted: Wanted, screen: Screen, shelf: Shelf | None
) -> Game:
    """The game at its screen; with a seed, cards and bots are the same every time."""
    entropy: Entropy = secrets.token_bytes
    chance: random.Random = secrets.SystemRandom()
    if wanted.seed is not None:
        entropy = random.Random(f"cards {wanted.seed}").randbytes
        chance = random.Random(f"bots {wanted.seed}")
    table_id = f"play-{draw_seed(entropy).hex()[:_ID_DIGITS]}"
    record, _, entries = begin(table_id, table.rules, table.options)
    keep = forget if shelf is None else shelf.keep
    keep(entries)
    return Game(
        record,
        seats=seats,
        name=wanted.name,
        chips=wanted.chips,
        dealer=Dealer(entropy),
        entropy=entropy,
        chance=chance,
        screen=screen,
        clock=lambda: int(time.time()),
        keep=keep,
    )


def _console(*, plain: bool) -> Console:
    """A console that colours nothing where colours are not wanted or not possible."""
    usual = Console(highlight=False, markup=False, emoji=False)
    if not plain and not usual.no_color:
        return usual
    return Console(color_system=None, highlight=False, markup=False, emoji=False)


def _open(rules: RuleSet, wanted: Wanted) -> Table:
    """The table; where the operator states the authorised limit, it is the table's maximum."""
    stated = max(rules.limits.primary.most, rules.limits.tie.most)
    authorised = stated if rules.limits.authorised == "stated" else None
    options = resolve(rules, decks=wanted.decks, seats=wanted.seats, authorised=authorised)
    return open_table(rules, options)


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
