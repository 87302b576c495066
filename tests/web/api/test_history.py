"""Rounds looked back at: one's own with their cards, and each with the clauses behind it."""

import time
from pathlib import Path
from typing import Any

import pytest

from casinowar.house.history.round_report import recorded_events
from casinowar.house.timeouts import Seconds
from casinowar.rules.file import load_rules
from tests.support.house.served import SOON, Client, Served, served


def play(client: Client, table: str, *, tie: int = 500, choice: str = "war") -> str:
    """A round at seat 1 with a tie wager; what was chosen, if there was a choice."""
    bets = [{"seat": 1, "wager": "primary", "amount": 500}]
    bets += [{"seat": 1, "wager": "tie", "amount": tie}] if tie else []
    done = client.command(table, "bet", bets=bets, ready=True)
    chosen = ""
    while done["state"]["need"]["type"] == "choice_needed":
        done, chosen = client.command(table, "choose", seat=1, choice=choice), choice
    return chosen


@pytest.fixture
def played(ann: Client, table: str) -> str:
    """A table at which ann has won, lost, been at war and surrendered, each once at least."""
    ann.command(table, "sit", seat=1)
    seen: set[str] = set()
    wanted = {"won", "lost", "war", "surrender"}
    for _ in range(400):
        if wanted <= seen:
            break
        before = ann.look("/api/me")["balance"]
        chosen = play(ann, table, choice="surrender" if "war" in seen else "war")
        won = ann.look("/api/me")["balance"] == before  # the tie wager is lost too
        seen.add(chosen or ("won" if won else "lost"))
    assert wanted <= seen
    return table


def test_my_rounds_have_their_cards_and_wagers(ann: Client, played: str) -> None:
    page = ann.look("/api/me/rounds", limit=200)
    war = next(row for row in page["rounds"] if any(c["deal"] == "war" for c in row["cards"]))
    assert [(card["deal"], card["to"]) for card in war["cards"]] == [
        *(("original", "player"), ("original", "dealer")),
        *(("war", "player"), ("war", "dealer")),
    ]
    for row in page["rounds"]:
        assert sum(wager["net"] for wager in row["wagers"]) == row["net"]
        assert sum(wager["stake"] for wager in row["wagers"]) == row["staked"]
        assert len(row["cards"]) in (2, 4)


def test_other_seats_are_not_in_my_rounds(house: Served, ann: Client, bob: Client) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington"})
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    table = opened["table"]
    ann.command(table, "sit", seat=1)
    play(ann, table, tie=0)  # with someone alone, the shoe comes at once
    bob.command(table, "sit", seat=2)
    ann.command(table, "bet", bets=[{"seat": 1, "wager": "primary", "amount": 500}], ready=True)
    done = bob.command(
        table, "bet", bets=[{"seat": 2, "wager": "primary", "amount": 700}], ready=True
    )
    while done["state"]["need"]["type"] == "choice_needed":
        seat = done["state"]["need"]["hands"][0]["seat"]
        done = (ann, bob)[seat - 1].command(table, "choose", seat=seat, choice="surrender")
    (row,) = bob.look("/api/me/rounds")["rounds"]
    assert {wager["stake"] for wager in row["wagers"]} == {700}
    assert {card["seat"] for card in row["cards"]} == {0, 2}


def play_banked(client: Client, table: str, rounds: int) -> None:
    """So many rounds at seat 1 where the bank goes round among a player and bots."""
    acts: dict[str, dict[str, Any]] = {
        "cut": {"seed": "5a" * 32, "cut": 100},
        "take-bank": {},
        "post-stake": {"amount": 200_00},
        "choose": {"seat": 1, "choice": "war"},
        "bet": {"bets": [{"seat": 1, "wager": "primary", "amount": 500}], "ready": True},
    }
    for _ in range(20 * rounds):
        if len(client.look("/api/me/rounds", limit=200)["rounds"]) >= rounds:
            return
        offered = {each["command"] for each in client.look(f"/api/tables/{table}/offers")["offers"]}
        act = next((name for name in acts if name in offered), None)
        if act is None:
            time.sleep(0.05)
        else:
            client.command(table, act, **acts[act])
    raise AssertionError("the rounds do not come")


def test_a_round_that_someone_banked_is_theirs(ann: Client) -> None:
    table = ann.ask("/api/tables", {"rules": "california", "bots": 1, "practice": True})["table"]
    ann.command(table, "sit", seat=1)
    play_banked(ann, table, 6)
    me, whole = ann.look("/api/me"), ann.look("/api/me/rounds")["rounds"]
    numbers = [row["round"] for row in whole]
    assert numbers == list(range(len(whole), 0, -1))
    assert {row["banked"] for row in whole} == {True, False}
    assert sum(row["net"] for row in whole) == me["balance"] + sum(me["at_tables"].values()) - 10**5
    page = ann.look("/api/me/rounds", limit=1)
    found = page["rounds"]
    while page["next"] is not None:
        page = ann.look("/api/me/rounds", limit=1, after=page["next"])
        found += page["rounds"]
    assert found == whole
    everyones = ann.look(f"/api/tables/{table}/rounds")
    for row, told in zip(whole, everyones["rounds"], strict=True):
        one = ann.look(f"/api/tables/{table}/rounds/{row['round']}")
        bank = one["bank"]
        assert told["bank"] == bank
        assert bank["net"] == -sum(wager["net"] for wager in one["settlements"])
        assert everyones["names"][bank["player"]] == one["names"][bank["player"]]
        assert (bank["player"] == me["player"]) == row["banked"]
        if row["banked"]:
            assert (row["staked"], row["net"]) == (200_00, bank["net"])
            assert (row["wagers"], row["cards"]) == ([], told["cards"])


def told_of(ann: Client, table: str) -> list[dict[str, Any]]:
    rows = ann.look("/api/me/rounds", limit=200)["rounds"]
    return [ann.look(f"/api/tables/{table}/rounds/{row['round']}") for row in rows]


def test_every_settlement_has_its_clause(ann: Client, played: str) -> None:
    file = load_rules("washington")
    name = ann.look("/api/me")["name"]
    cited: set[str] = set()
    for found in told_of(ann, played):
        assert found["rules"] == {
            "id": "washington",
            "name": file.name,
            "reading": "right-to-left",
        }
        money = [
            line for line in found["told"] if line["grounds"][:1] and "pays." in line["grounds"][0]
        ]
        assert len(money) == len(found["settlements"])
        for line in money:
            assert line["says"].startswith(f"seat 1, {name}: ")
            assert line["clauses"] == list(file.cites(line["grounds"][0]))
        for line in found["told"]:
            cited |= {*line["clauses"]}
            assert all(found["clauses"][clause] == file.says(clause) for clause in line["clauses"])
        assert found["told"][-1]["says"] == "the round is over"
    assert {"WA-4a", "WA-4b", "WA-4c", "WA-4c-i", "WA-4c-ii-1"} <= cited


def test_round_names_its_shoe_and_table(ann: Client, played: str) -> None:
    found = ann.look(f"/api/tables/{played}/rounds/1")
    name = ann.look(f"/api/tables/{played}")["name"]
    assert name == found["name"] == ann.look("/api/me/rounds")["rounds"][0]["name"]
    file = ann.look(f"/api/tables/{played}/shoes/{found['shoe']}")
    assert found["entries"][0] in file["entries"]


def test_told_are_the_events_of_the_entries(ann: Client, played: str) -> None:
    found = ann.look(f"/api/tables/{played}/rounds/1")
    events = [event for entry in found["entries"] for event in entry.get("events", ())]
    assert [line["event"] for line in found["told"]] == events


def test_what_comes_after_a_round_is_not_told_with_it() -> None:
    def entry(seq: int, *events: str) -> str:
        return f'{{"seq":{seq},"events":[{",".join(events)}]}}'

    over, bet, ruled = (
        '{"type":"round_ended"}',
        '{"type":"bet_placed","player":"ann","seat":1,"wager":"primary","amount":500}',
        '{"type":"round_ruled","round":1,"ruling":"void","reason":"a wrong card"}',
    )
    found = recorded_events([entry(1, over), entry(2, bet), entry(3, ruled), '{"seq":4}'])
    assert [(each.seq, type(each.event).__name__) for each in found] == [
        (1, "RoundEnded"),
        (3, "RoundRuled"),
    ]


def test_round_of_a_closed_table_stays_at_its_address(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    play(ann, table)
    before = ann.look(f"/api/tables/{table}/rounds/1")
    ann.command(table, "leave", seat=1)
    ann.ask(f"/api/tables/{table}/close")
    assert [line["says"] for line in ann.look(f"/api/tables/{table}/rounds/1")["told"]] == [
        line["says"] for line in before["told"]
    ]
    assert ann.look("/api/me/rounds")["rounds"][0]["table"] == table


@pytest.mark.clause("ALL-8")
def test_rounds_tell_which_hands_ran_out_of_time(tmp_path: Path) -> None:
    """The surrender of a player is no time-out; that of the house is."""
    with served(tmp_path, Seconds(choice=1)) as house:
        ann, bob = house.guest(), house.guest()
        at = "/api/tables/washington"
        ann.command("washington", "sit", seat=1)
        bets = [{"seat": 1, "wager": "primary", "amount": 500}]
        while not play(ann, "washington", tie=0, choice="surrender"):
            pass
        while ann.look(at)["view"]["need"]["type"] != "choice_needed":
            ann.command("washington", "bet", bets=bets, ready=True)
        bob.command("washington", "sit", seat=2)
        until = time.monotonic() + SOON
        while ann.look(at)["view"]["need"]["type"] == "choice_needed":
            assert time.monotonic() < until
            time.sleep(0.05)
        hand = {"player": ann.look("/api/me")["player"], "seat": 1, "forfeited": False}
        for path in ("/api/me/rounds", f"{at}/rounds"):
            newest, *others = ann.look(path)["rounds"]
            assert newest["timed_out"] == [hand]
            assert all(row["timed_out"] == [] for row in others)
        told = ann.look(f"{at}/rounds/{newest['round']}")["told"]
        assert any(line["says"].endswith("surrenders: time ran out") for line in told)
