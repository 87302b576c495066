"""Show the progress of a simulation, and its estimate so far, in one line on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from casinowar.api.simulation.run import Tell
from casinowar.sim.estimates import Estimate
from casinowar.sim.run import Totals


@contextmanager
def progress(name: str, no_color: bool) -> Iterator[Tell | None]:
    """Show a progress line on standard error; yield `None` if that is not a terminal."""
    console = Console(stderr=True, no_color=no_color or None, highlight=False)
    if not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=10 if console.width < 100 else 20),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=None, told="compiling")

        def tell(totals: Totals, estimate: Estimate, until: int) -> None:
            told = f"{short(totals.rounds)} rounds"
            if totals.seconds:
                told += f", {short(totals.rounds / totals.seconds)}/s"
            if estimate.mean is not None and estimate.standard_error is not None:
                error = float(estimate.standard_error)
                told += f", primary {float(estimate.mean):.{digits(error)}f}"
                told += f" +- {error:.1e}"
            bar.update(task, completed=totals.rounds, total=until, told=told)

        yield tell


def short(number: float) -> str:
    """Format a number briefly: ``1.23e9``, ``950``."""
    return f"{number:.3g}".replace("e+0", "e").replace("e+", "e")


def digits(error: float) -> int:
    """Return how many decimals of an estimate to show: two digits of the error."""
    return max(2, 1 - int(f"{error:e}".partition("e")[2]))
