"""`casinowar deal`: run a hand-dealt table; the dealer types each card that leaves the shoe."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

import click

from casinowar.cli.amounts import cents
from casinowar.cli.output_file import output_file

if TYPE_CHECKING:
    from rich.console import Console

    from casinowar.desk import Desk, DeskOutput
    from casinowar.rules.file import RuleFile
    from casinowar.rules.model import Limit
    from casinowar.terminal.hand_dealt_record import HandDealtRecord

Command = TypeVar("Command", bound=Callable[..., object])

EXAMPLES = """\b
Examples:
  casinowar deal fun-casino
  casinowar deal south-dakota --decks 8 --amounts 10,25
  casinowar deal washington --authorised 300 --maximum 200 --lay-and-pay
  casinowar deal california --reading primary-collected --seats 6
  casinowar deal fun-casino --save shoes
"""

STYLES = {
    "sign": "bold",
    "told": "",
    "order": "green",
    "next": "bold cyan",
    "refused": "red",
    "plain": "",
}


def _several(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Convert several amounts, such as 5,10,25, to whole cents in ascending order."""
    if value is None:
        return None
    amounts = (cents(ctx, param, each) for each in value.split(","))
    return tuple(sorted({amount for amount in amounts if amount is not None}))


def _money_option(name: str, says: str) -> Callable[[Command], Command]:
    return click.option(name, callback=cents, metavar="M", help=says)


@click.command("deal", epilog=EXAMPLES)
@click.argument("rules")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option("--decks", type=int, metavar="N", help="Number of decks in the shoe.")
@click.option("--seats", type=int, metavar="N", help="Number of seats at the table.")
@_money_option("--minimum", "Smallest primary wager.")
@_money_option("--maximum", "Largest primary wager.")
@click.option(
    "--amounts", callback=_several, metavar="M,M", help="Allow only these primary wagers."
)
@_money_option("--tie-minimum", "Smallest tie wager.")
@_money_option("--tie-maximum", "Largest tie wager.")
@_money_option("--authorised", "Authorised limit, if the rules require one.")
@click.option("--practice", is_flag=True, help="Open a practice table, without such a limit.")
@click.option("--lay-and-pay", is_flag=True, help="Settle all hands, then collect all cards.")
@click.option("--first-burn", is_flag=True, help="Burn the first card of each shoe.")
@click.option(
    "--save",
    metavar="DIR",
    callback=output_file,
    help="Save each shoe in this folder, for casinowar verify.",
)
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str,
    *,
    reading: str | None,
    decks: int | None,
    seats: int | None,
    minimum: int | None,
    maximum: int | None,
    amounts: tuple[int, ...] | None,
    tie_minimum: int | None,
    tie_maximum: int | None,
    authorised: int | None,
    practice: bool,
    lay_and_pay: bool,
    first_burn: bool,
    save: str | None,
    no_color: bool,
) -> None:
    """Guide a dealer with real cards: where each goes, and whom to pay.

    RULES is the name of a built-in rule set or the path of a rule file. Type each card that you
    deal. Type ? at the table to see all commands.
    """
    from casinowar.cli.sign import make_console
    from casinowar.desk import Desk
    from casinowar.game.table import open_table
    from casinowar.rules.file import load_rules
    from casinowar.rules.options import resolve

    if amounts is not None and (minimum is not None or maximum is not None):
        raise click.UsageError("use either --amounts or --minimum and --maximum, not both")
    file = load_rules(rules)
    ruled = file.rules(reading)
    options = resolve(
        ruled,
        decks=decks,
        seats=seats,
        primary=_limit(ruled.limits.primary, minimum, maximum, amounts),
        tie=_limit(ruled.limits.tie, tie_minimum, tie_maximum, None),
        authorised=authorised,
        collect="lay and pay" if lay_and_pay else None,
        first_burn=True if first_burn else None,
        hand_dealt=True,
        practice=practice,
    )
    desk = Desk(open_table(ruled, options), clock=lambda: int(time.time()))
    record = None if save is None else _begin_record(save, desk, file)
    _run(desk, file, make_console(no_color=no_color), record)


def _begin_record(folder: str, desk: "Desk", file: "RuleFile") -> "HandDealtRecord":
    import secrets

    from casinowar.terminal.hand_dealt_record import HandDealtRecord
    from casinowar.terminal.shoe_folder import ShoeFolder

    now = time.time_ns() // 1_000_000
    return HandDealtRecord(
        ShoeFolder(folder, file.source), f"deal-{secrets.token_hex(8)}", desk.table, at=now
    )


def _limit(
    ruled: "Limit", least: int | None, most: int | None, amounts: tuple[int, ...] | None
) -> "Limit | None":
    """Return the operator's limit, or `None` if no option set one."""
    from casinowar.rules.model import Limit

    if amounts:
        return Limit(amounts[0], amounts[-1], amounts)
    if least is None and most is None:
        return None
    return Limit(ruled.least if least is None else least, ruled.most if most is None else most)


def _run(
    desk: "Desk", file: "RuleFile", console: "Console", record: "HandDealtRecord | None"
) -> None:
    """Handle each line until the input ends or the dealer closes the table.

    What a line did is saved before it is shown.
    """
    try:
        _print(console, desk.opening(), desk, file)
        for line in _lines(console):
            answer = desk.enter(line)
            if record is not None:
                record.keep(desk.actions, desk.table)
            _print(console, answer, desk, file)
            if desk.closed:
                break
    finally:
        _print(console, desk.closing(), desk, file)
        if record is not None:
            record.folder.close()
            console.print(record.folder.summary(), soft_wrap=True)


def _lines(console: "Console") -> Iterator[str]:
    """Yield the lines typed; print them too, unless a terminal already shows them."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        yield from _typed()
        return
    for line in sys.stdin:
        shown = "".join(c if c.isprintable() else "?" for c in line.rstrip("\r\n"))
        console.print(f"> {shown}".rstrip(), soft_wrap=True)
        yield line


def _typed() -> Iterator[str]:
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  arrow keys and history
    while True:
        try:
            line = input("> ")
        except (EOFError, KeyboardInterrupt) as ended:
            click.echo()
            if isinstance(ended, KeyboardInterrupt):
                raise
            return
        yield line


def _print(console: "Console", lines: "list[DeskOutput]", desk: "Desk", file: "RuleFile") -> None:
    from rich.text import Text

    from casinowar.cli.sign import short_sign, sign

    rules, options = desk.table.rules, desk.table.options
    for line in lines:
        if line.kind == "rules":
            console.print(sign(file, rules.reading, options))
            continue
        if line.kind == "table-sign":
            console.print(short_sign(file, rules, options))
            continue
        text = Text(line.text, style=STYLES[line.kind])
        if line.hint:
            text.append(f"   [{line.hint}]", style="not bold dim")
        console.print(text, soft_wrap=not console.is_terminal)
