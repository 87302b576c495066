"""A player's bank whose stake may not cover everything: the core itself plays every round.

Which wagers are paid then depends on which seat is settled when, and whether a war is dealt at
all on what is left of the stake. No kernel knows that; `casinowar.round` does. So the rounds here
are real ones, some thousands a second, each dealt from a shoe like those of the kernels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from casinowar.actions import Burn, Deal, GoToWar, RoundAction, Surrender
from casinowar.cards import Card
from casinowar.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Nothing
from casinowar.odds.pricing import Decision
from casinowar.round import Bet, Round, begin, need, step
from casinowar.rules import RuleSet
from casinowar.sim.game import Game
from casinowar.sim.kernel import draw, new_shoe


class Shoe:
    """A shoe that is shuffled as far as it is dealt, until its end."""

    def __init__(self, game: Game, words: Iterable[int]) -> None:
        self._game = game
        self._words = iter(words)
        self._cards = new_shoe(game)
        self._seen = self._gone = self._rounds = 0

    def begin_round(self) -> None:
        """A round begins, with a new shoe if the old one is over."""
        game = self._game
        over = self._gone >= game.cards - game.behind or self._rounds == game.rounds_per_shoe
        if not self._rounds or over:
            self._seen, self._gone, self._rounds = 0, game.first_burn, 0
        self._rounds += 1

    def burn(self, count: int) -> None:
        """Cards go away unseen."""
        self._gone += count

    def deal(self) -> int:
        """The rank of the next card, 0 the highest."""
        left = self._game.cards - self._seen
        card, _, _ = draw(self._cards, left, _Following(self._words), 0)
        self._seen += 1
        self._gone += 1
        return card


class _Following:
    """Words as `draw` asks for them: whichever place it names, the next one."""

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
    """The banker's results of so many rounds, in cents, each with how often it came."""
    shoe, placed = Shoe(game, words), tuple(bets)
    results: Counter[int] = Counter()
    for _ in range(rounds):
        shoe.begin_round()
        state = begin(rules, placed, stake=stake)
        while not state.over:
            state, _ = step(state, _answer(state, shoe, decision))
        results[state.bank_result] += 1
    return results


def _answer(state: Round, shoe: Shoe, decision: Decision | None) -> RoundAction:
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
            raise AssertionError("a round that is over is not asked")
