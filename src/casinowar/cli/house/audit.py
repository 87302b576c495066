"""`casinowar audit`: check the whole database of a house."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from casinowar.cli.house.location import house_options
from casinowar.cli.progress_bar import progress_bar

if TYPE_CHECKING:
    from casinowar.house.upkeep.audit import Findings

EXAMPLES = """\b
Examples:
  casinowar audit
  casinowar audit --data /srv/casinowar
  casinowar audit --database backup.db --json
"""


@click.command("audit", epilog=EXAMPLES)
@house_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-color", is_flag=True, help="Show progress without colours.")
def command(data: str | None, database: str | None, as_json: bool, no_color: bool) -> None:
    """Check a whole house: records, rules, shoes, ledger, balances.

    The audit replays every table's record under its rules, and compares each entry with the rows
    that were written with it. You can audit an open house: the audit checks a snapshot taken when
    it starts. It prints "sound" and what it checked, or the first error and its cause. The exit
    status is 0 if all is sound, 1 if something is wrong, and 2 if the database cannot be read.
    """
    import json

    from casinowar.cli.house.location import house_of
    from casinowar.cli.play.shoes import printable
    from casinowar.house.upkeep.audit import Wrong, audit
    from casinowar.store.backends.engine import open_reader, shown

    house = house_of(data, database)
    name = shown(house)
    try:
        with open_reader(house) as connection, progress_bar(no_color, "entries") as tell:
            findings = audit(connection, tell)
    except Wrong as wrong:
        told = {"database": name, "sound": False, "where": wrong.where, "why": wrong.why}
        click.echo(json.dumps(told) if as_json else f"{name}: wrong\n  {printable(str(wrong))}")
        raise click.exceptions.Exit(1) from None
    if as_json:
        click.echo(json.dumps({"database": name, "sound": True, **asdict(findings)}))
    else:
        _show(name, findings)


def _show(name: str, found: "Findings") -> None:
    """Print what was checked, for people."""
    from casinowar.rules.describe import number

    click.echo(f"{name}: sound")
    entries = "1 entry" if found.entries == 1 else f"{found.entries} entries"
    dealt = number(found.rounds, "round")
    lines = (
        ("records", f"{entries} of {number(found.tables, 'table')} replayed"),
        ("rules", f"{number(found.rule_files, 'rule file')}; {dealt} decided as recorded"),
        ("shoes", f"{number(found.shoes, 'shoe')}, {found.open_shoes} of them still open"),
        ("ledger", f"{number(found.transfers, 'transfer')}, {number(found.settled, 'wager')}"),
        ("balances", f"{number(found.accounts, 'account')}, sum 0"),
    )
    for title, line in lines:
        click.echo(f"  {title:<9} {line}")
