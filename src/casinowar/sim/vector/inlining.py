"""How the parts of a kernel are compiled: into it."""

from collections.abc import Callable
from typing import Any

import numba


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of kernels. Vectors stay in registers where no call lies between."""
    made: Callable[..., Any] = numba.njit(forceinline=True)(function)
    return made
