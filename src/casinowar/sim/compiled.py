"""The kernels compiled for this machine, once: later runs find them in the user's cache folder.

The folder is named by what the compiled code comes from, so that no run ever finds the code of an
older version. Where it cannot be written, every run compiles.
"""

import os
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import config
from numba.extending import register_jitable

from casinowar.sim import depth, kernel

_SETTING = "NUMBA_CACHE_DIR"
_TARGET = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
_DEALING = ("chunks", "compiled", "kernel", "run", "tallies", "words")
"""The modules, beside those of the vector kernel, that decide how a chunk is dealt."""


def _cache_folder() -> Path:
    """The user's folder for what can be made again."""
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = home / "Library" / "Caches"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return root / "casinowar" / f"kernels-{sources_digest()}"


def sources_digest() -> str:
    """A digest of everything that compiled code can come from."""
    return _digest_of(Path(__file__).parent.rglob("*.py"))


def dealing_digest() -> str:
    """A digest of what decides which cards a seed deals: the same digest, the same totals."""
    here = Path(__file__).parent
    own = (here / f"{name}.py" for name in _DEALING)
    return _digest_of([*own, *(here / "vector").glob("*.py")])


def _digest_of(sources: Iterable[Path]) -> str:
    digest = sha256()
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _can_cache() -> bool:
    """Whether compiled code is kept; settles where, unless the user has."""
    if os.environ.get(_SETTING):
        return True
    try:
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # a folder that cannot be made, a user without a home
        return False
    if not os.access(folder, os.W_OK):
        return False
    os.environ[_SETTING] = str(folder)
    config.reload_config()
    return True


def _leave_out_masks() -> None:
    """Compile without AVX-512, unless the user has said what for.

    With it, LLVM compares the lanes of the vector kernel by way of mask registers, and on the one
    processor that was measured (Zen 4) it was 5 % slower with one seat, and 10 % with seven. The
    results are the same.
    """
    if any(name in os.environ for name in _TARGET):
        return
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # not told on this system
        return
    masks = {name: False for name, there in features.items() if there and "avx512" in name}
    if masks:
        features.update(masks)
        os.environ[_TARGET[1]] = features.flatten()
        config.reload_config()


_leave_out_masks()
_CACHE = _can_cache()


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel compiled; other threads run while it does."""
    made: Callable[..., Any] = numba.njit(nogil=True, cache=_CACHE)(function)
    return made


register_jitable(kernel.draw)
play_rounds = compiled(kernel.play_rounds)

register_jitable(depth.see)
watch_shoes = compiled(depth.watch_shoes)
