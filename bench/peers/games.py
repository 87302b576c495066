"""The smallest game of each peer, played so many times: run by the peers' own Python.

    python bench/peers/games.py PEER HANDS SEED

Only the standard library and the peer are there. Each is used as its documentation shows, with
checks that can be turned off turned off, and with the quickest way to play: stand at once, check
every bet. Prints one line of JSON: the processor time of the hands alone, how often each outcome
came up, and the version of the peer.
"""

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

WON, REST = "won", "not won"
Play = Callable[[], str]
"""Plays a hand and says how it came out."""


def openspiel(seed: int) -> Play:
    """Blackjack of one deck: chance is an action, so the cards are picked here."""
    game = import_module("pyspiel").load_game("blackjack")
    source, stand = random.Random(seed), 1

    def hand() -> str:
        state = game.new_initial_state()
        while not state.is_terminal():
            cards = state.is_chance_node()
            state.apply_action(source.choice(state.legal_actions()) if cards else stand)
        return WON if state.player_return(0) > 0 else REST

    return hand


def gymnasium(seed: int) -> Play:
    """Blackjack from an endless deck."""
    table = import_module("gymnasium").make("Blackjack-v1", disable_env_checker=True)
    table.reset(seed=seed)

    def hand() -> str:
        table.reset()
        over = False
        while not over:
            _, reward, over, _, _ = table.step(0)
        return WON if reward > 0 else REST

    return hand


def rlcard(seed: int) -> Play:
    """Blackjack of one deck."""
    table = import_module("rlcard").make("blackjack", config={"seed": seed})
    stand = table.actions.index("stand")

    def hand() -> str:
        table.reset()
        while not table.is_over():
            table.step(stand)
        return WON if table.get_payoffs()[0] > 0 else REST

    return hand


def pokerkit(seed: int) -> Play:
    """Kuhn's poker: three cards, two players, one each; both check and show."""
    library = import_module("pokerkit")
    everything = tuple(library.Automation)
    random.seed(seed)

    def hand() -> str:
        state = library.KuhnPoker.create_state(everything)
        while state.status:
            state.check_or_call()
        return WON if state.payoffs[0] > 0 else REST

    return hand


def pydealer(seed: int) -> Play:
    """Casino War itself, as the yardstick plays it: six decks, cut card, one seat, wars."""
    library = import_module("pydealer")
    values = library.const.DEFAULT_RANKS["values"]
    random.seed(seed)
    shoe: Any = library.Deck(build=False)

    def compared() -> str:
        player, dealer = (values[card.value] for card in shoe.deal(2))
        return "higher" if player > dealer else "lower" if player < dealer else "equal"

    def hand() -> str:
        nonlocal shoe
        if shoe.size <= 30:
            shoe = sum((library.Deck() for _ in range(5)), library.Deck())
            shoe.shuffle()
            shoe.deal(1)
        outcome = compared()
        if outcome == "equal":
            shoe.deal(3)
            outcome = f"war {compared()}"
        return outcome

    return hand


PEERS: dict[str, Callable[[int], Play]] = {
    "open_spiel": openspiel,
    "gymnasium": gymnasium,
    "rlcard": rlcard,
    "pokerkit": pokerkit,
    "pydealer": pydealer,
}


def main() -> None:
    """Play, and print what came of it."""
    peer, hands, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    play = PEERS[peer](seed)
    play()
    began = time.process_time()
    outcomes = Counter(play() for _ in range(hands))
    seconds = time.process_time() - began
    said = {"seconds": seconds, "outcomes": outcomes, "version": version(peer)}
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
