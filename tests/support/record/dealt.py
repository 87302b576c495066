"""A table with its record and its electronic dealer, driven step by step."""

from random import Random
from typing import Any

from casinowar.cards import Card
from casinowar.fair import Reveal, player_commitment
from casinowar.game.actions import Action, CloseBets, GoToWar, PlaceBet, Sit
from casinowar.game.events import CardDealt, CardsBurned, Event
from casinowar.game.needs import BetsNeeded, ChoiceNeeded, Need, ShoeNeeded
from casinowar.game.table import Table, need
from casinowar.record.ceremonies import Preparation
from casinowar.record.chain import begin, take
from casinowar.record.codec.canonical import Json
from casinowar.record.dealer import Dealer
from casinowar.record.steps import PlayerCommitment, PlayerReveal, Step
from tests.support.game.table import NOON, rules_of
from tests.support.game.walk import options_for


class Dealt:
    """What a game with a dealer is, without a screen."""

    def __init__(self, rules: str, *players: str, seed: int = 1, **options: Any) -> None:
        ruled = rules_of(rules)
        self.record, _, entries, _ = begin("t1", ruled, options_for(ruled, **options))
        self.entries: list[Json] = [entry.body for entry in entries]
        self.events: list[Event] = []
        self.dealer = Dealer(Random(seed).randbytes)
        self.deal()
        for seat, player in enumerate(players, 1):
            self.do(Sit(player, seat))

    @property
    def table(self) -> Table:
        return self.record.table

    @property
    def need(self) -> Need:
        return need(self.table)

    @property
    def coming(self) -> Preparation:
        assert self.record.coming is not None
        return self.record.coming

    def do(self, *taken: Action | Step) -> None:
        for what in taken:
            self.record, events, entries, _ = take(self.record, what)
            self.events += events
            self.entries += [entry.body for entry in entries]

    def deal(self) -> Action | Step:
        """The dealer's next answer, done."""
        answer = self.dealer.answer(self.record)
        assert answer is not None, f"the dealer has no answer to {self.need}"
        self.do(answer)
        return answer

    def commit(self, seat: int, cut: int) -> PlayerReveal:
        """A player commits to the next shoe; what they will reveal."""
        terms, server = self.coming.ceremony.terms, self.coming.ceremony.server
        secret = Reveal(bytes([seat] * 32), cut)
        commitment = player_commitment(terms, server, seat, secret).hex()
        player = self.table.seats[seat - 1]
        self.do(PlayerCommitment(terms.shoe, seat, player, commitment))
        return PlayerReveal(terms.shoe, seat, secret.seed.hex(), cut)

    def bring(self, *reveals: PlayerReveal) -> None:
        """Everything up to the first bets, with these reveals."""
        left = list(reveals)
        while not isinstance(self.need, BetsNeeded):
            if self.dealer.answer(self.record) is None:
                self.do(left.pop(0))
            else:
                self.deal()

    def play(self) -> None:
        """Round after round until the shoe is done; ties go to war."""
        while not isinstance(self.need, ShoeNeeded):
            match self.need:
                case BetsNeeded():
                    for seat, player in enumerate(self.table.seats, 1):
                        if player:
                            least = self.table.options.primary.least
                            self.do(PlaceBet(player, seat, "primary", least))
                    self.do(CloseBets(NOON))
                case ChoiceNeeded(hands):
                    self.do(GoToWar(hands[0].player, hands[0].seat))
                case _:
                    self.deal()

    @property
    def gone(self) -> list[Card | None]:
        """The cards that have left all shoes, in order; of a burned one nothing is known."""
        cards: list[Card | None] = []
        for event in self.events:
            match event:
                case CardDealt(card=card):
                    cards.append(card)
                case CardsBurned(count):
                    cards += [None] * count
                case _:
                    pass
        return cards
