"""Files of one table given together: any order, a gap, copies, and two that cannot both be."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.rules.file import load_rules
from tests.support.record.shoes import Json, files_of, relinked
from tests.support.record.small_house import House

SHOES = 12


def by_hand(shoes: int) -> list[str]:
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(1), players=1, seats=1, hand_dealt=True, id="t9")
    return files_of(house.play(shoes), rules)


def files(seed: int, shoes: int, table: str = "t9") -> list[str]:
    rules = load_rules("online")
    house = House(rules.rules(), Random(seed), players=1, id=table)
    house.play(shoes).close()
    return files_of(house, rules)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return files(1, SHOES)


@pytest.fixture
def folder(tmp_path: Path, texts: list[str]) -> Path:
    for number, text in enumerate(texts, 1):
        (tmp_path / f"t9-{number}.json").write_text(text, encoding="utf-8")
    return tmp_path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", "--json", *map(str, words)])


def told(*words: str | Path, status: int = 0) -> list[Json]:
    result = run(*words)
    assert (result.exit_code, result.stderr) == (status, ""), result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def begins(text: str) -> int:
    first: int = json.loads(text)["entries"][0]["seq"]
    return first


def test_a_folder_in_the_order_of_a_shell_is_one_chain(folder: Path) -> None:
    paths = sorted(folder.glob("*.json"))
    assert [path.stem for path in paths[:3]] == ["t9-1", "t9-10", "t9-11"]
    found = told(*paths)
    assert [each["shoe"] for each in found] == [f"t9/{n}" for n in range(1, SHOES + 1)]
    assert all(each["verified"] and each["unchecked"] == [] for each in found)
    assert told(*reversed(paths)) == found


def test_files_of_two_tables_come_table_by_table(folder: Path) -> None:
    other = folder / "other.json"
    other.write_text(files(2, 1, "t8")[0], encoding="utf-8")
    found = told(folder / "t9-2.json", other, folder / "t9-1.json")
    assert [each["shoe"] for each in found] == ["t9/1", "t9/2", "t8/1"]
    assert [each["unchecked"] for each in found] == [[], [], []]


@pytest.mark.parametrize(
    "left_out, words", [((7,), "shoe t9/7"), ((7, 8, 9), "shoes t9/7 to t9/9")]
)
def test_shoes_that_are_not_given_are_nobodys_fault(
    folder: Path, texts: list[str], left_out: tuple[int, ...], words: str
) -> None:
    for number in left_out:
        (folder / f"t9-{number}.json").unlink()
    found = {each["shoe"]: each["unchecked"] for each in told(*folder.glob("*.json"))}
    gap, after = begins(texts[left_out[0] - 1]), begins(texts[left_out[-1]])
    assert found.pop(f"t9/{left_out[-1] + 1}") == [
        f"{words}, entries {gap} to {after - 1}: not in these files",
        f"entries before {after}: the table's state at that point is taken as recorded",
    ]
    assert all(each == [] for shoe, each in found.items() if int(shoe[3:]) < left_out[0])
    assert all("not in these files" not in " ".join(each) for each in found.values())


def test_a_gap_is_told_to_people_too(folder: Path) -> None:
    words = ["verify", str(folder / "t9-3.json"), str(folder / "t9-1.json")]
    result = CliRunner().invoke(main, words, env={"COLUMNS": "200"})
    assert result.exit_code == 0
    assert "not checked  shoe t9/2, entries " in result.stdout


def test_the_rest_of_a_shoe_may_be_missing(folder: Path, texts: list[str]) -> None:
    """Its file was saved while it was still dealt."""
    file = json.loads(texts[0])
    del file["entries"][-1]
    (folder / "early.json").write_text(json.dumps(file), encoding="utf-8")
    _, second = told(folder / "early.json", folder / "t9-2.json")
    missing = begins(texts[1]) - 1
    words = f"the rest of shoe t9/1, entries {missing} to {missing}: not in these files"
    assert second["unchecked"][0] == words
    found = told(folder / "early.json", folder / "t9-2.json", folder / "t9-1.json")
    assert [each["unchecked"] for each in found[1:]] == [[], []]


def test_the_rest_of_a_shoe_may_be_missing_and_shoes_after_it(
    folder: Path, texts: list[str]
) -> None:
    """A shoe is open until its seed is shown, which is here the first entry that is missing."""
    file = json.loads(texts[0])
    shown = next(e["seq"] for e in file["entries"] if e["kind"] == "server_reveal")
    del file["entries"][shown:]
    (folder / "early.json").write_text(json.dumps(file), encoding="utf-8")
    _, third = told(folder / "early.json", folder / "t9-3.json")
    lacks = f"entries {shown} to {begins(texts[2]) - 1}: not in these files"
    assert third["unchecked"][0] == f"the rest of shoe t9/1 and shoe t9/2, {lacks}"


def test_what_is_missing_of_shoes_dealt_by_hand(tmp_path: Path) -> None:
    """They are not committed to, so the next one is not known of before it is brought."""
    shoes = by_hand(3)
    first, early, third = (tmp_path / f"{name}.json" for name in ("first", "early", "third"))
    file = json.loads(shoes[1])
    del file["entries"][-1]
    first.write_text(shoes[0], encoding="utf-8")
    early.write_text(json.dumps(file), encoding="utf-8")
    third.write_text(shoes[2], encoding="utf-8")
    gap, after = begins(shoes[1]), begins(shoes[2])
    words = f"shoe t9/2, entries {gap} to {after - 1}: not in these files"
    assert told(first, third)[1]["unchecked"][0] == words
    words = f"the rest of shoe t9/2, entries {after - 1} to {after - 1}: not in these files"
    assert told(early, third)[1]["unchecked"][0] == words


def test_the_same_file_twice(folder: Path) -> None:
    two = folder / "t9-2.json"
    found = told(two, folder / "t9-1.json", two, folder / "t9-3.json")
    assert [each["shoe"] for each in found] == ["t9/1", "t9/2", "t9/2", "t9/3"]
    assert all(each["unchecked"] == [] for each in found)


def test_two_files_that_cannot_both_be_true(folder: Path, texts: list[str]) -> None:
    """Each is right in itself: a house that tells two people two stories."""
    other = folder / "other.json"
    other.write_text(files(5, 2)[0], encoding="utf-8")
    first, second = told(folder / "t9-1.json", other, status=1)
    honest, others = (json.loads(text)["entries"] for text in (texts[0], other.read_text()))
    differs = next(a["seq"] for a, b in zip(honest, others, strict=False) if a != b)
    assert (first["verified"], second["verified"], second["entry"]) == (True, False, differs)
    assert second["why"] == (
        f"it differs in {folder / 't9-1.json'}: the two are not from one record"
    )
    first, second = told(other, folder / "t9-2.json", status=1)
    assert (first["verified"], second["verified"]) == (True, False)


def renumbered(text: str, by: int) -> Json:
    """A later shoe moved along the record, with its steps, and all hashes computed anew."""
    file: Json = json.loads(text)
    for entry in (*file["steps"], *file["entries"]):
        entry["seq"] += by
        for place in entry.get("steps", ()):
            place["seq"] += by
    return relinked(file)


def test_a_shoe_that_comes_twice(folder: Path, texts: list[str]) -> None:
    """After a gap that cannot be: this shoe was brought before it."""
    last = json.loads(texts[1])["entries"][-1]["seq"]
    moved = folder / "moved.json"
    moved.write_text(json.dumps(renumbered(texts[1], 1000)), encoding="utf-8")
    assert told(moved)[0]["verified"]
    *_, found = told(folder / "t9-1.json", folder / "t9-2.json", moved, status=1)
    assert found["entry"] == begins(texts[1]) + 1000
    assert found["why"] == f"shoe t9/2 already appeared before entry {last + 1}"


def test_a_shoe_in_preparation_that_comes_with_other_steps(folder: Path, texts: list[str]) -> None:
    """Shoe 3 was committed to in shoe 2's file, by another entry than the one that is shown."""
    last = json.loads(texts[1])["entries"][-1]["seq"]
    moved = folder / "moved.json"
    moved.write_text(json.dumps(renumbered(texts[2], 1000)), encoding="utf-8")
    assert told(moved)[0]["verified"]
    *_, found = told(folder / "t9-1.json", folder / "t9-2.json", moved, status=1)
    assert found["entry"] == begins(texts[2]) + 1000
    assert found["why"] == f"shoe t9/3 already appeared before entry {last + 1}"


def test_after_a_wrong_file_no_shoe_is_said_to_be_missing(folder: Path, texts: list[str]) -> None:
    file = json.loads(texts[1])
    file["entries"][-1]["seed"] = "0" * 64
    (folder / "t9-2.json").write_text(json.dumps(relinked(file)), encoding="utf-8")
    _, wrong, third = told(*(folder / f"t9-{n}.json" for n in (1, 2, 3)), status=1)
    assert wrong["verified"] is False
    assert [words.partition(":")[0] for words in third["unchecked"]] == [
        f"entries before {begins(texts[2])}"
    ]


def test_a_file_goes_on_from_a_right_one_though_a_wrong_and_a_shorter_one_came_between(
    folder: Path, texts: list[str]
) -> None:
    wrong, early = json.loads(texts[0]), json.loads(texts[0])
    wrong["entries"][-1]["seat"] = 99
    (folder / "wrong.json").write_text(json.dumps(relinked(wrong)), encoding="utf-8")
    del early["entries"][-1]
    (folder / "early.json").write_text(json.dumps(early), encoding="utf-8")
    names = ("t9-1", "wrong", "early", "t9-2")
    found = told(*(folder / f"{name}.json" for name in names), status=1)
    assert [each["verified"] for each in found] == [True, False, True, True]
    assert found[-1]["unchecked"] == []


def later_from(text: str, kind: str) -> Json:
    """A shoe's file in which a step of some kind, and all after it, came much later."""
    file: Json = json.loads(text)
    begins = next(step["seq"] for step in file["steps"] if step["kind"] == kind)
    for moved in (*file["steps"], *file["entries"], *file["entries"][0]["steps"]):
        if moved["seq"] >= begins:
            moved["seq"] += 1000
    return relinked(file)


def cut_short(text: str, keeps: Callable[[Json], bool]) -> Json:
    """A shoe's file saved early: up to the first entry that is wanted, which is its last."""
    file: Json = json.loads(text)
    last = next(number for number, entry in enumerate(file["entries"]) if keeps(entry))
    del file["entries"][last + 1 :]
    return file


def test_who_committed_may_commit_anew_while_the_list_is_open(
    folder: Path, texts: list[str]
) -> None:
    early = cut_short(texts[1], lambda entry: entry["kind"] == "player_commitment")
    later = later_from(texts[2], "player_commitment")
    for name, file in (("early", early), ("later", later)):
        (folder / f"{name}.json").write_text(json.dumps(file), encoding="utf-8")
    found = told(folder / "early.json", folder / "later.json")
    assert [each["verified"] for each in found] == [True, True]
    assert "not in these files" in found[1]["unchecked"][0]


def plays(entry: Json) -> bool:
    return any(event["type"] == "bets_closed" for event in entry.get("events", ()))


@pytest.mark.parametrize("shuffled", ["fairly", "by hand"])
def test_rounds_may_be_missing_of_a_shoe_that_was_saved_early(
    tmp_path: Path, texts: list[str], shuffled: str
) -> None:
    shoes = by_hand(2) if shuffled == "by hand" else texts
    early = cut_short(shoes[0], plays)
    early["entries"].pop()
    (tmp_path / "early.json").write_text(json.dumps(early), encoding="utf-8")
    (tmp_path / "next.json").write_text(shoes[1], encoding="utf-8")
    found = told(tmp_path / "early.json", tmp_path / "next.json")
    assert [each["verified"] for each in found] == [True, True]
    assert found[1]["unchecked"][0].startswith("the rest of shoe t9/1, entries ")


def test_a_list_that_was_closed_is_not_closed_again_later(folder: Path, texts: list[str]) -> None:
    """Shoe 2's file has shoe 3's list, and shoe 3's own file says that it came later."""
    later = json.dumps(later_from(texts[2], "list_closed"))
    (folder / "later.json").write_text(later, encoding="utf-8")
    assert told(folder / "later.json")[0]["verified"]
    _, found = told(folder / "t9-2.json", folder / "later.json", status=1)
    last = json.loads(texts[1])["entries"][-1]["seq"]
    assert found["why"] == f"shoe t9/3 already appeared before entry {last + 1}"


def with_abandoned() -> list[str]:
    """A shoe that is abandoned after two rounds, and the one after it."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(1), players=1, id="t9")
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    house.reveal_server("abandoned")
    return files_of(house.play(1).close(), rules)


@pytest.mark.parametrize("end", ["dealt", "abandoned"])
def test_no_round_is_played_between_two_shoes(tmp_path: Path, texts: list[str], end: str) -> None:
    """A shoe is over in the first file; the next says that there was a round more."""
    first, second = texts[1:3] if end == "dealt" else with_abandoned()
    ended = cut_short(first, lambda entry: entry["kind"] == "server_reveal")
    assert ended["entries"][-1]["end"] == end
    more = json.loads(second)
    more["entries"][0]["state"]["rounds"] += 1
    for entry in more["entries"]:
        for event in entry.get("events", ()):
            if "round" in event:
                event["round"] += 1
    paths = [tmp_path / f"{name}.json" for name in ("ended", "next", "more")]
    for path, text in zip(
        paths, (json.dumps(ended), second, json.dumps(relinked(more))), strict=True
    ):
        path.write_text(text, encoding="utf-8")
    assert told(paths[2])[0]["verified"]
    assert told(*paths[:2])[1]["verified"]
    _, found = told(paths[0], paths[2], status=1)
    assert found["entry"] == begins(second)
    assert found["why"] == "it counts 3 rounds, but the shoe before ended after 2"
