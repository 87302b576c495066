"""The memory positions of a kernel's arrays, relative to its stack frame.

A kernel keeps in its frame what does not fit in registers. To match a load with earlier stores, a
processor first compares their positions in a page of 4096 bytes. If an array and the frame have the
same position, it takes them for each other and waits. That cost a kernel a tenth or a third of its
speed, at random. So arrays that are often written begin where a frame ends. This changes the speed,
but never the results.
"""

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.kernels.compiled import compiled
from casinowar.sim.kernels.vector.lanes import frame_address

PAGE = 4096
_WAY = 1024
"""About how much more stack is in use when a kernel with arguments is called."""
_LINE = 64
"""The bytes of a cache line; no vector should lie across two of them."""


@compiled
def _frame_end() -> int:
    """Return about where the frame of a kernel ends that is called from the same place."""
    return frame_address()  # type: ignore[no-any-return]


def bytes_beyond_frame(distance: int, size: int) -> NDArray[np.int8]:
    """Return so many zero bytes at this distance from the end of a kernel's frame, modulo pages."""
    room = np.zeros(size + PAGE, dtype=np.int8)
    end = _frame_end() // _LINE * _LINE - _WAY
    start = (end + distance - room.ctypes.data) % PAGE
    return room[start : start + size]
