"""`casinowar play --save`: every shoe's file is there, whatever ends the game."""

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casinowar.audit.chains import Chains
from casinowar.audit.files import audit_shoe
from casinowar.record.shoefile import read_shoe
from tests.cli.play.test_play import PROGRAM, played, run

CARD_SHOWN = re.compile(r"^(?:seat \d|dealer).*: \w{1,2}[cdhs]$", re.M)


def test_shoes_are_saved_where_asked(tmp_path: Path) -> None:
    text = played("online", "--save", str(tmp_path / "shoes"), typed="5\n5\nq\n")
    files = sorted((tmp_path / "shoes").iterdir())
    assert len(files) == 3
    assert f"saved: 3 shoes, the last in {files[-1]}\n" in text
    for file in files:
        audit_shoe(read_shoe(file.read_bytes()))


def test_nothing_is_written_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played("online", typed="5\nq\n")
    assert list(tmp_path.iterdir()) == []


def test_other_game_other_shoes(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("--save", str(tmp_path), typed="\n").exit_code == 0
    assert len(list(tmp_path.iterdir())) == 2


def test_same_seed_again_leaves_the_first_game_as_it_is(tmp_path: Path) -> None:
    words = ("--seed", "1", "--save", str(tmp_path))
    assert run(*words, typed="100\n20\nq\n").exit_code == 0
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    again = run(*words, typed="7\n10\nq\n")
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr == (
        f"Error: {file}: already exists, from a game with this seed; name another folder\n"
    )
    assert file.read_bytes() == before


def test_games_with_the_same_seed_have_the_same_cards_and_are_two_games(tmp_path: Path) -> None:
    """Each is right, and so are both together: the tables of one id were opened at two times."""
    for name, typed in (("one", "100\n20\nq\n"), ("two", "100\n30\nq\n")):
        words = ("--seed", "1", "--save", str(tmp_path / name))
        assert run(*words, typed=typed).exit_code == 0
    one, two = (json.loads(file.read_text()) for file in sorted(tmp_path.glob("*/*.json")))
    assert one["shoe"] == two["shoe"]
    assert seeds_in(one) == seeds_in(two)
    assert one["table"]["hash"] != two["table"]["hash"]
    chains = Chains()
    for file in sorted(tmp_path.glob("*/*.json")):
        chains.take(read_shoe(file.read_bytes()), file.name)


def seeds_in(file: dict[str, Any]) -> list[str]:
    return [entry["seed"] for entry in file["entries"] if entry["kind"] == "server_reveal"]


def test_save_needs_a_name() -> None:
    result = run("--save", "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name the folder for the shoe files; . is the current folder" in result.stderr


def killed(folder: Path, *words: str, typed: str, when: Callable[[str], bool]) -> str:
    """What a game that saves its shoes has shown when it is killed, which is as soon as it may."""
    shown = folder.parent / "shown.txt"
    command = [PROGRAM, "play", *words, "--save", str(folder)]
    with (
        shown.open("wb") as screen,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=screen) as game,
    ):
        assert game.stdin is not None
        game.stdin.write(typed.encode())
        game.stdin.flush()
        deadline = time.monotonic() + 60
        while not when(shown.read_text(encoding="utf-8")):
            assert game.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        game.kill()
    assert game.returncode == -signal.SIGKILL
    return shown.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "typed, prompt, rounds, dealt",
    [("100\n", "Your bet?", 0, 0), ("100\n20\n", "What now?", 1, 8)],
)
def test_killed_game_is_checked_as_an_open_shoe(
    tmp_path: Path, typed: str, prompt: str, rounds: int, dealt: int
) -> None:
    folder = tmp_path / "shoes"
    text = killed(folder, "--seed", "1", typed=typed, when=lambda shown: prompt in shown)
    assert len(CARD_SHOWN.findall(text)) == dealt
    (file,) = folder.iterdir()
    done = subprocess.run(
        [PROGRAM, "verify", "--json", file], capture_output=True, timeout=60, check=True
    )
    told = json.loads(done.stdout)
    assert (told["end"], told["rounds"], told["dealt"]) == ("open", rounds, dealt)


@pytest.mark.parametrize("shown", [5_000, 12_000, 30_000])
@pytest.mark.parametrize("rules", ["washington", "online"])
def test_game_that_is_killed_anywhere_leaves_whole_files(
    tmp_path: Path, rules: str, shown: int
) -> None:
    """Whatever it was about to write; and no card is missing that it had shown."""
    folder = tmp_path / "shoes"
    text = killed(
        folder,
        *(rules, "--chips", "1000000"),
        typed="\n20\n" + "\n" * 5_000,
        when=lambda text: len(text) > shown,
    )
    files = sorted(folder.glob("*.json"), key=lambda file: int(file.stem.rpartition("-")[2]))
    auditor, dealt = None, 0
    for file in files:
        auditor = audit_shoe(read_shoe(file.read_bytes()), auditor)
        dealt += auditor.shoes[-1].dealt
    assert dealt >= len(CARD_SHOWN.findall(text)) > 0


def test_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("--save", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "file: cannot create this folder: File exists" in result.stderr
    assert result.stdout == ""
