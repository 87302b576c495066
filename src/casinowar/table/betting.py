"""Bets: who may place what where, and the limits with their policies."""

from dataclasses import replace
from typing import Literal

from casinowar.actions import PlaceBet, WithdrawBet
from casinowar.events import BetPlaced, BetWithdrawn, ExcessReturned, MinimumReminded
from casinowar.money import MOST, format_money, is_cents
from casinowar.names import check_name
from casinowar.needs import BetsNeeded
from casinowar.round import Bet
from casinowar.rules import Limit
from casinowar.table.seating import check_seat
from casinowar.table.state import Draft, Facts


def place_bet(draft: Draft, action: PlaceBet) -> None:
    """A wager becomes this amount; the first one of a round puts the last round to rest."""
    check_open(draft, action)
    if why := not_betting_here(draft, action.player, action.seat):
        raise draft.refuse(why)
    own = draft.bet(action.player, action.seat) or Bet(action.player, action.seat)
    if action.wager == "tie":
        if draft.rules.bets.tie == "none":
            raise draft.refuse("no tie wager is offered here")
        if draft.rules.bets.tie == "beside primary" and not own.primary:
            raise draft.refuse("a tie wager needs a primary wager beside it")
    if not draft.betting:
        draft.betting, draft.ruled, draft.round = True, False, None
        draft.banked_before = (draft.bank.last, draft.bank.rounds)
    accepted = accept(draft, action)
    before = own.primary if action.wager == "primary" else own.tie
    if before:
        draft.tell(BetWithdrawn(action.player, action.seat, action.wager, before))
    draft.tell(BetPlaced(action.player, action.seat, action.wager, accepted))
    if accepted < action.amount:
        excess = action.amount - accepted
        draft.tell(ExcessReturned(action.player, action.seat, action.wager, excess))
    _put(draft, own, _with(own, action.wager, accepted))


def withdraw_bet(draft: Draft, action: WithdrawBet) -> None:
    """A wager is taken back, and with it what cannot stand without it."""
    check_open(draft, action)
    own = draft.bet(action.player, action.seat)
    if own is None or not (own.primary if action.wager == "primary" else own.tie):
        raise draft.refuse(f"{action.player} has no {action.wager} wager at seat {action.seat}")
    if action.wager == "primary":
        _take_back(draft, own, "primary")
        if own.tie and draft.rules.bets.tie != "alone too":
            _take_back(draft, replace(own, primary=0), "tie")
        if draft.seats[action.seat - 1] == action.player:
            for bet in draft.bets:
                if bet.seat == action.seat and bet.player != action.player:
                    _take_back(draft, bet, "primary")
                    _take_back(draft, replace(bet, primary=0), "tie")
    else:
        _take_back(draft, own, "tie")


def check_open(draft: Draft, action: PlaceBet | WithdrawBet) -> None:
    """Refuse what is no bet, and any while bets are not open."""
    if not action.player or action.player not in draft.seats:
        check_name(action.player)
    check_seat(draft, action.seat)
    if action.wager not in ("primary", "tie"):
        raise draft.refuse(f"{action.wager!r} is no wager before the deal: primary or tie is")
    if not isinstance(draft.awaited, BetsNeeded):
        raise draft.refuse("bets are not open")


def not_betting_here(table: Facts, player: str, seat: int) -> str:
    """Why a person cannot bet on a seat's card; ``""`` if they can."""
    holder = table.seats[seat - 1]
    if table.bank.player and player == table.bank.player:
        return "the banker makes no other wager"
    if holder == player:
        return f"{player} is leaving seat {seat}" if seat in table.leaving else ""
    if table.rules.seats.backline == "no":
        return f"seat {seat} is {holder}'s" if holder else f"nobody sits at seat {seat}"
    if player in table.seats:
        return "backline betting is for people without a seat"
    if holder and holder == table.bank.player:
        return f"seat {seat} is the banker's"
    own = table.bet(holder, seat)
    if own is None or not own.primary:
        return f"seat {seat} has no primary wager of its own"
    return ""


def accept(draft: Draft, action: PlaceBet) -> int:
    """The amount of a bet that is taken, by the limits and their policies."""
    amount, wager = action.amount, action.wager
    limit = draft.options.primary if wager == "primary" else draft.options.tie
    check_amount(draft, amount)
    if limit.amounts and amount not in limit.amounts:
        raise draft.refuse(f"the {wager} wager here is {describe_limit(limit)}")
    if amount > limit.most:
        match draft.rules.limits.above:
            case "refuse":
                raise draft.refuse(f"the {wager} maximum is {format_money(limit.most)}")
            case "cut":
                amount = limit.most
            case "accept whole":
                pass
    if amount < limit.least:
        match draft.rules.limits.below:
            case "refuse":
                raise draft.refuse(f"the {wager} minimum is {format_money(limit.least)}")
            case "honour once":
                _honour_once(draft, action, limit)
            case "accept whole":
                pass
    authorised = draft.options.authorised
    if authorised is not None and amount > authorised:
        raise draft.refuse(f"the authorised limit is {format_money(authorised)} a wager")
    return amount


def check_amount(draft: Draft, amount: object) -> None:
    """Refuse what is no whole number of wager units."""
    unit = draft.rules.limits.unit
    if not is_cents(amount) or not amount:
        raise draft.refuse(
            f"{amount!r} is not an amount: a whole number of cents above 0, "
            f"at most {format_money(MOST)}"
        )
    assert isinstance(amount, int)
    if amount % unit:
        raise draft.refuse(f"wagers are multiples of {format_money(unit)}")


def check_war_tie(draft: Draft, amount: object) -> None:
    """A free tie wager on the war deal lies within the tie limits (CA-BET-4)."""
    limit = draft.options.tie
    check_amount(draft, amount)
    assert isinstance(amount, int)
    if not limit.least <= amount <= limit.most or (limit.amounts and amount not in limit.amounts):
        raise draft.refuse(f"a war tie wager here is {describe_limit(limit)}")


def describe_limit(limit: Limit) -> str:
    """A limit in words."""
    if limit.amounts:
        return " or ".join(format_money(amount) for amount in limit.amounts)
    return f"{format_money(limit.least)} to {format_money(limit.most)}"


def _honour_once(draft: Draft, action: PlaceBet, limit: Limit) -> None:
    honoured = draft.honoured
    if action.player in honoured:
        raise draft.refuse(
            f"a wager by {action.player} below the minimum was honoured once; "
            f"the {action.wager} minimum is {format_money(limit.least)}"
        )
    draft.honoured = (*honoured, action.player)
    draft.tell(MinimumReminded(action.player, action.seat, action.wager, limit.least))


def _with(bet: Bet, wager: Literal["primary", "tie"], amount: int) -> Bet:
    if wager == "primary":
        return Bet(bet.player, bet.seat, amount, bet.tie)
    return Bet(bet.player, bet.seat, bet.primary, amount)


def _take_back(draft: Draft, bet: Bet, wager: Literal["primary", "tie"]) -> None:
    amount = bet.primary if wager == "primary" else bet.tie
    if amount:
        draft.tell(BetWithdrawn(bet.player, bet.seat, wager, amount))
        _put(draft, bet, _with(bet, wager, 0))


def _put(draft: Draft, old: Bet, new: Bet) -> None:
    """Replace a person's bet on a seat, keeping its place in the order."""
    bets = draft.bets
    kept = bets if old in bets else (*bets, old)
    changed = (new if bet == old else bet for bet in kept)
    draft.bets = tuple(bet for bet in changed if bet.primary or bet.tie)
