"""Rulings on rounds, and rounds that are voided or cancelled (FC-18, SG-14, SG-15)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

from casinowar.game.actions import CancelRound, Rule, RuleWager, VoidRound
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import (
    Event,
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.names import is_name
from casinowar.game.round import Bet, Round
from casinowar.game.round import step as round_step
from casinowar.game.round.state import WAGERS
from casinowar.game.round.wager_rulings import (
    no_wager,
    ruled_net,
    why_not_rule_wager,
    why_not_such,
)
from casinowar.game.table import bank, bets
from casinowar.game.table.state import Table, TableDraft
from casinowar.money import is_cents
from casinowar.rules.model import RoundRuling, RuleSet

DAY = 86_400


def rule(draft: TableDraft, action: Rule) -> None:
    """Make the final ruling on a round, between its first bet and the next round's first bet."""
    rulings = round_rulings(draft.rules)
    if action.ruling not in rulings:
        raise draft.refuse(f"{action.ruling!r} is not a ruling: use {' or '.join(rulings)}")
    if not str(action.reason).strip():
        raise draft.refuse("a ruling needs a reason")
    if why := why_not_rule(draft):
        raise draft.refuse(why)
    _tell_ruling(draft, action)
    if action.ruling == "void":
        void(draft)


def round_rulings(rules: RuleSet) -> list[RoundRuling]:
    """The rulings that can be made on a whole round."""
    known: tuple[RoundRuling, ...] = get_args(RoundRuling)
    return [ruling for ruling in known if ruling in rules.disputes.rulings]


def rule_wager(draft: TableDraft, action: RuleWager) -> None:
    """Make the final ruling on one wager, on the felt or settled (FC-18)."""
    if why := why_not_rule_on_wager(draft, action):
        raise draft.refuse(why)
    draft.before_card = None  # a correction would go back to before the ruling
    if draft.round is None:
        _rule_on_bet(draft, action)
        return
    was_over = draft.round.over
    draft.round, events = round_step(draft.round, action)
    draft.tell(*events)
    if draft.round.over and not was_over:
        bank.end_round(draft, draft.round.bank_result)


def why_not_rule_on_wager(table: Table | TableDraft, action: RuleWager) -> str:
    """Why a wager cannot be ruled on now; ``""`` if it can."""
    if why := why_not_rule(table):
        return why
    if table.round is not None:
        return why_not_rule_wager(table.round, action)
    return why_not_such(table.rules, action) if _bet_amount(table, action) else no_wager(action)


def _bet_amount(table: Table | TableDraft, action: RuleWager) -> int:
    """The wager that a ruling is about, while bets are open."""
    bet = table.bet(action.player, action.seat) or Bet(action.player, action.seat)
    return {"primary": bet.primary, "tie": bet.tie}.get(action.wager, 0)


def _rule_on_bet(draft: TableDraft, action: RuleWager) -> None:
    """Decide a wager while bets are open: it is off the felt then."""
    stake, own = _bet_amount(draft, action), draft.bet(action.player, action.seat)
    assert own is not None, "there is such a bet"
    assert action.wager in ("primary", "tie"), "a bet has no other wagers"
    result = ruled_net(draft.rules, action, stake)
    draft.tell(
        WagerRuled(
            *(own.player, own.seat, action.wager, action.ruling, action.outcome),
            *(stake, stake, result, action.reason),
        )
    )
    bets.remove_bet(draft, own, action.wager)


def void_round(draft: TableDraft, action: VoidRound) -> None:
    """Void an earlier round: reverse the settlements that the action carries (SG-14)."""
    if why := _why_not_void(draft, action):
        raise draft.refuse(why)
    draft.tell(RoundRuled(action.round, "void", action.reason))
    for each in reversed(action.wagers):
        if each.net:
            draft.tell(WagerReversed(each.player, each.seat, each.wager, each.net))


def _why_not_void(table: Table | TableDraft, action: VoidRound) -> str:
    """Why an earlier round cannot be voided; ``""`` if it can, as far as the table knows."""
    if table.rules.disputes.void_reaches != "any round":
        return "these rules do not let an earlier round be voided"
    if not str(action.reason).strip():
        return "a ruling needs a reason"
    if type(action.round) is not int or not 1 <= action.round < round_to_rule_on(table):
        return f"{action.round!r} is not the number of an earlier round"
    hands = {(each.player, each.seat, each.wager) for each in action.wagers}
    is_sound = all(_is_wager(table, each) for each in action.wagers)
    if not hands or len(hands) < len(action.wagers) or not is_sound:
        return "these are not the wagers of a round"
    return ""


def _is_wager(table: Table | TableDraft, each: DecidedWager) -> bool:
    return (
        is_name(each.player)
        and type(each.seat) is int
        and 1 <= each.seat <= len(table.seats)
        and each.wager in WAGERS
        and is_cents(each.stake)
        and each.stake > 0
        and type(each.net) is int
        and is_cents(each.stake + each.net)
    )


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


def round_of(events: Sequence[Event], after: Table) -> int:
    """The number of the round that the events of one action belong to."""
    for event in events:
        if isinstance(event, RoundRuled):
            return event.round
        if isinstance(event, WagerRuled):
            return round_to_rule_on(after)
    return after.rounds


def _tell_ruling(draft: TableDraft, action: Rule) -> None:
    draft.ruled = True
    draft.tell(RoundRuled(round_to_rule_on(draft), action.ruling, action.reason))


def void(draft: TableDraft) -> None:
    """Return all wagers, settled ones too; the cards stay in the discards.

    A wager that was ruled on keeps its ruling, which is final.
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
        bets.give_back(draft, round_.bets)
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
    if table.round is None or not table.playing:
        return "no round is in progress"
    if not table.round.open_wagers():
        return "every wager of this round is decided"
    if type(at) is not int or at <= table.began_at + days * DAY:
        return f"a round can be cancelled only after more than {days} days"
    return ""


def cancelled(round_: Round) -> Round:
    """The state of a round in progress after it is cancelled."""
    returned = _returned(round_, "cancelled")
    return replace(round_, agenda=(), results=(*round_.results, *returned))
