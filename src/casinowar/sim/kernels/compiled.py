"""The kernels, compiled once for this machine; later runs find them in the user's cache folder.

The folder's name contains a digest of the sources, so that no run uses compiled code of an older
version. If the folder cannot be written, every run compiles.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import config
from numba.extending import register_jitable

from casinowar.sim.kernels import general, watching

_SETTING = "NUMBA_CACHE_DIR"
_TARGET = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")

KERNELS = 1
"""The version of the kernels. Raise it when the same seed would deal other cards, or when a chunk
would hold other rounds: a simulation saved with another version cannot go on. Do not raise it
for new words, moved code or more speed. A test pins the cards that seeds deal."""


def _cache_folder() -> Path:
    """Return the folder for compiled kernels, inside the user's cache folder."""
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = home / "Library" / "Caches"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return root / "casinowar" / f"kernels-{sources_digest()}"


def sources_digest() -> str:
    """Return a digest of all sources that compiled code can come from."""
    return _digest_of(Path(__file__).parents[1].rglob("*.py"))


def _digest_of(sources: Iterable[Path]) -> str:
    digest = sha256()
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _can_cache() -> bool:
    """Tell whether compiled code can be cached; choose the folder unless the user has."""
    if os.environ.get(_SETTING):
        return True
    try:
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the folder cannot be made, or the user has no home
        return False
    if not os.access(folder, os.W_OK):
        return False
    os.environ[_SETTING] = str(folder)
    config.reload_config()
    return True


def _leave_out_masks() -> None:
    """Compile without AVX-512, unless the user has chosen a target.

    With AVX-512, LLVM compares the vector kernel's lanes in mask registers. On the one processor
    that was measured (Zen 4), this was 5 % slower with one seat and 10 % slower with seven. The
    results are the same.
    """
    if any(name in os.environ for name in _TARGET):
        return
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # not known on this system
        return
    masks = {name: False for name, enabled in features.items() if enabled and "avx512" in name}
    if masks:
        features.update(masks)
        os.environ[_TARGET[1]] = features.flatten()
        config.reload_config()


_leave_out_masks()
_CACHE = _can_cache()


class _CacheLock:
    """Lets one process at a time read and write the cache.

    Numba numbers the files of one kernel. Two processes that compile it at once for different
    arguments may choose the same number, and the next run would load the wrong code.
    """

    def __init__(self) -> None:
        self._thread = RLock()
        self._depth = 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Hold the lock; a kernel compiled inside another one holds it already."""
        with self._thread, nullcontext() if self._depth else _locked_file():
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1


@contextmanager
def _locked_file() -> Iterator[None]:
    if find_spec("fcntl") is None:  # not on Windows
        yield
        return
    import fcntl

    with (Path(os.environ[_SETTING]) / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


_cache_lock = _CacheLock()


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel so that other threads can run beside it."""
    kernel: Any = numba.njit(nogil=True, cache=_CACHE)(function)
    if _CACHE:
        compile_kernel = kernel.compile

        def compile_alone(signature: object) -> object:
            with _cache_lock():
                return compile_kernel(signature)

        kernel.compile = compile_alone
    result: Callable[..., Any] = kernel
    return result


register_jitable(general.draw)
play_rounds = compiled(general.play_rounds)

register_jitable(watching.see)
watch_shoes = compiled(watching.watch_shoes)
