"""A game's shoes on the shelf: one file each, and every one of them can be checked."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from casinowar.audit.files import audit_shoe
from casinowar.errors import CasinoWarError
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import builtin_names, load_rules
from casinowar.terminal.shoe_folder import ShoeFolder
from tests.support.record.small_house import House
from tests.terminal.test_game import Answers, game_of

CARD = re.compile(r'"([2-9TJQKA][cdhs])[" ]')


def played(name: str, shelf: ShoeFolder, *, times: int, seed: int = 1) -> None:
    answers = Answers(times=times)
    rules = load_rules(name).rules()
    game, screen = game_of(rules, answers, seed=seed, keep=shelf.keep)
    answers.screen = screen
    game.run()
    shelf.close()


def shelf_of(name: str, folder: Path) -> ShoeFolder:
    return ShoeFolder(str(folder), load_rules(name).source)


@pytest.mark.parametrize("name", builtin_names())
def test_every_shoe_has_a_file_that_can_be_checked(name: str, tmp_path: Path) -> None:
    shelf = shelf_of(name, tmp_path)
    played(name, shelf, times=90)
    numbers = range(1, len(shelf.files) + 1)
    assert shelf.files == [tmp_path / f"t1-{number}.json" for number in numbers]
    assert sorted(tmp_path.iterdir()) == sorted(shelf.files)
    assert len(shelf.files) > 1
    auditor, rounds = None, 0
    for file in shelf.files:
        auditor = audit_shoe(read_shoe(file.read_bytes()), auditor)
        alone = audit_shoe(read_shoe(file.read_bytes()))
        assert alone.shoes[-1].fair is not None
        assert alone.shoes[-1].fair.cutter > 0, "the player has a part in every shoe"
        rounds += alone.rounds
    assert rounds > 15


def entries(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["entries"]
    return found


def test_bots_have_no_part_in_a_shoe(tmp_path: Path) -> None:
    shelf = shelf_of("washington", tmp_path)
    played("washington", shelf, times=200)
    committed = [
        entry["player"]
        for file in shelf.files
        for entry in entries(file)
        if entry["kind"] == "player_commitment"
    ]
    assert set(committed) == {"you"}
    assert len(committed) >= len(shelf.files)


def test_player_is_committed_before_anything_is_revealed(tmp_path: Path) -> None:
    shelf = shelf_of("washington", tmp_path)
    played("washington", shelf, times=3)
    kinds = [entry["kind"] for entry in entries(shelf.files[0])]
    order = "server_commitment player_commitment list_closed player_reveal shoe server_reveal"
    assert [kinds.index(kind) for kind in order.split()] == sorted(
        kinds.index(kind) for kind in order.split()
    )


def test_last_shoe_is_abandoned_and_so_is_the_one_ahead(tmp_path: Path) -> None:
    shelf = shelf_of("washington", tmp_path)
    played("washington", shelf, times=3)
    shown = [entry for entry in entries(shelf.files[0]) if entry["kind"] == "server_reveal"]
    assert [(entry["shoe"], entry["end"]) for entry in shown] == [
        ("t1/1", "abandoned"),
        ("t1/2", "abandoned"),
    ]


def test_player_who_leaves_at_once_leaves_no_file(tmp_path: Path) -> None:
    shelf = shelf_of("washington", tmp_path)
    played("washington", shelf, times=0)
    assert shelf.files == []
    assert shelf.summary() == f"nothing saved in {tmp_path}: no shoe came to the table"


def test_all_that_happens_is_written_at_once(tmp_path: Path) -> None:
    """And nothing that nobody may know yet: no card but those dealt, and no seed of the server."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=2)
    shelf, kept = shelf_of("washington", tmp_path), 0
    while house.table.rounds < 4:
        for action in house.answers():
            house.take(action)
        shelf.keep(house.entries[kept:])
        kept = len(house.entries)
        if shelf.files:
            (file,) = shelf.files
            text = file.read_text(encoding="utf-8")
            auditor = audit_shoe(read_shoe(text.encode()))
            assert auditor.record == house.record
            assert auditor.shoes[0].end == "open"
            assert not any(seed.hex() in text for seed in house.seeds.values())
            dealt = house.table.shoe.seen.split()
            assert re.findall('"type":"card_dealt"', text) == ['"type":"card_dealt"'] * len(dealt)
            assert set(CARD.findall(text)) == set(dealt)
    assert shelf.files == [tmp_path / "t1-1.json"]


def test_disk_is_waited_for_once_a_shoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every card, a game would crawl."""
    waited: list[int] = []
    monkeypatch.setattr("os.fsync", waited.append)
    shelf = shelf_of("online", tmp_path)
    played("online", shelf, times=6)
    assert len(waited) == len(shelf.files) > 1


def test_no_file_of_another_game_is_written_over(tmp_path: Path) -> None:
    begun = House(load_rules("online").rules(), Random(1)).entries
    (tmp_path / "t10-1.json").write_text("of another table")
    shelf_of("online", tmp_path).keep(begun)
    other = tmp_path / "t1-3.json"
    other.write_text("of another game")
    with pytest.raises(CasinoWarError, match=r"t1-3\.json: already exists, from a game with this"):
        shelf_of("online", tmp_path).keep(begun)
    assert other.read_text() == "of another game"


def test_file_that_another_game_made_in_the_meantime_is_not_written_over(tmp_path: Path) -> None:
    house = House(load_rules("online").rules(), Random(1))
    house.play(until=lambda: house.table.rounds == 1)
    shelf, other = shelf_of("online", tmp_path), tmp_path / "t1-1.json"
    shelf.keep(house.entries[:1])
    other.write_text("of another game")
    with pytest.raises(CasinoWarError, match=r"t1-1\.json: already exists"):
        shelf.keep(house.entries[1:])
    assert other.read_text() == "of another game"


def test_folder_without_a_name_is_refused() -> None:
    with pytest.raises(CasinoWarError, match="name the folder for the shoe files"):
        ShoeFolder("", b"")


def test_folder_that_takes_no_file_is_refused() -> None:
    with pytest.raises(CasinoWarError, match="/proc: cannot create a file in it: "):
        ShoeFolder("/proc", b"")


def test_looking_whether_a_folder_takes_files_leaves_none(tmp_path: Path) -> None:
    shelf_of("online", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_summary_names_the_file(tmp_path: Path) -> None:
    shelf = shelf_of("online", tmp_path)
    shelf.files = [tmp_path / "t1-1.json"]
    assert shelf.summary() == f"saved: {tmp_path / 't1-1.json'}"
    shelf.files.append(tmp_path / "t1-2.json")
    assert shelf.summary() == f"saved: 2 shoes, the last in {tmp_path / 't1-2.json'}"


def test_folder_is_made(tmp_path: Path) -> None:
    shelf_of("online", tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_what_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CasinoWarError, match="file: cannot create this folder: File exists"):
        shelf_of("online", tmp_path / "file")


def test_a_source_of_chance_that_fails_leaves_no_shoe_open(tmp_path: Path) -> None:
    """The house cannot commit to another shoe, and shows the seed of the one on the table."""
    shelf, answers = shelf_of("washington", tmp_path), Answers(times=90)
    game, answers.screen = game_of(load_rules("washington").rules(), answers, keep=shelf.keep)
    drawn, chance = [0], game._dealer._entropy

    def failing(size: int) -> bytes:
        drawn[0] += 1
        if drawn[0] > 2:
            raise OSError("no more chance")
        return chance(size)

    game._dealer._entropy = failing
    game.run()
    assert "no more chance" in str(game.failure)
    *_, file = shelf.files
    assert audit_shoe(read_shoe(file.read_bytes())).shoes[-1].end != "open"


def test_seeds_come_from_the_entropy_alone(tmp_path: Path) -> None:
    shelf = shelf_of("online", tmp_path)
    played("online", shelf, times=1, seed=5)
    server = Random("cards 5").randbytes(32).hex()
    assert server in shelf.files[0].read_text(encoding="utf-8")
