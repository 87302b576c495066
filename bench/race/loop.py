"""The plain C loop of `bench/loop.c`, compiled by the machine's own compiler for this machine."""

import ctypes
import os
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np

from bench.race.contender import Absent, Contender, Counts, Entrant, Sample, Setting
from casinowar.sim import tallies
from casinowar.sim.game import Game

SOURCE = Path(__file__).parents[1] / "loop.c"
NAME = "C loop"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
_SEED = 1


def c_loop(game: Game, setting: Setting, folder: Path, source: Path = SOURCE) -> Entrant:
    """The loop for a game's number of seats, built in a folder."""
    library = folder / f"loop-{game.seats}.so"
    trouble = build(source, library, game.seats)
    if trouble is not None:
        return Absent(NAME, setting, trouble)
    play = ctypes.CDLL(str(library)).play
    play.argtypes = (ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p)
    play.restype = None
    seeds = np.random.SeedSequence(_SEED)

    def rounds(count: int) -> Sample:
        counts: Counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
        seed = seeds.spawn(1)[0].generate_state(3, np.uint64)
        began = time.thread_time()
        play(seed.ctypes.data, count, counts.ctypes.data)
        return Sample(time.thread_time() - began, counts)

    return Contender(NAME, setting, rounds, game, note="bench/loop.c, gcc -O3 -march=native")


def build(source: Path, library: Path, seats: int) -> str | None:
    """Compile the loop; what was wrong, if anything was."""
    compiler = shlex.split(os.environ.get("CC", "gcc"))
    if shutil.which(compiler[0]) is None:
        return f"no C compiler: {compiler[0]} is not on the PATH; CC can name another"
    command = [*compiler, *FLAGS, f"-DSEATS={seats}", "-o", str(library), str(source)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        first = (made.stderr.strip().splitlines() or ["it says nothing"])[0]
        return f"{compiler[0]} does not compile it: {first}"
    return None
