"""Another's seed and another's hand: nobody else can show the one, or answer for the other."""

from typing import Any

from casinowar.fair import Reveal, Terms, player_commitment
from casinowar.store.backends.engine import reading
from tests.support.house.digest import digest
from tests.support.house.served import Client, Served


def two_at_a_table(ann: Client, bob: Client) -> str:
    """A new private table, with these two at seats 1 and 2."""
    opened = ann.ask("/api/tables", {"rules": "washington"})
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    ann.command(opened["table"], "sit", seat=1)
    bob.command(opened["table"], "sit", seat=2)
    return str(opened["table"])


def commit(client: Client, table: str, seat: int, secret: Reveal) -> dict[str, Any]:
    coming = client.look(f"/api/tables/{table}")["view"]["coming"]
    behind = coming["behind_least"], coming["behind_most"]
    terms = Terms(coming["id"], coming["decks"], *behind)
    made = player_commitment(terms, bytes.fromhex(coming["commitment"]), seat, secret)
    return client.command(table, "commit", seat=seat, commitment=made.hex())


def test_seed_is_its_players_own(house: Served, ann: Client, bob: Client) -> None:
    """Not even one who knows it can show it for them."""
    table = two_at_a_table(ann, bob)
    database = reading(house.settings.house)
    secret = Reveal(b"\x5a" * 31 + b"\x01", 100)
    shown = {"seed": secret.seed.hex(), "cut": secret.cut}
    commit(ann, table, 1, secret)
    before = digest(database)
    assert bob.refused(table, "commit", seat=1, commitment="ab" * 32)["status"] == 409
    assert bob.refused(table, "reveal", seat=1, **shown)["kind"] == "not-yours"
    assert digest(database) == before
    commit(bob, table, 2, secret)
    before = digest(database)
    assert ann.look(f"/api/tables/{table}")["view"]["coming"]["awaited"] == [1, 2]
    assert bob.refused(table, "reveal", seat=1, **shown)["kind"] == "not-yours"
    assert ann.refused(table, "reveal", seat=1, **{**shown, "cut": 101})["status"] == 409
    assert digest(database) == before
    database.dispose()
    ann.command(table, "reveal", seat=1, **shown)
    bob.command(table, "reveal", seat=2, **shown)


def test_hand_is_its_players_own(house: Served, ann: Client, bob: Client) -> None:
    table = two_at_a_table(ann, bob)
    bring_shoe(ann, bob, table)
    assert play_until_tie(ann, bob, table)["seat"] == 1
    database = reading(house.settings.house)
    before = digest(database)
    for command, body in (
        ("choose", {"choice": "war"}),
        ("choose", {"choice": "surrender"}),
        ("leave", {}),
        ("withdraw", {"wager": "primary"}),
    ):
        assert bob.refused(table, command, seat=1, **body)["status"] == 409
    assert digest(database) == before
    database.dispose()
    ann.command(table, "choose", seat=1, choice="surrender")


def bring_shoe(ann: Client, bob: Client, table: str) -> None:
    """Both have their part in a shoe."""
    secret = Reveal(b"\x5a" * 31 + b"\x01", 100)
    for seat, client in enumerate((ann, bob), 1):
        commit(client, table, seat, secret)
    for seat, client in enumerate((ann, bob), 1):
        client.command(table, "reveal", seat=seat, seed=secret.seed.hex(), cut=secret.cut)


def play_until_tie(ann: Client, bob: Client, table: str) -> dict[str, Any]:
    """The first hand that is awaited, of the one at seat 1, who alone bets."""
    wager = {"seat": 1, "wager": "primary", "amount": 500}
    for _ in range(150):
        ann.command(table, "bet", bets=[wager], ready=True)
        need = bob.command(table, "ready")["state"]["need"]
        if need["type"] == "choice_needed":
            hand: dict[str, Any] = need["hands"][0]
            return hand
        if need["type"] != "bets_needed":
            break
    raise AssertionError("there is never a tie")
