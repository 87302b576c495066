"""Who may do what now: the work behind `legal`.

An action that the table waits for comes from its need. For every other action, `legal` asks the
function that tells `step` why to refuse it. So every offer is accepted, and an action that nobody
is offered is refused; tests try every action on the table to prove it. Only `VoidRound` is never
offered: it carries an earlier round, which the table does not keep.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, get_args

from casinowar.cards import DECK, Card
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
from casinowar.game.names import is_name
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    Need,
    PaymentNeeded,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.round.state import WAGERS
from casinowar.game.round.wager_rulings import paying_outcomes
from casinowar.game.table import bank, bets, play, rulings, seats, shoe
from casinowar.game.table.rulings import DAY
from casinowar.game.table.state import Table, TableDraft
from casinowar.money import MOST
from casinowar.rules.model import Choice, Limit, PaidAs, WagerRuling


@dataclass(frozen=True, slots=True)
class Actor:
    """Someone who acts at the table; a player has a name."""

    role: Role
    name: str = ""


class Offer(NamedTuple):
    """An example action that the table accepts, and the range of its number."""

    action: Action
    least: int = 0
    most: int = 0
    amounts: tuple[int, ...] = ()
    """If not empty, the number must be one of these."""


_Range = tuple[int, int, tuple[int, ...]]
"""The least, the most, and the amounts if they are fixed."""


def offers(table: Table, actor: Actor, awaited: Need) -> tuple[Offer, ...]:
    """What an actor may do now."""
    match actor.role:
        case "player":
            return tuple(_player(table, actor.name, awaited))
        case "dealer":
            return tuple(_dealer(table, awaited))
        case "house":
            return tuple(_house(table, awaited))
        case role:
            return tuple(_rulings(table, role))


def _player(table: Table, name: str, awaited: Need) -> Iterator[Offer]:
    if not is_name(name):
        return
    is_betting, hands = isinstance(awaited, BetsNeeded), _hands_of(name, awaited)
    for seat in range(1, len(table.seats) + 1):
        if not seats.why_not_sit(table, name, seat):
            yield Offer(Sit(name, seat))
        if not seats.why_not_leave(table, name, seat):
            yield Offer(Leave(name, seat))
        if is_betting:
            yield from _bets(table, name, seat)
        elif seat in hands:
            yield from _choices(table, name, seat, hands[seat])
    if not bank.why_not_give_up(table, name):
        yield Offer(GiveUpBank(name))
    match awaited:
        case BankerNeeded(players, is_offer) if name in players:
            yield Offer(TakeBank(name))
            if is_offer:
                yield Offer(DeclineBank(name))
        case StakeNeeded(player, least) if player == name:
            yield Offer(PostStake(name, least), least, MOST)
        case CutNeeded(player, _, least, most) if player == name:
            yield Offer(PassCut(name))
            yield Offer(CutDeck(name, least), least, most)
        case _:
            pass


def _hands_of(name: str, awaited: Need) -> dict[int, tuple[Choice, ...]]:
    """The seats at which a player is asked, with what they may choose there."""
    if not isinstance(awaited, ChoiceNeeded):
        return {}
    return {hand.seat: awaited.offers for hand in awaited.hands if hand.player == name}


def _bets(table: Table, name: str, seat: int) -> Iterator[Offer]:
    own = table.bet(name, seat)
    if not bets.why_not_bet_here(table, name, seat):
        primary = _range(table, PlaceBet(name, seat, "primary", 0), table.options.primary)
        yield Offer(PlaceBet(name, seat, "primary", primary[0]), *primary)
        if not bets.why_no_tie(table, own):
            tie = _range(table, PlaceBet(name, seat, "tie", 0), table.options.tie)
            yield Offer(PlaceBet(name, seat, "tie", tie[0]), *tie)
    if own is not None and own.primary:
        yield Offer(WithdrawBet(name, seat, "primary"))
    if own is not None and own.tie:
        yield Offer(WithdrawBet(name, seat, "tie"))


def _range(table: Table, bet: PlaceBet, limit: Limit) -> _Range:
    """The least and the most that a person may bet, and the amounts if they are fixed."""
    if limit.amounts:
        return limit.least, limit.most, limit.amounts
    rules = table.rules.limits
    honoured = rules.below == "honour once" and bets.may_be_honoured(table, bet)
    step = 1 if rules.unit_binds == "within" else rules.unit
    least = step if honoured or rules.below == "accept whole" else limit.least
    most = limit.most if rules.above == "refuse" else MOST - MOST % step
    if table.options.authorised is not None and rules.has_no_maximum:
        most = min(most, table.options.authorised)
    return least, most, ()


def _choices(table: Table, name: str, seat: int, choices: tuple[Choice, ...]) -> Iterator[Offer]:
    if "surrender" in choices:
        yield Offer(Surrender(name, seat))
    if "war" in choices:
        yield Offer(GoToWar(name, seat))
        yield from _war_with_tie(table, name, seat)


def _war_with_tie(table: Table, name: str, seat: int) -> Iterator[Offer]:
    assert table.rules.war is not None, "only rules with a war offer one"
    assert table.round is not None, "a choice is made in a round"
    match table.rules.war.tie_wager:
        case "free":
            tie = table.options.tie
            yield Offer(GoToWar(name, seat, tie.least), tie.least, tie.most, tie.amounts)
        case "equal":
            for bet in table.round.bets_at(seat):
                if bet.player == name:
                    amount = bet.primary
                    yield Offer(GoToWar(name, seat, amount), amount, amount, (amount,))
        case "none":
            pass


def _dealer(table: Table, awaited: Need) -> Iterator[Offer]:
    due = _due(table, awaited)
    match due:
        case ShoeNeeded(batch):
            yield Offer(NewShoe(batch))
        case CutNeeded("", _, least, most):
            yield Offer(CutDeck("", least), least, most)
        case CutCardNeeded(least, most):
            yield Offer(PlaceCutCard(least), least, most)
        case BurnNeeded(count):
            yield Offer(Burn(count), 1, count)
        case _:
            pass
    card = _card_left(table)
    if card is not None:
        if isinstance(due, CardNeeded):
            yield Offer(Deal(card))
        if not play.why_not_correct(table):
            yield Offer(CorrectCard(card))
        if not shoe.why_not_disclose(table):
            yield Offer(DiscloseCard(card))
    at = 1 if table.rules.disputes.cancelled_after_days is not None else 0
    if isinstance(awaited, BetsNeeded) and not play.why_not_close(table, at):
        yield Offer(CloseBets(at), at, MOST)
    if isinstance(awaited, PaymentNeeded):
        yield Offer(Pay())
    if not shoe.why_not_draw_excess(table):
        yield Offer(DrawExcess())
    if not shoe.why_not_change_dealer(table, "dealer"):
        yield Offer(ChangeDealer("dealer"))


def _due(table: Table, awaited: Need) -> Need:
    """What the table waits for; if dealing can close the bets, the round's first card or burn."""
    if isinstance(awaited, BetsNeeded) and not play.why_not_close(table, 0):
        draft = TableDraft(table, awaited)
        play.close_bets_by_dealing(draft)
        return draft.awaited
    return awaited


def _card_left(table: Table) -> Card | None:
    """A card that can still be in the shoe."""
    for card in DECK:
        if not table.shoe.is_gone(card, table.options.decks):
            return card
    return None


def _house(table: Table, awaited: Need) -> Iterator[Offer]:
    if play.has_time_limit(table.rules, awaited):
        yield Offer(TimeOut())
    days = table.rules.disputes.cancelled_after_days
    since = table.began_at + (days or 0) * DAY + 1
    if not rulings.why_not_cancel(table, since):
        yield Offer(CancelRound(since), since, MOST)


def _rulings(table: Table, role: Role) -> Iterator[Offer]:
    if role == table.rules.disputes.ruled_by and not rulings.why_not_rule(table):
        for ruling in rulings.round_rulings(table.rules):
            yield Offer(Rule(ruling, "as ruled"))
        for action in _wager_rulings(table):
            if not rulings.why_not_rule_on_wager(table, action):
                yield Offer(action)


def _wager_rulings(table: Table) -> Iterator[RuleWager]:
    """Every ruling on one wager that the rules know, for each hand on the table."""
    known = [each for each in get_args(WagerRuling) if each in table.rules.disputes.rulings]
    if not known:
        return
    hands = table.bets if table.round is None else table.round.bets
    for bet, wager, ruling in product(hands, WAGERS, known):
        outcomes: tuple[PaidAs, ...] = ("",)
        if ruling == "pay as":
            outcomes = paying_outcomes(table.rules, wager)
        for outcome in outcomes:
            yield RuleWager(bet.player, bet.seat, wager, ruling, outcome, "as ruled")
