"""Notes on a rule file: facts its author may want to know although nothing is wrong."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor, lcm
from typing import Literal, get_args

from casinowar.money import format_money
from casinowar.odds.checks.finding import Finding, answers, best_mean, over_decks, sheet_for
from casinowar.odds.rounding import fixed, percent
from casinowar.rules.describe import listed, occasion
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Limit, LimitRules, RuleSet
from casinowar.rules.pay import Pay, format_pay
from casinowar.rules.script import Wager
from casinowar.rules.soundness import contradictions

_Limited = Literal["primary", "tie"]
"""The wagers that have limits."""


def never_right(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report each answer to a choice that is worse than another at every number of decks."""
    worths = {decks: answers(sheet_for(rules, decks)) for decks in rules.shoe.decks}
    offers = () if rules.choice is None else rules.choice.offers
    for answer in offers:
        costs = [(decks, max(worth.values()) - worth[answer]) for decks, worth in worths.items()]
        if all(cost > 0 for _, cost in costs):
            usual = worths[rules.shoe.decks[0]]
            better = max(usual, key=lambda name: usual[name])
            yield _never_right(file, rules, answer, better, costs)
    yield from _war_tie(file, rules)


def _never_right(
    file: RuleFile,
    rules: RuleSet,
    answer: str,
    better: str,
    costs: list[tuple[int, Fraction]],
) -> Finding:
    usual = rules.shoe.decks[0]
    worth = answers(sheet_for(rules, usual))[better]
    instead = {"forfeit": "letting the time run out"}.get(better, better)
    by = (*file.cites("choice.offers", rules.reading), *_cites(file, rules, answer))
    if answer == "surrender":
        mend = (
            f"surrender would be the best answer if it lost less than {percent(-worth)} of the "
            "primary wager"
        )
    else:
        mend = (
            f"war would be the best answer if {instead} lost more than "
            f"{percent(_lost(rules, answer))} of the primary wager"
        )
    if worth >= 0:
        mend = f"{answer} would be the best answer only if {instead} paid less"
    return Finding(
        "note",
        "never-right",
        rules.reading,
        "choice.offers",
        tuple(dict.fromkeys(by)),
        f"with a fresh shoe, {answer} is never the best answer to a {occasion(rules)}: against "
        f"{instead}, "
        f"it costs {over_decks(costs, 'the primary wager')}",
        mend,
    )


def _lost(rules: RuleSet, answer: str) -> Fraction:
    return -answers(sheet_for(rules, rules.shoe.decks[0]))[answer]


def _cites(file: RuleFile, rules: RuleSet, answer: str) -> tuple[str, ...]:
    field = "pays.surrender" if answer == "surrender" else "war.deal"
    return file.cites(field, rules.reading)


def _war_tie(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report a tie wager on the war deal that the player should never make."""
    costs = []
    for decks in rules.shoe.decks:
        results = sheet_for(rules, decks).war_tie
        if results is None or results.mean >= 0:
            return
        costs.append((decks, -results.mean))
    results = sheet_for(rules, rules.shoe.decks[0]).war_tie
    assert results is not None
    hit = results.hit_frequency
    fair = f"; {fixed((1 - hit) / hit, 2)} to 1 would be fair" if hit else ""
    yield Finding(
        "note",
        "never-right",
        rules.reading,
        "war.tie_wager",
        file.cites("war.tie_wager", rules.reading),
        "with a fresh shoe, a tie wager on the war deal is never worth making: it costs "
        f"{over_decks(costs, 'that wager')}",
        f"write a higher pay in pays.war_equal.war_tie{fair}",
    )


def odd_halves(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report each limit on which some pay is not a whole number of cents."""
    split: dict[str, tuple[int, str, Pay]] = {}
    for name, where, pay in _fractions(rules):
        for field, amount in _amounts(rules, name):
            if amount % pay.denominator:
                split.setdefault(field, (amount, where, pay))
    if len(split) > 1:
        split.pop("limits.unit", None)
    for field, (amount, where, pay) in split.items():
        keeps = rules.pays.odd_cent
        by = (*file.cites(field, rules.reading), *file.cites("pays.odd_cent", rules.reading))
        yield Finding(
            "note",
            "odd-half",
            rules.reading,
            field,
            tuple(dict.fromkeys(by)),
            f"{format_pay(pay)} on {format_money(amount)} ({where}) is not a whole number of "
            f"cents: the {keeps} keeps the fraction of a cent; the exact odds assume whole cents",
            _whole_cents(rules, where, pay),
        )


def _fractions(rules: RuleSet) -> Iterator[tuple[_Limited, str, Pay]]:
    """Yield the pays that can split a cent: the limit of their wager, their field and the pay."""
    for outcome in rules.reachable():
        for wager in get_args(Wager):
            pay = rules.pays.pay(outcome, wager)
            if pay is not None and pay.denominator > 1:
                yield rules.limit_name(wager), f"pays.{outcome}.{wager}", pay


def _whole_cents(rules: RuleSet, where: str, pay: Pay) -> str:
    """Suggest a unit and limits that make every pay whole cents, or a pay if there are none."""
    was, limits = rules.limits, _evened(rules)
    # The rules of a rule file are sound, so the new limits cause any contradiction found here.
    if any(contradictions(replace(rules, limits=limits))):
        whole = format_pay(Pay(floor(pay)))
        return f"no amounts within these limits give whole cents: write {whole} in {where}"
    changes = [f"'{format_money(limits.unit)}' in limits.unit"] if limits.unit != was.unit else []
    for name in get_args(_Limited):
        limit: Limit = getattr(limits, name)
        if limit != getattr(was, name):
            changes.append(f"{_limit_text(limit)} in limits.{name}")
    return f"for whole cents, write {listed(changes)}"


def _evened(rules: RuleSet) -> LimitRules:
    """Return limits on which every pay is whole cents, within the present ones if possible."""
    limits = rules.limits
    steps: dict[_Limited, int] = {"primary": 1, "tie": 1}
    for name, _, pay in _fractions(rules):
        steps[name] = lcm(steps[name], pay.denominator)
    between = (step for name, step in steps.items() if _is_range(getattr(limits, name)))
    unit = lcm(limits.unit, *between)
    return replace(
        limits,
        unit=unit,
        primary=_multiples(limits.primary, lcm(unit, steps["primary"])),
        tie=_multiples(limits.tie, lcm(unit, steps["tie"])),
    )


def _multiples(limit: Limit, step: int) -> Limit:
    """Narrow a range to multiples of a step, or lower fixed amounts to multiples of it."""
    if _is_range(limit):
        return Limit(-(-limit.least // step) * step, limit.most // step * step)
    lowered = {max(step, amount // step * step) for amount in limit.amounts or (limit.least,)}
    amounts = tuple(sorted(lowered))
    return Limit(amounts[0], amounts[-1], amounts if limit.amounts else ())


def _is_range(limit: Limit) -> bool:
    return not limit.amounts and limit.least < limit.most


def _limit_text(limit: Limit) -> str:
    """Return a limit as a rule file writes it."""
    if limit.amounts:
        return f"'{', '.join(format_money(amount) for amount in limit.amounts)}'"
    return f"'{format_money(limit.least)} to {format_money(limit.most)}'"


def _amounts(rules: RuleSet, name: str) -> Iterator[tuple[str, int]]:
    """Yield the amounts that a limit names, and the unit if the limit is a range."""
    limit: Limit = getattr(rules.limits, name)
    for amount in limit.amounts or (limit.least, limit.most):
        yield f"limits.{name}", amount
    if _is_range(limit):
        yield "limits.unit", rules.limits.unit


def differing_readings(file: RuleFile) -> Iterator[Finding]:
    """Report readings of a file that differ in price with their usual decks."""
    prices = {reading.name: _price(file.rules(reading.name)) for reading in file.readings}
    if len(set(prices.values())) == 1:
        return
    edges = [f"{_edge_words(price)} in {name}" for name, price in prices.items()]
    by = dict.fromkeys(clause for reading in file.readings for clause in reading.by)
    yield Finding(
        "note",
        "readings-differ",
        None,
        "readings",
        tuple(by),
        f"the readings differ in price: with the usual decks and {_usual_play(file)}, the house "
        f"edge on the primary wager is {listed(edges)}",
        "decide which clause holds, or choose a reading with --reading",
    )


def _usual_play(file: RuleFile) -> str:
    """Describe the play that the edges of all readings assume."""
    rules = [file.rules(reading.name) for reading in file.readings]
    usual = all(each.choice is None or each.choice.on == ("equal",) for each in rules)
    return "war on every tie" if usual else "war at every choice"


def _price(rules: RuleSet) -> tuple[Fraction | None, ...]:
    """Return the edges on the primary, with usual and best play, and on the tie wagers."""
    sheet = sheet_for(rules, rules.shoe.decks[0])
    ties = (None if results is None else -results.mean for results in (sheet.tie, sheet.war_tie))
    return (-sheet.primary.mean, -best_mean(sheet), *ties)


def _edge_words(price: tuple[Fraction | None, ...]) -> str:
    usual, best = price[:2]
    assert usual is not None
    assert best is not None
    better = f" ({percent(best)} with the best play)" if best != usual else ""
    return f"{percent(usual)}{better}"
