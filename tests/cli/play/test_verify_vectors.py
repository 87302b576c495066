"""`casinowar verify --vectors`: this program against a file of worked examples."""

import json
from pathlib import Path

import pytest

from casinowar.fair.shoe import shuffle
from casinowar.fair.stream import Stream, word_stream
from tests.cli.play.test_verify import FIRST, VECTORS, run, shown


def test_vectors() -> None:
    count = len(json.loads(VECTORS.read_bytes()))
    assert shown("--vectors", VECTORS) == [f"{VECTORS}: verified, {count} vectors"]


def test_the_first_difference_of_vectors_is_told(tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_bytes())
    vectors[2]["expect"]["cut"] += 1
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps(vectors))
    result = run("--vectors", path)
    assert (result.exit_code, result.stderr) == (1, "")
    first, second = result.stdout.splitlines()
    assert first == f"{path}: wrong"
    assert second.startswith(f"  {vectors[2]['name']}: cut is {vectors[2]['expect']['cut']} in the")


@pytest.mark.clause("FC-3b")
def test_cards_in_front_of_the_cut_go_to_the_rear(tmp_path: Path) -> None:
    vector = json.loads(VECTORS.read_bytes())[2]
    expect, path = vector["expect"], tmp_path / "vectors.json"
    stream = Stream(word_stream(bytes.fromhex(expect["shuffle_key"])))
    shuffled = shuffle(52 * vector["decks"], stream)
    first = len(expect["first_ids"])
    for ids, verified in ((shuffled[expect["cut"] :], 0), (shuffled, 1)):
        expect["first_ids"] = ids[:first]
        path.write_text(json.dumps([vector]))
        assert run("--vectors", path).exit_code == verified


def test_json_of_vectors(tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_bytes())
    result = run("--json", "--vectors", VECTORS)
    assert result.exit_code == 0
    told = {"file": str(VECTORS), "verified": True, "vectors": len(vectors)}
    assert json.loads(result.stdout) == told

    vectors[1]["name"], vectors[1]["expect"]["cut"] = "\x1b[2J", 0
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps(vectors))
    result = run("--json", "--vectors", path)
    assert result.exit_code == 1
    wrong = json.loads(result.stdout)
    assert (wrong["file"], wrong["verified"], wrong["vector"]) == (str(path), False, "\x1b[2J")
    assert wrong["why"].startswith("\x1b[2J: cut is 0 in the file, but ")
    assert "\x1b" not in run("--vectors", path).stdout

    path.write_text("{")
    result = run("--json", "--vectors", path)
    assert (result.exit_code, result.stderr) == (2, "")
    unreadable = json.loads(result.stdout)
    assert (unreadable["file"], unreadable["verified"]) == (str(path), False)
    assert unreadable["error"].startswith(f"{path}: not a file of vectors: not JSON")


def test_vectors_with_a_key_twice(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(VECTORS.read_text().replace('"decks":', '"decks": 6, "decks":', 1))
    result = run("--vectors", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{path}: not a file of vectors: an object has the same key twice" in result.stderr


def test_a_shoes_file_is_no_file_of_vectors(tmp_path: Path) -> None:
    spoilt = json.loads(FIRST.read_bytes())
    spoilt["rules"] += "\n"
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps(spoilt))
    for file in (FIRST, path):
        result = run("--vectors", file)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            f"Error: {file}: this is a shoe file, not a file of vectors: use casinowar verify "
            "without --vectors\n"
        )


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff", b'[{"name":"x"}]'])
def test_vectors_that_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(data)
    result = run("--vectors", path)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {path}: ")
