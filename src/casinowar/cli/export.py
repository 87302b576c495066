"""`casinowar export`: the rounds or the transfers of a house as CSV."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, TextIO

import click

from casinowar.cli.bar import counted
from casinowar.cli.where import house_of, house_options
from casinowar.cli.written import written

if TYPE_CHECKING:
    from casinowar.house.exporting import What

EXAMPLES = """\b
Examples:
  casinowar export transfers > transfers.csv
  casinowar export rounds --table washington --since 2026-05-01 --until 2026-06-01 -o may.csv
  casinowar export rounds --database postgresql://casinowar@db/house
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("what", metavar="rounds|transfers", type=click.Choice(["rounds", "transfers"]))
@house_options
@click.option("--table", metavar="ID", help="Of this table only.")
@click.option("--since", metavar="DATE", help="From then on; UTC unless a zone is written.")
@click.option("--until", metavar="DATE", help="Before then.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=written,
    help="Write a file; standard output if not set.",
)
@click.option("--no-color", is_flag=True, help="Show the progress without colours.")
def command(
    what: "What",
    data: str | None,
    database: str | None,
    table: str | None,
    since: str | None,
    until: str | None,
    output: str | None,
    no_color: bool,
) -> None:
    """Write the rounds or the transfers of a house as CSV.

    rounds has a row for every wager that was settled or given back, and for what a ruling reversed
    of one; transfers has the whole ledger, and adds up to the balances. Amounts are whole cents,
    times ISO 8601 in UTC. The house may be open: what is written is how it was when it was begun.
    """
    from casinowar.house.exporting import export, read_time
    from casinowar.store.engine import open_reader
    from casinowar.store.exporting import Span

    span = Span(table, *(None if day is None else read_time(day) for day in (since, until)))
    is_shown = output is None and sys.stdout.isatty()
    with (
        open_reader(house_of(data, database)) as connection,
        _opened(output) as to,  # before the bar, which has standard output go around it
        nullcontext() if is_shown else counted(no_color, what) as tell,
    ):
        rows = export(connection, what, span, to, tell)
    if output is not None:
        click.echo(f"{output}: {rows:,} {'row' if rows == 1 else 'rows'}")


@contextmanager
def _opened(output: str | None) -> Iterator[TextIO]:
    """Where the rows go; a file appears when it is whole."""
    import io

    from casinowar.files import drafted

    if output is None:
        yield sys.stdout
        return
    with drafted(output) as opened:
        text = io.TextIOWrapper(opened, "utf-8", newline="")
        try:
            yield text
        finally:
            text.detach()
