"""The examples in the documentation are true.

A ``console`` block is a session: each line after ``$ `` is run by the shell, in an empty folder
that all blocks of a page share, and must print what follows it. A ``pycon`` block is a session of
Python, in such a folder too: console blocks that name a file it uses are run before it. In both, a
line of ``...`` stands for any output. Blocks that only install (``sh``) or show (``text``) are not
run.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```(\w+)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)

ENVIRONMENT = {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
    "LANG": "C.UTF-8",
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "TERM": "dumb",
}


@dataclass(frozen=True, slots=True)
class Block:
    page: str
    line: int
    language: str
    text: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str, text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        indent, language, body = match.groups()
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(page, line, language, re.sub(f"^{indent}", "", body, flags=re.M)))
    return found


def commands(block: Block) -> list[tuple[str, str]]:
    """Each command of a session with what it is said to print."""
    told: list[tuple[str, str]] = []
    for line in block.text.splitlines(keepends=True):
        if line.startswith("$ "):
            told.append((line.removeprefix("$ ").strip(), ""))
        else:
            assert told, f"{block}: a session begins with a command"
            command, output = told.pop()
            told.append((command, output + line))
    return told


def differences(block: Block, folder: Path) -> list[str]:
    found = []
    for command, told in commands(block):
        ran = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=ENVIRONMENT,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if not doctest.OutputChecker().check_output(told, ran.stdout, doctest.ELLIPSIS):
            found.append(f"{block}: $ {command}\nsaid to print:\n{told}\nprints:\n{ran.stdout}")
    return found


def sessions(page: Path, language: str) -> list[Block]:
    name = page.relative_to(ROOT).as_posix()
    return [b for b in blocks(name, page.read_text(encoding="utf-8")) if b.language == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    told = sessions(page, "console")
    found = [fault for block in told for fault in differences(block, tmp_path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_hold(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(block.text for block in sessions(page, "pycon"))
    monkeypatch.chdir(tmp_path)
    files = set(re.findall(r'"([\w-]+\.(?:json|toml))"', text))
    for block in sessions(page, "console"):
        if any(file in block.text for file in files):
            assert not differences(block, tmp_path)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not outcome.failed, "".join(report)


PAGE = """
1.  Look:

    ```console
    $ echo one; echo two
    one
    ...
    $ false
    ```
"""


def test_true_session_passes(tmp_path: Path) -> None:
    (block,) = blocks("page.md", PAGE)
    assert (str(block), block.language) == ("page.md:5", "console")
    assert commands(block) == [("echo one; echo two", "one\n...\n"), ("false", "")]
    assert differences(block, tmp_path) == []


def test_untrue_session_is_found(tmp_path: Path) -> None:
    (block,) = blocks("page.md", PAGE.replace("    one\n", "    three\n"))
    (fault,) = differences(block, tmp_path)
    assert "page.md:5: $ echo one; echo two" in fault
