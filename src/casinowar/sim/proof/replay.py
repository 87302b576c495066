"""A replay of a kernel's rounds at the core's own table, which must give the same outcomes.

`Replay` opens a `casinowar.game.table.Table` for the game, seats its players, and answers
everything the table asks for: the shoe and its cut card, burns, bets, the bank, choices, and every
card of the kernel's round. The outcome is read from the table alone: when it asked for a new shoe,
which card went where, and how the hands compared.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from casinowar.cards import Card
from casinowar.game.actions import (
    Action,
    Burn,
    CloseBets,
    CutDeck,
    Deal,
    GoToWar,
    NewShoe,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Sit,
    Surrender,
    TakeBank,
)
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    Need,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.round import Round
from casinowar.game.table import Table, need, open_table, step
from casinowar.money import MOST
from casinowar.odds.pricing import Decision
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.options import resolve
from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels.trace import Seen


def replay(
    rules: RuleSet, game: Game, decision: Decision | None, rounds: Iterable[Seen]
) -> Iterator[Seen]:
    """Deal the same rounds at the core's table, and yield what it made of each."""
    dealt = Replay(rules, game, decision)
    for seen in rounds:
        yield dealt.play(seen)


class Replay:
    """A table of the core that deals a kernel's rounds again."""

    def __init__(self, rules: RuleSet, game: Game, decision: Decision | None) -> None:
        self._rules = _rules_of(rules, game)
        self._game = game
        self._decision = decision
        self._table = self._open()

    def _open(self) -> Table:
        rules, game = self._rules, self._game
        table = open_table(
            rules,
            resolve(
                rules,
                authorised=rules.limits.primary.most if rules.limits.authorised != "none" else None,
                seats=rules.seats.most,
                first_burn=bool(game.first_burn),
            ),
        )
        for seat in range(1, rules.seats.most + 1):
            if not table.seats[seat - 1]:  # a solo player already has all seats
                table, _ = step(table, Sit(f"p{seat}", seat))
        return table

    def play(self, seen: Seen) -> Seen:
        """Deal one round, and return it as the table saw it."""
        if self._game.rounds_per_shoe > 1 and seen.opens_shoe:
            self._table = self._open()
        table, number, shoe = self._table, self._table.rounds, self._table.shoe.number
        while table.rounds == number or table.playing:
            for action in self._answers(table, need(table), seen):
                table, _ = step(table, action)
        self._table = table
        assert table.round is not None, "a round was played"
        return self._as_seen(table.round, opens_shoe=table.shoe.number > shoe)

    def _answers(self, table: Table, awaited: Need, seen: Seen) -> tuple[Action, ...]:
        match awaited:
            case ShoeNeeded(batch):
                return (NewShoe(batch),)
            case CutNeeded(player, _, least):
                return (CutDeck(player, least),)
            case CutCardNeeded(least):
                return (PlaceCutCard(self._game.behind or least),)
            case BurnNeeded(count):
                return (Burn(count),)
            case BankerNeeded(players):
                return (TakeBank(players[0]),)
            case StakeNeeded(banker):
                return (PostStake(banker, MOST),)
            case BetsNeeded():
                least = table.options.primary.least
                betting = (
                    PlaceBet(player, seat, "primary", least)
                    for seat, player in enumerate(table.seats, 1)
                    if player != table.bank.player
                )
                return (*betting, CloseBets(at=1))
            case ChoiceNeeded(hands):
                hand = hands[0]
                if not self._game.fights:
                    return (Surrender(hand.player, hand.seat),)
                tie = table.options.primary.least if self._decision == "war and tie" else 0
                return (GoToWar(hand.player, hand.seat, tie),)
            case CardNeeded():
                return (Deal(self._card(table, awaited, seen)),)
            case _:
                raise AssertionError(f"a simulated table does not wait for {awaited}")

    def _card(self, table: Table, awaited: CardNeeded, seen: Seen) -> Card:
        assert table.round is not None, "cards are dealt in a round"
        at = _places(self._game, table.round)[awaited.deal, awaited.to, awaited.seat]
        return Card(self._rules.shoe.ranks[seen.cards[at]])

    def _as_seen(self, state: Round, *, opens_shoe: bool) -> Seen:
        ranks = self._rules.shoe.ranks
        places = _places(self._game, state)
        cards = {
            places[dealt.deal, dealt.to, dealt.seat]: ranks.index(dealt.card.rank)
            for dealt in state.cards
        }
        seats = [bet.seat for bet in state.bets]
        first = [state.comparison("original", seat) for seat in seats]
        wars = [state.comparison("war", seat) for seat in seats if state.is_at_war(seat)]
        place = tallies.place(
            self._game.seats,
            _count(first, "higher"),
            _count(first, "equal"),
            _count(wars, "higher"),
            _count(wars, "lower"),
        )
        return Seen(opens_shoe, tuple(cards[at] for at in sorted(cards)), place)


def _fights(game: Game, comparison: Comparison | None) -> bool:
    return comparison is not None and game.fights_on(comparison)


def _count(comparisons: list[Comparison | None], what: Comparison) -> int:
    return sum(comparison == what for comparison in comparisons)


def _rules_of(rules: RuleSet, game: Game) -> RuleSet:
    """Return the rules narrowed to the game's decks, cut card and seats."""
    seats = game.seats + 1 if rules.player_banked else game.seats
    behind = game.behind or rules.cards_needed(seats)
    return replace(
        rules,
        sha256=f"{rules.sha256} {game}",
        shoe=replace(
            rules.shoe,
            decks=(game.decks,),
            cut_card=None if game.rounds_per_shoe == 1 else behind,
            first_burn="yes" if game.first_burn else "no",
        ),
        seats=replace(rules.seats, most=seats, usual=seats),
    )


def _places(game: Game, state: Round) -> dict[tuple[str, str, int], int]:
    """Return the index in `Seen.cards` of each card of a round."""
    seats = [bet.seat for bet in state.bets]
    places = {("original", "dealer", 0): 0}
    for at, seat in enumerate(seats, 1):
        places["original", "player", seat] = at
    at = len(places)
    fighters = [seat for seat in seats if _fights(game, state.comparison("original", seat))]
    if not game.individual:
        places["war", "dealer", 0] = at
        at += 1
    for seat in fighters:
        if game.individual:
            places["war", "dealer", seat] = at
            at += 1
        places["war", "player", seat] = at
        at += 1
    return places
