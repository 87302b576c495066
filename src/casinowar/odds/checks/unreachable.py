"""Checks for pays, limits, caps and seats in a rule file that no round can reach or serve."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from casinowar.money import format_money
from casinowar.odds.checks.finding import Finding, decks_words
from casinowar.odds.composition import fresh
from casinowar.odds.exposure import largest_return
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.pay import format_pay, net
from casinowar.rules.script import Wager
from casinowar.rules.soundness import most_seats

_WAGERS: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")


def never_happening(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report each pay and limit that no round under the file's own limits can reach."""
    for found in (*_vanishing_pays(rules), *_idle_tie_limit(rules), *_idle_cap(rules)):
        field, says, mend = found
        by = file.cites(field, rules.reading)
        yield Finding("warning", "never-happens", rules.reading, field, by, says, mend)


def cut_pays(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report a cap that cuts the pays of some round, although no printed pay says so."""
    cap = rules.limits.most_returned
    if cap is None or cap >= (largest := most_due(rules)):
        return
    field = "limits.most_returned"
    yield Finding(
        "note",
        "cap-cuts",
        rules.reading,
        field,
        file.cites(field, rules.reading),
        f"the pays of a round can return {format_money(largest)}, but the cap cuts this to "
        f"{format_money(cap)}; the exact odds are for rounds below the cap",
        f"to pay every round in full, write {format_money(largest)}, or lower the limits",
    )


def unsafe_seats(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report a number of seats that the rules allow but the cards cannot serve."""
    allowed = rules.seats.most
    served = {decks: most_seats(rules, decks) for decks in rules.shoe.decks}
    unsafe = [decks for decks, seats in served.items() if seats < allowed]
    if not unsafe:
        return
    fewest = min(served[decks] for decks in unsafe)
    needed = rules.cards_needed(allowed)
    has_cut = rules.shoe.cut_card is not None
    place = "behind the cut card" if has_cut else "in the shoe"
    more = f"put at least {needed} cards behind the cut card" if has_cut else "use more decks"
    field = "shoe.cut_card" if has_cut else "shoe.decks"
    by = (*file.cites(field, rules.reading), *file.cites("seats.most", rules.reading))
    yield Finding(
        "warning",
        "cut-card",
        rules.reading,
        field,
        tuple(dict.fromkeys(by)),
        f"the rules allow {allowed} seats, and their round can need {needed} cards; with "
        f"{decks_words(unsafe)}, the cards {place} are enough for at most {fewest}",
        f"write {fewest} in seats.most, or {more}",
    )


@lru_cache(maxsize=32)
def most_due(rules: RuleSet) -> int:
    """Return the most that a round can be due without its cap, stakes included."""
    limits, decks = rules.limits, max(rules.shoe.decks)
    bounds = replace(
        limits,
        primary=replace(limits.primary, most=_most(rules, "primary")),
        tie=replace(limits.tie, most=_most(rules, "tie")),
        most_returned=None,
    )
    seats = min(rules.seats.most, most_seats(rules, decks))
    largest = largest_return(replace(rules, limits=bounds), seats, fresh(decks))
    assert largest is not None, "rules with a cap bound every wager"
    return largest.returned


def _most(rules: RuleSet, wager: Wager) -> int:
    """Return the largest amount of a wager that the file allows."""
    limits = rules.limits
    limit = limits.tie if rules.limit_name(wager) == "tie" else limits.primary
    return max(limit.most, limits.authorised) if isinstance(limits.authorised, int) else limit.most


_Problem = tuple[str, str, str]
"""A field, what is wrong with it, and how to fix it."""


def _vanishing_pays(rules: RuleSet) -> Iterator[_Problem]:
    """Report each pay that is less than a cent even on the largest wager, and so rounded away."""
    if rules.limits.has_no_maximum:
        return
    for outcome in rules.reachable():
        for wager in _WAGERS:
            pay, most = rules.pays.pay(outcome, wager), _most(rules, wager)
            if pay and net(pay, most, rules.pays.odd_cent) == 0:
                yield (
                    f"pays.{outcome}.{wager}",
                    f"{format_pay(pay)} is never paid: even on the largest wager, "
                    f"{format_money(most)}, it is less than a cent and is rounded away",
                    "write push, a larger pay, or a larger limit",
                )


def _idle_tie_limit(rules: RuleSet) -> Iterator[_Problem]:
    used = rules.has_tie or rules.has_free_war_tie
    if not used and rules.limits.tie != rules.limits.primary:
        yield (
            "limits.tie",
            "these limits apply to no wager: the rules offer no tie wager",
            "remove limits.tie, or offer the tie wager in bets.tie",
        )


def _idle_cap(rules: RuleSet) -> Iterator[_Problem]:
    """Report a cap that no round can reach, or pays that the cap always cuts at the maximum."""
    cap = rules.limits.most_returned
    if cap is None:
        return
    field, largest = "limits.most_returned", most_due(rules)
    if cap > largest:
        yield (
            field,
            f"no round can return {format_money(cap)}: the most that all seats together can get "
            f"is {format_money(largest)}",
            f"write {format_money(largest)}, or none",
        )
        return
    for outcome in rules.reachable():
        for wager in _WAGERS:
            pay, most = rules.pays.pay(outcome, wager), _most(rules, wager)
            if pay is not None and most + net(pay, most, rules.pays.odd_cent) > cap:
                yield (
                    f"pays.{outcome}.{wager}",
                    f"{format_pay(pay)} is never paid in full on {format_money(most)}: a round "
                    f"returns {format_money(cap)} at most",
                    f"raise limits.most_returned to {format_money(largest)}, or lower the limit",
                )
