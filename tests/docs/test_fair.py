"""The program that a reader can check a shoe with, taken from the page as it stands there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from casinowar.fair import read_vectors
from tests.docs.test_examples import ROOT, sessions
from tests.support.shoes import GOLDEN, relinked, written


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (block,) = sessions(ROOT / "docs" / "fair.md", "python")
    file = tmp_path_factory.mktemp("fair") / "check_shoe.py"
    file.write_text(block.text, encoding="utf-8")
    return file


def run(program: Path, file: Path) -> subprocess.CompletedProcess[str]:
    """Run without anything of ours to import."""
    command = [sys.executable, "-I", "-S", str(program), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


FILES = [file for file in sorted(GOLDEN.glob("*.json")) if "by-hand" not in file.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_files(program: Path, file: Path) -> None:
    done = run(program, file)
    assert done.returncode == 0, done.stderr
    shoe = json.loads(file.read_text(encoding="utf-8"))["shoe"]
    assert done.stdout.startswith(f"{shoe}: ")
    assert "cards left the shoe, each from its fair place" in done.stdout


@pytest.mark.parametrize(
    "kind, field, wrong",
    [
        ("deal", "card", "of the shoe is"),
        ("cut_deck", "at", "the cut is at"),
        ("place_cut_card", "behind", "cards are behind the cut card"),
        ("server_reveal", "seed", "the server's seed is not what it committed to"),
        ("player_reveal", "cut", "revealed something else"),
        ("list_closed", "kind", "the order of the steps"),
    ],
)
def test_forged_file_is_found_out(
    program: Path, tmp_path: Path, kind: str, field: str, wrong: str
) -> None:
    """A chain that was made whole again does not help."""
    file = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    entries = [e for e in file["entries"] if kind in (e["kind"], e.get("action", {}).get("type"))]
    events = [event for entry in entries for event in entry.get("events", ())]
    for thing in (*entries, *events):
        if field in thing:
            other = {"card": "2x", "seed": "00" * 32, "kind": "withheld"}
            thing[field] = other.get(field) or thing[field] + 1
    forged = tmp_path / "forged.json"
    forged.write_bytes(written(relinked(file)))
    done = run(program, forged)
    assert done.returncode == 1
    assert done.stderr.startswith("WRONG: ")
    assert wrong in done.stderr


def test_changed_entry_is_found_out(program: Path, tmp_path: Path) -> None:
    file = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    file["entries"][77]["at"] = 5
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(file), encoding="utf-8")
    assert run(program, forged).stderr == "WRONG: entry 77\n"


def test_open_shoe_cannot_be_checked_yet(program: Path, tmp_path: Path) -> None:
    file = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    del file["entries"][200:]
    forged = tmp_path / "open.json"
    forged.write_text(json.dumps(file), encoding="utf-8")
    assert "is the shoe still open?" in run(program, forged).stderr


def test_vectors_are_where_the_page_says() -> None:
    page = (ROOT / "docs" / "fair.md").read_text(encoding="utf-8")
    (path,) = {word for word in page.split("`") if word.endswith("fair-vectors.json")}
    assert read_vectors((ROOT / path).read_text(encoding="utf-8"))
