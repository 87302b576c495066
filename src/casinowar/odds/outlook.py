"""What a session and a banker can expect, as plain objects beside the figures of a sheet."""

import re
from fractions import Fraction
from typing import Any

from casinowar.errors import RuleError
from casinowar.money import parse_money
from casinowar.odds.banker import banker
from casinowar.odds.figures import decimal, text
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import root
from casinowar.odds.ruin import risk_of_ruin
from casinowar.odds.sessions import rounds_to_one_deviation, session
from casinowar.odds.sheet import Sheet
from casinowar.round import Bet

_BET = re.compile(r"([^/]+)(?:/(.+))?")


def session_figures(sheet: Sheet, rounds: int, bankroll: int) -> dict[str, Any]:
    """A session of primaries of 1, war on every tie, each from this shoe as it stands."""
    played = session(sheet.primary, rounds)
    (risk,) = risk_of_ruin(sheet.primary, [bankroll], rounds)
    return {
        "basis": "independent rounds with a primary of 1, war on every tie",
        "rounds": rounds,
        "expectation": text(played.mean),
        "standard_deviation": decimal(root(played.variance)),
        "ahead": _chance(played.ahead),
        "even": _chance(played.even),
        "behind": _chance(played.behind),
        "bankroll": bankroll,
        "ruin": _chance(risk.probability),
        "error": f"{max(played.error, risk.error):.1e}" if rounds > 1 else "0.0e+00",
        "rounds_to_one_deviation": rounds_to_one_deviation(sheet.primary),
    }


def _chance(value: Fraction | float) -> str:
    """Exact where it is, else to twelve decimals."""
    return text(value) if isinstance(value, Fraction) else f"{value:.12f}"


def banker_figures(sheet: Sheet, stake: str, bets: str) -> dict[str, Any]:
    """A banker's round with a posted stake against given bets, where coverage may run out."""
    posted = parse_money(stake)
    placed = [_bet(seat, word) for seat, word in enumerate(bets.split(), 1)]
    if not placed:
        raise RuleError("--bets: name at least one bet, as 20 or 20/5 with a tie wager")
    decision: Decision | None = sheet.usual_decision
    result = banker(sheet.rules, sheet.cards, posted, placed, decision)
    return {
        "basis": "cents, one round, every tie hand deciding alike",
        "stake": posted,
        "bets": [{"primary": bet.primary, "tie": bet.tie} for bet in placed],
        "decision": decision,
        "expectation": text(result.mean),
        "standard_deviation": decimal(root(result.variance)),
    }


def _bet(seat: int, word: str) -> Bet:
    match = _BET.fullmatch(word)
    if match is None:
        raise RuleError(f"--bets: {word!r} is not a bet: write 20, or 20/5 with a tie wager")
    return Bet(f"p{seat}", seat, parse_money(match[1]), parse_money(match[2]) if match[2] else 0)
