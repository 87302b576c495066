import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.game.actions import Sit
from casinowar.record.shoefile import MOST_BYTES
from casinowar.rules.file import load_rules
from tests.paths import DATA
from tests.support.game.rulefiles import variant
from tests.support.record.shoes import GOLDEN, files_of, relinked
from tests.support.record.small_house import House

VECTORS = DATA / "fair-vectors.json"
FIRST, SECOND = GOLDEN / "fun-casino-1.json", GOLDEN / "fun-casino-2.json"


def run(*words: str | Path, given: bytes | None = None) -> Result:
    arguments = ["verify", *map(str, words)]
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "200"}, input=given)


def shown(*words: str | Path, given: bytes | None = None) -> list[str]:
    result = run(*words, given=given)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_what_was_checked_is_told() -> None:
    lines = shown(FIRST)
    file = json.loads(FIRST.read_bytes())
    last = file["entries"][-1]
    assert lines[:4] == [
        f"{FIRST}: verified",
        "shoe t1/1: Fun casino (fun-casino), reading as-printed",
        f"rule file SHA-256 {file['table']['sha256']}; it differs from the fun-casino of this "
        "version of casinowar",
        f"chain entries 0 to {last['seq']}, the last hash {last['hash']}",
    ]
    committed = next(e for e in file["entries"] if e["kind"] == "server_commitment")
    assert lines.pop(4) == f"committed {committed['commitment']}"
    revealed = [
        f"revealed seat {e['seat']}, cut at {e['cut']}: {e['seed']}"
        for e in sorted(file["entries"], key=lambda entry: entry.get("seat", 0))
        if e["kind"] == "player_reveal" and e["shoe"] == "t1/1"
    ]
    assert revealed
    assert lines[4 : 4 + len(revealed)] == revealed
    del lines[4 : 4 + len(revealed)]
    assert [line.split()[0] for line in lines[4:]] == [
        "shuffle",
        "cards",
        "end",
        "rules",
        "limits",
        "ledger",
    ]
    assert "took part; cut by seat " in lines[4]
    assert lines[4].endswith(" cards behind the cut card")
    assert lines[5].endswith(" burned, all in the shuffled order")
    assert lines[6] == "end dealt to its end"
    assert "rounds replayed, " in lines[7]
    assert lines[8].endswith("wagers within them")
    assert lines[9].endswith("transfers, every cent accounted for")


def test_what_a_file_alone_cannot_tell_is_said() -> None:
    first = json.loads(SECOND.read_bytes())["entries"][0]["seq"]
    unknown = f"not checked entries before {first}: the table's state at that point is taken as "
    assert unknown + "recorded" in shown(SECOND)
    assert not any(line.startswith("not checked") for line in shown(FIRST, SECOND))


def test_every_golden_shoe_is_verified_in_one_call() -> None:
    paths = sorted(GOLDEN.glob("*.json"))
    verified = [line for line in shown(*paths) if line.endswith(": verified")]
    assert verified == [f"{path}: verified" for path in paths]


def test_standard_input() -> None:
    assert shown("-", given=FIRST.read_bytes())[0] == "-: verified"


def test_a_shoe_shuffled_by_hand() -> None:
    lines = shown(GOLDEN / "fun-casino-by-hand.json")
    assert "not checked the order of shoe t1/1: it was shuffled by hand" in lines
    assert not any(line.startswith(("shuffle", "committed")) for line in lines)
    by_hand = json.loads(run("--json", GOLDEN / "fun-casino-by-hand.json").stdout)
    assert (by_hand["commitment"], by_hand["revealed"]) == (None, [])
    (cards,) = (line for line in lines if line.startswith("cards"))
    assert cards.endswith("burned")


def test_abandoned_shoes_are_told() -> None:
    lines = shown(GOLDEN / "california-abandoned.json")
    assert "end abandoned before its end; its seed matches the commitment" in lines
    assert "abandoned shoe t1/2 was never used; its seed matches the commitment" in lines


def shuffle_of(house: House, folder: Path) -> str:
    """What is told of the shuffle of a house's one shoe."""
    lines = shown(write(folder / "shoe.json", house.close(), house.table.rules.id))
    return next(line for line in lines if line.startswith("shuffle"))


def test_who_cut_is_told_and_whose_number_it_was(tmp_path: Path) -> None:
    """A dealer cuts for a player; one with two seats is asked at the first of them."""
    online = House(load_rules("online").rules(), Random(3))
    online.play(until=lambda: online.table.rounds == 1)
    assert online.fair is not None
    at, seat = online.fair.cut, online.fair.cutter
    assert f"cut by the dealer at {at}, the number of seat {seat}" in shuffle_of(online, tmp_path)
    told = ""
    for seed in range(60):
        house = House(load_rules("washington").rules(), Random(seed), players=1)
        house.take(Sit("ann", 2))
        house.take(Sit("ann", 5))
        house.play(until=lambda house=house: house.table.shoe.stage == "ready")  # type: ignore[misc]
        assert house.fair is not None
        if house.fair.cutter == 5:
            told = shuffle_of(house, tmp_path)
            assert f"cut by seat 2 at {house.fair.cut}, the number of seat 5, " in told
    assert told


def test_a_shoe_that_was_never_cut(tmp_path: Path) -> None:
    house = House(load_rules("washington").rules(), Random(2), players=2)
    house.play(until=lambda: house.table.shoe.stage == "cut")
    assert house.fair is not None
    assert f"; never cut, to be cut at {house.fair.cut}, " in shuffle_of(house, tmp_path)


def test_the_verdict_stands_on_the_line_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / f"{'a long evening at the tables of washington ' * 4}.json"
    path.write_bytes(FIRST.read_bytes())
    result = CliRunner().invoke(main, ["verify", str(path)], env={"COLUMNS": "80"})
    assert result.stdout.splitlines()[0] == f"{path}: verified"


def write(path: Path, house: House, name: str) -> Path:
    path.write_text(files_of(house, load_rules(name))[0], encoding="utf-8")
    return path


def test_an_open_shoe(tmp_path: Path) -> None:
    house = House(load_rules("washington").rules(), Random(2), players=2)
    house.play(until=lambda: house.table.rounds == 4)
    lines = shown(write(tmp_path / "open.json", house, "washington"))
    assert lines[0].endswith("open.json: verified as far as it goes; the shoe is still open")
    assert lines[-1] == (
        "not checked the order of shoe t1/1: it is still open, and its seed is still secret"
    )
    (shuffle,) = (line for line in lines if line.startswith("shuffle"))
    assert "cut by" not in shuffle


def test_a_shoe_nobody_had_a_part_in(tmp_path: Path) -> None:
    house = House(load_rules("washington").rules(), Random(2), players=2)
    house.shy = True
    house.play(until=lambda: house.table.rounds == 4).close()
    lines = shown(write(tmp_path / "shy.json", house, "washington"))
    (shuffle,) = (line for line in lines if line.startswith("shuffle"))
    assert shuffle.startswith("shuffle unwitnessed: no player took part; cut by the dealer at ")


def test_withheld_seats_are_named(tmp_path: Path) -> None:
    told = set()
    for seed in range(12):
        house = House(load_rules("washington").rules(), Random(seed), players=3)
        house.play(until=lambda house=house: house.table.rounds == 1).close()  # type: ignore[misc]
        lines = shown(write(tmp_path / "some.json", house, "washington"))
        (shuffle,) = (line for line in lines if line.startswith("shuffle"))
        told |= set(shuffle.replace(";", "").split())
    assert {"withheld", "seat", "seats"} <= told


def spoil(path: Path, tmp_path: Path) -> tuple[Path, int]:
    """A copy with one payout changed, and that payout's entry."""
    file = json.loads(path.read_bytes())
    for entry in file["entries"]:
        for event in entry.get("events", []):
            if event["type"] == "wager_settled":
                event["net"] += 100
                spoilt = tmp_path / f"spoilt-{path.name}"
                spoilt.write_text(json.dumps(relinked(file)), encoding="utf-8")
                return spoilt, entry["seq"]
    raise AssertionError("nothing was paid in this shoe")


def test_rules_that_only_look_like_built_in_ones_are_named(tmp_path: Path) -> None:
    rules = variant("washington", {"limits.unit": "5.00"})
    house = House(rules.rules(), Random(2), players=2)
    house.play(until=lambda: house.table.rounds == 2).close()
    path = tmp_path / "own.json"
    path.write_text(files_of(house, rules)[0])
    assert (
        f"rule file SHA-256 {rules.sha256}; it differs from the washington of this version of "
        "casinowar"
    ) in shown(path)


def test_what_would_move_the_cursor_is_shown_as_it_is_written(tmp_path: Path) -> None:
    spoilt, _ = spoil(FIRST, tmp_path)
    file = json.loads(spoilt.read_bytes())
    file["entries"][1]["kind"] = "\x1b[2J"
    file["shoe"] = "\x1b[2J"
    spoilt.write_text(json.dumps(file))
    result = run(spoilt)
    assert result.exit_code == 1
    assert "\x1b" not in result.output
    assert "x1b[2J" in result.output


def test_the_name_of_a_file_gives_no_verdict(tmp_path: Path) -> None:
    """Whoever sends a file names it, too: here so that another answer seems to stand there."""
    name = "\x1b[2Ja.json: verified\n.json"
    right, vectors = tmp_path / name, tmp_path / f"v{name}"
    right.write_bytes(FIRST.read_bytes())
    vectors.write_bytes(VECTORS.read_bytes())
    (tmp_path / "wrong").mkdir()
    spoilt = spoil(FIRST, tmp_path / "wrong")[0].rename(tmp_path / f"w{name}")
    plain = "\\u001b[2Ja.json: verified\\n.json"
    for result in (run(right), run(spoilt), run("--vectors", vectors)):
        assert "\x1b" not in result.output
        assert f"{plain}: " in "".join(result.output.splitlines())
        assert not any(line.endswith("a.json: verified") for line in result.output.splitlines())


def test_the_first_wrong_entry_is_named(tmp_path: Path) -> None:
    spoilt, seq = spoil(FIRST, tmp_path)
    result = run(spoilt)
    assert (result.exit_code, result.stderr) == (1, "")
    verdict, why = result.stdout.splitlines()
    assert verdict == f"{spoilt}: wrong"
    assert why.startswith(f"  entry {seq}: event ")
    assert "but by the rules it must be “seat " in why


def test_the_worst_of_many_files_is_the_exit_status(tmp_path: Path) -> None:
    spoilt, _ = spoil(FIRST, tmp_path)
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert run(FIRST, spoilt, SECOND).exit_code == 1
    result = run(broken, spoilt, FIRST)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"Error: {broken}: this is not JSON: Expecting property name enclosed in double quotes: "
        "line 1 column 2 (char 1)"
    ]
    assert f"{FIRST}: verified" in result.stdout
    assert run(spoilt, broken).exit_code == 2
    assert run(broken, spoilt).exit_code == 2


def test_a_wrong_file_does_not_vouch_for_the_next(tmp_path: Path) -> None:
    spoilt, _ = spoil(FIRST, tmp_path)
    result = run(spoilt, SECOND)
    assert "entries before " in result.stdout


def test_json(tmp_path: Path) -> None:
    spoilt, seq = spoil(FIRST, tmp_path)
    first, second = map(json.loads, run("--json", FIRST, SECOND).stdout.splitlines())
    result = run("--json", spoilt)
    assert result.exit_code == 1
    wrong = json.loads(result.stdout)
    assert (first["verified"], first["shoe"], first["end"]) == (True, "t1/1", "dealt")
    assert (second["verified"], second["shoe"], second["unchecked"]) == (True, "t1/2", [])
    assert (wrong["verified"], wrong["entry"]) == (False, seq)
    for part in first["revealed"]:
        assert f"seat {part['seat']}, cut at {part['cut']}: {part['seed']}" in run(FIRST).stdout
    assert len(first["revealed"]) > 1
    assert wrong["why"].startswith("event ")
    file = json.loads(FIRST.read_bytes())
    assert first["entries"] == len(file["entries"])
    assert first["last_hash"] == file["entries"][-1]["hash"]
    for told, path in ((first, FIRST), (second, SECOND)):
        written = json.loads(path.read_bytes())
        steps = [*written["steps"], *written["entries"]]
        commitments = {
            s["shoe"]: s["commitment"] for s in steps if s["kind"].startswith("server_c")
        }
        assert told["commitment"] == commitments[told["shoe"]]
    assert second["first_entry"] == first["entries"]
    deals = [e for e in file["entries"] if e.get("action", {}).get("type") == "deal"]
    assert first["dealt"] == len(deals)
    for name in ("burned", "rounds", "settled", "wagers", "transfers"):
        assert first[name] > 0
    assert (first["rules"], first["reading"]) == ("fun-casino", "as-printed")
    assert first["rules_sha256"] == file["table"]["sha256"]
    assert json.loads(run("--json", GOLDEN / "california-abandoned.json").stdout)["abandoned"]


@pytest.mark.parametrize(
    "text, error",
    [
        ("", "this is not JSON"),
        ("[]", "this is JSON, but not an object"),
        ('{"format":"casinowar/shoe/2"}', "this is not a shoe's file"),
        ("\N{BYTE ORDER MARK}{}", "this file begins with a byte order mark"),
        (f'{{"seq":{"9" * 30}}}', "a whole number is not within 2**53"),
        pytest.param(f'{{"seq":{"9" * 5000}}}', "a whole number is not within 2**53", id="5000"),
        pytest.param(
            VECTORS.read_text(),
            "this is a file of vectors, not a shoe file: use casinowar verify --vectors",
            id="vectors",
        ),
    ],
)
def test_what_is_no_shoes_file_cannot_be_read(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "it.json"
    path.write_text(text)
    result = run(path)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {path}: {error}")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    result = run(tmp_path / "none.json")
    assert result.exit_code == 2
    assert "none.json': this file cannot be read: No such file or directory" in result.stderr
    assert "this is a directory; give the path of a file in it" in run(tmp_path).stderr
    assert "the name of a file is empty" in run("").stderr
    assert "cannot be read" in run("a\0b").stderr
    large = tmp_path / "large.json"
    with large.open("wb") as opened:
        opened.truncate(MOST_BYTES + 1)
    assert f"{large}: this file is over 64 MiB, which is too large" in run(large).stderr


SECONDS = 60
COMMAND = (sys.executable, "-m", "casinowar", "verify")


@pytest.mark.parametrize("words", [(), ("--vectors",)])
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = subprocess.run(
        (*COMMAND, *words, pipe), capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {pipe}: nothing comes through this pipe; nobody writes to it\n"


def test_a_pipe_that_is_written_to_is_read(tmp_path: Path) -> None:
    """Its writer waits for a reader, as a shell's redirection does, and takes its time then."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    slowly = f'exec 3>"{pipe}"; sleep 0.3; cat "{FIRST}" >&3'
    with subprocess.Popen(["sh", "-c", slowly]) as writer:
        time.sleep(0.2)
        assert shown(pipe)[0] == f"{pipe}: verified"
        assert writer.wait(SECONDS) == 0


@pytest.mark.parametrize(
    "shell", ["{} <(cat {})", "cat {1} | {0} /dev/stdin", "{} /dev/stdin < {}"]
)
def test_what_a_shell_hands_over_is_read(shell: str) -> None:
    command = shell.format(shlex.join(COMMAND), shlex.quote(str(FIRST)))
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].endswith(": verified")


def test_a_device_is_not_read() -> None:
    result = run("/dev/zero")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: /dev/zero: this is neither a file nor a pipe\n"


def test_rules_that_are_none_are_wrong_and_not_unreadable(tmp_path: Path) -> None:
    """A forger has even made the header name them."""
    file = json.loads(FIRST.read_bytes())
    file["rules"] = "id = [5"
    file["entries"][0]["sha256"] = hashlib.sha256(file["rules"].encode()).hexdigest()
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(relinked(file)), encoding="utf-8")
    result = run(forged)
    assert (result.exit_code, result.stderr) == (1, "")
    verdict, why = result.stdout.splitlines()
    assert verdict == f"{forged}: wrong"
    assert why.startswith(
        "  entry 0: no table can be opened under the rules in this file: this is no"
    )


def test_standard_input_may_be_a_pipe() -> None:
    done = subprocess.run(
        (*COMMAND, "-"), input=FIRST.read_bytes(), capture_output=True, timeout=SECONDS, check=True
    )
    assert done.stdout.startswith(b"-: verified")


def test_json_of_what_cannot_be_read(tmp_path: Path) -> None:
    result = run("--json", tmp_path / "none.json", FIRST)
    assert (result.exit_code, result.stderr) == (2, "")
    unreadable, verified = map(json.loads, result.stdout.splitlines())
    assert (unreadable["file"], unreadable["verified"]) == (str(tmp_path / "none.json"), False)
    assert unreadable["error"].endswith("this file cannot be read: No such file or directory")
    assert verified["verified"] is True


@pytest.mark.parametrize("words", [[], ["--vectors", str(VECTORS), str(FIRST)]])
def test_either_shoes_or_vectors(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "give either shoe files or --vectors FILE" in result.stderr
