"""A bar that shows how far something has come."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counted(no_color: bool, what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error that is told how many of how many; none where that is no terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, no_color=no_color or None)
    if not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
