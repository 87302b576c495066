"""`casinowar audit`: the whole database of a house, checked."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from casinowar.cli.bar import counted
from casinowar.cli.where import house_options

if TYPE_CHECKING:
    from casinowar.house.auditing import Findings

EXAMPLES = """\b
Examples:
  casinowar audit
  casinowar audit --data /srv/casinowar
  casinowar audit --database backup.db --json
"""


@click.command("audit", epilog=EXAMPLES)
@house_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-color", is_flag=True, help="Show the progress without colours.")
def command(data: str | None, database: str | None, as_json: bool, no_color: bool) -> None:
    """Check the whole database: records, rules, shoes, ledger, balances.

    Every table's record is replayed through its rules, and every row that was written with an
    entry is compared with it. The house may be open: what is checked is how it was when the audit
    began. The answer is "sound" with what was checked, or the first thing that is wrong and why.
    The exit status is 0 if all is sound, 1 if something is wrong, and 2 if it cannot be read.
    """
    import json

    from casinowar.cli.shoes import printable
    from casinowar.cli.where import house_of
    from casinowar.house.auditing import Wrong, audit
    from casinowar.store.engine import open_reader, shown

    house = house_of(data, database)
    name = shown(house)
    try:
        with open_reader(house) as connection, counted(no_color, "entries") as tell:
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
    """What was checked, for people."""
    from casinowar.facts import number

    click.echo(f"{name}: sound")
    entries = "1 entry" if found.entries == 1 else f"{found.entries} entries"
    dealt = number(found.rounds, "round")
    lines = (
        ("records", f"{entries} of {number(found.tables, 'table')} replayed"),
        ("rules", f"{number(found.rule_files, 'rule file')}; {dealt} decided as recorded"),
        ("shoes", f"{number(found.shoes, 'shoe')}, {found.open_shoes} of them still open"),
        ("ledger", f"{number(found.transfers, 'transfer')}, {number(found.settled, 'wager')}"),
        ("balances", f"{number(found.accounts, 'account')}, all together 0"),
    )
    for title, line in lines:
        click.echo(f"  {title:<9} {line}")
