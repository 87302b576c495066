"""`casinowar check`: check a rule file, and say how to fix it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from casinowar.odds.checks.finding import Finding
    from casinowar.rules.file import RuleFile

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
    """Check a rule file for mistakes, and say how to fix them.

    FILE is the path of a rule file or the name of a built-in rule set. The command checks every
    reading with every number of decks that it allows, and measures how much card counting helps.
    The exit status is 2 if the file cannot be used, 1 if there are warnings, and 0 otherwise; notes
    do not change it.
    """
    import json

    from casinowar.api.check import CheckReport, check, refusal
    from casinowar.cli.sign import make_console, show
    from casinowar.errors import RuleError

    try:
        report = check(file)
        if report.file is None and not as_json:
            raise RuleError(report.findings[0].says)
    except RuleError as error:
        if not as_json:
            raise
        report = CheckReport(file, None, (refusal(error),))
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    elif report.file is not None:
        show(make_console(no_color=no_color), _report(report.file, list(report.findings)))
    raise click.exceptions.Exit(report.exit_status)


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
        fix = "" if finding.severity == "note" else "to fix it: "
        yield Padding(Text.assemble((fix, "dim"), finding.mend), (0, 0, 1, 2))


def _verdict(found: list["Finding"]) -> str:
    from casinowar.rules.describe import number

    warnings = sum(finding.severity == "warning" for finding in found)
    notes = len(found) - warnings
    noted = f"{number(notes, 'note')}" if notes else "no notes"
    if warnings:
        return f"This file can be used, but has {number(warnings, 'warning')}; {noted}."
    return f"This file is sound; {noted}."
