"""`casinowar rules`: the rules of a table with the clauses they rest on."""

import click

EXAMPLES = """\b
Examples:
  casinowar rules
  casinowar rules washington
  casinowar rules california --reading primary-collected
  casinowar rules my-table.toml
"""


@click.command("rules", epilog=EXAMPLES)
@click.argument("rules", required=False)
@click.option("--reading", metavar="NAME", help="Show this reading instead of the default one.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: str | None, reading: str | None, no_color: bool) -> None:
    """Show the rules of a table, and the clause behind each.

    RULES is the name of a built-in rule set or the path of a rule file. Without it, the built-in
    rule sets and their readings are listed.
    """
    from rich.text import Text

    from casinowar.cli.sign import make_console, show, sign, signs
    from casinowar.rulefile import builtin_names, load_rules

    console = make_console(no_color=no_color)
    if rules is not None:
        show(console, sign(load_rules(rules), reading))
        return
    if reading is not None:
        raise click.UsageError("--reading needs RULES: say whose reading it is")
    show(console, signs([load_rules(name) for name in builtin_names()]))
    show(console, Text("casinowar rules NAME shows one of them.", style="dim"))
