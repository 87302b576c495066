"""The offers of a table, found by trying: the oracle for `legal`.

Every candidate action is given to `step`, and the accepted ones are the offers. This is slow, but
cannot disagree with `step`.
"""

from collections.abc import Iterator
from itertools import product
from typing import get_args

from casinowar.cards import DECK, Card
from casinowar.errors import IllegalAction
from casinowar.game.actions import (
    Action,
    Burn,
    CancelRound,
    ChangeDealer,
    CloseBets,
    CorrectCard,
    CutDeck,
    Deal,
    DeclineBank,
    DiscloseCard,
    DrawExcess,
    GiveUpBank,
    GoToWar,
    Leave,
    NewShoe,
    PassCut,
    Pay,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Role,
    Rule,
    RuleWager,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
    WithdrawBet,
)
from casinowar.game.needs import BurnNeeded, CutCardNeeded, CutNeeded, Need, ShoeNeeded, StakeNeeded
from casinowar.game.round.state import WAGERS
from casinowar.game.table import Actor, Offer, Table, need, step
from casinowar.game.table.bets import may_be_honoured
from casinowar.game.table.rulings import DAY
from casinowar.money import MOST
from casinowar.rules.model import Limit, PaidAs, RoundRuling, WagerRuling


def tried_offers(table: Table, actor: Actor) -> tuple[Offer, ...]:
    """What an actor may do now, in the order of `legal`."""
    match actor.role:
        case "player":
            candidates = _player(table, actor.name, need(table))
        case "dealer":
            candidates = _dealer(table, need(table))
        case "house":
            candidates = _house(table)
        case role:
            candidates = _rulings(table, role)
    return tuple(offer for offer in candidates if is_accepted(table, offer.action))


def is_accepted(table: Table, action: Action) -> bool:
    """Whether `step` takes an action."""
    try:
        step(table, action)
    except IllegalAction:
        return False
    return True


def _player(table: Table, name: str, awaited: Need) -> Iterator[Offer]:
    for seat in range(1, len(table.seats) + 1):
        yield Offer(Sit(name, seat))
        yield Offer(Leave(name, seat))
        yield _bet(table, PlaceBet(name, seat, "primary", 0), table.options.primary)
        yield _bet(table, PlaceBet(name, seat, "tie", 0), table.options.tie)
        yield Offer(WithdrawBet(name, seat, "primary"))
        yield Offer(WithdrawBet(name, seat, "tie"))
        yield Offer(Surrender(name, seat))
        yield Offer(GoToWar(name, seat))
        yield from _war_with_tie(table, name, seat)
    yield Offer(TakeBank(name))
    yield Offer(DeclineBank(name))
    yield Offer(GiveUpBank(name))
    if isinstance(awaited, StakeNeeded):
        yield Offer(PostStake(name, awaited.least), awaited.least, MOST)
    yield Offer(PassCut(name))
    if isinstance(awaited, CutNeeded) and name:
        yield Offer(CutDeck(name, awaited.least), awaited.least, awaited.most)


def _bet(table: Table, bet: PlaceBet, limit: Limit) -> Offer:
    rules = table.rules.limits
    honoured = rules.below == "honour once" and may_be_honoured(table, bet)
    step = 1 if rules.unit_binds == "within" else rules.unit
    least = step if honoured or rules.below == "accept whole" else limit.least
    most = limit.most if rules.above == "refuse" else MOST - MOST % step
    if table.options.authorised is not None and rules.has_no_maximum:
        most = min(most, table.options.authorised)
    if limit.amounts:
        least, most = limit.least, limit.most
    return Offer(PlaceBet(bet.player, bet.seat, bet.wager, least), least, most, limit.amounts)


def _war_with_tie(table: Table, name: str, seat: int) -> Iterator[Offer]:
    if table.rules.war is None or table.round is None:
        return
    match table.rules.war.tie_wager:
        case "free":
            tie = table.options.tie
            yield Offer(GoToWar(name, seat, tie.least), tie.least, tie.most, tie.amounts)
        case "equal":
            for bet in table.round.bets_at(seat):
                if bet.player == name and bet.primary:
                    amount = bet.primary
                    yield Offer(GoToWar(name, seat, amount), amount, amount, (amount,))
        case "none":
            pass


def _dealer(table: Table, awaited: Need) -> Iterator[Offer]:
    match awaited:
        case ShoeNeeded(batch):
            yield Offer(NewShoe(batch))
        case CutNeeded(least=least, most=most):
            yield Offer(CutDeck("", least), least, most)
        case CutCardNeeded(least, most):
            yield Offer(PlaceCutCard(least), least, most)
        case BurnNeeded(count):
            yield Offer(Burn(count), 1, count)
        case _:  # if the deal begins with a burn, that burn closes the bets
            first = table.rules.deal.original[0].acts[0]
            yield Offer(Burn(first.count), 1, first.count)
    card = _card_left(table)
    if card is not None:
        yield Offer(Deal(card))
        yield Offer(CorrectCard(card))
        yield Offer(DiscloseCard(card))
    at = 1 if table.rules.disputes.cancelled_after_days is not None else 0
    yield Offer(CloseBets(at), at, MOST)
    yield Offer(Pay())
    yield Offer(DrawExcess())
    yield Offer(ChangeDealer("dealer"))


def _card_left(table: Table) -> Card | None:
    """A card that can still be in the shoe."""
    for card in DECK:
        if not table.shoe.is_gone(card, table.options.decks):
            return card
    return None


def _house(table: Table) -> Iterator[Offer]:
    yield Offer(TimeOut())
    days = table.rules.disputes.cancelled_after_days
    if days is not None:
        since = table.began_at + days * DAY + 1
        yield Offer(CancelRound(since), since, MOST)


def _rulings(table: Table, role: Role) -> Iterator[Offer]:
    if role == table.rules.disputes.ruled_by:
        for ruling in get_args(RoundRuling):
            yield Offer(Rule(ruling, "as ruled"))
        hands = table.bets if table.round is None else table.round.bets
        for bet, wager, word in product(hands, WAGERS, get_args(WagerRuling)):
            for outcome in get_args(PaidAs):
                yield Offer(RuleWager(bet.player, bet.seat, wager, word, outcome, "as ruled"))
