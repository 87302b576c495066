"""`casinowar audit`, `backup` and `restore` on a house's files."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.store.backends.lock import Lock
from tests.support.house.stored import filled
from tests.support.record.every_entry import HOUSE


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, args, env={"CASINOWAR_DATABASE": "", "CASINOWAR_DATA": ""})
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a house."""
    folder = tmp_path / "data"
    folder.mkdir()
    filled(folder / "house.db", HOUSE).close()
    return folder


def test_a_sound_house(data: Path) -> None:
    status, out, err = run("audit", "--data", str(data))
    assert (status, err) == (0, "")
    first, *lines = out.splitlines()
    assert first == f"{data / 'house.db'}: sound"
    assert lines[0] == f"  records   {len(HOUSE.entries)} entries of 1 table replayed"
    assert lines[2] == "  shoes     2 shoes, 1 of them still open"
    assert lines[-1].endswith("accounts, sum 0")


def test_a_sound_house_for_programs(data: Path) -> None:
    status, out, _ = run("audit", "--database", f"sqlite:///{data / 'house.db'}", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["sound"] is True
    assert told["entries"] == len(HOUSE.entries)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_first_thing_that_is_wrong(data: Path, form: list[str]) -> None:
    with closing(sqlite3.connect(data / "house.db", isolation_level=None)) as connection:
        connection.execute("UPDATE settlements SET net = net + 1 WHERE round = 7")
    command = [sys.executable, "-m", "casinowar", "audit", "--data", str(data), *form]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    out = done.stdout
    assert (done.returncode, done.stderr) == (1, "")
    if form:
        told = json.loads(out)
        assert told["sound"] is False
        assert told["where"].startswith("table t1, entry ")
        assert told["why"].startswith("settlements has 7 ")
    else:
        assert out.splitlines()[0] == f"{data / 'house.db'}: wrong"
        assert "settlements has 7 " in out


def test_what_cannot_be_read(data: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear house, " * 200)
    house = (data / "house.db").read_bytes()
    (tmp_path / "torn.db").write_bytes(house[: len(house) // 2])
    for name, message in (
        ("missing.db", "there is no such database"),
        ("letter.txt", "cannot be opened as a database"),
        ("torn.db", "malformed"),
    ):
        status, out, err = run("audit", "--database", str(tmp_path / name))
        assert (status, out) == (2, "")
        assert err.startswith("Error: ")
        assert message in err
    status, _, err = run("audit", "--database", "mysql://db/house")
    assert status == 2
    assert "in SQLite or PostgreSQL, not in mysql" in err


def test_a_house_is_copied_and_put_back(data: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new" / "house"
    status, out, _ = run("backup", str(copy), "--data", str(data))
    assert status == 0
    assert out == f"{copy}: {copy.stat().st_size:,} bytes, checked\n"
    status, out, _ = run("restore", str(copy), "--data", str(new))
    assert (status, out) == (0, f"{new / 'house.db'}: restored from {copy}\n")
    assert run("audit", "--data", str(new))[0] == 0


def test_a_house_is_replaced_only_on_demand(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy), "--data", str(data))
    status, _, err = run("restore", str(copy), "--data", str(data))
    assert status == 2
    assert "there is a house already; add --replace to replace it" in err
    with Lock(data / "house.db"):
        status, _, err = run("restore", str(copy), "--data", str(data), "--replace")
    assert status == 2
    assert "a server has this house open already" in err
    assert run("restore", str(copy), "--data", str(data), "--replace")[0] == 0
    assert run("audit", "--data", str(data))[0] == 0


def test_a_round_of_a_house_is_told(data: Path) -> None:
    status, out, err = run("replay", "t1/7", "--data", str(data), "--no-color")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("Round 7 of shoe t1/1: ")
    assert "The players" in out
    status, out, _ = run("replay", "t1/7", "--database", str(data / "house.db"), "--json")
    told = json.loads(out)
    assert (told["shoe"], told["round"]) == ("t1/1", 7)
    assert told["told"][-1]["event"]["type"] == "round_ended"
    assert told["names"]
    assert {"ann", "bob", "cy"} >= set(told["names"])


def test_a_round_of_a_house_has_names_and_dates(data: Path) -> None:
    with closing(sqlite3.connect(data / "house.db", isolation_level=None)) as connection:
        connection.execute("UPDATE accounts SET name = 'Annabel' WHERE player = 'ann'")
    _, out, _ = run("replay", "t1/7", "--data", str(data), "--no-color")
    happened, _, after = out.partition("The players")
    players, _, nets = after.partition("In all")
    assert "Annabel" in happened
    assert "Annabel" in nets
    assert re.search(r"Annabel +ann in the record", players)
    assert not re.search(r"\bann\b", happened + nets)
    assert re.search(r"\(at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)", happened)


def test_the_round_that_is_being_played(data: Path) -> None:
    last = HOUSE.table.rounds
    status, out, _ = run("replay", f"t1/{last}", "--data", str(data), "--json")
    assert status == 0
    assert json.loads(out)["shoe"] == "t1/2"


def test_a_round_with_a_wrong_entry(data: Path) -> None:
    with closing(sqlite3.connect(data / "house.db", isolation_level=None)) as connection:
        change = "UPDATE entries SET text = replace(text, '\"seq\":', '\"seq\":1') WHERE seq = "
        connection.execute(change + "(SELECT seq + 1 FROM rounds WHERE number = 7)")
    status, out, err = run("replay", "t1/7", "--data", str(data))
    assert status == 1
    assert out.startswith("Round 7 of shoe t1/1")
    assert err.startswith("round t1/7: wrong\n  entry ")


@pytest.mark.parametrize(
    "round_, message",
    [
        ("t1/9999", "there is no round 9999 at table t1"),
        ("t9/1", "there is no round 1 at table t9"),
        ("74", "write a round of a house as TABLE/NUMBER"),
        ("t1/x", "does not end with a round's number"),
        ("t1/0", "does not end with a round's number"),
    ],
)
def test_a_round_that_is_not_there(data: Path, round_: str, message: str) -> None:
    status, out, err = run("replay", round_, "--data", str(data))
    assert (status, out) == (2, "")
    assert message in err


def test_a_file_and_a_house_are_two_things(data: Path) -> None:
    status, _, err = run("replay", "1", "--file", "x.json", "--data", str(data))
    assert status == 2
    assert "use either --file, or --data or --database for a house; not both" in err
