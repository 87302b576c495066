"""A forger who makes the chain whole again is found by rules, seeds and cards."""

import copy
import json
from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.cards import DECK
from casinowar.errors import CasinoWarError
from casinowar.fair import Reveal, Terms, player_commitment, server_commitment
from casinowar.record.codec.events import from_json
from casinowar.record.codec.values import from_plain
from casinowar.record.entry import FRAME
from casinowar.record.steps import STEPS
from casinowar.rules.file import load_rules
from tests.support.record.shoes import Json, files_of, relinked
from tests.support.record.small_house import House
from tests.support.record.tampering import action, shoe_of, step, verdict, washington


@pytest.mark.parametrize("shoe", [1, 2])
@pytest.mark.parametrize("number", [0, 1, 5, 40, -1])
def test_a_changed_card_is_found_at_its_entry(shoe: int, number: int) -> None:
    file = washington(shoe)
    entry = action(file, "deal", number)
    was = entry["action"]["card"]
    other = next(str(card) for card in DECK if card.rank == was[0] and str(card) != was)
    entry["action"]["card"] = other
    dealt = next(event for event in entry["events"] if event["type"] == "card_dealt")
    dealt["card"] = other
    seq, why = verdict(relinked(file))
    assert seq == entry["seq"]
    assert f"of the shoe is {other}, but in the fair order it is {was}" in why


def test_a_changed_card_of_an_open_shoe_is_found_by_its_events() -> None:
    """Nobody knows the order yet: what the card paid is all that can be compared."""
    file = washington(1)
    first = action(file, "deal")
    shown = file["entries"].index(step(file, "server_reveal"))
    del file["entries"][shown:]
    was = first["action"]["card"]
    first["action"]["card"] = "2c" if was != "2c" else "3c"
    seq, why = verdict(relinked(file))
    assert seq == first["seq"]
    assert why.startswith("event 1: ")


@pytest.mark.parametrize("shoe", [1, 2])
def test_a_changed_card_is_found_where_everything_after_it_was_played_anew(shoe: int) -> None:
    """A forger who has the rules too: the round goes on rightly from a card that never was."""
    file = washington(shoe)
    rules = shoe_of(file).rules.rules()
    place = file["entries"].index(action(file, "deal", 30))
    kept = [json.dumps(entry) for entry in file["entries"][:place]]
    header = json.dumps(file["table"])
    if shoe == 1:
        table = record.replay(record.open_again(rules, header), kept[1:])
    else:
        steps = [json.dumps(entry) for entry in file["steps"]]
        table = record.replay(record.resume(rules, header, kept[0], steps), kept)
    forged, shown = list(file["entries"][:place]), step(file, "server_reveal")
    for number, entry in enumerate(file["entries"][place:]):
        fields = copy.deepcopy(entry)
        if number == 0:
            card = fields["action"]["card"]
            fields["action"]["card"] = next(str(c) for c in DECK if str(c) != card)
        try:
            made = follow_freely(table, fields)
        except CasinoWarError:
            continue
        table = made.record
        forged.extend(one.body for one in made.entries)
    if table.shoe is not None and table.shoe.end is None:
        made = record.take(table, record.ServerReveal(file["shoe"], shown["seed"], "abandoned"))
        forged.extend(one.body for one in made.entries)
    assert len(forged) > place + 3
    assert verdict({**file, "entries": forged})[0] == file["entries"][place]["seq"]


def follow_freely(table: Any, fields: Json) -> Any:
    """What an entry's action or step makes of a record, whatever was recorded of it."""
    kind = fields["kind"]
    if kind == "action":
        return record.take(table, from_json(fields["action"]))  # type: ignore[arg-type]
    body = {name: value for name, value in fields.items() if name not in FRAME}
    return record.take(table, from_plain(STEPS[kind], body, kind))


@pytest.mark.parametrize("shoe", [1, 2])
@pytest.mark.parametrize("field", ["net", "due", "stake", "outcome", "player", "seat", "wager"])
def test_a_changed_payout_is_found_at_its_entry(shoe: int, field: str) -> None:
    file = washington(shoe)
    entry = next(
        e
        for e in file["entries"]
        if e["kind"] == "action" and any(x["type"] == "wager_settled" for x in e["events"])
    )
    number, event = next(
        (n, x) for n, x in enumerate(entry["events"], 1) if x["type"] == "wager_settled"
    )
    others = {"outcome": "war_equal", "player": "zed", "wager": "war_tie"}
    event[field] = others.get(field, event[field] + 100 if isinstance(event[field], int) else 0)
    seq, why = verdict(relinked(file))
    assert seq == entry["seq"]
    assert why.startswith(f"event {number}: the record has “")


def test_a_payout_left_out_is_found() -> None:
    file = washington()
    entry = next(
        e
        for e in file["entries"]
        if e["kind"] == "action" and any(x["type"] == "wager_settled" for x in e["events"])
    )
    entry["events"] = [x for x in entry["events"] if x["type"] != "wager_settled"]
    assert verdict(relinked(file))[0] == entry["seq"]


@pytest.mark.parametrize("shoe", [1, 2])
def test_another_server_seed_is_found_where_it_is_shown(shoe: int) -> None:
    file = washington(shoe)
    entry = step(file, "server_reveal")
    entry["seed"] = "1" * 64
    seq, why = verdict(relinked(file))
    assert (seq, why) == (entry["seq"], "the server's seed is not the one it committed to")


@pytest.mark.parametrize("shoe", [1, 2])
def test_another_server_seed_with_its_commitment_is_found_by_the_players(shoe: int) -> None:
    """Each player's commitment binds the server's."""
    file = washington(shoe)
    committed, revealed = step(file, "server_commitment"), step(file, "player_reveal")
    change_server_seed(file)
    seq, why = verdict(relinked(file))
    assert seq > committed["seq"]
    first = min(
        e["seq"] for e in (*file["steps"], *file["entries"]) if e["kind"] == "player_reveal"
    )
    assert seq == min(first, revealed["seq"])
    assert "does not match its commitment" in why


def change_server_seed(file: Json) -> None:
    committed, shown = step(file, "server_commitment"), step(file, "server_reveal")
    terms = Terms(
        committed["shoe"], committed["decks"], committed["behind_min"], committed["behind_max"]
    )
    committed["commitment"] = server_commitment(terms, bytes([7] * 32)).hex()
    shown["seed"] = "07" * 32


def test_another_order_is_found_in_the_cards_where_nobody_took_part() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=2)
    house.shy = True
    house.play(1)
    house.reveal_server("dealt")
    file = json.loads(files_of(house, rules)[0])
    change_server_seed(file)
    cut = action(file, "cut_deck")
    seq, why = verdict(relinked(file))
    assert seq == cut["seq"]
    assert "but the seeds put" in why


@pytest.mark.parametrize("shoe", [1, 2])
@pytest.mark.parametrize("field, value", [("seed", "2" * 64), ("cut", 7)])
def test_another_players_seed_or_cut_is_found_where_it_is_shown(
    shoe: int, field: str, value: object
) -> None:
    file = washington(shoe)
    entry = step(file, "player_reveal")
    entry[field] = value
    seq, why = verdict(relinked(file))
    assert seq == entry["seq"]
    assert why == f"the reveal of seat {entry['seat']} does not match its commitment"


@pytest.mark.parametrize("shoe", [1, 2])
def test_a_player_who_committed_after_all_was_shown_is_found_in_the_cards(shoe: int) -> None:
    """A shill whose seed and cut were chosen last, with commitments and chain made anew."""
    file = washington(shoe)
    committed, shown = step(file, "server_commitment"), step(file, "player_reveal")
    terms = Terms(
        committed["shoe"], committed["decks"], committed["behind_min"], committed["behind_max"]
    )
    secret = Reveal(bytes([9] * 32), shown["cut"])
    entries = [*file["steps"], *file["entries"]]
    own = [
        e
        for e in entries
        if e["kind"] == "player_commitment"
        and (e["shoe"], e["seat"]) == (file["shoe"], shown["seat"])
    ]
    server = bytes.fromhex(committed["commitment"])
    own[-1]["commitment"] = player_commitment(terms, server, shown["seat"], secret).hex()
    shown["seed"] = secret.seed.hex()
    seq, why = verdict(relinked(file))
    assert seq >= action(file, "place_cut_card")["seq"]
    assert "but in the fair order it is" in why or "but the seeds put" in why


@pytest.mark.parametrize("shoe", [1, 2])
def test_another_cut_is_found(shoe: int) -> None:
    file = washington(shoe)
    entry = action(file, "cut_deck")
    was = entry["action"]["at"]
    entry["action"]["at"] = entry["events"][0]["at"] = was % 311 + 1
    seq, why = verdict(relinked(file))
    assert seq == entry["seq"]
    assert f"the cut is at {was % 311 + 1}, but seat " in why


@pytest.mark.parametrize("shoe", [1, 2])
def test_another_place_of_the_cut_card_is_found(shoe: int) -> None:
    file = washington(shoe)
    entry = action(file, "place_cut_card")
    was = entry["action"]["behind"]
    other = was - 1 if was > 64 else was + 1
    entry["action"]["behind"] = entry["events"][0]["behind"] = other
    seq, why = verdict(relinked(file))
    right = f"{other} cards are behind the cut card, but the seeds put {was} there"
    assert (seq, why) == (entry["seq"], right)


@pytest.mark.parametrize("shoe", [1, 2])
def test_a_burn_of_another_number_is_found(shoe: int) -> None:
    file = washington(shoe)
    entry = action(file, "burn")
    entry["action"]["count"] = entry["events"][0]["count"] = 2
    seq, why = verdict(relinked(file))
    assert seq == entry["seq"] + 1
    assert "waiting for 1 card to burn, for the war" in why
