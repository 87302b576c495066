"""`casinowar settle`: play one round from one line, and show who is paid what."""

from collections.abc import Iterator

import click

EXAMPLES = """\b
A line has the bets, a bar, then everything that happens: cards (9h or 9), burns (x3;
you can leave them out) and the choices of tie hands (1:war, 1:war/5, 1:surrender).
\b
Examples:
  a war, with a tie wager of 5.00 beside the primary of 20.00
    casinowar settle washington "1:20/5 2:20 | 9h Kd 9s 1:war x3 4c x3 7d"
  two hands online; the second goes to war with a tie bet on the war deal
    casinowar settle online "1:10 2:10 | K 9 9 2:war/10 8 8"
  a posted bank of 30.00 that does not cover everything
    casinowar settle california "bank:30 ann@1:20 bob@2:20 cy+2:10 | 5 K 9"
  many rounds, one on each line
    casinowar settle south-dakota --reading tie-loses - < rounds.txt
"""


@click.command("settle", epilog=EXAMPLES)
@click.argument("rules")
@click.argument("line")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option("--decks", type=int, metavar="N", help="Allow only the cards that N decks hold.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each round.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str, line: str, reading: str | None, decks: int | None, as_json: bool, no_color: bool
) -> None:
    """Play a round written in one line, and print who is paid what.

    RULES is the name of a built-in rule set or the path of a rule file. LINE is the round, or - to
    read rounds from standard input, one on each line. Table limits do not apply to the amounts. If
    a line cannot be played or stops before the round ends, the exit status is 2; later lines are
    still settled.
    """
    import json

    from casinowar.api.rules import load
    from casinowar.api.settle import settle
    from casinowar.cli.play.slip import show_slip
    from casinowar.cli.sign import make_console
    from casinowar.errors import CasinoWarError, RuleError

    loaded = load(rules, reading)
    allowed = loaded.rules.shoe.decks
    if decks is not None and decks not in allowed:
        some = " or ".join(map(str, allowed))
        raise RuleError(f"--decks: {decks} is not allowed under {loaded.id}; use {some}")
    console = make_console(no_color=no_color)
    is_refused = False
    for place, text in _lines(line):
        try:
            result = settle(loaded, text, decks=decks, unfinished=True)
            if as_json:
                click.echo(json.dumps(result.to_json(), separators=(",", ":")))
            else:
                show_slip(console, result)
            result.check_over()
        except CasinoWarError as error:
            is_refused = True
            click.echo(f"Error: {place}{error}", err=True)
    if is_refused:
        raise click.exceptions.Exit(2)


def _lines(line: str) -> Iterator[tuple[str, str]]:
    """Yield the line given, or those of standard input, each with its place for error messages."""
    from casinowar.game.notation import MOST_CHARACTERS

    if line != "-":
        yield "", line
        return
    with click.open_file("-", encoding="utf-8", errors="replace") as stream:
        number = 0
        while text := stream.readline(MOST_CHARACTERS + 2):
            number += 1
            rest = text
            while not rest.endswith("\n") and (rest := stream.readline(MOST_CHARACTERS)):
                pass  # skip the rest of a line that is too long anyway
            if text.strip() and not text.lstrip().startswith("#"):
                yield f"line {number}: ", text.rstrip("\n")
