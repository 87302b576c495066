"""`casinowar simulate`: real shoes by the thousand million, beside the exact odds."""

from typing import TYPE_CHECKING, Any

import click

from casinowar.cli.written import written

if TYPE_CHECKING:
    from casinowar.errors import CasinoWarError
    from casinowar.rulefile import RuleFile

EXAMPLES = """\b
Examples:
  casinowar simulate washington
  casinowar simulate fun-casino --reading first-bet-lost --rounds 1e10
  casinowar simulate online --seats 7 --policy "war and tie" --seed 7
  casinowar simulate south-dakota --rounds-per-shoe 1 --until-error 1e-5 --json
  casinowar simulate my-table.toml --rounds 1e11 --save run.json
  casinowar simulate my-table.toml --resume run.json
  casinowar simulate washington --rounds 1e12 --cluster tcp://10.0.0.5:8786
  casinowar simulate california --stake 30 --bets "20 20 20"
"""


@click.command("simulate", epilog=EXAMPLES)
@click.argument("rules", required=False)
@click.option(
    "--rounds",
    metavar="N",
    help="Rounds in all, as 1000 or 1e12.  [default: 1e9, or as it was saved]",
)
@click.option("--seats", type=int, metavar="N", help="Seats that bet, 1 to 8.  [default: 1]")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 12.")
@click.option("--reading", metavar="NAME", help="Play this reading instead of the default one.")
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="What every tie hand does; war where it is offered.",
)
@click.option("--cut-card", type=int, metavar="N", help="Cards behind the cut card.")
@click.option(
    "--rounds-per-shoe", type=int, metavar="N", help="Rounds from each shoe, no cut card."
)
@click.option("--first-burn", is_flag=True, default=None, help="Burn a shoe's first card.")
@click.option("--seed", type=int, metavar="N", help="The same cards again.  [default: any]")
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="As many as there are cores."
)
@click.option("--until-error", metavar="E", help="Stop when the primary's standard error is E.")
@click.option(
    "--kernel", type=click.Choice(["vector", "general"]), help="The fastest that fits the table."
)
@click.option("--cluster", metavar="ADDRESS", help="Deal on a dask cluster: tcp://host:port.")
@click.option(
    "--save", metavar="FILE", callback=written, help="Keep the run in this file, and every 10 s."
)
@click.option("--resume", metavar="FILE", help="Go on with a run that was saved, and keep it.")
@click.option("--stake", metavar="AMOUNT", help="A banker's stake, where a player banks.")
@click.option("--bets", metavar="BETS", help="The bets against it, seat by seat: 20 20/5 10.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: str | None, as_json: bool, schema: bool, no_color: bool, **asked: Any) -> None:
    """Simulate a table: deal real shoes, and compare with the exact odds.

    RULES is the name of a built-in rule set or the path of a rule file. Every wager and outcome
    has its estimate, its standard error and its distance from the exact figure. The same seed gives
    the same totals on any number of threads or machines. Ctrl-C ends early with a valid result.
    """
    import json
    from importlib import resources

    from casinowar.extras import needed
    from casinowar.rulefile import load_rules

    if schema:
        file = resources.files("casinowar").joinpath("schemas/simulate.json")
        click.echo(file.read_text("utf-8"))
        return
    if rules is None:
        raise click.UsageError("RULES is missing: a built-in name or the path of a rule file")
    if asked["cluster"] is not None and asked["threads"] is not None:
        raise click.UsageError("--threads and --cluster do not go together")
    for option in ("save", "resume"):
        if asked[option] == "":
            raise click.UsageError(f"--{option}: names no file")
    _check_bank(asked)
    loaded = load_rules(rules)
    for library in ("numba", "numpy"):
        needed(library, "a simulation", "sim")
    found, trouble = _found(loaded, asked, no_color=no_color)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        from casinowar.cli.banking import banked
        from casinowar.cli.sign import make_console, show
        from casinowar.cli.simulated import simulated

        told = simulated if asked["stake"] is None else banked
        show(make_console(no_color=no_color), told(loaded.name, found))
    if trouble is not None:
        raise trouble


def _check_bank(asked: dict[str, Any]) -> None:
    """Refuse what does not go with a bank: the core simulates that, round by round."""
    if (asked["stake"] is None) != (asked["bets"] is None):
        raise click.UsageError("--stake and --bets go together")
    if asked["stake"] is None:
        return
    for name in ("seats", "kernel", "threads", "cluster", "until_error", "save", "resume"):
        if asked[name] is not None:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} and --stake do not go together")


def _found(
    file: "RuleFile", asked: dict[str, Any], *, no_color: bool
) -> "tuple[dict[str, Any], CasinoWarError | None]":
    """Simulate what was asked: every figure of it, and what went wrong besides."""
    from dataclasses import fields

    from casinowar.cli.running import Wanted, cores, simulate
    from casinowar.sim.request import Request, goal_of

    request = Request(**{field.name: asked[field.name] for field in fields(Request)})
    if asked["stake"] is not None:
        from casinowar.cli.banking import simulate_bank

        bank = (asked["stake"], asked["bets"], asked["rounds"])
        return simulate_bank(file, request, *bank, no_color=no_color), None
    wanted = Wanted(
        goal=goal_of(asked["rounds"], asked["until_error"]),
        threads=asked["threads"] or cores(),
        cluster=asked["cluster"],
        save=asked["save"],
        resume=asked["resume"],
    )
    return simulate(file, request, wanted, no_color=no_color)
