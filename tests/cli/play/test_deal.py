"""`casinowar deal`: options, input from a pipe or a terminal, and how it ends."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from tests.support.interrupts import HEARING

ROUND = [
    "sit ann bob",
    "shoe",
    "cut 100",
    "cutcard 30",
    "",
    "1=20/5 2=10",
    "9 k 9",
    "",
    "1 w",
    "",
    "5 7",
    "",
]


def run(*words: str, lines: list[str] | None = None, **environment: str) -> Result:
    typed = "".join(f"{line}\n" for line in lines or [])
    return CliRunner().invoke(main, ["deal", *words], input=typed, env=environment)


def test_a_piped_session_is_a_readable_transcript() -> None:
    result = run("fun-casino", lines=ROUND)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\x1b" not in result.output
    assert "> 9 k 9\nno more bets: round 1 begins\nseat 1: 9, seat 2: K, dealer: 9\n" in (
        result.output
    )
    assert result.output.endswith(
        "table closed after 1 round\nann +10.00\nbob +10.00\nthe house -20.00\n"
    )


@pytest.mark.parametrize("end", range(len(ROUND) + 1))
def test_the_input_may_end_anywhere(end: int) -> None:
    result = run("fun-casino", lines=ROUND[:end])
    assert result.exit_code == 0
    assert "table closed after " in result.output
    stopped = run("fun-casino", lines=[*ROUND[:end], "quit", "9 9 9"])
    assert stopped.exit_code == 0
    assert "> 9 9 9" not in stopped.output


def test_bad_input_goes_on() -> None:
    result = run("fun-casino", lines=["nonsense", "sit 99 ann", "\x1b[A", *ROUND])
    assert result.exit_code == 0
    assert "'nonsense' is not understood; ? shows what can be typed\nnext: at least" in (
        result.output
    )
    assert "\x1b" not in result.output
    assert "table closed after 1 round" in result.output


def test_bytes_that_are_no_text_and_long_lines_go_on() -> None:
    typed = b"\xff\xfe\n" + b"9" * 100_000 + b"\nsit ann\n"
    result = CliRunner().invoke(main, ["deal", "fun-casino"], input=typed)
    assert result.exit_code == 0
    assert "seat 1, ann: sits down" in result.output


def test_rules_shows_the_sign_of_the_reading_in_force() -> None:
    result = run("california", "--reading", "primary-collected", lines=["rules"], COLUMNS="200")
    assert result.exit_code == 0
    assert "CA-ROUND-5" in result.output
    assert "(shown here)" in result.output


def test_options_open_the_table_they_say() -> None:
    result = run("south-dakota", "--decks", "8", "--seats", "3", "--amounts", "25,10")
    assert "3 seats, 8 decks\nprimary 10.00 or 25.00; tie 5.00 to 100.00" in result.output
    result = run("fun-casino", "--minimum", "10", "--maximum", "1,000", "--tie-maximum", "50")
    assert "primary 10.00 to 1,000.00; tie 5.00 to 50.00" in result.output
    burned = ["--first-burn", "--lay-and-pay", "--authorised", "500"]
    lines = ["sit ann", "shoe", "cut 9", "cutcard 70", "", "1=20", "9 k"]
    result = run("washington", *burned, lines=lines)
    assert "1 card burned, the first of the shoe" in result.output
    assert "2. pick up seat 1: 9, dealer: K" in result.output


@pytest.mark.parametrize(
    "words, why",
    [
        (["atlantis"], "there is no rule set 'atlantis'"),
        (["."], "this is a directory"),
        (["washington"], "state the authorised limit"),
        (["fun-casino", "--reading", "odd"], "has no reading 'odd'"),
        (["fun-casino", "--decks", "8"], "decks: 8 is not allowed; use 6"),
        (["fun-casino", "--decks", "x"], "'x' is not a valid integer"),
        (["fun-casino", "--seats", "13"], "seats: 13 is not allowed"),
        (
            ["fun-casino", "--minimum", "0"],
            "every amount must be above 0, and a multiple of the unit 1.00",
        ),
        (["south-dakota", "--amounts", "0"], "every amount must be above 0, and a multiple"),
        (["fun-casino", "--minimum", "half"], "'half' is not an amount"),
        (["fun-casino", "--minimum", "600"], "must not be above the most"),
        (["south-dakota", "--amounts", "5,"], "'' is not an amount"),
        (["south-dakota", "--amounts", "5", "--minimum", "5"], "use either --amounts or"),
        (["california", "--lay-and-pay"], "collect: lay and pay is not allowed"),
        (["online", "--first-burn"], "first_burn: these rules say no"),
        (
            ["washington", "--authorised", "100", "--maximum", "200"],
            "above the authorised limit of 100.00",
        ),
        ([], "Missing argument 'RULES'"),
    ],
)
def test_what_cannot_be_opened_is_refused(words: list[str], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def command(*words: str) -> list[str]:
    return [*HEARING, str(Path(sys.executable).with_name("casinowar")), "deal", *words]


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    with subprocess.Popen(
        command("fun-casino"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("sit ann\n")
        process.stdin.flush()
        while "sits down" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out.endswith("table closed after 0 rounds\n")
    assert error.strip() == ""


@pytest.mark.parametrize("plain", [False, True])
def test_on_a_terminal_it_prompts_in_colour_unless_told_not_to(plain: bool) -> None:
    seen = on_terminal(["--no-color"] if plain else [], "sit ann\r", "\x04")
    assert "> " in seen
    assert "seat 1, ann: sits down" in seen
    assert ("\x1b[1;36mnext: " in seen) is not plain
    assert "table closed after 0 rounds" in seen


def test_an_interrupt_on_a_terminal_ends_it_without_a_traceback() -> None:
    seen = on_terminal([], "sit ann\r", "\x03", exits=130)
    assert "table closed after 0 rounds" in seen
    assert "Traceback" not in seen


TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the terminal on standard input its own, so that Ctrl-C comes from it."""


PATIENCE = 60.0
"""Seconds after which a program on a terminal is taken to hang."""


def on_terminal(words: list[str], *typed: str, exits: int = 0) -> str:
    """What a terminal shows when these are typed, each one after a prompt."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, *command("fun-casino", *words)],
        env=environment | {"TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        seen, keys, end = b"", list(typed), time.monotonic() + PATIENCE
        try:
            while part := _read(ours, end):
                seen += part
                if seen.endswith(b"> ") and keys:
                    _type(ours, keys.pop(0).encode())
            process.wait(PATIENCE)
        finally:
            process.kill()  # leaving the block waits for it; it has ended, unless it hangs
    os.close(ours)
    assert process.returncode == exits
    return seen.decode()


def _type(terminal: int, keys: bytes) -> None:
    """Press keys; Ctrl-C again until it is heard, as Python's prompt may miss it at first."""
    for _ in range(30 if keys == b"\x03" else 1):
        os.write(terminal, keys)
        if select.select([terminal], [], [], 1)[0]:
            return


def _read(terminal: int, end: float) -> bytes:
    """What the terminal shows next, nothing when the program is over; fails when it hangs."""
    left = max(0.0, end - time.monotonic())
    assert select.select([terminal], [], [], left)[0], f"it hangs: not over in {PATIENCE} s"
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def test_a_program_that_hangs_on_a_terminal_fails_its_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "PATIENCE", 2.0)
    with pytest.raises(AssertionError, match="it hangs"):
        on_terminal([], "sit ann\r")
