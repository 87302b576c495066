"""One round, from its first card to its last settlement: frozen data, `begin`, `need`, `step`.

A round begins with fixed wagers and, if a player banks, the banker's stake. It knows only cards,
choices and rulings on its wagers, and all come from outside: `step` takes one of them and returns
the next state and the events it caused; `need` says what the round waits for.
"""

from collections.abc import Iterable

from casinowar.cards import Card
from casinowar.errors import IllegalAction
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, RuleWager, Surrender, TimeOut
from casinowar.game.describe import action_name
from casinowar.game.events import RoundEvent
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Hand, Nothing, RoundNeed
from casinowar.game.round.agenda import Ask, Draw, opening
from casinowar.game.round.play import RoundDraft
from casinowar.game.round.state import Bet, Round
from casinowar.money import is_cents
from casinowar.rules.model import Collect, RuleSet

__all__ = ["Bet", "Round", "begin", "need", "step"]


def begin(
    rules: RuleSet,
    bets: Iterable[Bet],
    *,
    stake: int | None = None,
    collect: Collect | None = None,
    most_returned: int | None = None,
) -> Round:
    """A new round with these wagers, before its first card.

    `stake` is the banker's, required if a player banks. `collect` and `most_returned` are the
    house's settings; by default those of the rules.
    """
    ordered = tuple(sorted(bets, key=lambda bet: bet.seat))
    _check_bets(rules, ordered)
    if rules.player_banked != (stake is not None):
        raise IllegalAction(
            "a player banks here: a round needs the banker's stake"
            if rules.player_banked
            else "the house banks here: a round takes no banker's stake"
        )
    if stake is not None and not is_cents(stake):
        raise IllegalAction(f"a stake is a whole number of cents, not {stake!r}")
    return Round(
        rules=rules,
        bets=ordered,
        collect=rules.settle.collect[0] if collect is None else collect,
        stake=stake,
        coverage=stake,
        allowance=rules.limits.most_returned if most_returned is None else most_returned,
        agenda=opening(rules, tuple(sorted({bet.seat for bet in ordered}))),
    )


def _check_bets(rules: RuleSet, bets: tuple[Bet, ...]) -> None:
    if not bets:
        raise IllegalAction("a round needs at least one wager")
    hands: set[tuple[str, int]] = set()
    seats: set[int] = set()
    for bet in bets:
        hand = Hand(bet.player, bet.seat)
        if type(bet.seat) is not int or bet.seat < 1:
            raise IllegalAction(f"{hand}: seats are numbered from 1")
        if not (is_cents(bet.primary) and is_cents(bet.tie)):
            raise IllegalAction(f"{hand}: a wager is a whole number of cents from 0 up")
        if bet.tie and not rules.has_tie:
            raise IllegalAction(f"{hand}: no tie wager is offered here")
        if not bet.primary and not (bet.tie and rules.bets.tie == "alone too"):
            raise IllegalAction(f"{hand} needs a primary wager")
        if (bet.player, bet.seat) in hands:
            raise IllegalAction(f"{hand} has two bets on one card")
        if bet.seat in seats and not rules.has_backline:
            raise IllegalAction(f"{hand}: no backline betting here, one bet a seat")
        hands.add((bet.player, bet.seat))
        seats.add(bet.seat)


def need(state: Round) -> RoundNeed:
    """What the round waits for."""
    if not state.agenda:
        return Nothing()
    item = state.agenda[0]
    if isinstance(item, Draw):
        if item.what == "burn":
            return BurnNeeded(item.cards, item.deal)
        return CardNeeded(item.deal, item.what, item.seat)
    assert isinstance(item, Ask), f"{item} needs no input and should be done"
    assert state.rules.choice is not None, "only rules with a choice ask for one"
    hands = tuple(Hand(bet.player, bet.seat) for bet in state.unanswered(item.seats))
    return ChoiceNeeded(hands, state.rules.choice.offers)


def step(state: Round, action: RoundAction) -> tuple[Round, tuple[RoundEvent, ...]]:
    """The round after an action, and the events; raises `IllegalAction` if it is not possible."""
    play = RoundDraft(state)
    match action, state.agenda[0] if state.agenda else None:
        case Deal(card), Draw("player" | "dealer") as draw if isinstance(card, Card):
            play.deal(card, draw)
        case Burn(count), Draw("burn") as draw if type(count) is int and 0 < count <= draw.cards:
            play.burn(count, draw)
        case (Surrender() | GoToWar()) as choice, Ask(seats):
            play.choose(choice, seats)
        case TimeOut(), Ask(seats):
            play.time_out(seats)
        case RuleWager(), _:
            play.rule(action)
        case _:
            raise IllegalAction(f"{action_name(action)} is not possible now", need(state))
    return play.rest(action)
