"""`casinowar rules`: show the rules of a table with the clauses behind them."""

import click

from casinowar.cli.output_file import output_file

EXAMPLES = """\b
Examples:
  casinowar rules
  casinowar rules washington
  casinowar rules california --reading primary-collected
  casinowar rules my-table.toml
  casinowar rules --new my-table.toml
"""


@click.command("rules", epilog=EXAMPLES)
@click.argument("rules", required=False)
@click.option("--reading", metavar="NAME", help="Show this reading instead of the default one.")
@click.option(
    "--new", metavar="FILE", callback=output_file, help="Write a commented rule file to start from."
)
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: str | None, reading: str | None, new: str | None, no_color: bool) -> None:
    """Show the rules of a table, and the clause behind each.

    RULES is the name of a built-in rule set or the path of a rule file. Without RULES, the command
    lists the built-in rule sets and their readings. With --new, it writes a rule file in which a
    comment explains every field; it never overwrites a file.
    """
    from rich.text import Text

    from casinowar.cli.sign import make_console, show, sign, signs
    from casinowar.rules.file import builtin_names, load_rules

    console = make_console(no_color=no_color)
    if new is not None:
        if rules is not None or reading is not None:
            raise click.UsageError("with --new, leave out RULES and --reading")
        _write_new(new)
        click.echo(f"{new} is written: edit it, then run casinowar check {new}")
        return
    if rules is not None:
        show(console, sign(load_rules(rules), reading))
        return
    if reading is not None:
        raise click.UsageError("--reading needs RULES: name the rule set that has this reading")
    show(console, signs([load_rules(name) for name in builtin_names()]))
    show(console, Text("casinowar rules NAME shows one of them.", style="dim"))


def _write_new(new: str) -> None:
    """Write the rule file to start from, unless the file exists."""
    from pathlib import Path

    from casinowar.errors import RuleError
    from casinowar.rules.template import template

    path = Path(new)
    text = template(path.name)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise RuleError(f"{new}: this file already exists; choose another name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RuleError(f"{new[:200]!r}: this file cannot be written: {reason}") from None
