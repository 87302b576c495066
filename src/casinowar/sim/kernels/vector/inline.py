"""The decorator for parts of a kernel, which are compiled into it."""

from collections.abc import Callable
from typing import Any

import numba


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a part of a kernel inline, so that vectors stay in registers."""
    made: Callable[..., Any] = numba.njit(forceinline=True)(function)
    return made
