"""The program that a reader can check a shoe with, taken from the page as it stands there."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from casinowar.fair import read_vectors
from tests.paths import ROOT
from tests.support.record.forged_steps import LINKS, forge_step
from tests.support.record.shoes import GOLDEN, relinked, renumbered, written


def run(program: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    """Run without anything of ours to import."""
    command = [sys.executable, "-I", "-S", str(program), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


FILES = [file for file in sorted(GOLDEN.glob("*.json")) if "by-hand" not in file.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_files(program: Path, file: Path) -> None:
    done = run(program, file)
    assert done.returncode == 0, done.stderr
    shoe = json.loads(file.read_text(encoding="utf-8"))["shoe"]
    assert done.stdout.startswith(f"{shoe}: ")
    assert " of its cards left it, each from its fair place" in done.stdout


@pytest.mark.parametrize(
    "kind, field, wrong",
    [
        ("deal", "card", "of the shoe is"),
        ("cut_deck", "at", "the cut is at"),
        ("place_cut_card", "behind", "cards are behind the cut card"),
        ("server_reveal", "seed", "the server's seed is not what it committed to"),
        ("player_reveal", "cut", "revealed something else"),
        ("list_closed", "kind", "the order of the steps"),
        ("list_closed", "first_cutter", "seat 1 is the first to be asked to cut"),
        ("server_commitment", "decks", "these are not the decks of this table"),
        ("server_commitment", "behind_max", "the cut card's place"),
        ("player_reveal", "seat", "not all on the list have answered"),
        ("shoe", "shoe", "this is another shoe"),
    ],
)
def test_forged_file_is_found_out(
    program: Path, tmp_path: Path, kind: str, field: str, wrong: str
) -> None:
    """A chain that was made whole again does not help."""
    file = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    entries = [e for e in file["entries"] if kind in (e["kind"], e.get("action", {}).get("type"))]
    entries = [entry for entry in entries if entry.get("shoe") != "t1/2"]
    events = [event for entry in entries for event in entry.get("events", ())]
    for thing in (*entries, *events):
        if field in thing:
            other = {"card": "2x", "seed": "00" * 32, "kind": "withheld", "shoe": "t1/9"}
            thing[field] = other.get(field) or thing[field] + 1
    forged = tmp_path / "forged.json"
    forged.write_bytes(written(relinked(file)))
    done = run(program, forged)
    assert done.returncode == 1
    assert done.stderr.startswith("WRONG: ")
    assert wrong in done.stderr


def forged(file: dict[str, Any], program: Path, folder: Path) -> str:
    """What the program says of a file that was made whole again."""
    path = folder / "forged.json"
    path.write_bytes(written(relinked(file)))
    return run(program, path).stderr


def washington() -> dict[str, Any]:
    file: dict[str, Any] = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    return file


def test_other_rules_are_found_out(program: Path, tmp_path: Path) -> None:
    other = washington() | {"rules": "# none"}
    wrong = "WRONG: the rules are not those that the table was opened under\n"
    assert forged(other, program, tmp_path) == wrong


def test_commitment_that_came_late_is_found_out(program: Path, tmp_path: Path) -> None:
    """The server's commitment, moved behind those of the players."""
    file = washington()
    entries = file["entries"]
    server = next(e for e in entries if e["kind"] == "server_commitment")
    late = next(n for n, e in enumerate(entries) if e["kind"] == "list_closed")
    entries.remove(server)
    entries.insert(late - 1, server)
    (first,) = (e for e in renumbered(file)["entries"] if e["kind"] == "shoe")
    first["steps"].sort(key=lambda place: place["seq"])
    assert forged(file, program, tmp_path) == "WRONG: the order of the steps\n"


def test_step_that_is_not_named_is_not_there(program: Path, tmp_path: Path) -> None:
    file = washington()
    (first,) = (e for e in file["entries"] if e["kind"] == "shoe")
    first["steps"][0]["seq"] += 1
    assert forged(file, program, tmp_path) == "WRONG: a step of the shuffle is not there\n"


def test_card_after_the_seed_is_found_out(program: Path, tmp_path: Path) -> None:
    file = washington()
    burn = next(e for e in file["entries"] if e.get("action", {}).get("type") == "burn")
    file["entries"].insert(-1, json.loads(json.dumps(burn | {"hash": "again"})))
    assert forged(renumbered(file), program, tmp_path).endswith(": the seed is shown already\n")


def test_next_shoe_that_is_not_committed_to_in_time_is_found_out(
    program: Path, tmp_path: Path
) -> None:
    """The server's commitment to the next shoe, moved behind the first card of this one."""
    file = washington()
    entries = file["entries"]
    ahead = next(e for e in entries if e["kind"] == "server_commitment" and e["shoe"] == "t1/2")
    burn = next(e for e in entries if e.get("action", {}).get("type") in ("burn", "deal"))
    entries.remove(ahead)
    entries.insert(entries.index(burn) + 1, ahead)
    renumbered(file)
    said = f"WRONG: entry {burn['seq']}: the next shoe is not committed to\n"
    assert forged(file, program, tmp_path) == said


def test_step_after_the_shoe_was_brought_is_found_out(program: Path, tmp_path: Path) -> None:
    """A step beside the entries says that it came after them all."""
    file = json.loads((GOLDEN / "online-2.json").read_text(encoding="utf-8"))
    step, place = file["steps"][-1], file["entries"][0]["steps"][-1]
    step["seq"] = place["seq"] = file["entries"][-1]["seq"] + 1
    said = f"WRONG: entry {file['entries'][0]['seq']} does not follow\n"
    assert forged(file, program, tmp_path) == said


@pytest.mark.parametrize("count", [-3, 0, 1000])
def test_burn_of_no_such_count_is_found_out(program: Path, tmp_path: Path, count: int) -> None:
    """Fewer than no cards burned would be cards dealt twice."""
    file = washington()
    burn = next(e for e in file["entries"] if e.get("action", {}).get("type") == "burn")
    burn["action"]["count"] = burn["events"][0]["count"] = count
    said = f"WRONG: entry {burn['seq']}: the shoe has 312 cards\n"
    assert forged(file, program, tmp_path) == said


def test_header_of_another_table_is_found_out(program: Path, tmp_path: Path) -> None:
    file = washington()
    file["entries"][0]["table"] = "t2"
    assert forged(file, program, tmp_path) == "WRONG: this is another table's shoe\n"


def test_key_that_is_given_twice_is_found_out(program: Path, tmp_path: Path) -> None:
    text = (GOLDEN / "washington-1.json").read_text(encoding="utf-8")
    path = tmp_path / "twice.json"
    path.write_text(text.replace('"seq":5', '"seq":5,"seq":5', 1), encoding="utf-8")
    assert run(program, path).stderr == "WRONG: a key is given twice\n"


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
    done = run(program, forged)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("OPEN: nothing is wrong so far; shoe t1/1 is dealt still")


def test_shoe_shuffled_by_hand_is_not_accused(program: Path) -> None:
    done = run(program, GOLDEN / "fun-casino-by-hand.json")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("BY HAND: people shuffled shoe ")


@pytest.mark.parametrize("place, field, value", LINKS)
def test_steps_out_of_order_are_found_out(
    program: Path, tmp_path: Path, place: int, field: str, value: object
) -> None:
    file = json.loads((GOLDEN / "fun-casino-2.json").read_text(encoding="utf-8"))
    seq = forge_step(file, place, field, value)
    assert forged(file, program, tmp_path) == f"WRONG: entry {seq} does not follow\n"


def test_vectors_are_where_the_page_says() -> None:
    page = (ROOT / "docs" / "fair.md").read_text(encoding="utf-8")
    (path,) = {word for word in page.split("`") if word.endswith("fair-vectors.json")}
    assert read_vectors((ROOT / path).read_text(encoding="utf-8"))
