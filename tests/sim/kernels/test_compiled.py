"""Compiled kernels are cached by one process at a time."""

import fcntl
import os
from pathlib import Path
from threading import Thread

from casinowar.sim.kernels.compiled import compiled


def add_one(number: int) -> int:
    return number + 1


def test_a_kernel_is_compiled_when_no_other_process_uses_the_cache() -> None:
    kernel = compiled(add_one)
    found: list[int] = []
    with (Path(os.environ["NUMBA_CACHE_DIR"]) / "lock").open("w") as other_process:
        fcntl.flock(other_process, fcntl.LOCK_EX)
        thread = Thread(target=lambda: found.append(kernel(41)))
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
        assert not found
    thread.join(60)
    assert found == [42]


def test_a_kernel_may_call_another() -> None:
    inner = compiled(add_one)

    def add_two(number: int) -> int:
        result: int = inner(inner(number))
        return result

    assert compiled(add_two)(40) == 42
