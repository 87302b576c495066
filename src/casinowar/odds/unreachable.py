"""What a rule file promises and no round can bring: pays, limits, a cap, seats without cards."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from casinowar.money import format_money
from casinowar.odds.composition import fresh
from casinowar.odds.exposure import largest_return
from casinowar.odds.finding import Finding, decks_words
from casinowar.pay import format_pay, net
from casinowar.rulefile import RuleFile
from casinowar.rules import RuleSet
from casinowar.script import Wager
from casinowar.soundness import most_seats

_WAGERS: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")


def never_happening(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """The pays and limits that no round under the file's own limits can reach."""
    for found in (*_vanishing_pays(rules), *_idle_tie_limit(rules), *_idle_cap(rules)):
        field, says, mend = found
        by = file.cites(field, rules.reading)
        yield Finding("warning", "never-happens", rules.reading, field, by, says, mend)


def cut_pays(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """A cap that some round reaches: its pays are cut, and no printed pay says so."""
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
        f"a round can be due {format_money(largest)}, and the cap cuts it to {format_money(cap)}; "
        "the exact odds are those of rounds below the cap",
        f"write {format_money(largest)}, or lower the limits until no round is cut",
    )


def unsafe_seats(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Numbers of seats that the rules allow and the cards behind the cut card do not serve."""
    allowed = rules.seats.most
    served = {decks: most_seats(rules, decks) for decks in rules.shoe.decks}
    unsafe = [decks for decks, seats in served.items() if seats < allowed]
    if not unsafe:
        return
    fewest = min(served[decks] for decks in unsafe)
    needed = rules.cards_needed(allowed)
    has_cut = rules.shoe.cut_card is not None
    place = "behind the cut card" if has_cut else "in the shoe"
    more = f"let at least {needed} cards lie behind the cut card" if has_cut else "use more decks"
    field = "shoe.cut_card" if has_cut else "shoe.decks"
    by = (*file.cites(field, rules.reading), *file.cites("seats.most", rules.reading))
    yield Finding(
        "warning",
        "cut-card",
        rules.reading,
        field,
        tuple(dict.fromkeys(by)),
        f"{allowed} seats are allowed, and a round of theirs can need {needed} cards; with "
        f"{decks_words(unsafe)} the cards {place} serve no more than {fewest}",
        f"write {fewest} in seats.most, or {more}",
    )


@lru_cache(maxsize=32)
def most_due(rules: RuleSet) -> int:
    """The most that a round is due, stakes included, were there no cap on what it returns."""
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
    """The largest amount of a wager that the file itself allows."""
    limits = rules.limits
    by_tie = wager == "tie" or (
        wager == "war_tie" and rules.war is not None and rules.war.tie_wager == "free"
    )
    limit = limits.tie if by_tie else limits.primary
    return max(limit.most, limits.authorised) if isinstance(limits.authorised, int) else limit.most


_Told = tuple[str, str, str]
"""A field, what is the matter with it, and what would mend it."""


def _vanishing_pays(rules: RuleSet) -> Iterator[_Told]:
    """Pays that are less than a cent for the largest wager, and rounded away."""
    if rules.limits.above == "accept whole":
        return
    for outcome in rules.reachable():
        for wager in _WAGERS:
            pay, most = rules.pays.pay(outcome, wager), _most(rules, wager)
            if pay and net(pay, most, rules.pays.odd_cent) == 0:
                yield (
                    f"pays.{outcome}.{wager}",
                    f"{format_pay(pay)} is never paid: even of the largest wager, "
                    f"{format_money(most)}, it is less than a cent, and rounded away",
                    "write push, a larger pay, or a larger limit",
                )


def _idle_tie_limit(rules: RuleSet) -> Iterator[_Told]:
    used = rules.bets.tie != "none" or (rules.war is not None and rules.war.tie_wager == "free")
    if not used and rules.limits.tie != rules.limits.primary:
        yield (
            "limits.tie",
            "no wager has these limits: a tie wager is not offered",
            "leave limits.tie out, or offer the wager in bets.tie",
        )


def _idle_cap(rules: RuleSet) -> Iterator[_Told]:
    """A cap no round can reach, or one so low that a pay is never whole at the maximum."""
    cap = rules.limits.most_returned
    if cap is None:
        return
    field, largest = "limits.most_returned", most_due(rules)
    if cap > largest:
        yield (
            field,
            f"no round can return {format_money(cap)}: all seats together are due "
            f"{format_money(largest)} at most",
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
