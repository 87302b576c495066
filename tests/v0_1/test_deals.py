"""The cards that a seed deals, and saved simulations: version 0.1's go on with the current code.

If `test_a_seed_deals_the_same` fails, the same seed deals other cards than before. If that is what
you want, raise `KERNELS` and replace the digests; saved simulations then cannot go on.
"""

import json
import shutil
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.rules.file import load_rules
from casinowar.sim import saved
from casinowar.sim.chunks import COMPARED, count_chunk, stream
from casinowar.sim.counting.watch import no_marks, watch_chunk
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import general, vector
from casinowar.sim.kernels.compiled import KERNELS
from casinowar.sim.kernels.trace import trace
from casinowar.sim.kernels.vector.forms import form_of

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "deals.json").read_text("utf-8"))["counts"]
TRACES: list[dict[str, Any]] = json.loads((HERE / "deals.json").read_text("utf-8"))["traces"]
WATCHED: list[dict[str, Any]] = json.loads((HERE / "deals.json").read_text("utf-8"))["watched"]
SIMULATIONS = sorted((HERE / "simulations").glob("*.json"))


def digest(numbers: Any) -> str:
    return sha256(np.asarray(numbers, dtype="<i8").tobytes()).hexdigest()


def game(case: dict[str, Any]) -> Game:
    return game_of(load_rules(case["rules"]).rules(), **case["game"])


def title(case: dict[str, Any]) -> str:
    return f"{case['form']}-{case['rules']}"


def test_the_version_is_the_one_that_is_pinned() -> None:
    assert KERNELS == 1


@pytest.mark.parametrize("case", CASES, ids=title)
def test_a_seed_deals_the_same(case: dict[str, Any]) -> None:
    if case["kernel"] == "vector":
        form = form_of(game(case))
        assert form is not None
    counts = count_chunk(game(case), case["kernel"], case["seed"], case["chunk"], case["rounds"])
    assert int(counts.sum()) == case["rounds"]
    assert digest(counts) == case["digest"]


@pytest.mark.parametrize("case", TRACES, ids=title)
def test_a_seed_turns_up_the_same_cards(case: dict[str, Any]) -> None:
    own, chance = game(case), stream(case["seed"], case["chunk"], COMPARED)
    if case["kernel"] == "vector":
        seen = list(islice(vector.trace(own, chance), case["rounds"]))
    else:
        words = np.random.Generator(np.random.PCG64(chance)).integers(0, 1 << 16, 20_000).tolist()
        seen = list(trace(general.play_rounds, own, words, case["rounds"]))
    cards = [number for each in seen for number in (each.opens_shoe, *each.cards, each.place)]
    assert digest(cards) == case["digest"]


@pytest.mark.parametrize("case", WATCHED, ids=title)
def test_a_seed_shows_the_same_shoes(case: dict[str, Any]) -> None:
    own = game(case)
    depths = watch_chunk(own, no_marks(own), case["seed"], case["chunk"])
    assert [digest(each) for each in depths] == case["digests"]


def simulated(*words: str | Path) -> dict[str, Any]:
    arguments = ["simulate", *map(str, words), "--threads", "1", "--json"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.output)
    return {name: each for name, each in told.items() if "second" not in name}


@pytest.mark.parametrize("path", SIMULATIONS, ids=lambda path: path.stem)
def test_a_saved_simulation_goes_on_to_its_goal(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run.json"
    shutil.copy(path, copy)
    subject, goal, totals = saved.read(path.name, path.read_text("utf-8"))
    assert subject.kernels == KERNELS
    assert totals.rounds < goal.rounds
    assert totals.tail
    own = subject.job
    resumed = simulated(subject.rules, "--resume", copy)
    assert resumed["rounds"] >= goal.rounds
    words = ("--seats", own.game.seats, "--seed", own.seed, "--kernel", own.kernel)
    once = simulated(
        subject.rules,
        *map(str, words),
        "--cut-card",
        str(own.game.behind),
        "--rounds",
        str(goal.rounds),
        "--save",
        tmp_path / "once.json",
    )
    assert resumed == once
    _, _, on = saved.read("on", copy.read_text("utf-8"))
    _, _, one = saved.read("one", (tmp_path / "once.json").read_text("utf-8"))
    assert (on.chunks, on.counts, on.rounds, on.tail) == (
        one.chunks,
        one.counts,
        one.rounds,
        one.tail,
    )
    assert json.loads(copy.read_text("utf-8"))["format"] == "casinowar/simulation/1"
