"""Bets: who may bet what and where, and how limits are applied."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from casinowar.game.actions import PlaceBet, WithdrawBet
from casinowar.game.events import (
    BetPlaced,
    BetWithdrawn,
    ExcessReturned,
    LimitsReminded,
    MinimumReminded,
)
from casinowar.game.names import check_name
from casinowar.game.needs import BetsNeeded
from casinowar.game.round import Bet
from casinowar.game.table.seats import check_seat
from casinowar.game.table.state import TableBase, TableDraft
from casinowar.money import MOST, format_money, is_cents
from casinowar.rules.model import Limit


def place_bet(draft: TableDraft, action: PlaceBet) -> None:
    """Set a wager to this amount; a round's first wager also clears away the last round."""
    check_open(draft, action)
    if why := why_not_bet_here(draft, action.player, action.seat):
        raise draft.refuse(why)
    own = draft.bet(action.player, action.seat) or Bet(action.player, action.seat)
    if action.wager == "tie" and (why := why_no_tie(draft, own)):
        raise draft.refuse(why)
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


def withdraw_bet(draft: TableDraft, action: WithdrawBet) -> None:
    """Take back a wager, and the wagers that depend on it."""
    check_open(draft, action)
    own = draft.bet(action.player, action.seat)
    if own is None or not (own.primary if action.wager == "primary" else own.tie):
        raise draft.refuse(f"{action.player} has no {action.wager} wager at seat {action.seat}")
    _take_back(draft, own, action.wager)
    if action.wager == "primary":
        _take_back_dependents(draft, replace(own, primary=0))


def remove_bet(draft: TableDraft, own: Bet, wager: Literal["primary", "tie"]) -> None:
    """Remove a wager that was ruled on, and take back the wagers that depend on it."""
    _put(draft, own, _with(own, wager, 0))
    if wager == "primary":
        _take_back_dependents(draft, replace(own, primary=0))


def _take_back_dependents(draft: TableDraft, own: Bet) -> None:
    """Take back the wagers that need the primary wager of this bet, which is gone."""
    if own.tie and draft.rules.bets.tie != "alone too":
        _take_back(draft, own, "tie")
    if draft.seats[own.seat - 1] == own.player:
        for bet in draft.bets:
            if bet.seat == own.seat and bet.player != own.player:
                _take_back(draft, bet, "primary")
                _take_back(draft, replace(bet, primary=0), "tie")


def check_open(draft: TableDraft, action: PlaceBet | WithdrawBet) -> None:
    """Refuse an invalid bet, and any bet while bets are not open."""
    if not action.player or action.player not in draft.seats:
        check_name(action.player)
    check_seat(draft, action.seat)
    if action.wager not in ("primary", "tie"):
        raise draft.refuse(f"{action.wager!r} is not a wager before the deal: bet primary or tie")
    if not isinstance(draft.awaited, BetsNeeded):
        raise draft.refuse("bets are not open")


def why_not_bet_here(table: TableBase, player: str, seat: int) -> str:
    """Why a person cannot bet on a seat's card; ``""`` if they can."""
    holder = table.seats[seat - 1]
    if table.bank.player and player == table.bank.player:
        return "the banker cannot bet"
    if holder == player:
        return f"{player} is leaving seat {seat}" if seat in table.leaving else ""
    if not table.rules.has_backline:
        return f"seat {seat} is {holder}'s" if holder else f"nobody sits at seat {seat}"
    if player in table.seats:
        return "backline betting is for people without a seat"
    if holder and holder == table.bank.player:
        return f"seat {seat} is the banker's"
    own = table.bet(holder, seat)
    if own is None or not own.primary:
        return f"seat {seat} has no primary wager of its own"
    return ""


def why_no_tie(table: TableBase, own: Bet | None) -> str:
    """Why a person who may bet cannot bet on a tie; ``""`` if they can."""
    match table.rules.bets.tie:
        case "none":
            return "no tie wager is offered here"
        case "beside primary" if own is None or not own.primary:
            return "a tie wager needs a primary wager beside it"
        case _:
            return ""


def accept(draft: TableDraft, action: PlaceBet) -> int:
    """The amount of a bet that the table accepts under its limits."""
    amount, wager = action.amount, action.wager
    limit = draft.options.primary if wager == "primary" else draft.options.tie
    outside = not limit.amounts and is_cents(amount) and not limit.least <= amount <= limit.most
    check_amount(draft, amount, any_cents=outside and draft.rules.limits.unit_binds == "within")
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


def check_amount(draft: TableDraft, amount: object, *, any_cents: bool = False) -> None:
    """Refuse an amount that is not a multiple of the wager unit, unless it may be `any_cents`."""
    unit = draft.rules.limits.unit
    if not is_cents(amount) or not amount:
        raise draft.refuse(
            f"{amount!r} is not an amount: a whole number of cents above 0, "
            f"at most {format_money(MOST)}"
        )
    assert isinstance(amount, int)
    if amount % unit and not any_cents:
        raise draft.refuse(f"wagers are multiples of {format_money(unit)}")


def check_war_tie(draft: TableDraft, amount: object) -> None:
    """Refuse a tie wager on the war deal that is outside the tie limits (CA-BET-4)."""
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


def _honour_once(draft: TableDraft, action: PlaceBet, limit: Limit) -> None:
    if not may_be_honoured(draft, action):
        why = (
            f"a wager by {action.player} below the minimum was honoured once"
            if action.player in draft.honoured
            else f"only one of the two wagers by {action.player} below the minimum can be honoured"
        )
        raise draft.refuse(f"{why}; the {action.wager} minimum is {format_money(limit.least)}")
    if draft.rules.limits.honoured == "when dealt":
        reminded = (action.player, action.seat, action.wager, limit.least, limit.most)
        draft.tell(LimitsReminded(*reminded))
        return
    draft.honoured = (*draft.honoured, action.player)
    draft.tell(MinimumReminded(action.player, action.seat, action.wager, limit.least))


def below_minimum(table: TableBase, bet: Bet) -> list[str]:
    """Which wagers of a bet are below their minimum."""
    least = {"primary": table.options.primary.least, "tie": table.options.tie.least}
    wagers = (("primary", bet.primary), ("tie", bet.tie))
    return [wager for wager, amount in wagers if 0 < amount < least[wager]]


def may_be_honoured(table: TableBase, action: PlaceBet) -> bool:
    """Whether a player has the one chance below the minimum left for this wager (FC-14).

    War and tie wagers are counted together. Where the chance is used up only when a card is dealt,
    one other wager below the minimum on the felt takes it for now.
    """
    if action.player in table.honoured:
        return False
    here = (action.seat, action.wager)
    return table.rules.limits.honoured == "when placed" or not any(
        (bet.seat, wager) != here
        for bet in table.bets
        if bet.player == action.player
        for wager in below_minimum(table, bet)
    )


def use_up(draft: TableDraft, bets: Iterable[Bet]) -> None:
    """Note that a card was dealt to these bets: the one chance below the minimum is used up."""
    if draft.rules.limits.honoured == "when dealt":
        used = {bet.player: None for bet in bets if below_minimum(draft, bet)}
        draft.honoured = (*draft.honoured, *(p for p in used if p not in draft.honoured))


def give_back(draft: TableDraft, bets: Iterable[Bet]) -> None:
    """Give the chance below the minimum back to the players of a voided round."""
    if draft.rules.limits.honoured == "when dealt":
        back = {bet.player for bet in bets if below_minimum(draft, bet)}
        draft.honoured = tuple(player for player in draft.honoured if player not in back)


def _with(bet: Bet, wager: Literal["primary", "tie"], amount: int) -> Bet:
    if wager == "primary":
        return Bet(bet.player, bet.seat, amount, bet.tie)
    return Bet(bet.player, bet.seat, bet.primary, amount)


def _take_back(draft: TableDraft, bet: Bet, wager: Literal["primary", "tie"]) -> None:
    amount = bet.primary if wager == "primary" else bet.tie
    if amount:
        draft.tell(BetWithdrawn(bet.player, bet.seat, wager, amount))
        _put(draft, bet, _with(bet, wager, 0))


def _put(draft: TableDraft, old: Bet, new: Bet) -> None:
    """Replace a person's bet on a seat, keeping its place in the order."""
    bets = draft.bets
    kept = bets if old in bets else (*bets, old)
    changed = (new if bet == old else bet for bet in kept)
    draft.bets = tuple(bet for bet in changed if bet.primary or bet.tie)
