"""Rules in plain words, for the sign of a table."""

from collections.abc import Iterable
from fractions import Fraction

from casinowar.cards import rank_name
from casinowar.money import format_money
from casinowar.rules import Limit, Outcome, RuleSet
from casinowar.script import Act, Passes, Script, Step, Wager, is_individual

OUTCOME: dict[Outcome, str] = {
    "higher": "higher card",
    "lower": "lower card",
    "equal": "tie",
    "surrender": "surrender",
    "forfeit": "no choice made in time",
    "war_declared": "war declared",
    "war_higher": "war won",
    "war_lower": "war lost",
    "war_equal": "war tied",
}
"""The outcomes of the pay table."""

WAGER: dict[Wager, str] = {"primary": "primary", "tie": "tie", "war": "war", "war_tie": "war tie"}
"""The wagers of the pay table."""

_COLLECT = {
    "pick and pay": "each hand as it is paid",
    "lay and pay": "all when every hand is settled",
    "by deal": "after each deal, hands at war left in view",
}
_BELOW = {
    "refuse": "refused",
    "honour once": "honoured once with a reminder, then refused",
    "accept whole": "accepted",
}
_ABOVE = {
    "refuse": "refused",
    "cut": "counts at the maximum, the excess goes back",
    "accept whole": "accepted",
}
_HOLDING = {
    "several": "a player may hold several",
    "one each": "one for each player",
    "solo": "one player plays them all",
}
_TIME_OUT = {
    "surrender": "without an answer in time: surrender",
    "forfeit": "without an answer in time: forfeit",
    "wait": "the game waits for the answer",
}
_TIE = {
    "none": "not offered",
    "beside primary": "beside a primary wager",
    "alone too": "beside a primary wager or alone",
}
_WAR_TIE = {
    "none": "not offered",
    "equal": "as much as the primary wager",
    "free": "any amount within the tie limits",
}
_FIRST_BURN = {
    "yes": "burned unseen",
    "no": "not burned",
    "option": "burned if the table says so",
}
_ERROR = {"next card": "is the next card", "discard": "is discarded"}
_RULING = {"stands": "that it stands", "void": "that it is void"}


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def number(count: int, noun: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def ranks(rules: RuleSet) -> str:
    """The ranks from the highest down."""
    return " ".join(rank_name(rank) for rank in rules.shoe.ranks)


def decks(rules: RuleSet) -> str:
    """The decks of a shoe, and the batches."""
    counts, backs = rules.shoe.decks, rules.shoe.backs
    is_run = len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1))
    shown = f"{counts[0]} to {counts[-1]}" if is_run else listed(counts, "or")
    in_shoe = f"{shown} {'deck' if counts == (1,) else 'decks'}"
    if len(backs) == 1:
        return in_shoe
    return f"{in_shoe} in each of two batches, {listed(backs)} backs, shoe by shoe"


def cut_card(rules: RuleSet) -> str:
    """Who cuts, and where the cut card goes."""
    by = {"players": "a player cuts", "dealer": "the dealer cuts"}[rules.shoe.cut_by]
    match rules.shoe.cut_card:
        case None:
            return "none: every round has a freshly shuffled shoe"
        case int() as most:
            return f"{by}; at most {number(most, 'card')} behind it"
        case Fraction() as share:
            return f"{by}; at most {share} of the shoe behind it"


def first_burn(rules: RuleSet) -> str:
    """What becomes of the first card, and what a new dealer burns."""
    new = rules.shoe.dealer_burn
    dealer = f"; each new dealer burns {number(new, 'card')}" if new else ""
    return _FIRST_BURN[rules.shoe.first_burn] + dealer


def seats(rules: RuleSet) -> str:
    """How many seats, and who may hold them."""
    own = rules.seats
    usual = "" if own.usual == own.most else f", usually {own.usual}"
    needed = f"; at least {own.players_needed} players" if own.players_needed > 1 else ""
    backline = "; others may bet behind a seat" if own.backline == "yes" else ""
    return f"up to {own.most}{usual}; {_HOLDING[own.holding]}{needed}{backline}"


def bank(rules: RuleSet) -> str:
    """Who pays and collects."""
    if rules.bank.rounds is None:
        return "the house"
    return f"a player, for at most {number(rules.bank.rounds, 'round')} running"


def limit(own: Limit) -> str:
    """``5.00 to 500.00``, or the amounts there are."""
    if own.amounts:
        return listed((format_money(amount) for amount in own.amounts), "or")
    return f"{format_money(own.least)} to {format_money(own.most)}"


def tie_wager(rules: RuleSet) -> str:
    """Whether there is a tie wager, and its limits."""
    offered = _TIE[rules.bets.tie]
    return offered if rules.bets.tie == "none" else f"{offered}; {limit(rules.limits.tie)}"


def below(rules: RuleSet) -> str:
    """What becomes of a wager under the minimum."""
    return _BELOW[rules.limits.below]


def above(rules: RuleSet) -> str:
    """What becomes of a wager over the maximum."""
    return _ABOVE[rules.limits.above]


def authorised(rules: RuleSet) -> str:
    """The limit no table may exceed."""
    match rules.limits.authorised:
        case int() as most:
            return format_money(most)
        case "stated":
            return "stated by the operator to open a table"
        case "none":
            return "none"


def unit(rules: RuleSet) -> str:
    """What every wager is a multiple of."""
    return f"multiples of {format_money(rules.limits.unit)}"


def most_returned(rules: RuleSet) -> str:
    """The most that one round returns."""
    most = rules.limits.most_returned
    return "no limit" if most is None else f"{format_money(most)} in one round"


def deal(rules: RuleSet) -> str:
    """The original deal."""
    return f"{rules.deal.direction}, {script(rules.deal.original)}"


def script(own: Script) -> str:
    """The steps of a deal."""
    if is_individual(own):
        return f"for each war on its own: {_acts(own[0])}"
    return "; then ".join(_step(step) for step in own)


def _step(step: Step) -> str:
    return f"for each seat in turn: {_acts(step)}" if step.times == "each" else _acts(step)


def _acts(step: Step) -> str:
    return ", ".join(_act(act) for act in step.acts)


def _act(act: Act) -> str:
    match act.what:
        case "burn":
            return f"burn {act.count}"
        case "player":
            return "the player's card"
        case "dealer":
            return "the dealer's card"


def passes(own: Passes) -> str:
    """The order of a settlement."""
    return "; then ".join(
        f"{settlement.direction}: {listed(WAGER[wager] for wager in settlement.wagers)}"
        for settlement in own
    )


def collect(rules: RuleSet) -> str:
    """When cards are picked up."""
    return listed((_COLLECT[way] for way in rules.settle.collect), "or")


def choice(rules: RuleSet) -> str:
    """What the holder of a tie hand may do."""
    if rules.choice is None:
        return "no choice: the primary wager is settled at once"
    return f"{listed(rules.choice.offers, 'or')}; {_TIME_OUT[rules.choice.time_out]}"


def war_tie_wager(rules: RuleSet) -> str:
    """Whether there is a tie wager on the war deal."""
    return "not offered" if rules.war is None else _WAR_TIE[rules.war.tie_wager]


def odd_cent(rules: RuleSet) -> str:
    """Who keeps a part of a cent."""
    return {"player": "kept by the player", "house": "kept by the house"}[rules.pays.odd_cent]


def disputes(rules: RuleSet) -> str:
    """Who rules, and how."""
    rulings = listed((_RULING[ruling] for ruling in rules.disputes.rulings), "or")
    return f"the {rules.disputes.ruled_by} rules {rulings}"


def cancelled(rules: RuleSet) -> str:
    """When an open round is cancelled."""
    days = rules.disputes.cancelled_after_days
    return "never for its age" if days is None else f"when open for more than {number(days, 'day')}"


def errors(rules: RuleSet) -> str:
    """What becomes of cards drawn or shown by mistake."""
    own = rules.errors
    return f"one too many {_ERROR[own.excess]}; one shown by mistake {_ERROR[own.disclosed]}"
