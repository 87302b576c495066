"""`casinowar simulate`: deal billions of rounds, and compare them with the exact odds."""

from typing import TYPE_CHECKING, Any

import click

from casinowar.cli.output_file import output_file

if TYPE_CHECKING:
    from casinowar.api.rules import Rules
    from casinowar.errors import CasinoWarError

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
    help="Total rounds, such as 1000 or 1e12.  [default: 1e9, or as saved]",
)
@click.option("--seats", type=int, metavar="N", help="Seats that bet, 1 to 8.  [default: 1]")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 12.")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="Choice on every tie hand; if not set, war where offered.",
)
@click.option("--cut-card", type=int, metavar="N", help="Cards behind the cut card.")
@click.option(
    "--rounds-per-shoe", type=int, metavar="N", help="Rounds per shoe, instead of a cut card."
)
@click.option("--first-burn", is_flag=True, default=None, help="Burn the first card of each shoe.")
@click.option("--seed", type=int, metavar="N", help="Repeat this seed's cards.  [default: random]")
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads; one per core if not set."
)
@click.option(
    "--until-error", metavar="E", help="Stop when the primary's standard error falls to E."
)
@click.option(
    "--kernel",
    type=click.Choice(["vector", "general"]),
    help="Code that deals the cards; the fastest if not set.",
)
@click.option("--cluster", metavar="ADDRESS", help="Deal on a Dask cluster at tcp://host:port.")
@click.option(
    "--save",
    metavar="FILE",
    callback=output_file,
    help="Save the run to this file, every 10 s and at the end.",
)
@click.option("--resume", metavar="FILE", help="Continue a saved run, and keep saving it.")
@click.option("--stake", metavar="AMOUNT", help="The banker's stake, if a player banks.")
@click.option("--bets", metavar="BETS", help="Bets against --stake by seat, such as 20 20/5 10.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json; needs no RULES.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: str | None, as_json: bool, schema: bool, no_color: bool, **asked: Any) -> None:
    """Simulate a table, and compare the results with the exact odds.

    RULES is the name of a built-in rule set or the path of a rule file. The result gives, for every
    wager and outcome, the estimate, its standard error and its distance from the exact figure. The
    same seed gives the same totals on any number of threads or machines. Ctrl-C ends the run early
    with a valid result.
    """
    import json
    from importlib import resources

    from casinowar.api.rules import load
    from casinowar.api.simulation.simulate import require_numbers

    if schema:
        file = resources.files("casinowar.sim").joinpath("result.schema.json")
        click.echo(file.read_text("utf-8"))
        return
    if rules is None:
        raise click.UsageError("RULES is missing: give a built-in name or the path of a rule file")
    if asked["cluster"] is not None and asked["threads"] is not None:
        raise click.UsageError("use either --threads or --cluster, not both")
    for option in ("save", "resume"):
        if asked[option] == "":
            raise click.UsageError(f"--{option}: the file name is empty")
    _check_bank(asked)
    loaded = load(rules)
    require_numbers("a simulation")
    found, trouble = _found(loaded, asked, no_color=no_color)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        from casinowar.cli.sign import make_console, show
        from casinowar.cli.simulate.banker import banker_table
        from casinowar.cli.simulate.result_table import result_table

        told = result_table if asked["stake"] is None else banker_table
        show(make_console(no_color=no_color), told(loaded.title, found))
    if trouble is not None:
        raise trouble


def _check_bank(asked: dict[str, Any]) -> None:
    """Refuse options that have no effect on a bank, which the core simulates round by round."""
    if (asked["stake"] is None) != (asked["bets"] is None):
        raise click.UsageError("use --stake and --bets together")
    if asked["stake"] is None:
        return
    for name in ("seats", "kernel", "threads", "cluster", "until_error", "save", "resume"):
        if asked[name] is not None:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} cannot be used with --stake")


def _found(
    rules: "Rules", asked: dict[str, Any], *, no_color: bool
) -> "tuple[dict[str, Any], CasinoWarError | None]":
    """Run the simulation; return all figures, and the error that cut it short, if any."""
    from dataclasses import fields

    from casinowar.api.simulation.run import RunRequest, cores, run_request
    from casinowar.cli.simulate.progress import progress
    from casinowar.cli.simulate.signals import ended_as_by_ctrl_c
    from casinowar.sim.request import Request, goal_of

    request = Request(**{field.name: asked[field.name] for field in fields(Request)})
    if asked["stake"] is not None:
        from casinowar.cli.simulate.banker import simulate_bank

        bank = (asked["stake"], asked["bets"], asked["rounds"])
        return simulate_bank(rules.file, request, *bank, no_color=no_color), None
    wanted = RunRequest(
        goal=goal_of(asked["rounds"], asked["until_error"]),
        threads=asked["threads"] or cores(),
        cluster=asked["cluster"],
        save=asked["save"],
        resume=asked["resume"],
    )
    if request.reading is not None:
        rules = rules.under(request.reading)
    with ended_as_by_ctrl_c():
        found, trouble = run_request(
            rules, request, wanted, lambda name: progress(name, no_color=no_color)
        )
    return found.to_json(), trouble
