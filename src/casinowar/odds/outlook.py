"""What a session and a banker can expect, as plain objects beside the figures of a sheet."""

import re
from fractions import Fraction
from typing import Any

from casinowar.errors import RuleError
from casinowar.money import format_money, parse_money
from casinowar.odds.banker import banker
from casinowar.odds.figures import decimal, text, usual_play
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import root
from casinowar.odds.ruin import risk_of_ruin
from casinowar.odds.sessions import rounds_to_one_deviation, session, theoretical_win
from casinowar.odds.sheet import Sheet
from casinowar.round import Bet
from casinowar.rules import LimitRules, RuleSet

_MOST_PACE = 10_000
_BET = re.compile(r"([^/]+)(?:/(.+))?")


def session_figures(
    sheet: Sheet,
    rounds: int,
    bankroll: int,
    decision: Decision | None = None,
    *,
    distribution: bool = False,
) -> dict[str, Any]:
    """A session of primaries of 1, each round from this shoe as it stands.

    Tie hands are played as `decision` says, or as usual; `distribution` adds every result.
    """
    one = sheet.primary if decision is None else sheet.main(sheet.always(decision))
    play = usual_play(sheet) if decision is None else f"{decision} on every tie"
    played = session(one, rounds)
    (risk,) = risk_of_ruin(one, [bankroll], rounds)
    results = [{"net": text(net), "probability": _chance(p)} for net, p in played.results()]
    return {
        "basis": f"independent rounds with a primary of 1, {play}",
        "rounds": rounds,
        "expectation": text(played.mean),
        "standard_deviation": decimal(root(played.variance)),
        "ahead": _chance(played.ahead),
        "even": _chance(played.even),
        "behind": _chance(played.behind),
        "bankroll": bankroll,
        "ruin": _chance(risk.probability),
        "error": f"{max(played.error, risk.error):.1e}",
        "rounds_to_one_deviation": rounds_to_one_deviation(one),
        "results": results if distribution else None,
    }


def win_figures(sheet: Sheet, pace: int, seats: int) -> dict[str, Any]:
    """What the bank can expect of an hour, in primaries."""
    if not 1 <= pace <= _MOST_PACE:
        raise RuleError(f"--pace: {pace} rounds an hour cannot be; 1 to {_MOST_PACE} can")
    return {
        "basis": f"an hour of equal primaries of 1, {usual_play(sheet)}",
        "pace": pace,
        "seats": seats,
        "expectation": text(theoretical_win(sheet.primary, 1, pace, seats)),
    }


def _chance(value: Fraction | float) -> str:
    """Exact where it is, else to twelve decimals."""
    return text(value) if isinstance(value, Fraction) else f"{min(max(value, 0.0), 1.0):.12f}"


def banker_figures(
    sheet: Sheet, stake: str, bets: str, decision: Decision | None = None
) -> dict[str, Any]:
    """A banker's round with a posted stake against given bets, where coverage may run out."""
    posted, placed = bank_of(sheet.rules, stake, bets)
    decision = decision or sheet.usual_decision
    result = banker(sheet.rules, sheet.cards, posted, placed, decision)
    return {
        "basis": "cents, one round, every tie hand deciding alike",
        "stake": posted,
        "bets": [{"primary": bet.primary, "tie": bet.tie} for bet in placed],
        "decision": decision,
        "expectation": text(result.mean),
        "standard_deviation": decimal(root(result.variance)),
    }


def bank_of(rules: RuleSet, stake: str, bets: str) -> tuple[int, list[Bet]]:
    """The stake and the bets of a banked round, read from texts."""
    posted = parse_money(stake)
    placed = [_bet(seat, word) for seat, word in enumerate(bets.split(), 1)]
    if not placed:
        raise RuleError("--bets: name at least one bet, as 20 or 20/5 with a tie wager")
    if rules.player_banked:
        _check_limits(rules.limits, posted, placed)
    return posted, placed


def _check_limits(limits: LimitRules, stake: int, bets: list[Bet]) -> None:
    """Refuse what no table under these rules would take."""
    least = limits.primary.least
    if stake < least:
        raise RuleError(f"--stake: at least the table minimum, {format_money(least)}")
    for bet in bets:
        for name, amount, limit in (
            ("primary", bet.primary, limits.primary),
            ("tie", bet.tie, limits.tie),
        ):
            if name == "tie" and not amount:
                continue
            listed = not limit.amounts or amount in limit.amounts
            if not limit.least <= amount <= limit.most or amount % limits.unit or not listed:
                raise RuleError(
                    f"--bets: a {name} wager of {format_money(amount)} is outside the limits, "
                    f"{format_money(limit.least)} to {format_money(limit.most)} "
                    f"in units of {format_money(limits.unit)}"
                )


def _bet(seat: int, word: str) -> Bet:
    match = _BET.fullmatch(word)
    if match is None:
        raise RuleError(f"--bets: {word!r} is not a bet: write 20, or 20/5 with a tie wager")
    return Bet(f"p{seat}", seat, parse_money(match[1]), parse_money(match[2]) if match[2] else 0)
