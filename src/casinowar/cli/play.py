"""`casinowar play`: a game in the terminal."""

import click

from casinowar.cli.written import written

EXAMPLES = """\b
Examples:
  casinowar play
  casinowar play california --bots 5
  casinowar play online --chips 500 --fast
  casinowar play south-dakota --reading literal --decks 8
  casinowar play --save shoes
"""


@click.command("play", epilog=EXAMPLES)
@click.argument("rules", default="washington")
@click.option("--reading", metavar="NAME", help="Play this reading instead of the default one.")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, where the rules leave it.")
@click.option("--seats", type=int, metavar="N", help="Seats at the table.")
@click.option("--bots", type=click.IntRange(0), metavar="N", help="Bots that play with you.")
@click.option("--chips", default="1000", show_default=True, help="The chips everyone begins with.")
@click.option("--seed", type=int, metavar="N", help="The same cards and bots again.")
@click.option("--name", default="you", show_default=True, help="Your name at the table.")
@click.option(
    "--save",
    metavar="DIR",
    callback=written,
    help="Save a file of each shoe, for casinowar verify.",
)
@click.option("--fast", is_flag=True, help="Do not pause between cards.")
@click.option("--no-color", is_flag=True, help="Draw without colours.")
def command(
    rules: str,
    reading: str | None,
    decks: int | None,
    seats: int | None,
    bots: int | None,
    chips: str,
    seed: int | None,
    name: str,
    save: str | None,
    fast: bool,
    no_color: bool,
) -> None:
    """Play at a table in the terminal, with bots in the other seats.

    RULES is the name of a built-in rule set or the path of a rule file. At every prompt ? shows
    the rules with their clauses and q leaves; so does Ctrl-C. Without a terminal the game is
    played in plain lines and ends with its input.
    """
    from casinowar.cli.sign import sign
    from casinowar.money import parse_money
    from casinowar.rulefile import load_rules
    from casinowar.terminal.sitting import Wanted, play

    wanted = Wanted(
        name=name,
        chips=parse_money(chips),
        reading=reading,
        decks=decks,
        seats=seats,
        bots=bots,
        seed=seed,
        fast=fast,
        no_color=no_color,
        save=save,
    )
    file = load_rules(rules)
    play(file, wanted, sign(file, reading))
