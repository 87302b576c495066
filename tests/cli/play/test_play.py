"""`casinowar play` as its user meets it: piped, interrupted, and on a terminal."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.rules.file import builtin_names, load_rules
from tests.paths import ROOT
from tests.support.game.rulefiles import variant_text
from tests.support.interrupts import HEARING

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
ENVIRONMENT = {
    key: value
    for key, value in os.environ.items()
    if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
} | {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
PROGRAM = str(Path(sys.executable).with_name("casinowar"))
COMMAND = [*HEARING, PROGRAM, "play", "--seed", "1"]


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


def played(*words: str, typed: str = "") -> str:
    result = run(*words, "--seed", "1", typed=typed)
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    return result.output


def cents(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


def own_money(text: str) -> int:
    """The player's result, added up from the lines of the game."""
    total = 0
    for line in text.splitlines():
        if found := re.match(r"seat \d, you: .*? [\d,.]+ (wins|loses) ([\d,.]+\d)", line):
            total += cents(found[2]) * (1 if found[1] == "wins" else -1)
        elif found := re.match(r"you post ([\d,.]+) for the bank", line):
            total -= cents(found[1])
        elif found := re.match(r"you: ([\d,.]+) back from the bank", line):
            total += cents(found[1])
    return total


@pytest.mark.parametrize("name, reading", READINGS)
def test_game_in_lines(name: str, reading: str) -> None:
    """An answer that is wrong for one prompt is right for another: the game goes on."""
    text = played(name, "--reading", reading, typed="\nt\n20\n5\nw\n" * 60)
    file = load_rules(name)
    assert text.startswith(f"{file.name} ({name}), reading {reading}\n")
    assert "no more bets: round 1 begins" in text
    assert re.search(r"^dealer: ", text, re.M)
    final = re.search(
        r"^(\d+) rounds played, result ([+-]?)([\d,.]+), chips ([\d,.]+)$", text, re.M
    )
    assert final is not None
    net = cents(final[3]) * (-1 if final[2] == "-" else 1)
    assert int(final[1]) > 20
    assert net == own_money(text)
    assert cents(final[4]) == 100_000 + net
    if file.rules(reading).war is not None:
        assert "*** war ***" in text
        assert re.search(r"^seat \d, you: goes to war for", text, re.M)
    if file.rules(reading).player_banked:
        assert re.search(r"^you have the bank$", text, re.M)
        assert "must give up the bank after 2 rounds" in text


def test_same_seed_same_game() -> None:
    assert played(typed="\n" * 9) == played(typed="\n" * 9)


@pytest.mark.parametrize("name", builtin_names())
def test_end_of_input_ends_the_game_wherever_it_comes(name: str) -> None:
    lines = ["", "t", "20", "w", "s", "", "50", "", "w", "20", "", "d", ""]
    for end in range(len(lines) + 1):
        text = played(name, typed="".join(f"{line}\n" for line in lines[:end]))
        assert re.search(r"^\d rounds? played, result ", text, re.M)


def test_no_input_at_all() -> None:
    assert "0 rounds played, result 0.00, chips 1,000.00" in played()


def test_last_line_needs_no_end() -> None:
    assert "1 round played" in played(typed="\n20")


def test_without_chance_there_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(size: int) -> bytes:
        raise NotImplementedError("no source of chance here")

    monkeypatch.setattr("secrets.token_bytes", fail)
    result = run(typed="\n")
    assert result.exit_code == 2
    why = "no shoe: the random source failed (no source of chance here)"
    assert why in " ".join(result.stderr.split())


def test_quit_and_rules() -> None:
    text = played(typed="?\nq\n")
    assert "WA-4c-ii" in text
    assert "Clauses of the document" in text
    assert "0 rounds played" in text


@pytest.mark.parametrize("bad", ["-1", "10" * 9, "0.005", "text", "9:5", "2:5", "1:5", "\x00\xff"])
def test_bad_bet_is_explained_in_one_line(bad: str) -> None:
    text = played(typed=f"\n{bad}\n20\n")
    assert "seat 4, you: bets 20.00, primary" in text
    assert text.count("Your bet?") == 3


def test_table_is_opened_as_asked() -> None:
    words = ["south-dakota", "--decks", "8", "--seats", "3", "--bots", "1", "--name", "ann"]
    text = played(*words, typed="\n")
    assert "8 decks, 3 seats" in text
    assert "You sit at seat 2; bots: bob at 1;" in text
    assert "shoe 1: 8 decks" in text
    assert "authorised limit 500.00 a wager, the table's maximum; nobody stated one" in played(
        "washington"
    )
    assert "a round returns at most 7,800.00" in played("online")
    assert "You play alone, up to 3 hands at once." in played("online")
    assert "chips 50.00" in played("--chips", "50")


def test_rule_file_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(variant_text("washington", head={"name": "My table"}), encoding="utf-8")
    assert played(str(file)).startswith("My table (washington)")


@pytest.mark.parametrize(
    "words, why",
    [
        (["nowhere"], "there is no rule set 'nowhere'"),
        (["--reading", "odd"], "washington has no reading 'odd'"),
        (["--decks", "5"], "decks: 5 is not allowed; use 6"),
        (["--seats", "0"], "seats: 0 is not allowed"),
        (["--bots", "7"], "bots: 7 is not possible; 0 to 6 can sit with you at 7 seats"),
        (["california", "--bots", "0"], "bots: 0 is not possible; 1 to 7"),
        (["--bots", "4", "--seats", "1"], "nobody can sit with you at 1 seat"),
        (
            ["california", "--bots", "4", "--seats", "2"],
            "4 is not possible; 1 can sit with you at 2 s",
        ),
        (["online", "--bots", "1"], "you play alone under these rules"),
        (["--bots", "-1"], "-1 is not in the range"),
        (["--chips", "-5"], "'-5' is not an amount"),
        (["--chips", "0.005"], "'0.005' is not an amount"),
        (["--name", "two words"], "'two words' is not a name"),
        (["--name", ""], "'' is not a name"),
        (["--seed", "x"], "'x' is not a valid integer"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_seats_have_room_for_every_bot_there_can_be() -> None:
    for name in builtin_names():
        rules = load_rules(name).rules()
        if rules.seats.holding != "solo":
            most = rules.seats.most
            text = played(name, "--seats", str(most), "--bots", str(most - 1), "--name", "ann")
            assert "You sit at seat 4; bots: bob at 1" in text


@pytest.mark.parametrize("bots, name", [(11, "you"), (10, "ann"), (11, "ann2"), (11, "Bob")])
def test_more_bots_than_usual_names(tmp_path: Path, bots: int, name: str) -> None:
    file = tmp_path / "twelve.toml"
    fields = {"seats.most": 12, "seats.usual": 12}
    file.write_text(variant_text("fun-casino", fields), encoding="utf-8")
    text = played(str(file), "--bots", str(bots), "--name", name)
    told = re.search(r"bots: (.*);", text)
    assert told is not None
    names = re.findall(r"(\w+) at \d+", told[1])
    assert len(set(names)) == bots
    assert name.lower() not in names


def test_one_of_a_kind_is_not_many() -> None:
    assert "6 decks, 1 seat;" in played("--seats", "1")
    assert "up to 1 hand at once" in played("online", "--seats", "1")


def test_closed_input_is_ended_input() -> None:
    command = ["sh", "-c", f"exec {PROGRAM} play --seed 3 <&-"]
    ended = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert ended.stdout.endswith("0 rounds played, result 0.00, chips 1,000.00\n")
    assert ended.stderr == ""


def test_second_bet_below_the_minimum_is_refused_in_plain_words() -> None:
    text = played("fun-casino", typed="\n3\n3\n")
    assert "A wager by you below the minimum was honoured once; the primary minimum is 5.00" in text


def test_ctrl_c_at_a_prompt_of_a_pipe() -> None:
    with subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n20\n")
        process.stdin.flush()
        seen = b""
        while seen.count(b"> ") < 3:
            data = os.read(process.stdout.fileno(), 65536)
            assert data, seen
            seen += data
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert errors == b""
    assert b"1 round played, result -20.00, chips 980.00" in rest
    assert b"\x1b" not in seen + rest


class Terminal:
    """A real terminal of a given size, with the game in it."""

    def __init__(self, *words: str, rows: int, columns: int, environment: dict[str, str]) -> None:
        self.own, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=ENVIRONMENT | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        self._from = 0

    def read(self) -> bool:
        """More of what is shown; `False` when the game is over."""
        ready, _, _ = select.select([self.own], [], [], 30)
        assert ready, f"nothing more is shown after {self.seen[-2000:]!r}"
        try:
            data = os.read(self.own, 65536)
        except OSError:
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, text: str) -> None:
        """Until this is shown, after what was awaited before."""
        while text not in self.seen[self._from :]:
            assert self.read(), f"ended without {text!r}: {self.seen[-2000:]!r}"
        self._from = self.seen.index(text, self._from) + len(text)

    def type(self, text: str) -> None:
        os.write(self.own, text.encode())

    def cut(self) -> None:
        """Cut the first shoe anywhere, up to the prompt for a bet."""
        self.wait_for("Will you cut?")
        self.wait_for("> ")
        self.type("\n")
        self.wait_for("Your bet?")
        self.wait_for("> ")

    def interrupt(self) -> None:
        """Ctrl-C at a prompt, and again until it is heard.

        Python's own prompt misses one that comes in the instant between showing itself and
        listening.
        """
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.own], [], [], 1)[0]:
                return
        raise AssertionError("Ctrl-C is not heard")

    def end(self) -> str:
        """What was shown to the very end; the game ended well."""
        while self.read():
            pass
        assert self.process.wait(timeout=30) == 0
        assert "Traceback" not in self.seen
        return self.seen


@contextmanager
def terminal(
    *words: str, rows: int = 24, columns: int = 80, environment: dict[str, str] | None = None
) -> Iterator[Terminal]:
    opened = Terminal(*words, rows=rows, columns=columns, environment=environment or {})
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.own)


COLOUR = re.compile(r"\x1b\[[\d;]*m")
PROMPT = "q quit"


def test_terminal_has_colours_and_gives_the_screen_back() -> None:
    with terminal("--fast") as game:
        game.cut()
        game.type("20/5\n")
        game.wait_for("Round 1: ")
        game.wait_for(PROMPT)
        game.type("q\n")
        seen = game.end()
    assert COLOUR.search(seen)
    assert "\x1b[?1049h" in seen
    assert "\x1b[H" in seen
    assert "●20 T5" in COLOUR.sub("", seen)
    after = seen.rpartition("\x1b[?1049l")[2]
    assert "1 round played, result -25.00, chips 975.00" in after
    assert "\x1b[?25h" in seen[seen.rindex("\x1b[?25l") :]


@pytest.mark.parametrize("how", ["option", "environment"])
def test_terminal_without_colours(how: str) -> None:
    words = ["--no-color"] if how == "option" else []
    environment = {"NO_COLOR": "1"} if how == "environment" else {}
    with terminal("--fast", *words, environment=environment) as game:
        game.cut()
        game.type("20\n")
        game.wait_for("Round 1: ")
        game.wait_for(PROMPT)
        game.type("q\n")
        seen = game.end()
    assert not COLOUR.search(seen)
    assert "K♦" in seen


@pytest.mark.parametrize(
    "rows, columns, environment",
    [(10, 80, {}), (24, 60, {}), (24, 80, {"TERM": "dumb"})],
)
def test_terminal_too_small_or_too_simple_for_a_felt(
    rows: int, columns: int, environment: dict[str, str]
) -> None:
    with terminal(rows=rows, columns=columns, environment=environment) as game:
        game.wait_for("> ")
        game.type("q\n")
        seen = game.end()
    assert "\x1b" not in seen
    assert "0 rounds played" in seen


def test_rules_are_shown_page_by_page() -> None:
    with terminal("--fast") as game:
        game.wait_for(PROMPT)
        game.type("?\n")
        game.wait_for("Enter: more · q back to the game")
        game.type("\n")
        game.wait_for("Enter: more · q back to the game")
        game.type("q\n")
        game.wait_for(PROMPT)
        game.type("?\n")
        for _ in range(20):
            game.wait_for("back to the game")
            last = "Enter: back to the game" in game.seen[-200:]
            game.type("\n")
            if last:
                break
        game.wait_for(PROMPT)
        game.type("q\n")
        assert "WA-4c-ii-1a" in game.end()


def test_ctrl_c_at_a_prompt_of_a_terminal() -> None:
    with terminal("--fast") as game:
        game.wait_for(PROMPT)
        game.wait_for("> ")
        game.interrupt()
        seen = game.end()
    assert "0 rounds played, result 0.00" in seen.rpartition("\x1b[?1049l")[2]


@pytest.mark.parametrize("moment", [0.0, 0.3, 1.0, 2.0])
def test_ctrl_c_in_the_middle_of_a_round(moment: float) -> None:
    """The round is finished at once, and the final result is told."""
    with terminal() as game:
        game.cut()
        game.type("20\n")
        game.wait_for("no more bets")
        time.sleep(moment)
        game.process.send_signal(signal.SIGINT)
        game.process.send_signal(signal.SIGINT)
        seen = game.end()
    assert "1 round played, result -20.00, chips 980.00" in seen.rpartition("\x1b[?1049l")[2]


def test_every_option_is_documented() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(--[\w-]+)", page, re.M))
    command = main.get_command(click.Context(main), "play")
    assert command is not None
    options = {name for option in command.params for name in option.opts if name[0] == "-"}
    assert told == options
