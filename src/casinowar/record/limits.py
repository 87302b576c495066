"""Whether a wager that was accepted is one a table could accept: a second look at the limits.

A table refuses wagers as they come (`casinowar.table.betting`); an audit asks again, of what was
recorded, with nothing but the rules and the options in hand.
"""

from typing import Literal

from casinowar.money import format_money, is_cents
from casinowar.options import Options
from casinowar.rules import LimitRules


def breach(
    rules: LimitRules, options: Options, wager: Literal["primary", "tie"], amount: int
) -> str:
    """Why no wager of this amount can have been accepted; ``""`` if it can."""
    limit = options.primary if wager == "primary" else options.tie
    if not is_cents(amount) or not amount:
        return f"a {wager} wager of {amount} cents"
    told = f"a {wager} wager of {format_money(amount)}"
    if amount % rules.unit:
        return f"{told}, where wagers are multiples of {format_money(rules.unit)}"
    if limit.amounts and amount not in limit.amounts:
        return f"{told}, which is none of the amounts there are"
    if amount > limit.most and rules.above != "accept whole":
        return f"{told}, above the maximum of {format_money(limit.most)}"
    if amount < limit.least and rules.below == "refuse":
        return f"{told}, below the minimum of {format_money(limit.least)}"
    if options.authorised is not None and amount > options.authorised:
        return f"{told}, above the authorised {format_money(options.authorised)}"
    return ""
