"""A second check of recorded wagers against the table's limits.

A table checks wagers when they are placed (`casinowar.game.table.bets`); an audit checks the
recorded ones again, from the rules and the options alone.
"""

from typing import Literal

from casinowar.money import format_money, is_cents
from casinowar.rules.model import LimitRules
from casinowar.rules.options import Options


def breach(
    rules: LimitRules, options: Options, wager: Literal["primary", "tie"], amount: int
) -> str:
    """Why the table could not accept a wager of this amount; ``""`` if it could."""
    limit = options.primary if wager == "primary" else options.tie
    if not is_cents(amount) or not amount:
        return f"a {wager} wager of {amount} cents"
    told = f"a {wager} wager of {format_money(amount)}"
    outside = not limit.amounts and not limit.least <= amount <= limit.most
    if amount % rules.unit and not (outside and rules.unit_binds == "within"):
        return f"{told}, where wagers are multiples of {format_money(rules.unit)}"
    if limit.amounts and amount not in limit.amounts:
        return f"{told}, which is not one of the fixed amounts"
    if amount > limit.most and not rules.has_no_maximum:
        return f"{told}, above the maximum of {format_money(limit.most)}"
    if amount < limit.least and rules.below == "refuse":
        return f"{told}, below the minimum of {format_money(limit.least)}"
    if options.authorised is not None and amount > options.authorised:
        return f"{told}, above the authorised {format_money(options.authorised)}"
    return ""
