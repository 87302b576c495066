"""Rounds that do not end by their cards: ruled on, void, or cancelled (FC-18, SG-14, SG-15)."""

from dataclasses import replace
from typing import Literal

from casinowar.actions import CancelRound, Rule
from casinowar.events import (
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerSettled,
)
from casinowar.round import Round
from casinowar.table import banking
from casinowar.table.state import Draft, Table

DAY = 86_400


def rule(draft: Draft, action: Rule) -> None:
    """The final word on a round, from its first bet until the first of the next."""
    rulings = draft.rules.disputes.rulings
    if action.ruling not in rulings:
        raise draft.refuse(f"{action.ruling!r} is no ruling here: {' or '.join(rulings)} is")
    if not str(action.reason).strip():
        raise draft.refuse("a ruling needs its reason")
    if draft.ruled:
        raise draft.refuse("this round has its final ruling")
    if not draft.betting and draft.round is None:
        raise draft.refuse("there is no round to rule on before its first bet")
    _tell_ruling(draft, action)
    if action.ruling == "void":
        void(draft)


def void_for(draft: Draft, reason: str) -> None:
    """A round that cannot go on is void, whatever was ruled on it before (ALL-15)."""
    _tell_ruling(draft, Rule("void", reason))
    void(draft)


def round_to_rule_on(table: Table | Draft) -> int:
    """The round that a ruling now is about: the one whose cards lie there, or the coming one."""
    return table.rounds if table.round is not None else table.rounds + 1


def _tell_ruling(draft: Draft, action: Rule) -> None:
    draft.ruled = True
    draft.tell(RoundRuled(round_to_rule_on(draft), action.ruling, action.reason))


def void(draft: Draft) -> None:
    """All wagers go back, settled ones too; the cards stay in the discards.

    The banker's stake is one of the wagers while it is on the table. When it went back already,
    the banker's own money makes the settled wagers undone.
    """
    round_ = draft.round
    if round_ is None:
        _return_bets(draft)
    else:
        banker = draft.bank.last if draft.rules.player_banked and round_.over else ""
        for result in reversed(round_.results):
            if isinstance(result, WagerSettled) and result.net:
                wager = (result.player, result.seat, result.wager)
                draft.tell(WagerReversed(*wager, result.net, banker))
        draft.tell(*_returned(round_, "void"))
    if round_ is None or not round_.over:
        banking.return_stake(draft, draft.bank.stake)
    banking.uncount_round(draft)
    draft.round = draft.held = draft.before_card = None


def _return_bets(draft: Draft) -> None:
    """The wagers of a round before its first card go back; the next one has another number."""
    draft.betting = False
    draft.rounds += 1
    for bet in draft.bets:
        if bet.primary:
            draft.tell(WagerReturned(bet.player, bet.seat, "primary", bet.primary, "void"))
        if bet.tie:
            draft.tell(WagerReturned(bet.player, bet.seat, "tie", bet.tie, "void"))
    draft.bets = ()


def _returned(round_: Round, why: Literal["void", "cancelled"]) -> tuple[WagerReturned, ...]:
    """Every undecided wager of a round goes back whole."""
    return tuple(
        WagerReturned(bet.player, bet.seat, wager, amount, why)
        for bet, wager, amount in round_.open_wagers()
    )


def cancel_round(draft: Draft, action: CancelRound) -> None:
    """A round in progress for too long: what is decided stands, the rest goes back (SG-15)."""
    days = draft.rules.disputes.cancelled_after_days
    if days is None:
        raise draft.refuse("no round is cancelled for its age here")
    if draft.round is None or not draft.playing:
        raise draft.refuse("no round is in progress")
    if type(action.at) is not int or action.at <= draft.began_at + days * DAY:
        raise draft.refuse(f"a round is cancelled when more than {days} days have gone by")
    draft.tell(RoundCancelled(draft.rounds, action.at), *_returned(draft.round, "cancelled"))
    banking.end_round(draft, draft.round.bank_result)
    draft.round = cancelled(draft.round)
    draft.held = draft.before_card = None


def cancelled(round_: Round) -> Round:
    """A round in progress, as it is when it is cancelled."""
    returned = _returned(round_, "cancelled")
    return replace(round_, agenda=(), results=(*round_.results, *returned))
