"""`casinowar simulate --stake`: simulate a player's bank with the core itself."""

import secrets
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from casinowar import __version__
from casinowar.money import format_money
from casinowar.odds.sessions.outlook import bank_of
from casinowar.rules.describe import number
from casinowar.rules.file import RuleFile
from casinowar.sim.banker.estimates import Banking, banker_json
from casinowar.sim.request import MOST_SEED, Request, rounds_of, subject_of_request

ROUNDS = "20000"
_BAR = 30


def simulate_bank(
    file: RuleFile,
    request: Request,
    stake: str,
    bets: str,
    rounds: str | None,
    *,
    no_color: bool,
) -> dict[str, Any]:
    """Simulate a banker's rounds and return all figures; Ctrl-C ends early with a valid result."""
    rules = file.rules(request.reading)
    posted, placed = bank_of(rules, stake, bets)
    drawn = secrets.randbelow(MOST_SEED + 1)
    subject = subject_of_request(rules, replace(request, seats=len(placed)), __version__, drawn)
    job = subject.job
    bank = Banking(rules, job.game, posted, tuple(placed), subject.policy, job.seed)
    wanted = rounds_of(rounds or ROUNDS)
    bank.exact()  # before dealing, so that a bank that cannot be priced is refused at once
    results: Counter[int] = Counter()
    stopped, started = "rounds", time.perf_counter()
    console = Console(stderr=True, no_color=no_color or None)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"{rules.id}, dealt by the core", total=wanted)
        try:
            for results in bank.run(wanted):
                bar.update(task, completed=results.total())
        except KeyboardInterrupt:
            if not results:
                raise
            stopped = "interrupted"
    seconds = time.perf_counter() - started
    return {"version": __version__, **banker_json(bank, results, seconds), "stopped": stopped}


def banker_table(name: str, found: dict[str, Any]) -> RenderableType:
    """Lay out a bank's rounds for rich to print."""
    bank = found["wagers"]["bank"]
    bets = "; ".join(
        format_money(bet["primary"])
        + (f" and {format_money(bet['tie'])} on a tie" if bet["tie"] else "")
        for bet in found["bets"]
    )
    early = ", stopped by Ctrl-C" if found["stopped"] == "interrupted" else ""
    error, z = bank["standard_error"], bank["z"]
    return Group(
        Text(
            f"{name} ({found['rules']}), reading {found['reading']}, "
            f"{number(found['decks'], 'deck')}",
            style="bold",
        ),
        Text(f"a banker who posts {format_money(found['stake'])} against {bets}"),
        Text(
            f"{found['rounds']:,} rounds in {found['seconds']:.1f} s{early}, dealt by the core "
            f"({found['kernel_reason']}), seed {found['seed']}"
        ),
        Text(),
        Text(
            f"The banker's result per round: {bank['mean'] / 100:+.4f}"
            + ("" if error is None else f" +- {error / 100:.4f}")
            + f", exact {bank['exact'] / 100:+.4f}"
            + ("" if z is None else f", z {z:+.2f}")
        ),
        Text(),
        _results(found),
        *_fit(found),
    )


def _results(found: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("result", "rounds", "share", "exact"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    most = max(each["exact"] for each in found["results"])
    for each in found["results"]:
        share = each["rounds"] / found["rounds"]
        table.add_row(
            f"{each['result'] / 100:+,.2f}",
            f"{each['rounds']:,}",
            f"{share:.4f}",
            f"{each['exact']:.4f}",
            "█" * round(_BAR * share / most),
        )
    return table


def _fit(found: dict[str, Any]) -> tuple[RenderableType, ...]:
    fit = found["chi_square"]
    if fit is None:
        return ()
    text = (
        f"chi-square over results: {fit['statistic']:.1f} with "
        f"{number(fit['degrees_of_freedom'], 'degree')} of freedom, p = {fit['p_value']:.3f}"
    )
    return (Text(), Text(text))
