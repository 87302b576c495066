"""Rulings on rounds, and rounds that are voided or cancelled (FC-18, SG-14, SG-15)."""

from dataclasses import replace
from typing import Literal

from casinowar.game.actions import CancelRound, Rule
from casinowar.game.events import (
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerSettled,
)
from casinowar.game.round import Round
from casinowar.game.table import bank
from casinowar.game.table.state import Table, TableDraft

DAY = 86_400


def rule(draft: TableDraft, action: Rule) -> None:
    """Make the final ruling on a round, between its first bet and the next round's first bet."""
    rulings = draft.rules.disputes.rulings
    if action.ruling not in rulings:
        raise draft.refuse(f"{action.ruling!r} is not a ruling: use {' or '.join(rulings)}")
    if not str(action.reason).strip():
        raise draft.refuse("a ruling needs a reason")
    if why := why_not_rule(draft):
        raise draft.refuse(why)
    _tell_ruling(draft, action)
    if action.ruling == "void":
        void(draft)


def why_not_rule(table: Table | TableDraft) -> str:
    """Why no ruling is possible now; ``""`` if one is."""
    if table.ruled:
        return "this round already has its final ruling"
    if not table.betting and table.round is None:
        return "there is no round to rule on before the first bet"
    return ""


def void_for(draft: TableDraft, reason: str) -> None:
    """Void a round that cannot go on, even if a ruling was made before (ALL-15)."""
    _tell_ruling(draft, Rule("void", reason))
    void(draft)


def round_to_rule_on(table: Table | TableDraft) -> int:
    """The number of the round a ruling would apply to: the one on the table, or the next."""
    return table.rounds if table.round is not None else table.rounds + 1


def _tell_ruling(draft: TableDraft, action: Rule) -> None:
    draft.ruled = True
    draft.tell(RoundRuled(round_to_rule_on(draft), action.ruling, action.reason))


def void(draft: TableDraft) -> None:
    """Return all wagers, settled ones too; the cards stay in the discards.

    The banker's stake goes back too while it is on the table. If it was returned already, the
    banker's own money pays for reversing the settled wagers.
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
        bank.return_stake(draft, draft.bank.stake)
    bank.uncount_round(draft)
    draft.round = draft.held = draft.before_card = None


def _return_bets(draft: TableDraft) -> None:
    """Return the wagers of a round before its first card, and count the round."""
    draft.betting = False
    draft.rounds += 1
    for bet in draft.bets:
        if bet.primary:
            draft.tell(WagerReturned(bet.player, bet.seat, "primary", bet.primary, "void"))
        if bet.tie:
            draft.tell(WagerReturned(bet.player, bet.seat, "tie", bet.tie, "void"))
    draft.bets = ()


def _returned(round_: Round, why: Literal["void", "cancelled"]) -> tuple[WagerReturned, ...]:
    """Events that return every undecided wager of a round in full."""
    return tuple(
        WagerReturned(bet.player, bet.seat, wager, amount, why)
        for bet, wager, amount in round_.open_wagers()
    )


def cancel_round(draft: TableDraft, action: CancelRound) -> None:
    """Cancel a round that took too long: decided wagers stand, the others go back (SG-15)."""
    if why := why_not_cancel(draft, action.at):
        raise draft.refuse(why)
    assert draft.round is not None, "only a round in progress is cancelled"
    draft.tell(RoundCancelled(draft.rounds, action.at), *_returned(draft.round, "cancelled"))
    bank.end_round(draft, draft.round.bank_result)
    draft.round = cancelled(draft.round)
    draft.held = draft.before_card = None


def why_not_cancel(table: Table | TableDraft, at: object) -> str:
    """Why a round cannot be cancelled at this time; ``""`` if it can."""
    days = table.rules.disputes.cancelled_after_days
    if days is None:
        return "these rules do not cancel a round that takes too long"
    if not table.playing:
        return "no round is in progress"
    if type(at) is not int or at <= table.began_at + days * DAY:
        return f"a round can be cancelled only after more than {days} days"
    return ""


def cancelled(round_: Round) -> Round:
    """The state of a round in progress after it is cancelled."""
    returned = _returned(round_, "cancelled")
    return replace(round_, agenda=(), results=(*round_.results, *returned))
