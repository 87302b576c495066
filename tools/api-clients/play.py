"""Play until there is a war, with the Python client that openapi-python-client generates.

Usage: play.py http://127.0.0.1:8000
"""

import secrets
import sys
import uuid
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import TypeVar

from casinowar_client import AuthenticatedClient, Client
from casinowar_client.api.accounts import create_guest
from casinowar_client.api.play import answer_tie, place_bet, take_seat
from casinowar_client.api.tables import open_table
from casinowar_client.models.action_entry import ActionEntry
from casinowar_client.models.bet import Bet
from casinowar_client.models.bets_closed import BetsClosed
from casinowar_client.models.card_dealt import CardDealt
from casinowar_client.models.choice_needed import ChoiceNeeded
from casinowar_client.models.choose import Choose
from casinowar_client.models.command_answer import CommandAnswer
from casinowar_client.models.open_table import OpenTable
from casinowar_client.models.problem import Problem
from casinowar_client.models.secret import Secret
from casinowar_client.models.shoe_needed import ShoeNeeded
from casinowar_client.models.sit import Sit
from casinowar_client.models.wager import Wager
from casinowar_client.models.wager_settled import WagerSettled

SESSION = "casinowar_session"
SEAT = 1
AMOUNT = 500
CUT = 100
MOST_ROUNDS = 500
"""One round in fourteen ties: this many without a tie is a mistake somewhere."""

T = TypeVar("T")


def checked(answer: T | Problem | None) -> T:
    """The answer, if it is no refusal."""
    if isinstance(answer, Problem):
        sys.exit(f"refused: {answer.status} {answer.type_}: {answer.detail}")
    if answer is None:
        sys.exit("the answer is not one that the document describes")
    return answer


def key() -> str:
    """A new Idempotency-Key."""
    return str(uuid.uuid4())


def come_in(house: str) -> AuthenticatedClient:
    """Become a guest; the client that comes back sends the session with each request."""
    answer = create_guest.sync_detailed(client=Client(base_url=house))
    me = checked(answer.parsed)
    session = SimpleCookie(answer.headers["set-cookie"])[SESSION].value
    print(f"came in as {me.name}, with {me.balance} cents")
    return AuthenticatedClient(
        base_url=house, token=f"{SESSION}={session}", prefix="", auth_header_name="Cookie"
    )


def events_of(done: CommandAnswer) -> Iterator[object]:
    """Everything that happened, in order."""
    for entry in done.entries:
        if isinstance(entry, ActionEntry):
            yield from entry.events


def show(done: CommandAnswer) -> None:
    """Print the round, the cards and the settlements of an answer."""
    for event in events_of(done):
        match event:
            case BetsClosed():
                print(f"round {event.round_}:")
            case CardDealt():
                whose = f"seat {event.seat}" if event.to == "player" else "the dealer"
                print(f"  {event.deal} card for {whose}: {event.card}")
            case WagerSettled():
                print(
                    f"  settled: {event.wager} of {event.stake} cents, {event.outcome}, "
                    f"net {event.net:+} cents"
                )


def play(house: str) -> None:
    """Open a table, sit down, and bet until a tie comes; then go to war."""
    client = come_in(house)
    opened = checked(
        open_table.sync(
            client=client,
            idempotency_key=key(),
            body=OpenTable(rules="washington", name="A table for a generated client"),
        )
    )
    print(f"opened table {opened.table}")
    at = opened.table
    done = checked(take_seat.sync(at, client=client, idempotency_key=key(), body=Sit(SEAT)))
    for _ in range(MOST_ROUNDS):
        comes = isinstance(done.state.need, ShoeNeeded)
        fair = Secret(seed=secrets.token_hex(32), cut=CUT) if comes else None
        bet = Bet(bets=[Wager(SEAT, "primary", AMOUNT)], ready=True, fair=fair)
        done = checked(place_bet.sync(at, client=client, idempotency_key=key(), body=bet))
        if isinstance(done.state.need, ChoiceNeeded):
            break
    else:
        sys.exit(f"no tie in {MOST_ROUNDS} rounds")
    show(done)
    print("  a tie: going to war")
    war = Choose(SEAT, "war")
    done = checked(answer_tie.sync(at, client=client, idempotency_key=key(), body=war))
    show(done)
    settled = [event for event in events_of(done) if isinstance(event, WagerSettled)]
    if {event.wager for event in settled} != {"primary", "war"}:
        sys.exit(f"the war was not settled: {settled}")
    print(f"balance: {done.balance} cents")


if __name__ == "__main__":
    play(sys.argv[1])
