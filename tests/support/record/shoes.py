"""Shoes' files of a small house, and what a forger could do to them.

`python -m tests.support.record.shoes` writes the golden files anew. Files that a release has
written must verify for ever, so new ones are added beside the old ones.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from casinowar.game.actions import PlaceBet, RuleWager, VoidRound
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import BankMatched, Event, LimitsReminded, WagerSettled
from casinowar.record import Entry
from casinowar.record.codec.canonical import canonical
from casinowar.record.entry import hash_of
from casinowar.record.shoefile import write_shoe
from casinowar.rules.file import RuleFile, load_rules
from tests.paths import GOLDEN_FILES
from tests.support.record.small_house import House

GOLDEN = GOLDEN_FILES / "shoes"

Json = dict[str, Any]


def shoes_of(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries of a record shoe by shoe; the first begins with the header."""
    begins = [place for place, entry in enumerate(entries) if entry.kind == "shoe"]
    begins[0] = 0
    return [list(entries[a:b]) for a, b in zip(begins, [*begins[1:], None], strict=True)]


def files_of(house: House, rules: RuleFile) -> list[str]:
    """The text of every shoe's file."""
    texts = [entry.text for entry in house.entries]
    return [
        write_shoe(texts[0], rules.source, [entry.text for entry in shoe], texts)
        for shoe in shoes_of(house.entries)
    ]


def relinked(file: Json) -> Json:
    """A file whose chain a forger has made whole again: every hash and reference is new."""
    renamed: dict[str, str] = {}
    for entry in (*file["steps"], *file["entries"]):
        old = entry.get("hash")
        if entry["kind"] == "shoe":
            for place in entry["steps"]:
                place["hash"] = renamed.get(place["hash"], place["hash"])
            entry["table"] = renamed.get(entry["table"], entry["table"])
        if "prev" in entry:
            entry["prev"] = renamed.get(str(entry["prev"]), entry["prev"])
        entry["hash"] = hash_of(entry)
        renamed[str(old)] = entry["hash"]
    if file["entries"][0]["kind"] == "table":
        file["table"] = json.loads(canonical(file["entries"][0]))
    return file


def renumbered(file: Json) -> Json:
    """The same where entries were put in, taken out or moved: each has the number of its place."""
    entries = file["entries"]
    begins = entries[0]["seq"]
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries, begins):
        numbers[entry["hash"]] = entry["seq"] = number
        if number > begins:
            entry["prev"] = entries[number - begins - 1]["hash"]
        if entry["kind"] == "shoe":
            for place in entry["steps"]:
                place["seq"] = numbers.get(place["hash"], place["seq"])
    return relinked(file)


def written(file: Json) -> bytes:
    """The bytes of a file's contents."""
    return canonical(file)


def golden_files() -> dict[str, str]:
    """The golden files by name: each rule set, dealt to the end, by hand, and abandoned."""
    found: dict[str, str] = {}
    plans: list[tuple[str, int, dict[str, Any]]] = [
        ("washington", 1, {"seats": 5}),
        ("fun-casino", 2, {"seats": 2}),
        ("online", 3, {}),
        ("south-dakota", 1, {"decks": 7}),
        ("california", 1, {}),
    ]
    for name, shoes, options in plans:
        rules = load_rules(name)
        house = House(rules.rules(), Random(name), players=3, **options)
        house.play(shoes).close()
        found |= {f"{name}-{n}": text for n, text in enumerate(files_of(house, rules), 1)}
    rules = load_rules("fun-casino")
    house = House(rules.rules("first-bet-lost"), Random(4), wildness=0.1, hand_dealt=True)
    house.play(until=lambda: house.table.rounds == 12)
    found["fun-casino-by-hand"] = files_of(house, rules)[0]
    rules = load_rules("california")
    house = House(rules.rules("primary-collected"), Random(7), wildness=0.05)
    house.play(until=lambda: house.table.rounds == 12 and not house.table.playing).close()
    found["california-abandoned"] = files_of(house, rules)[0]
    return found | ruled_files() | matched_files()


def ruled_files() -> dict[str, str]:
    """A shoe with rulings on its wagers, and one in which an earlier game was voided."""
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(8), players=2, seats=2)
    house.play(until=lambda: house.table.rounds == 3 and not house.table.playing)
    assert house.table.round is not None
    bet = house.table.round.bets[0]
    house.take(RuleWager(bet.player, bet.seat, "primary", "return", "", "a late bet"))
    house.play(until=lambda: house.table.rounds == 5 and not house.table.playing).close()
    found = {"fun-casino-rulings": files_of(house, rules)[0]}
    rules = load_rules("online")
    house = House(rules.rules(), Random(9), players=3)
    house.play(until=lambda: house.table.rounds == 1 and not house.table.playing)
    settled = [event for event in house.events if isinstance(event, WagerSettled)]
    wagers = [DecidedWager(e.player, e.seat, e.wager, e.stake, e.net) for e in settled]
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    house.take(VoidRound(1, "the display froze", tuple(wagers)))
    house.close()
    files = files_of(house, rules)
    return found | {f"online-void-{number}": text for number, text in enumerate(files, 1)}


def matched_files() -> dict[str, str]:
    """A shoe in which the bank matches a war wager, and one with a wager below the minimum."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(10), players=2, seats=2)
    house.play(until=lambda: _told(house, BankMatched) and not house.table.playing).close()
    found = {"washington-match": files_of(house, rules)[0]}
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(11), players=2, seats=2)
    house.play(until=lambda: house.table.rounds == 1 and not house.table.playing)
    house.take(PlaceBet(house.table.seats[0], 1, "primary", 250))
    house.play(until=lambda: house.table.rounds == 3 and not house.table.playing).close()
    assert _told(house, LimitsReminded)
    return found | {"fun-casino-minimum": files_of(house, rules)[0]}


def _told(house: House, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in house.events)


def main() -> None:
    """Write the golden files."""
    GOLDEN.mkdir(exist_ok=True)
    for name, text in golden_files().items():
        (GOLDEN / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
