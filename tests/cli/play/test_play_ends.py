"""A game that is ended from outside ends as one that the player leaves: its seeds are shown."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.play.test_play import ENVIRONMENT, terminal

PROGRAM = [sys.executable, "-m", "casinowar"]
SECONDS = 60


def told(folder: Path) -> list[dict[str, object]]:
    """What is found in the files of a game, which are all right."""
    files = [str(file) for file in folder.iterdir()]
    command = [*PROGRAM, "verify", "--json", *files]
    done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_over(folder: Path) -> bool:
    """Whether the shoes are over, with that in preparation, and a round was played."""
    *_, last = told(folder)
    assert last["rounds"] == 1
    return last["end"] == "abandoned" and bool(last["abandoned"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_a_prompt_of_a_pipe(tmp_path: Path, number: int) -> None:
    """In the middle of a round, which is played to its end."""
    folder = tmp_path / "shoes"
    command = [*PROGRAM, "play", "--seed", "1", "--save", str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"100\n20\n")
        game.stdin.flush()
        seen = b""
        while b"What now?" not in seen:
            data = os.read(game.stdout.fileno(), 65536)
            assert data, seen
            seen += data
        time.sleep(0.2)
        game.send_signal(number)
        rest, errors = game.communicate(timeout=SECONDS)
    assert (game.returncode, errors) == (0, b"")
    assert b"saved: " in rest
    assert is_over(folder)


def test_nohup_is_heeded(tmp_path: Path) -> None:
    folder = tmp_path / "shoes"
    command = ["nohup", *PROGRAM, "play", "--seed", "1", "--save", str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        seen = b""
        while b"Will you cut?" not in seen:
            data = os.read(game.stdout.fileno(), 65536)
            assert data, seen
            seen += data
        game.send_signal(signal.SIGHUP)
        rest, _ = game.communicate(b"100\n20\nq\n", timeout=SECONDS)
    assert game.returncode == 0
    assert b"1 round played" in rest
    assert is_over(folder)


def test_the_window_of_the_terminal_is_closed(tmp_path: Path) -> None:
    """What the game would still show cannot be written any more."""
    folder = tmp_path / "shoes"
    with terminal("--fast", "--save", str(folder)) as game:
        game.cut()
        game.type("20\n")
        while "What now?" not in game.seen and "Round 1" not in game.seen:
            assert game.read()
        game.process.send_signal(signal.SIGHUP)
        gone, game.own = game.own, os.open(os.devnull, os.O_RDWR)
        os.close(gone)
        game.process.wait(SECONDS)
    assert is_over(folder)


@pytest.mark.parametrize("lines", [20, 30, 40])
def test_nobody_reads_the_output_any_more(tmp_path: Path, lines: int) -> None:
    folder = tmp_path / "shoes"
    game = " ".join([*PROGRAM, "play", "--seed", "1", "--save", str(folder)])
    done = subprocess.run(
        ["bash", "-c", rf"printf '100\n20\n20\n20\n20\n' | {game} | head -{lines}"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=ENVIRONMENT,
        check=True,
    )
    assert (len(done.stdout.splitlines()), done.stderr) == (lines, "")
    *_, last = told(folder)
    assert last["end"] == "abandoned"
