"""Forged shoes that the program on the page must find out, each by another of its checks.

Every one has a chain that is whole again, and is wrong for `casinowar verify`, too.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from casinowar.game.actions import CancelRound, Rule
from casinowar.record.entry import hash_of
from casinowar.rules.file import load_rules
from tests.docs.test_fair import run
from tests.support.browser.page import first_of_shoe, judged, shoes_of_every_rule_set
from tests.support.record.shoes import GOLDEN, Json, files_of, renumbered, written
from tests.support.record.small_house import House
from tests.support.record.tampering import action, step

Forge = Callable[[Json], object]


def of_next(file: Json, kind: str) -> Json:
    """A step of another shoe than the file's."""
    entries = (e for e in file["entries"] if e["kind"] == kind and e["shoe"] != file["shoe"])
    return next(entries)


def put(file: Json, before: Json, entry: Json) -> None:
    """One more entry."""
    entries = file["entries"]
    entries.insert(entries.index(before), json.loads(json.dumps(entry | {"hash": "put in"})))


def following(file: Json, entry: Json) -> Json:
    found: Json = file["entries"][file["entries"].index(entry) + 1]
    return found


def next_commits_again(file: Json) -> None:
    """In the middle of the shoe, when the house knows who plays."""
    again = of_next(file, "server_commitment") | {"commitment": "ab" * 32}
    put(file, action(file, "deal", 2), again)


def next_but_one_is_committed_to(file: Json) -> None:
    """As if the next shoe had been abandoned; its seed is not shown."""
    number = int(file["shoe"].rpartition("/")[2])
    after = of_next(file, "server_commitment") | {"shoe": f"t1/{number + 2}"}
    put(file, action(file, "deal", 2), after)


def server_commits_twice(file: Json) -> None:
    first = step(file, "server_commitment")
    put(file, first, first | {"commitment": "ab" * 32})


def seat_withholds_and_reveals(file: Json) -> None:
    shown = step(file, "player_reveal")
    put(file, shown, {"kind": "withheld", "shoe": file["shoe"], "seat": shown["seat"]})


def seat_commits_late(file: Json) -> None:
    closed, committed = step(file, "list_closed"), step(file, "player_commitment")
    put(file, following(file, closed), committed | {"seat": 5})


def seat_commits_again(file: Json) -> None:
    """The first of its commitments is named, as if the last had not been."""
    closed, committed = step(file, "list_closed"), step(file, "player_commitment")
    put(file, closed, committed | {"commitment": "ab" * 32})


def seat_has_two_commitments(file: Json) -> None:
    """One that was replaced is named, too."""
    places = first_of_shoe(file)["steps"]
    committed = [e for e in file["entries"] if e["kind"] == "player_commitment"]
    named = {place["hash"] for place in places}
    replaced = next(e for e in committed if e["hash"] not in named)
    places.insert(1, {"seq": replaced["seq"], "hash": replaced["hash"]})


def seed_is_shown_first(file: Json) -> None:
    first = step(file, "server_commitment")
    put(file, following(file, first), step(file, "server_reveal") | {"end": "abandoned"})


def seed_is_shown_twice(file: Json) -> None:
    put(file, file["entries"][-1], step(file, "server_reveal"))


def next_is_abandoned_twice(file: Json) -> None:
    put(file, file["entries"][-1], file["entries"][-1])


def rounds_are_missing(file: Json) -> None:
    """The shoe is said to be dealt after its first round."""
    entries = file["entries"]
    ends = [n for n, e in enumerate(entries) if '"round_ended"' in json.dumps(e)]
    del entries[ends[0] + 1 : entries.index(step(file, "server_reveal"))]


def rounds_and_cut_card_are_missing(file: Json) -> None:
    rounds_are_missing(file)
    file["entries"].remove(action(file, "place_cut_card"))


def round_has_no_end(file: Json) -> None:
    for entry in file["entries"][-10:]:
        events = entry.get("events", [])
        events[:] = [event for event in events if event["type"] != "round_ended"]


def no_card_was_dealt(file: Json) -> None:
    entries = file["entries"]
    cut, shown = action(file, "cut_deck"), step(file, "server_reveal")
    del entries[entries.index(cut) + 1 : entries.index(shown)]


def cut_card_is_added(file: Json) -> None:
    """Where none is used, at the place where one would fairly be."""
    behind = step(file, "server_commitment")["behind_max"]
    event = {"type": "cut_card_placed", "behind": behind}
    placed = {"kind": "action", "action": {**event, "type": "place_cut_card"}, "events": [event]}
    put(file, following(file, action(file, "cut_deck")), placed)


def told_twice(kind: str) -> Forge:
    """What an action causes is caused again."""

    def forge(file: Json) -> None:
        events = action(file, kind)["events"]
        events.append(events[0])

    return forge


def without(kind: str) -> Forge:
    return lambda file: file["entries"].remove(action(file, kind))


def shoe_with_another_number(file: Json) -> None:
    file["shoe"] = first_of_shoe(file)["shoe"] = "t1/02"
    for entry in file["steps"]:
        entry["shoe"] = "t1/02"


def header_is_not_the_first(file: Json) -> None:
    header = file["table"]
    header["prev"] = "1" * 64
    header["hash"] = first_of_shoe(file)["table"] = hash_of(header)


def entry_before_the_shoe(file: Json) -> None:
    first = first_of_shoe(file)
    put(file, first, action(file, "place_bet") | {"seq": first["seq"], "prev": first["prev"]})


def steps_are_named_in_another_order(file: Json) -> None:
    named = first_of_shoe(file)["steps"]
    named[1:3] = reversed(named[1:3])


FORGED: list[tuple[str, Forge, str]] = [
    ("washington-1", lambda f: of_next(f, "server_commitment").update(shoe="t1/9"), "no such comm"),
    ("washington-1", lambda f: of_next(f, "server_commitment").update(decks=5), "no such commit"),
    ("online-2", lambda f: of_next(f, "server_commitment").update(shoe="t1/4"), "no such commit"),
    ("washington-1", next_commits_again, "no such commitment is due"),
    ("online-2", next_commits_again, "no such commitment is due"),
    ("washington-1", next_but_one_is_committed_to, "no such commitment is due"),
    ("washington-1", server_commits_twice, "is a step that is not named"),
    ("washington-1", seat_withholds_and_reveals, "is a step that is not named"),
    ("washington-1", seat_commits_late, "is a step that is not named"),
    ("washington-1", seat_commits_again, "is a step that is not named"),
    ("washington-1", seat_has_two_commitments, "a seat has two commitments"),
    ("washington-1", seed_is_shown_first, "is a step that is not named"),
    ("washington-1", seed_is_shown_twice, "the server's seed is shown twice"),
    ("washington-1", lambda f: of_next(f, "server_reveal").update(seed="00" * 32), "another seed"),
    ("washington-1", lambda f: of_next(f, "server_reveal").update(end="dealt"), "never brought"),
    ("washington-1", lambda f: of_next(f, "server_reveal").update(shoe="t1/3"), "no such shoe is"),
    ("washington-1", next_is_abandoned_twice, "no such shoe is due"),
    ("washington-1", lambda f: step(f, "server_reveal").update(end="abandoned"), "shoe is dealt"),
    ("online-2", lambda f: step(f, "server_reveal").update(end="abandoned"), "the shoe is dealt"),
    (
        "california-abandoned",
        lambda f: step(f, "server_reveal").update(end="dealt"),
        "is abandoned",
    ),
    ("washington-1", rounds_are_missing, "the shoe is abandoned"),
    ("washington-1", rounds_and_cut_card_are_missing, "the cut and the cut card come first"),
    ("washington-1", round_has_no_end, "the shoe is abandoned"),
    ("online-2", round_has_no_end, "the shoe is abandoned"),
    ("online-2", no_card_was_dealt, "the shoe is abandoned"),
    ("online-2", without("cut_deck"), "the cut and the cut card come first"),
    ("washington-1", without("cut_deck"), "no cut card is due"),
    ("washington-1", without("place_cut_card"), "the cut and the cut card come first"),
    ("online-2", cut_card_is_added, "no cut card is due"),
    ("washington-1", told_twice("cut_deck"), "the cut is at"),
    ("washington-1", told_twice("place_cut_card"), "no cut card is due"),
    ("online-2", lambda f: put(f, f["entries"][-1], first_of_shoe(f)), "another shoe in the file"),
    ("online-2", header_is_not_the_first, "the header is not the first entry"),
    ("online-2", entry_before_the_shoe, "the file does not begin with its shoe"),
    ("online-2", steps_are_named_in_another_order, "a step of the shuffle is not there"),
    ("online-2", lambda f: f["steps"][1].update(shoe="t1/9"), "a step is of another shoe"),
    ("online-2", shoe_with_another_number, "this is another table's shoe"),
]


@pytest.mark.parametrize("name, forge, wrong", FORGED)
def test_forged_shoe_is_found_out(
    program: Path, tmp_path: Path, name: str, forge: Forge, wrong: str
) -> None:
    file = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    forge(file)
    path = tmp_path / "forged.json"
    path.write_bytes(written(renumbered(file)))
    done = run(program, path)
    assert done.returncode == 1, done.stdout
    assert done.stderr.startswith("WRONG: ")
    assert wrong in done.stderr
    assert judged(path.read_bytes())[0] == "wrong"


def test_commitments_are_checked_while_the_shoe_is_open(program: Path, tmp_path: Path) -> None:
    file = json.loads((GOLDEN / "washington-1.json").read_text(encoding="utf-8"))
    del file["entries"][200:]
    next_commits_again(file)
    path = tmp_path / "open.json"
    path.write_bytes(written(renumbered(file)))
    assert run(program, path).stderr.endswith(": no such commitment is due\n")


def test_right_shoes_of_every_rule_set(program: Path, tmp_path: Path) -> None:
    """Dealt, abandoned and open ones: nobody is accused."""
    statuses = {"cards verified": 0, "open": 2}
    path = tmp_path / "right.json"
    for text in shoes_of_every_rule_set(1):
        path.write_text(text, encoding="utf-8")
        done = run(program, path)
        assert (done.returncode, done.stderr) == (statuses[judged(text)[0]], "")


@pytest.mark.parametrize("how", ["void", "cancelled"])
def test_round_that_is_called_off_can_be_the_last(program: Path, tmp_path: Path, how: str) -> None:
    rules = load_rules("online")
    house = House(rules.rules(), Random(4))
    house.play(until=lambda: house.table.playing and bool(house.table.shoe.seen))
    began = house.table.began_at
    house.take(Rule("void", "a doubt") if how == "void" else CancelRound(began + 10**8))
    house.reveal_server("dealt")
    path = tmp_path / "called-off.json"
    path.write_text(files_of(house, rules)[0], encoding="utf-8")
    done = run(program, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("it was dealt\n")


def test_shoes_that_were_abandoned_before_the_first(program: Path, tmp_path: Path) -> None:
    """The table's first shoe is then not its shoe number 1."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(5)).close()
    house.commit_server()
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing).close()
    (text,) = files_of(house, rules)
    assert json.loads(text)["shoe"] == "t1/2"
    path = tmp_path / "second.json"
    path.write_text(text, encoding="utf-8")
    done = run(program, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("it was abandoned\n")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "7", '{"table":{},"steps":[],"entries":[]}', "\xff"]
)
def test_what_cannot_be_read_is_not_said_to_be_wrong(
    program: Path, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "unreadable.json"
    path.write_bytes(text.encode("latin-1"))
    done = run(program, path)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("UNREADABLE: this is no shoe's file: ")


def test_file_that_is_not_there(program: Path, tmp_path: Path) -> None:
    done = run(program, tmp_path / "none.json")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("UNREADABLE: ")


def test_no_file_is_given(program: Path) -> None:
    done = run(program)
    assert (done.returncode, done.stderr) == (2, "")
    assert "python3 check_shoe.py FILE" in done.stdout
