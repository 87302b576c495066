"""Sets up and runs a game: the table, the bots, the random sources, the screen.

This is the outermost layer: it reads entropy, clock and terminal, and passes them on.
"""

import io
import random
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console, RenderableType

from casinowar.errors import RuleError
from casinowar.fair import Entropy, draw_seed
from casinowar.game import bots
from casinowar.game.names import check_name
from casinowar.game.table import Table, open_table
from casinowar.money import format_money
from casinowar.record.chain import Record, begin
from casinowar.record.dealer import Dealer
from casinowar.rules.describe import number, remarks
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options, resolve
from casinowar.terminal.fullscreen import Stage, fits
from casinowar.terminal.game import Keep, TerminalGame, forget
from casinowar.terminal.plain import Lines
from casinowar.terminal.player import limits
from casinowar.terminal.screen import Interrupts, Screen
from casinowar.terminal.shoe_folder import ShoeFolder

_USUAL_BOTS = 4
_ID_DIGITS = 16
"""How many random digits a table's id has: enough to make it unique."""


class ChanceSources(NamedTuple):
    """The random sources for the cards and for the bots."""

    cards: Entropy
    bots: random.Random


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a player asks for; `None` leaves the choice to the rules or the program."""

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
    """The folder for the shoe files."""


def play(file: RuleFile, wanted: GameRequest, sign_of: Callable[[Options], RenderableType]) -> None:
    """Play one game and print its summary; ``?`` shows the sign of a table with its options."""
    check_name(wanted.name)
    rules = file.rules(wanted.reading)
    table = _open(rules, wanted)
    sign = sign_of(table.options)
    seats = _seated(rules, table, wanted)
    title = f"{file.name} ({rules.id}), reading {rules.reading}"
    about = [*_about(table), _company(table, seats, wanted.name)]
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    console = _console(plain=wanted.no_color)
    folder = None if wanted.save is None else ShoeFolder(wanted.save, file.source)
    chance = _chance(wanted.seed)
    record = _begin(table, chance, forget if folder is None else folder.keep)
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
                game = _game(record, seats, wanted, chance, stage, folder)
                game.run()
        else:
            console = _console(plain=True)
            heading = [title, limits(table), *about]
            screen = Lines(console, interrupts, heading, sign)
            game = _game(record, seats, wanted, chance, screen, folder)
            game.run()
        lines = game.summary()
        if folder is not None:
            folder.close()
            lines.append(folder.summary())
        for line in lines:
            console.out(line, highlight=False)
    if game.failure is not None:
        raise game.failure


def _chance(seed: int | None) -> ChanceSources:
    """Return random sources for cards and bots; with a seed they repeat every time."""
    if seed is None:
        return ChanceSources(secrets.token_bytes, secrets.SystemRandom())
    return ChanceSources(random.Random(f"cards {seed}").randbytes, random.Random(f"bots {seed}"))


def _begin(table: Table, chance: ChanceSources, keep: Keep) -> Record:
    """Begin the record of the game's table, before anything is shown.

    Games with the same seed have tables with the same id, because the cards depend on the id. The
    time in their headers tells them apart.
    """
    table_id = f"play-{draw_seed(chance.cards).hex()[:_ID_DIGITS]}"
    now = time.time_ns() // 1_000_000
    record, _, entries, _ = begin(table_id, table.rules, table.options, at=now)
    keep(entries)
    return record


def _game(
    record: Record,
    seats: dict[int, str],
    wanted: GameRequest,
    chance: ChanceSources,
    screen: Screen,
    folder: ShoeFolder | None,
) -> TerminalGame:
    """Return the game, with its screen."""
    return TerminalGame(
        record,
        seats=seats,
        name=wanted.name,
        chips=wanted.chips,
        dealer=Dealer(chance.cards),
        entropy=chance.cards,
        chance=chance.bots,
        screen=screen,
        clock=lambda: int(time.time()),
        keep=forget if folder is None else folder.keep,
    )


def _console(*, plain: bool) -> Console:
    """Return a console, without colours if they are unwanted or impossible."""
    usual = Console(highlight=False, markup=False, emoji=False)
    if not plain and not usual.no_color:
        return usual
    return Console(color_system=None, highlight=False, markup=False, emoji=False)


def _open(rules: RuleSet, wanted: GameRequest) -> Table:
    """Open a practice table."""
    return open_table(rules, resolve(rules, decks=wanted.decks, seats=wanted.seats, practice=True))


def _seated(rules: RuleSet, table: Table, wanted: GameRequest) -> dict[int, str]:
    """Return who sits where: the player in the middle, the bots on both sides."""
    seats = table.options.seats
    if rules.is_solo:
        if wanted.bots:
            raise RuleError("bots: you play alone under these rules; leave out --bots")
        return {1: wanted.name}
    company = min(_USUAL_BOTS, seats - 1) if wanted.bots is None else wanted.bots
    least, most = rules.seats.players_needed - 1, seats - 1
    if not least <= company <= most:
        possible = f"{least} to {most}" if least < most else f"{most or 'nobody'}"
        raise RuleError(
            f"bots: {company} is not possible; {possible} can sit with you at "
            f"{number(seats, 'seat')}"
        )
    own = (seats + 1) // 2
    nearest = sorted(range(1, seats + 1), key=lambda seat: (abs(seat - own), seat))
    taken = sorted(nearest[: company + 1])
    names = bots.names(wanted.name)
    return {seat: wanted.name if seat == own else next(names) for seat in taken}


def _about(table: Table) -> list[str]:
    """Return the lines about the table that greet the player."""
    options = table.options
    decks = f"{number(options.decks, 'deck')}, {number(options.seats, 'seat')}"
    if options.authorised is not None:
        stated = table.rules.limits.authorised == "stated"
        why = ", the table's maximum; nobody stated one" if stated else ""
        decks += f"; authorised limit {format_money(options.authorised)} a wager{why}"
    if options.most_returned is not None:
        decks += f"; a round returns at most {format_money(options.most_returned)}"
    remarked = [says for says, _ in remarks(table.rules)]
    says = "This is a practice table, with play money. Type ? for the rules and their clauses."
    return [decks, *remarked, says]


def _company(table: Table, seats: dict[int, str], name: str) -> str:
    if table.rules.is_solo:
        return f"You play alone, up to {number(table.options.seats, 'hand')} at once."
    own = next(seat for seat, holder in seats.items() if holder == name)
    others = ", ".join(f"{holder} at {seat}" for seat, holder in seats.items() if holder != name)
    company = f"; bots: {others}; the house gives chips to bots that run low" if others else ""
    return f"You sit at seat {own}{company}."
