"""`casinowar deal --save`: the record of a hand-dealt table, as files to verify and replay."""

import json
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main

SHOE = ["shoe", "cut 100", "cutcard 30", ""]
START = ["sit ann bob cy dan eve fay gus", *SHOE]
BETS = " ".join(f"{seat}=20/5" for seat in range(1, 8))
WAR = [BETS, "2 3 4 5 6 7", "fix K", "excess", "9", "shown 2", "9", "", "7 w", "", "5 8", ""]
"""A war, a card corrected, one too many, and one shown by mistake."""
LATE = ["again", "2 3 4 5 6 7 9 9", "", "timeout"]
"""A tie hand whose time runs out."""
RANKS = "2 3 4 5 6 7 8 9 T J Q K A".split()


def run(*words: str, lines: list[str] | None = None) -> Result:
    typed = "".join(f"{line}\n" for line in lines or [])
    return CliRunner().invoke(main, list(words), input=typed, env={"COLUMNS": "200"})


def whole_shoe() -> list[str]:
    """Rounds without ties until the cut card is out: eight cards each, all of other ranks."""
    cards = cycle(RANKS)
    return [line for _ in range(35) for line in ("again", " ".join(islice(cards, 8)), "")]


def saved(folder: Path, *, lines: list[str], rules: str = "fun-casino") -> list[Path]:
    result = run("deal", rules, "--save", str(folder), lines=lines)
    assert (result.exit_code, result.stderr) == (0, "")
    files = sorted(folder.iterdir(), key=lambda file: int(file.stem.rpartition("-")[2]))
    assert str(files[-1]) in result.output.splitlines()[-1]
    return files


def verified(*files: Path) -> list[str]:
    result = run("verify", "--json", *map(str, files))
    assert result.exit_code == 0, result.output
    return [line["shoe"] for line in map(json.loads, result.output.splitlines())]


def test_a_round_with_everything_in_it_is_saved(tmp_path: Path) -> None:
    (file,) = saved(tmp_path / "new" / "shoes", lines=[*START, *WAR, *LATE, "quit"])
    assert verified(file) == [f"{file.stem[:-2]}/1"]
    told = run("replay", "1", "--file", str(file))
    assert told.exit_code == 0
    for happened in ("seat 6: K, not 7", "a card too many", "shown by mistake", "goes to war"):
        assert happened in told.output
    assert "time ran out" in run("replay", "2", "--file", str(file)).output


@pytest.mark.clause("FC-12")
@pytest.mark.clause("FC-18")
def test_rulings_and_the_next_shoe_are_saved(tmp_path: Path) -> None:
    ruled = [BETS, "2 3 4 5 6 7 8 K", "", "rule void the cards were seen"]
    files = saved(tmp_path, lines=[*START, *ruled, *whole_shoe(), *SHOE, "again", "2 3"])
    assert len(files) == 2
    shoes = verified(*files)
    assert [shoe.rpartition("/")[2] for shoe in shoes] == ["1", "2"]
    assert "the cards were seen" in run("replay", "1", "--file", str(files[0])).output
    last = run("replay", "--file", str(files[1]), str(rounds_of(files[1])))
    assert last.exit_code == 0


@pytest.mark.clause("CA-ROUND-4")
@pytest.mark.clause("CA-ROUND-8")
def test_every_hand_of_a_dispute_is_laid_out_again(tmp_path: Path) -> None:
    start = ["sit ann bob cy", "shoe", "cut 100", "cutcard 78", "", "bank ann 300"]
    war = ["2=20 3=20", "9h 4c 9d", "", "w", "", "Ks", "", "8h", ""]
    (file,) = saved(tmp_path, lines=[*start, *war, "quit"], rules="california")
    told = " ".join(run("replay", "1", "--file", str(file)).output.split())
    for hand in ("seat 3: 4c", "seat 2: 9h Ks", "the dealer: 9d 8h"):
        assert f"{hand} to the discards CA-ROUND-4 CA-ROUND-8" in told


def rounds_of(file: Path) -> int:
    (shoe,) = (each for each in json.loads(file.read_text())["entries"] if each["kind"] == "shoe")
    rounds: int = shoe["state"]["rounds"]
    return rounds + 1


def test_a_line_that_is_refused_in_its_middle_is_saved_up_to_there(tmp_path: Path) -> None:
    (file,) = saved(tmp_path, lines=[*START, "1=20 9=5 2=20", "1=20 2=20", "9 nonsense"])
    verified(file)


def test_without_a_shoe_nothing_is_saved(tmp_path: Path) -> None:
    result = run("deal", "fun-casino", "--save", str(tmp_path), lines=["sit ann"])
    assert f"nothing saved in {tmp_path}: no shoe came to the table" in result.output
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("deal", "fun-casino", "--save", str(tmp_path / "file" / "dir"), lines=START)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot create this folder" in result.stderr


def test_a_killed_desk_leaves_everything_it_showed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "casinowar", "deal", "fun-casino", "--save", str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as desk:
        assert desk.stdin is not None
        assert desk.stdout is not None
        for line in [*START, BETS, "9 9 9"]:
            desk.stdin.write(f"{line}\n")
        desk.stdin.flush()
        deadline = time.monotonic() + 30
        while "seat 3: 9" not in desk.stdout.readline():
            assert time.monotonic() < deadline
        desk.kill()
        desk.wait()
    (file,) = tmp_path.iterdir()
    verified(file)
    kept = [entry.get("action") for entry in json.loads(file.read_text())["entries"]]
    assert [action["type"] for action in kept if action].count("deal") == 3
