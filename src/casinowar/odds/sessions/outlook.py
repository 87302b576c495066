"""Figures of a session, an hour and a banker's round, as plain objects for `--json`."""

import re
from fractions import Fraction
from typing import Any

from casinowar.errors import RuleError
from casinowar.game.round import Bet
from casinowar.money import format_money, parse_money
from casinowar.odds.banker import banker
from casinowar.odds.price_json import always_play, decimal, text, usual_play
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import root
from casinowar.odds.sessions.ruin import risk_of_ruin
from casinowar.odds.sessions.session import rounds_to_one_deviation, session, theoretical_win
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import LimitRules, RuleSet

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
    """Return the figures of a session with a primary of 1 in each round, from this shoe.

    Tie hands follow `decision`, or the usual play if it is `None`; `distribution` adds every
    result.
    """
    one = sheet.primary if decision is None else sheet.main(sheet.always(decision))
    play = usual_play(sheet) if decision is None else always_play(sheet.rules, decision)
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
    """Return the bank's expected win in an hour, in primaries."""
    if not 1 <= pace <= _MOST_PACE:
        raise RuleError(f"--pace: cannot price {pace} rounds an hour; use 1 to {_MOST_PACE}")
    return {
        "basis": f"an hour of equal primaries of 1, {usual_play(sheet)}",
        "pace": pace,
        "seats": seats,
        "expectation": text(theoretical_win(sheet.primary, 1, pace, seats)),
    }


def _chance(value: Fraction | float) -> str:
    """Return a probability as an exact fraction if it is one, else to twelve decimals."""
    return text(value) if isinstance(value, Fraction) else f"{min(max(value, 0.0), 1.0):.12f}"


def banker_figures(
    sheet: Sheet, stake: str, bets: str, decision: Decision | None = None
) -> dict[str, Any]:
    """Return the figures of a banker's round: a posted stake, which may run out, against bets."""
    posted, placed = bank_of(sheet.rules, stake, bets)
    decision = decision or sheet.usual_decision
    result = banker(sheet.rules, sheet.cards, posted, placed, decision)
    return {
        "basis": "in cents, for one round, with the same answer to every tie",
        "stake": posted,
        "bets": [{"primary": bet.primary, "tie": bet.tie} for bet in placed],
        "decision": decision,
        "expectation": text(result.mean),
        "standard_deviation": decimal(root(result.variance)),
    }


def bank_of(rules: RuleSet, stake: str, bets: str) -> tuple[int, list[Bet]]:
    """Parse the stake and the bets of a banked round."""
    posted = parse_money(stake)
    placed = [_bet(seat, word) for seat, word in enumerate(bets.split(), 1)]
    if not placed:
        raise RuleError("--bets: give at least one bet, such as 20, or 20/5 with a tie wager")
    if rules.player_banked:
        _check_limits(rules.limits, posted, placed)
    return posted, placed


def _check_limits(limits: LimitRules, stake: int, bets: list[Bet]) -> None:
    """Raise a `RuleError` if a table under these rules would not take the stake or a bet."""
    least = limits.primary.least
    if stake < least:
        raise RuleError(
            f"--stake: {format_money(stake)} is too small; post at least the table minimum, "
            f"{format_money(least)}"
        )
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
        raise RuleError(f"--bets: {word!r} is not a bet; write 20, or 20/5 with a tie wager")
    return Bet(f"p{seat}", seat, parse_money(match[1]), parse_money(match[2]) if match[2] else 0)
