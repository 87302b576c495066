"""`casinowar check`: whether a rule file is sound, and what would mend it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from casinowar.odds.finding import Finding
    from casinowar.rulefile import RuleFile

EXAMPLES = """\b
Examples:
  casinowar check my-table.toml
  casinowar check fun-casino
  casinowar check my-table.toml --json
"""


@click.command("check", epilog=EXAMPLES)
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as a JSON list.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(file: str, as_json: bool, no_color: bool) -> None:
    """Say whether a rule file is sound, and what would mend it.

    FILE is the path of a rule file or the name of a built-in rule set. All its readings are looked
    at, with every number of decks they allow; how far counting cards helps is measured. The exit
    status is 2 if the file cannot be used, 1 if there are warnings, and 0 if there are none; notes
    change nothing.
    """
    import json
    from dataclasses import asdict

    from casinowar.cli.sign import make_console, show
    from casinowar.errors import RuleError
    from casinowar.odds.finding import Finding
    from casinowar.odds.findings import exit_status, findings
    from casinowar.rulefile import load_rules
    from casinowar.sim.remark import counting_notes

    try:
        loaded = load_rules(file)
    except RuleError as error:
        if not as_json:
            raise
        mend = "correct what the message names"
        refused = Finding("error", "rule-file", None, None, (), str(error), mend)
        click.echo(json.dumps([asdict(refused)], indent=2, ensure_ascii=False))
        raise click.exceptions.Exit(2) from None
    found = [*findings(loaded), *counting_notes(loaded)]
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=2, ensure_ascii=False))
    else:
        show(make_console(no_color=no_color), _report(loaded, found))
    raise click.exceptions.Exit(exit_status(found))


def _report(file: "RuleFile", found: list["Finding"]) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    head = Text.assemble((file.name, "bold"), f" ({file.id})")
    return Group(head, Text(), *_told(found), Text(_verdict(found), style="bold"))


def _told(found: Iterable["Finding"]) -> Iterator["RenderableType"]:
    from rich.padding import Padding
    from rich.text import Text

    styles = {"error": "bold red", "warning": "bold yellow", "note": "bold"}
    for finding in found:
        where = "" if finding.reading is None else f" in the reading {finding.reading}"
        yield Text.assemble(
            (finding.severity, styles[finding.severity]),
            f": {finding.field}{where} ",
            (" ".join(finding.clauses), "cyan"),
        )
        yield Padding(Text(finding.says), (0, 0, 0, 2))
        yield Padding(Text.assemble(("to mend it: ", "dim"), finding.mend), (0, 0, 1, 2))


def _verdict(found: list["Finding"]) -> str:
    from casinowar.facts import number

    warnings = sum(finding.severity == "warning" for finding in found)
    notes = len(found) - warnings
    noted = f"{number(notes, 'note')}" if notes else "no notes"
    if warnings:
        return f"This file can be used, but has {number(warnings, 'warning')}; {noted}."
    return f"This file is sound; {noted}."
