"""`casinowar export`: write the rounds or transfers of a house as CSV."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, TextIO

import click

from casinowar.cli.house.location import house_of, house_options
from casinowar.cli.output_file import output_file
from casinowar.cli.progress_bar import progress_bar

if TYPE_CHECKING:
    from casinowar.house.upkeep.export import What

EXAMPLES = """\b
Examples:
  casinowar export transfers > transfers.csv
  casinowar export rounds --table washington --since 2026-05-01 --until 2026-06-01 -o may.csv
  casinowar export rounds --database postgresql://casinowar@db/house
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("what", metavar="rounds|transfers", type=click.Choice(["rounds", "transfers"]))
@house_options
@click.option("--table", metavar="ID", help="Export this table only.")
@click.option("--since", metavar="DATE", help="Start at this date; UTC unless it names a zone.")
@click.option("--until", metavar="DATE", help="Stop before this date.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=output_file,
    help="Write to this file instead of standard output.",
)
@click.option("--no-color", is_flag=True, help="Show progress without colours.")
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
    """Write the rounds or transfers of a house as CSV.

    "rounds" writes one row for every wager that was settled or returned, and one for every wager
    that a ruling reversed. "transfers" writes the whole ledger, whose sums are the balances.
    Amounts are in whole cents, times in ISO 8601 UTC. You can export from an open house: the rows
    come from a snapshot taken at the start.
    """
    from casinowar.house.upkeep.export import export, read_time
    from casinowar.store.backends.engine import open_reader
    from casinowar.store.queries.exports import Span

    span = Span(table, *(None if day is None else read_time(day) for day in (since, until)))
    is_shown = output is None and sys.stdout.isatty()
    with (
        open_reader(house_of(data, database)) as connection,
        _opened(output) as to,  # before the progress bar, which redirects standard output
        nullcontext() if is_shown else progress_bar(no_color, what) as tell,
    ):
        rows = export(connection, what, span, to, tell)
    if output is not None:
        click.echo(f"{output}: {rows:,} {'row' if rows == 1 else 'rows'}")


@contextmanager
def _opened(output: str | None) -> Iterator[TextIO]:
    """Open the output; a file gets its name only when it is complete."""
    import io

    from casinowar.files import draft_file

    if output is None:
        yield sys.stdout
        return
    with draft_file(output) as opened:
        text = io.TextIOWrapper(opened, "utf-8", newline="")
        try:
            yield text
        finally:
            text.detach()
