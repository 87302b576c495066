"""`casinowar deal`: a hand-dealt table, run by the dealer who types what leaves the shoe."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

    from casinowar.handdealt import Desk, Line
    from casinowar.rulefile import RuleFile
    from casinowar.rules import Limit

Command = TypeVar("Command", bound=Callable[..., object])

EXAMPLES = """\b
Examples:
  casinowar deal fun-casino
  casinowar deal south-dakota --decks 8 --amounts 10,25
  casinowar deal washington --authorised 300 --maximum 200 --lay-and-pay
  casinowar deal california --reading primary-collected --seats 6
"""

STYLES = {
    "sign": "bold",
    "told": "",
    "order": "green",
    "next": "bold cyan",
    "refused": "red",
    "plain": "",
}


def _cents(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """An amount, such as 5 or 1,250.50, as whole cents."""
    from casinowar.errors import NotationError
    from casinowar.money import parse_money

    try:
        return None if value is None else parse_money(value)
    except NotationError as error:
        raise click.BadParameter(str(error)) from error


def _several(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Several amounts, such as 5,10,25, as whole cents from the smallest up."""
    if value is None:
        return None
    amounts = (_cents(ctx, param, each) for each in value.split(","))
    return tuple(sorted({amount for amount in amounts if amount is not None}))


def _money_option(name: str, says: str) -> Callable[[Command], Command]:
    return click.option(name, callback=_cents, metavar="M", help=says)


@click.command("deal", epilog=EXAMPLES)
@click.argument("rules")
@click.option("--reading", metavar="NAME", help="Deal under this reading, not the default one.")
@click.option("--decks", type=int, metavar="N", help="How many decks the shoe has.")
@click.option("--seats", type=int, metavar="N", help="How many seats the table has.")
@_money_option("--minimum", "The least primary wager.")
@_money_option("--maximum", "The largest primary wager.")
@click.option(
    "--amounts", callback=_several, metavar="M,M", help="The only primary wagers, not a range."
)
@_money_option("--tie-minimum", "The least tie wager.")
@_money_option("--tie-maximum", "The largest tie wager.")
@_money_option("--authorised", "The authorised limit, where the rules ask.")
@click.option("--lay-and-pay", is_flag=True, help="Settle all hands, then collect all cards.")
@click.option("--first-burn", is_flag=True, help="Burn the first card of a shoe.")
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
    lay_and_pay: bool,
    first_burn: bool,
    no_color: bool,
) -> None:
    """Deal real cards and be told whose card it is, what to burn and whom to pay.

    RULES is the name of a built-in rule set or the path of a rule file. Type ? at the table for
    what can be typed there.
    """
    from casinowar.cli.sign import make_console
    from casinowar.handdealt import Desk
    from casinowar.options import resolve
    from casinowar.rulefile import load_rules
    from casinowar.table import open_table

    if amounts is not None and (minimum is not None or maximum is not None):
        raise click.UsageError("--amounts stands instead of --minimum and --maximum")
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
    )
    desk = Desk(open_table(ruled, options), clock=lambda: int(time.time()))
    _run(desk, file, make_console(no_color=no_color))


def _limit(
    ruled: "Limit", least: int | None, most: int | None, amounts: tuple[int, ...] | None
) -> "Limit | None":
    """The operator's limit, or none where nothing was said."""
    from casinowar.rules import Limit

    if amounts:
        return Limit(amounts[0], amounts[-1], amounts)
    if least is None and most is None:
        return None
    return Limit(ruled.least if least is None else least, ruled.most if most is None else most)


def _run(desk: "Desk", file: "RuleFile", console: "Console") -> None:
    """Line after line, until the input or the dealer ends it."""
    try:
        _print(console, desk.opening(), desk, file)
        for line in _lines(console):
            _print(console, desk.enter(line), desk, file)
            if desk.closed:
                break
    finally:
        _print(console, desk.closing(), desk, file)


def _lines(console: "Console") -> Iterator[str]:
    """What is typed; where nobody can see it, it is shown among what is told."""
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
        import readline  # noqa: F401  arrow keys, and what was typed before
    while True:
        try:
            line = input("> ")
        except (EOFError, KeyboardInterrupt) as ended:
            click.echo()
            if isinstance(ended, KeyboardInterrupt):
                raise
            return
        yield line


def _print(console: "Console", lines: "list[Line]", desk: "Desk", file: "RuleFile") -> None:
    from rich.text import Text

    from casinowar.cli.sign import sign

    for line in lines:
        if line.kind == "rules":
            console.print(sign(file, desk.table.rules.reading))
            continue
        text = Text(line.text, style=STYLES[line.kind])
        if line.hint:
            text.append(f"   [{line.hint}]", style="not bold dim")
        console.print(text, soft_wrap=not console.is_terminal)
