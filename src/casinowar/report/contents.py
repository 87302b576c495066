"""What a report says, from its title to its assumptions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from casinowar.money import format_money
from casinowar.odds.composition import fresh
from casinowar.odds.convolution import EXACT_ROUNDS
from casinowar.odds.figures import usual_play
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import fixed, percent
from casinowar.odds.sheet import Sheet
from casinowar.report import prices
from casinowar.report.certified import certified
from casinowar.report.counted import counting
from casinowar.report.page import (
    Cell,
    Grid,
    Headline,
    Plot,
    Report,
    Section,
    chance,
    counted,
    figure,
    minus,
    share,
)
from casinowar.report.prices import Curve, edge_word, has_wars
from casinowar.report.sittings import Sitting, error_bound, hour, ruin, sessions, sittings
from casinowar.rulefile import RuleFile

if TYPE_CHECKING:
    from casinowar.sim.counting import Counting


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome of the primary wager."""

    name: str
    probability: Fraction
    net: Fraction


@dataclass(frozen=True, slots=True)
class Contents:
    """The report, and what its plots are drawn from."""

    report: Report
    outcomes: tuple[Bar, ...]
    curves: tuple[Curve, ...]
    decks: int | None
    """Of a fresh shoe; `None` where it is infinite or has lost cards."""
    sittings: tuple[Sitting, ...]
    counted: "Counting | None"
    """What counting brings, where it was measured."""


def contents(
    file: RuleFile,
    sheet: Sheet,
    found: dict[str, Any],
    policy: Decision | None = None,
    proof: dict[str, Any] | None = None,
    counted: "Counting | None" = None,
) -> Contents:
    """Everything a report shows; `found` is the object that `casinowar odds --json` prints.

    `proof` is that of `casinowar prove --json`, where there is a certificate to show; `counted` is
    what counting brings, where it was measured.
    """
    results = sheet.primary if policy is None else sheet.main(sheet.always(policy))
    play = usual_play(sheet) if policy is None else f"{policy} on every tie"
    asked = found["session"]
    many = sittings(results, asked["rounds"], asked["bankroll"])
    curves = prices.curves(sheet)
    bars = tuple(
        Bar(prices.word(each.label), each.probability, each.net) for each in sheet.primary.chances
    )
    seats = (1, found["bank"]["seats"], found["exposure"]["seats"])
    served = [number for number in seats if sheet.serves(number)]
    bodies: list[Section | None] = [
        prices.readings(file, sheet),
        prices.wagers(sheet, found),
        replace(prices.outcomes(sheet, found), plots=(_outcome_plot(sheet, bars),)),
        prices.choices(found),
        _decks(sheet, curves),
        prices.seats(sheet, found),
        hour(results, served, found["theoretical_win"]["pace"], play),
        _exposure(sheet, found),
        _banker(found),
        None if counted is None else counting(counted),
        replace(sessions(many, play), plots=(_session_plot(many),)),
        replace(ruin(many, asked["bankroll"], play, has_wars(sheet)), plots=(_ruin_plot(many),)),
        None if proof is None else certified(proof),
        _basis(sheet, found, many),
    ]
    report = Report(
        title=f"{file.name}: the price of the table",
        subtitle=f"{file.id}, reading {found['reading']}, {shoe(sheet, found)}",
        warnings=tuple(_warnings(sheet, found)),
        facts=tuple(_facts(file, sheet, found)),
        headlines=tuple(_headlines(sheet, found)),
        sections=tuple(section for section in bodies if section is not None),
    )
    decks = None if sheet.cards.endless or _gone(sheet, found) else found["decks"]
    return Contents(report, bars, tuple(curves), decks, many, counted)


def _gone(sheet: Sheet, found: dict[str, Any]) -> dict[str, int]:
    """How many cards of each rank have left the shoe, of those that have lost any."""
    if sheet.cards.endless:
        return {}
    whole = fresh(found["decks"])
    lost = (was - left for was, left in zip(whole.counts, sheet.cards.counts, strict=True))
    return {rank: n for rank, n in zip(sheet.rules.shoe.ranks, lost, strict=True) if n}


def shoe(sheet: Sheet, found: dict[str, Any]) -> str:
    """The cards the figures hold for."""
    if sheet.cards.endless:
        return "infinitely many decks"
    text = counted(found["decks"], "deck")
    return f"{text}, {counted(sheet.cards.total, 'card')} left" if _gone(sheet, found) else text


def _facts(file: RuleFile, sheet: Sheet, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Rule file", f"{file.id}: {file.document}"
    yield "SHA-256", file.sha256
    yield "Reading", f"{found['reading']}: {file.reading(found['reading']).says}"
    yield "Shoe", shoe(sheet, found)
    if gone := _gone(sheet, found):
        ranks = zip(sheet.rules.shoe.ranks, sheet.cards.counts, strict=True)
        yield "Cards left", ", ".join(f"{rank} {count}" for rank, count in ranks)
        yield "Cards gone", " ".join(r if n == 1 else f"{r}x{n}" for r, n in gone.items())
    yield "Bank", "a player" if sheet.rules.player_banked else "the house"
    yield "Priced by", f"casinowar {found['version']}"


def _warnings(sheet: Sheet, found: dict[str, Any]) -> Iterator[str]:
    """The player's edges; the rules are blamed only for what a fresh shoe gives away too."""
    gone = _gone(sheet, found)
    whole = _edges(Sheet(sheet.rules, fresh(found["decks"]))) if gone else {}
    bank = "the bank" if sheet.rules.player_banked else "the house"
    for name, edge in _edges(sheet).items():
        if edge >= 0:
            continue
        told = f"the player has the edge: {percent(-edge)} of the {name} wager."
        if not gone or whole[name] < 0:
            yield f"T{told[1:]} These rules lose {bank} money."
            continue
        has_it = f"{bank} has it: {percent(whole[name])}" if whole[name] else "nobody has it"
        yield (
            f"With these cards left {told} "
            f"In a fresh shoe of {counted(found['decks'], 'deck')} {has_it}."
        )


def _edges(sheet: Sheet) -> dict[str, Fraction]:
    """The bank's edge on each wager, against the better of usual and best play."""
    primary = max(sheet.primary.mean, sheet.main(sheet.best).mean)
    others = (("tie", sheet.tie), ("war tie", sheet.war_tie))
    return {
        "primary": -primary,
        **{name: -results.mean for name, results in others if results is not None},
    }


def _headlines(sheet: Sheet, found: dict[str, Any]) -> Iterator[Headline]:
    primary = found["primary"]
    edge = edge_word(sheet).capitalize()
    yield Headline(
        f"{edge}, {usual_play(sheet)}" if sheet.decisions else edge,
        share(Fraction(primary["house_edge"])),
        primary["basis"],
    )
    if sheet.decisions:
        yield Headline(
            f"{edge}, best play", share(Fraction(primary["best_house_edge"])), primary["basis"]
        )
    if has_wars(sheet):
        yield Headline(
            "Element of risk", share(Fraction(primary["element_of_risk"])), primary["total_basis"]
        )
    yield Headline(
        "Standard deviation",
        figure(Fraction(primary["standard_deviation"]), 4, exact=False),
        "of one round, in first wagers",
    )
    tie = found["tie"]
    if tie["house_edge"] is not None:
        yield Headline("Tie wager", share(Fraction(tie["house_edge"])), tie["basis"])


def _decks(sheet: Sheet, curves: list[Curve]) -> Section:
    own = [curve for curve in curves if curve.name != prices.TIE]
    least, most = min(own[0].by_decks), max(own[0].by_decks)
    alt = f"Line chart of the {edge_word(sheet)} on the primary by number of decks. " + " ".join(
        f"{curve.name.capitalize()}: {minus(percent(curve.by_decks[least], 2))} with {least}, "
        f"{minus(percent(curve.by_decks[most], 2))} with {most}, "
        f"{minus(percent(curve.infinite, 2))} in the limit."
        for curve in own
    )
    return Section(
        "decks",
        "By number of decks",
        says=(
            f"The {edge_word(sheet)} with a fresh shoe of {least} to {most} decks, and "
            "in the limit of infinitely many.",
        ),
        grids=(prices.decks_grid(curves),),
        plots=(Plot("decks", "Edge on the primary by number of decks; dashed, the limit.", alt),),
    )


def _outcome_plot(sheet: Sheet, bars: tuple[Bar, ...]) -> Plot:
    listed = ", ".join(f"{bar.name} {percent(bar.probability, 2)}" for bar in bars)
    return Plot(
        "outcomes",
        f"How the primary wager ends, {usual_play(sheet)}.",
        f"Bar chart of the outcomes of the primary wager: {listed}.",
    )


def _session_plot(many: tuple[Sitting, ...]) -> Plot:
    listed = ", ".join(
        f"after {counted(each.rounds, 'round')} {chance(Fraction(each.session.ahead), 1)}"
        for each in many
    )
    return Plot(
        "sessions",
        "The player's result in primaries. Blue: ahead; dashed: the expected result.",
        f"Distributions of the result of a session. The chance to be ahead is {listed}.",
    )


def _ruin_plot(many: tuple[Sitting, ...]) -> Plot:
    listed = ", ".join(
        f"within {counted(each.rounds, 'round')} {chance(Fraction(each.risks[100].probability), 1)}"
        for each in many
    )
    return Plot(
        "ruin",
        "The risk of ruin by bankroll, in primaries.",
        "Line chart of the risk of ruin, which falls as the bankroll grows. "
        f"With a bankroll of 100 it is {listed}.",
    )


def _exposure(sheet: Sheet, found: dict[str, Any]) -> Section:
    exposure = found["exposure"]
    seats = exposure["seats"]
    cap = sheet.rules.limits.most_returned
    says = [] if cap is None else [f"The rules cap what a round returns at {format_money(cap)}."]
    if exposure["returned"] is None:
        says.append(
            "No limit bounds what one round can return."
            if sheet.serves(seats)
            else f"The cards left are too few for a full table of {seats}."
        )
        return Section("exposure", "Exposure", tuple(says))
    says.append(
        f"One round of {counted(seats, 'seat')} at the table's limits, wagered so as to reach "
        "the extreme; stakes count as returned."
    )
    rows = tuple(
        (Cell(name), Cell(format_money(exposure[amount])), _odds(Fraction(exposure[probability])))
        for name, amount, probability in (
            ("most returned", "returned", "probability"),
            ("most the bank loses", "lost", "lost_probability"),
        )
    )
    grid = Grid("", ("", "amount", "one round in"), rows)
    return Section("exposure", "Exposure", tuple(says), (grid,))


def _odds(probability: Fraction) -> Cell:
    """How many rounds there are to one such, in words of size; the fraction is too long."""
    return Cell(f"{int(fixed(1 / probability, 0)):,}")


def _banker(found: dict[str, Any]) -> Section | None:
    """What was asked about a player's bank."""
    asked = found["banker"]
    if asked is None:
        return None
    bets = "; ".join(
        format_money(bet["primary"])
        + (f" and a tie of {format_money(bet['tie'])}" if bet["tie"] else "")
        for bet in asked["bets"]
    )
    cents = Fraction(asked["expectation"])
    rows = (
        (Cell("expected result"), Cell(figure(cents / 100, 4).text, f"{cents} cents")),
        (Cell("SD"), figure(Fraction(asked["standard_deviation"]) / 100, 4, exact=False)),
    )
    says = f"A stake of {format_money(asked['stake'])} against bets of {bets}."
    return Section("banker", "The banker's round", (says,), (Grid("", ("", "amount"), rows),))


def _basis(sheet: Sheet, found: dict[str, Any], many: tuple[Sitting, ...]) -> Section:
    ties = "Tie hands are settled without a choice."
    if sheet.decisions:
        ties = (
            f"Tie hands: {usual_play(sheet)} unless another play is named. Best play takes the "
            "answer with the highest expectation at each rank."
        )
    if not sheet.tie_chance:
        ties = "With these cards no tie can come."
    return Section(
        "basis",
        "Assumptions and rounding",
        says=(
            f"Every figure of a round holds for {shoe(sheet, found)}, all orders of the cards "
            "equally likely. Burned cards nobody sees change nothing.",
            ties,
            "Limits, a banker's coverage and caps cut no wager; a wager's pays are whole cents.",
            "Rounds of a session are independent, each with the same wager.",
            "One round is worked out in fractions from the code that plays it. Decimals are "
            "rounded half away from zero to the digits shown; the fraction below a figure is the "
            "exact value. Standard deviation and skewness are roots, rounded likewise.",
            f"Sessions up to {EXACT_ROUNDS} rounds are exact; the probabilities of longer "
            f"ones are off by {error_bound(many)}.",
        ),
    )
