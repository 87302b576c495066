"""`casinowar play`: play in the terminal."""

import click

from casinowar.cli.output_file import output_file

EXAMPLES = """\b
Examples:
  casinowar play
  casinowar play california --bots 5
  casinowar play online --chips 500 --fast
  casinowar play south-dakota --reading tie-loses --decks 8
  casinowar play --save shoes
"""


@click.command("play", epilog=EXAMPLES)
@click.argument("rules", default="washington")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option(
    "--decks", type=int, metavar="N", help="Decks in the shoe, if the rules leave a choice."
)
@click.option("--seats", type=int, metavar="N", help="Number of seats at the table.")
@click.option("--bots", type=click.IntRange(0), metavar="N", help="Number of bots at the table.")
@click.option("--chips", default="1000", show_default=True, help="Chips each player starts with.")
@click.option("--seed", type=int, metavar="N", help="Repeat the cards and bots of this seed.")
@click.option("--name", default="you", show_default=True, help="Your name at the table.")
@click.option(
    "--save",
    metavar="DIR",
    callback=output_file,
    help="Save each shoe in this folder, for casinowar verify.",
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

    RULES is the name of a built-in rule set or the path of a rule file. At any prompt, type ? to
    see the rules and their clauses, or q to leave; Ctrl-C leaves too. If input or output is not a
    terminal, the game uses plain lines and ends when its input ends.
    """
    from functools import partial

    from casinowar.cli.sign import sign
    from casinowar.money import parse_money
    from casinowar.rules.file import load_rules
    from casinowar.terminal.setup import GameRequest, play

    wanted = GameRequest(
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
    play(file, wanted, partial(sign, file, reading))
