"""Where a kernel's arrays lie beside its frame, in which it keeps what no register holds.

Machines tell a load from the stores before it by its place in a page of 4096 bytes, and take an
array and the frame for one another where they lie a whole number of pages apart. A kernel lost a
tenth of its speed, or a third, as chance would have it. So arrays that are often written begin
where a frame ends. This changes when something is done, and never what.
"""

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.compiled import compiled
from casinowar.sim.vector.lanes import frame_address

PAGE = 4096
_WAY = 1024
"""A kernel that has arguments is called by way of so much more of the stack, or a little less."""
_LINE = 64
"""Bytes that are read from memory together; no vector should lie in two such lines."""


@compiled
def _frame_end() -> int:
    """About where the frames of kernels end that are called from the same place."""
    return frame_address()  # type: ignore[no-any-return]


def bytes_beyond_frame(distance: int, size: int) -> NDArray[np.int8]:
    """So many bytes, all 0, that lie so far behind the end of a kernel's frame, in some page."""
    room = np.zeros(size + PAGE, dtype=np.int8)
    end = _frame_end() // _LINE * _LINE - _WAY
    start = (end + distance - room.ctypes.data) % PAGE
    return room[start : start + size]
