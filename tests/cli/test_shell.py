"""The edges of the shell: what cannot be written, closed streams, and Ctrl-C at any time."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

import casinowar
from tests.support.record.shoes import GOLDEN

PROGRAM = (sys.executable, "-m", "casinowar")

INTERRUPTED = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv = ["casinowar", {word!r}]
from casinowar.__main__ import main
sys.exit(main())
"""
"""Ctrl-C comes while a module is imported."""


@pytest.fixture
def deaf() -> Iterator[int]:
    """A stream that fails when it is written to, as one on a full disk does."""
    stream = os.open(os.devnull, os.O_RDONLY)
    yield stream
    os.close(stream)


def run(
    *words: str, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        text=True,
        check=False,
        timeout=60,
    )


def run_with(redirection: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("rules", "online"),
        ("deal", "fun-casino"),
        ("settle", "online", "1:5 | 9 8"),
        ("settle", "online", "--json", "1:5 | 9 8"),
        ("verify", str(GOLDEN / "online-1.json")),
    ],
)
def test_what_cannot_be_written_is_one_line(words: tuple[str, ...], deaf: int) -> None:
    result = run(*words, stdout=deaf)
    assert result.returncode == 2
    assert result.stderr == f"Error: {os.strerror(errno.EBADF)}\n"


def test_an_error_that_cannot_be_told_still_has_its_status(deaf: int) -> None:
    assert run("nonsense", stderr=deaf).returncode == 2
    assert run("--help", stdout=deaf, stderr=deaf).returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("verify", "--help"),
        ("verify", str(GOLDEN / "online-1.json")),
        ("verify", "--json", str(GOLDEN / "online-1.json")),
        ("replay", "1", "--file", str(GOLDEN / "online-1.json")),
        ("check", "online"),
    ],
)
def test_a_closed_pipe_is_quiet_and_nothing_is_wrong(words: tuple[str, ...]) -> None:
    """Not 1, which is what is said of a shoe or a rule file that is wrong."""
    reading, writing = os.pipe()
    os.close(reading)
    result = run(*words, stdout=writing)
    os.close(writing)
    assert (result.returncode, result.stderr) == (2, "")


@pytest.mark.parametrize(
    "words, end",
    [
        (("deal", "fun-casino"), "table closed after 0 rounds\n"),
        (("play", "fun-casino"), "chips 1,000.00\n"),
        (("settle", "online", "-"), ""),
    ],
)
def test_a_closed_input_is_the_end_of_input(words: tuple[str, ...], end: str) -> None:
    result = run_with("<&-", *words)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(end)


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_nothing_need_be_written_anywhere(closed: str) -> None:
    result = run_with(closed, "deal", "fun-casino")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("name", ["casinowar.cli", "click", "casinowar.cli.price.rules"])
@pytest.mark.parametrize("word", ["rules", "--help"])
def test_an_interrupt_while_it_starts_has_no_traceback(name: str, word: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(name=name, word=word)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "\n")


def test_little_is_imported_before_an_interrupt_is_heard() -> None:
    code = "import sys, casinowar.__main__; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    bare = subprocess.run(
        [sys.executable, "-c", code.replace("casinowar.__main__", "sys")],
        capture_output=True,
        text=True,
        check=True,
    )
    more = {*result.stdout.split()} - {*bare.stdout.split()}
    assert more == {"casinowar", "casinowar.__main__"}


def test_the_program_is_ready_for_interrupts_before_anything_else() -> None:
    from importlib.metadata import entry_points

    (program,) = entry_points(group="console_scripts", name="casinowar")
    assert program.value == "casinowar.__main__:main"


def test_the_version_is_known_and_nothing_else_is_made_up() -> None:
    assert run("--version").stdout == f"casinowar, version {casinowar.__version__}\n"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        casinowar.nonsense  # type: ignore[attr-defined]  # noqa: B018
