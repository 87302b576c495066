"""`casinowar settle`: one round from one line, and who is paid what."""

from collections.abc import Iterator

import click

EXAMPLES = """\b
A line is the bets, a bar, then all that happens: cards (9h or 9), burns (x3, which
may be left out) and the choices of tie hands (1:war, 1:war/5, 1:surrender).
\b
Examples:
  a war, with a tie wager of 5.00 beside the primary of 20.00
    casinowar settle washington "1:20/5 2:20 | 9h Kd 9s 1:war x3 4c x3 7d"
  two hands online; the second goes to war with a tie bet on the war deal
    casinowar settle online "1:10 2:10 | K 9 9 2:war/10 8 8"
  a posted bank of 30.00 that does not cover everything
    casinowar settle california "bank:30 ann@1:20 bob@2:20 cy+2:10 | 5 K 9"
  many rounds, a line each
    casinowar settle south-dakota --reading literal - < rounds.txt
"""


@click.command("settle", epilog=EXAMPLES)
@click.argument("rules")
@click.argument("line")
@click.option("--reading", metavar="NAME", help="Settle by this reading instead of the default.")
@click.option("--decks", type=int, metavar="N", help="Allow no more cards than N decks hold.")
@click.option("--json", "as_json", is_flag=True, help="Print events and sums, one object a line.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str, line: str, reading: str | None, decks: int | None, as_json: bool, no_color: bool
) -> None:
    """Play a round written in one line, and print who is paid what, in order.

    RULES is the name of a built-in rule set or the path of a rule file. LINE is the round, or -
    to read rounds from standard input, one a line. Amounts are settled as they are written: limits
    are a table's. The exit status is 2 where a line cannot be played, or ends before its round; the
    lines after it are settled all the same.
    """
    import json

    from casinowar.cli.sign import make_console
    from casinowar.cli.slip import show_slip, slip_json
    from casinowar.errors import CasinoWarError, IllegalAction, RuleError
    from casinowar.needs import Nothing
    from casinowar.notation import hint, read_round
    from casinowar.round import need
    from casinowar.rulefile import load_rules

    file = load_rules(rules)
    played_by = file.rules(reading)
    allowed = played_by.shoe.decks
    if decks is not None and decks not in allowed:
        some = " or ".join(map(str, allowed))
        raise RuleError(f"--decks: {decks} is not allowed under {file.id}; {some} would be")
    console = make_console(no_color=no_color)
    is_refused = False
    for place, text in _lines(line):
        try:
            state, events = read_round(played_by, text, decks=decks)
            if as_json:
                click.echo(json.dumps(slip_json(state, events), separators=(",", ":")))
            else:
                show_slip(console, file, state)
            if not isinstance(awaited := need(state), Nothing):
                raise IllegalAction(f"the line ends early: awaited is {awaited}{hint(state)}")
        except CasinoWarError as error:
            is_refused = True
            click.echo(f"Error: {place}{error}", err=True)
    if is_refused:
        raise click.exceptions.Exit(2)


def _lines(line: str) -> Iterator[tuple[str, str]]:
    """The line given, or those on standard input, each with the place to name in an error."""
    from casinowar.notation import MOST_CHARACTERS

    if line != "-":
        yield "", line
        return
    with click.open_file("-", encoding="utf-8", errors="replace") as stream:
        number = 0
        while text := stream.readline(MOST_CHARACTERS + 2):
            number += 1
            rest = text
            while not rest.endswith("\n") and (rest := stream.readline(MOST_CHARACTERS)):
                pass  # of a line that is too long in any case
            if text.strip() and not text.lstrip().startswith("#"):
                yield f"line {number}: ", text.rstrip("\n")
