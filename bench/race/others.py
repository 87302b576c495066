"""The peers in the race: each turn is a process of the environment they live in."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from bench.peers import environment
from bench.peers.games import REST, WON
from bench.race.contender import Absent, Contender, Counts, Entrant, Sample
from casinowar.sim import tallies
from casinowar.sim.game import Game

GAMES = Path(environment.__file__).with_name("games.py")
_TURN_SECONDS = 600
_STANDING_WINS = 0.38
"""Of hands of blackjack at which the player always stands, within the rules the peers differ by."""
_ROUND = {
    "higher": (1, 0, 0, 0),
    "lower": (0, 0, 0, 0),
    "war higher": (0, 1, 1, 0),
    "war lower": (0, 1, 0, 1),
    "war equal": (0, 1, 0, 0),
}
"""The outcomes of a round as `casinowar.sim.tallies` tells it."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library from the Python Package Index, and what it plays."""

    package: str
    name: str
    wins: float | None
    """The share of hands won; `None`: it deals Casino War."""


PEERS = (
    Peer("open_spiel", "OpenSpiel, blackjack", _STANDING_WINS),
    Peer("gymnasium", "gymnasium, Blackjack-v1", _STANDING_WINS),
    Peer("rlcard", "RLCard, blackjack", _STANDING_WINS),
    Peer("pokerkit", "PokerKit, Kuhn's poker", 0.5),
    Peer("pydealer", "pydealer, Casino War", None),
)


def peers(game: Game, folder: Path, tell: Callable[[str], None]) -> Iterator[Entrant]:
    """Every peer, installed if need be; of one that cannot be, the reason."""
    trouble = environment.make(folder)
    for peer in PEERS:
        tell(f"installing {peer.package}")
        yield entrant(peer, game, folder, trouble or environment.install(folder, peer.package))


def entrant(peer: Peer, game: Game, folder: Path, trouble: str | None) -> Entrant:
    """A peer ready to play, after one hand to see whether it does."""
    if trouble is None:
        tried = played(folder, peer.package, 1, 0)
        if not isinstance(tried, str):
            version = tried["version"]
            play = turns(folder, peer)
            at = None if peer.wins else game
            return Contender(
                peer.name, "other libraries", play, at, wins=peer.wins, note=f"version {version}"
            )
        trouble = f"it does not play: {tried}"
    return Absent(peer.name, "other libraries", trouble)


def turns(folder: Path, peer: Peer) -> Callable[[int], Sample]:
    """The turns of a peer, each with a seed of its own."""
    seeds = count(1)

    def play(hands: int) -> Sample:
        said = played(folder, peer.package, hands, next(seeds))
        if isinstance(said, str):
            raise RuntimeError(f"{peer.name}: {said}")
        return Sample(said["seconds"], counted(peer, said["outcomes"]))

    return play


def counted(peer: Peer, outcomes: Mapping[str, int]) -> Counts:
    """The outcomes of hands as a sample holds them."""
    if peer.wins:
        return np.array([outcomes.get(WON, 0), outcomes.get(REST, 0)], dtype=np.int64)
    counts: Counts = np.zeros(tallies.size(1), dtype=np.int64)
    for outcome, hands in outcomes.items():
        counts[tallies.place(1, *_ROUND[outcome])] = hands
    return counts


def played(folder: Path, package: str, hands: int, seed: int) -> dict[str, Any] | str:
    """What a peer says of so many hands, or what was wrong."""
    command = [str(environment.python_in(folder)), str(GAMES), package, str(hands), str(seed)]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_TURN_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"{hands} hands have not ended in {_TURN_SECONDS} s"
    if ran.returncode:
        return environment.last_line(ran.stderr)
    said: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return said
