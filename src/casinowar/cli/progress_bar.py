"""A progress bar for commands that take a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(no_color: bool, what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error and yield a function that updates it (done, total).

    Yield `None` if standard error is not a terminal.
    """
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, no_color=no_color or None)
    if not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
