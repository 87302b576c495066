"""Let signals end a simulation early, with a valid result."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDING = ("SIGTERM", "SIGHUP")
"""The signals to end and for a closed terminal window; some systems lack one of them."""


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """Treat these signals like Ctrl-C: keep the rounds dealt so far as the result.

    A signal that the parent process chose to ignore, as nohup does, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    usual = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in usual:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)
