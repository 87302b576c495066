"""The peers: an environment of their own, games in a process of their own, reasons where not."""

import os
import sys
from pathlib import Path

import pytest

from bench.peers import environment
from bench.peers.games import PEERS as PLAYED
from bench.race.contender import Absent, Contender
from bench.race.others import PEERS, Peer, entrant, peers, played
from casinowar.rules.file import load_rules
from casinowar.sim.game import game_of

GAME = game_of(load_rules("fun-casino").rules("first-bet-lost"), cut_card=30)

GYMNASIUM = """
import random

class Table:
    def reset(self, seed=None):
        if seed is not None:
            random.seed(seed)

    def step(self, action):
        assert action == 0
        return None, 1.0 if random.random() < 0.38 else -1.0, True, False, {}

def make(name, disable_env_checker):
    assert name == "Blackjack-v1"
    return Table()
"""

PYDEALER = """
import random
from types import SimpleNamespace

const = SimpleNamespace(DEFAULT_RANKS={"values": {str(rank): rank for rank in range(1, 14)}})

class Deck:
    def __init__(self, build=True, cards=()):
        self.cards = list(cards)
        if build:
            self.cards = [SimpleNamespace(value=str(rank)) for rank in range(1, 14)] * 4

    size = property(lambda self: len(self.cards))

    def __add__(self, other):
        return Deck(build=False, cards=self.cards + other.cards)

    def shuffle(self):
        random.shuffle(self.cards)

    def deal(self, count):
        return [self.cards.pop() for _ in range(count)]
"""


@pytest.fixture
def stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Libraries with the few functions that are called, in place of the peers themselves."""
    for name, text in (("gymnasium", GYMNASIUM), ("pydealer", PYDEALER)):
        (tmp_path / f"{name}.py").write_text(text)
        about = tmp_path / f"{name}-9.8.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.8\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(environment, "python_in", lambda _: Path(sys.executable))
    return tmp_path


def named(package: str) -> Peer:
    (found,) = (peer for peer in PEERS if peer.package == package)
    return found


def test_every_peer_has_a_game() -> None:
    assert [peer.package for peer in PEERS] == [*PLAYED]


@pytest.mark.parametrize("package", ["gymnasium", "pydealer"])
def test_peer_plays_and_is_judged(package: str, stand_ins: Path) -> None:
    contender = entrant(named(package), GAME, stand_ins, None)
    assert isinstance(contender, Contender)
    assert contender.note == "version 9.8"
    first, second = contender.play(3_000), contender.play(3_000)
    assert first.counts.sum() == second.counts.sum() == 3_000
    assert first.counts.tolist() != second.counts.tolist(), "each turn has chance of its own"
    assert first.seconds > 0


def test_dealt_rounds_fit_the_exact_odds(stand_ins: Path) -> None:
    from bench.race.racing import judged

    contender = entrant(named("pydealer"), GAME, stand_ins, None)
    assert isinstance(contender, Contender)
    result = judged(contender, [1.0], contender.play(100_000).counts)
    assert result.p_value is not None
    assert result.p_value > 1e-3


def test_peer_that_does_not_play_is_listed_with_the_reason(stand_ins: Path) -> None:
    absent = entrant(named("rlcard"), GAME, stand_ins, None)
    assert absent == Absent(
        "RLCard, blackjack",
        "other libraries",
        "it does not play: ModuleNotFoundError: No module named 'rlcard'",
    )


def test_peers_that_cannot_be_installed_are_listed_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    some = PEERS[:2]
    monkeypatch.setattr("bench.race.others.PEERS", some)
    told: list[str] = []
    listed = [*peers(GAME, tmp_path / "environment", told.append)]
    assert [each.name for each in listed] == [peer.name for peer in some]
    for peer, absent in zip(some, listed, strict=True):
        assert isinstance(absent, Absent)
        assert absent.reason == (
            f"pip does not install it: No matching distribution found for {peer.package}"
        )
    assert told == [f"installing {peer.package}" for peer in some]
    assert environment.make(tmp_path / "environment") is None, "made once, then used again"


def test_environment_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    trouble = environment.make(tmp_path / "file")
    assert trouble is not None
    assert trouble.startswith("no environment can be made for it: ")
    told: list[str] = []
    (absent, *_) = peers(GAME, tmp_path / "file", told.append)
    assert absent == Absent(PEERS[0].name, "other libraries", trouble)


def test_hands_that_do_not_end_are_given_up(
    stand_ins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.race.others._TURN_SECONDS", 0.01)
    assert played(stand_ins, "gymnasium", 10**9, 1) == "1000000000 hands have not ended in 0.01 s"


def test_cache_folder_is_the_users_and_of_this_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    major, minor = sys.version_info[:2]
    assert environment.cache_folder() == tmp_path / "casinowar" / f"peers-python{major}.{minor}"
