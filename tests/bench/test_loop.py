"""The plain C loop is a yardstick: it deals the same game, and a wrong one is found out."""

from pathlib import Path

import numpy as np
import pytest

from bench.race.contender import Absent, Contender
from bench.race.loop import SOURCE, c_loop
from bench.race.racing import judged
from casinowar.rules.file import load_rules
from casinowar.sim import tallies
from casinowar.sim.chunks import count_chunk
from casinowar.sim.game import Game, game_of

RULES = load_rules("fun-casino").rules("first-bet-lost")
DRAWN = "shoe[place] = shoe[--*left];"
WRONG = {
    "put back": (DRAWN, "--*left;"),
    "dealer wins ties": ("higher += card < dealer;", "higher += card <= dealer;"),
    "the war's dealer keeps the first card": ("            dealer = draw(", "            draw("),
    "a rank too few": ("card % 13", "card % 12"),
}


def game(seats: int) -> Game:
    return game_of(RULES, seats=seats, cut_card=30)


def loop(seats: int, folder: Path, source: Path = SOURCE) -> Contender:
    entrant = c_loop(game(seats), "one seat", folder, source)
    assert isinstance(entrant, Contender)
    return entrant


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_counts_fit_the_exact_odds(seats: int, tmp_path: Path) -> None:
    contender = loop(seats, tmp_path)
    counts = contender.play(3_000_000).counts
    assert counts.sum() == 3_000_000
    result = judged(contender, [1.0], counts)
    assert result.plausible
    assert result.p_value is not None
    assert result.p_value > 1e-3
    assert all(tally.equal == tally.wars for tally, _ in tallies.read(game(seats), counts.tolist()))


@pytest.mark.needs("compiler")
def test_it_deals_as_many_cards_as_the_kernel(tmp_path: Path) -> None:
    """With the cut card behind the second round: a shoe has one round more only without a war."""
    source = tmp_path / "loop.c"
    source.write_text(SOURCE.read_text().replace("CARDS - 30", "CARDS - 305"))
    early = game_of(RULES, seats=1, cut_card=305)
    ours = count_chunk(early, "general", 1, 0, 2_000_000)
    theirs = loop(1, tmp_path, source).play(2_000_000).counts
    difference = (ours - theirs) / np.sqrt(np.maximum(ours + theirs, 1))
    assert abs(difference).max() < 5


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_loop_is_found_out(mistake: str, tmp_path: Path) -> None:
    right, wrong = WRONG[mistake]
    text = SOURCE.read_text()
    assert right in text
    source = tmp_path / "loop.c"
    source.write_text(text.replace(right, wrong))
    contender = loop(1, tmp_path, source)
    assert not judged(contender, [1.0], contender.play(30_000_000).counts).plausible


def test_missing_compiler_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    absent = c_loop(game(1), "one seat", tmp_path)
    assert absent == Absent(
        "C loop",
        "one seat",
        "no C compiler: no-such-compiler is not on the PATH; CC can name another",
    )


@pytest.mark.needs("compiler")
def test_what_does_not_compile_is_said(tmp_path: Path) -> None:
    source = tmp_path / "loop.c"
    source.write_text("cards")
    absent = c_loop(game(1), "one seat", tmp_path, source)
    assert isinstance(absent, Absent)
    assert absent.reason.startswith("gcc does not compile it: ")
    assert "loop.c" in absent.reason
