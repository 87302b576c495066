"""Rulings on one wager: which are possible, and what they make of it (FC-18)."""

from casinowar.game.actions import RuleWager
from casinowar.game.events import WagerReturned, WagerRuled
from casinowar.game.needs import Hand
from casinowar.game.round.state import WAGERS, Bet, Round
from casinowar.rules.model import Outcome, RuleSet
from casinowar.rules.pay import net
from casinowar.rules.script import Wager


def paying_outcomes(rules: RuleSet, wager: Wager) -> tuple[Outcome, ...]:
    """The outcomes that pay a wager, as a ruling may; a push returns it, which is a ruling too."""
    return tuple(
        outcome
        for outcome in rules.reachable()
        if (pay := rules.pays.pay(outcome, wager)) is not None and pay > 0
    )


def ruled_net(rules: RuleSet, action: RuleWager, stake: int) -> int:
    """The net result of a wager by its ruling."""
    if action.ruling == "take":
        return -stake
    if not action.outcome:
        return 0
    pay = rules.pays.pay(action.outcome, action.wager)
    assert pay is not None, "a ruling pays only what the pay table pays"
    return net(pay, stake, rules.pays.odd_cent)


def why_not_such(rules: RuleSet, action: RuleWager) -> str:
    """Why these rules do not know such a ruling; ``""`` if they do."""
    rulings = [ruling for ruling in rules.disputes.rulings if ruling not in ("stands", "void")]
    if not rulings:
        return "these rules have no rulings on one wager"
    if action.ruling not in rulings:
        return f"{action.ruling!r} is not a ruling on a wager: use {' or '.join(rulings)}"
    if not str(action.reason).strip():
        return "a ruling needs a reason"
    if action.ruling != "pay as":
        return "only a wager that is paid has an outcome" if action.outcome else ""
    outcomes = paying_outcomes(rules, action.wager)
    if action.outcome in outcomes:
        return ""
    return f"{action.outcome!r} does not pay this wager: use {' or '.join(outcomes) or 'return'}"


def why_not_rule_wager(state: Round, action: RuleWager) -> str:
    """Why a wager of this round cannot be ruled on; ``""`` if it can."""
    for bet in state.bets:
        if (bet.player, bet.seat) == (action.player, action.seat):
            return _why_not(state, bet, action)
    return no_wager(action)


def _why_not(state: Round, bet: Bet, action: RuleWager) -> str:
    if action.wager not in WAGERS or not state.amount(bet, action.wager):
        return no_wager(action)
    match state.result_of(bet, action.wager):
        case WagerRuled():
            return "this wager already has its final ruling"
        case _ if any(isinstance(result, WagerReturned) for result in state.results):
            return "this round was cancelled"
        case _:
            return why_not_such(state.rules, action)


def no_wager(action: RuleWager) -> str:
    """The refusal of a ruling on a wager that was not made."""
    wager = str(action.wager).replace("_", " ")
    return f"{Hand(action.player, action.seat)} has no {wager} wager in this round"
