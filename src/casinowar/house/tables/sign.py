"""The sign of a table, as JSON: its rules and reading, limits, pays, and what each wager costs.

An edge is an exact fraction that names what it is a share of. Where the players have the edge, the
sign says so in words: nobody learns it from a minus alone.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from casinowar.odds.composition import fresh
from casinowar.odds.distribution import Distribution
from casinowar.odds.price_json import EACH_WAGER, EVERYTHING, FIRST_WAGER, usual_play
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules import describe
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Limit, RuleSet
from casinowar.rules.options import Options
from casinowar.rules.pay import format_pay
from casinowar.rules.script import Wager

Json = dict[str, Any]


def sign(file: RuleFile, rules: RuleSet, options: Options) -> Json:
    """What stands on the sign of a table opened under these rules with these options."""
    reading = file.reading(rules.reading)
    edges = prices(rules, options.decks)
    return {
        "rules": file.id,
        "rules_name": file.name,
        "document": file.document,
        "sha256": file.sha256,
        "reading": {"name": reading.name, "says": reading.says},
        "decks": options.decks,
        "seats": options.seats,
        "first_burn": options.first_burn,
        "collect": options.collect,
        "hand_dealt": options.hand_dealt,
        "banked_by": rules.bank.held_by,
        "backline": rules.has_backline,
        "solo": rules.is_solo,
        "limits": {
            "primary": _limit(options.primary),
            "tie": _limit(options.tie) if rules.has_tie else None,
            "unit": rules.limits.unit,
            "authorised": options.authorised,
            "most_returned": options.most_returned,
            "above_by": list(file.cites("limits.above", rules.reading)),
            "below_by": list(file.cites("limits.below", rules.reading)),
        },
        "pays": pays(file, rules),
        "edges": list(edges),
        "players_have_edge": players_have_edge(rules, options.decks),
        "warning": warning(rules, options.decks),
    }


def left_open(rules: RuleSet) -> Json:
    """What the rules leave to whoever opens a table under them."""
    return {
        "decks": list(rules.shoe.decks),
        "seats": {"least": rules.seats.players_needed, "most": rules.seats.most},
        "amounts": bool(rules.limits.primary.amounts),
        "tie": rules.has_tie,
        "authorised": rules.limits.authorised != "none",
        "most_returned": rules.limits.most_returned is not None,
        "first_burn": rules.shoe.first_burn == "option",
        "collect": list(rules.settle.collect),
    }


def players_have_edge(rules: RuleSet, decks: int) -> bool:
    """Whether some wager is worth more than it costs to a player who answers best."""
    return bool(warning(rules, decks))


@lru_cache(maxsize=512)
def warning(rules: RuleSet, decks: int) -> str:
    """What a sign says of the wagers on which the players have the edge; ``""`` if of none."""
    sheet = Sheet(rules, fresh(decks))
    means = {
        "primary": sheet.main(sheet.best).mean,
        "tie": sheet.tie.mean if sheet.tie is not None else Fraction(0),
        "war_tie": sheet.war_tie.mean if sheet.war_tie is not None else Fraction(0),
    }
    bases = {"primary": FIRST_WAGER, "tie": EACH_WAGER, "war_tie": EACH_WAGER}
    won = [
        f"{percent(mean)} {bases[wager]} ({wager.replace('_', ' ')})"
        for wager, mean in means.items()
        if mean > 0
    ]
    return f"The players have the edge at this table: {describe.listed(won)}." if won else ""


@lru_cache(maxsize=512)
def prices(rules: RuleSet, decks: int) -> tuple[Json, ...]:
    """The bank's edge on each wager, from a fresh shoe of so many decks."""
    sheet = Sheet(rules, fresh(decks))
    assumes = usual_play(sheet)
    found = [
        _edge("primary", sheet.primary, FIRST_WAGER, assumes),
        {
            **_edge("primary", sheet.primary, EVERYTHING, assumes),
            "edge": str(sheet.element_of_risk),
            "percent": percent(sheet.element_of_risk),
        },
    ]
    if sheet.tie is not None:
        found.append(_edge("tie", sheet.tie, EACH_WAGER, ""))
    if sheet.war_tie is not None:
        found.append(_edge("war_tie", sheet.war_tie, EACH_WAGER, ""))
    return tuple(found)


def _edge(wager: Wager, results: Distribution, basis: str, assumes: str) -> Json:
    edge = -results.mean
    return {
        "wager": wager,
        "edge": str(edge),
        "percent": percent(edge),
        "basis": basis,
        "assumes": assumes,
    }


def pays(file: RuleFile, rules: RuleSet) -> list[Json]:
    """The pay table, outcome by outcome, with the clauses behind each pay.

    A wager that an outcome does not decide is left out.
    """
    rows = []
    for outcome in rules.reachable():
        decided = {
            wager: format_pay(pay)
            for wager in describe.WAGER
            if (pay := rules.pays.pay(outcome, wager)) is not None
        }
        by = {
            wager: list(file.cites(f"pays.{outcome}.{wager}", rules.reading)) for wager in decided
        }
        says = describe.OUTCOME[outcome]
        rows.append({"outcome": outcome, "says": says, "pays": decided, "by": by})
    return rows


def _limit(limit: Limit) -> Json:
    return {"least": limit.least, "most": limit.most, "amounts": list(limit.amounts)}
