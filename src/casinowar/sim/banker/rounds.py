"""Rounds of a player's bank whose stake may not cover everything, played by the core itself.

Which wagers are paid then depends on the order in which seats are settled, and whether a war is
dealt depends on what is left of the stake. Only `casinowar.game.round` knows that; the kernels do
not. So these are real rounds, some thousands a second, dealt from shoes like those of the kernels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from casinowar.cards import Card
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, Surrender
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Nothing
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.odds.pricing import Decision
from casinowar.rules.model import RuleSet
from casinowar.sim.game import Game
from casinowar.sim.kernels.general import draw, new_shoe


class BankedShoe:
    """A shoe that is shuffled card by card as it is dealt, and replaced when it ends."""

    def __init__(self, game: Game, words: Iterable[int]) -> None:
        self._game = game
        self._words = iter(words)
        self._cards = new_shoe(game)
        self._seen = self._gone = self._rounds = 0

    def begin_round(self) -> None:
        """Start a round, with a new shoe if the old one has ended."""
        game = self._game
        over = self._gone >= game.cards - game.behind or self._rounds == game.rounds_per_shoe
        if not self._rounds or over:
            self._seen, self._gone, self._rounds = 0, game.first_burn, 0
        self._rounds += 1

    def burn(self, count: int) -> None:
        """Remove cards unseen."""
        self._gone += count

    def deal(self) -> int:
        """Deal the next card and return its rank; 0 is the highest."""
        left = self._game.cards - self._seen
        card, _, _ = draw(self._cards, left, _Following(self._words), 0)
        self._seen += 1
        self._gone += 1
        return card


class _Following:
    """Random words for `draw`: any index returns the next word."""

    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def __getitem__(self, at: int) -> int:
        return next(self._words)


def play_banked(
    rules: RuleSet,
    game: Game,
    bets: Iterable[Bet],
    stake: int,
    decision: Decision | None,
    words: Iterable[int],
    rounds: int,
) -> Counter[int]:
    """Play so many rounds and count the banker's results, in cents."""
    shoe, placed = BankedShoe(game, words), tuple(bets)
    results: Counter[int] = Counter()
    for _ in range(rounds):
        shoe.begin_round()
        state = begin(rules, placed, stake=stake)
        while not state.over:
            state, _ = step(state, _answer(state, shoe, decision))
        results[state.bank_result] += 1
    return results


def _answer(state: Round, shoe: BankedShoe, decision: Decision | None) -> RoundAction:
    match need(state):
        case CardNeeded():
            return Deal(Card(state.rules.shoe.ranks[shoe.deal()]))
        case BurnNeeded(count):
            shoe.burn(count)
            return Burn(count)
        case ChoiceNeeded(hands):
            hand = hands[0]
            if decision == "surrender":
                return Surrender(hand.player, hand.seat)
            own = next(bet for bet in state.bets_at(hand.seat) if bet.player == hand.player)
            return GoToWar(hand.player, hand.seat, own.primary if decision == "war and tie" else 0)
        case Nothing():
            raise AssertionError("a finished round needs no action")
