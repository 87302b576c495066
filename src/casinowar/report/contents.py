"""What a report says, from its title to its assumptions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from casinowar.cards import DECK_SIZE
from casinowar.money import format_money
from casinowar.odds.convolution import EXACT_ROUNDS
from casinowar.odds.exposure import largest_return
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.report import prices
from casinowar.report.page import Cell, Grid, Headline, Plot, Report, Section, figure, minus, share
from casinowar.report.prices import Curve, edge_word, usual_play
from casinowar.report.sittings import Sitting, error_bound, hour, ruin, sessions, sittings
from casinowar.rulefile import RuleFile


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
    """Of the shoe; `None` where it is infinite."""
    sittings: tuple[Sitting, ...]


def contents(
    file: RuleFile,
    sheet: Sheet,
    found: dict[str, Any],
    policy: Decision | None = None,
) -> Contents:
    """Everything a report shows; `found` is the object that `casinowar odds --json` prints."""
    results = sheet.primary if policy is None else sheet.main(sheet.always(policy))
    play = usual_play(sheet) if policy is None else f"{policy} on every tie"
    asked = found["session"]
    many = sittings(results, asked["rounds"], asked["bankroll"])
    curves = prices.curves(sheet)
    bars = tuple(
        Bar(prices.word(each.label), each.probability, each.net) for each in sheet.primary.chances
    )
    table = sheet.rules.betting_seats(sheet.rules.seats.usual)
    bodies: list[Section | None] = [
        prices.readings(file, sheet),
        prices.wagers(sheet, found),
        replace(prices.outcomes(sheet, found), plots=(_outcome_plot(sheet, bars),)),
        prices.choices(found),
        _decks(sheet, curves),
        prices.seats(sheet, found),
        _exposure(sheet),
        _banker(found),
        replace(sessions(many, play), plots=(_session_plot(many),)),
        replace(ruin(many, asked["bankroll"], play), plots=(_ruin_plot(many),)),
        hour(results, (1, found["bank"]["seats"], table), play),
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
    decks = found["decks"] if isinstance(found["decks"], int) else None
    return Contents(report, bars, tuple(curves), decks, many)


def shoe(sheet: Sheet, found: dict[str, Any]) -> str:
    """The cards the figures hold for."""
    decks = found["decks"]
    if sheet.cards.endless:
        return "infinitely many decks"
    text = "1 deck" if decks == 1 else f"{decks} decks"
    if sheet.cards.total != DECK_SIZE * decks:
        text += f", {sheet.cards.total} cards left"
    return text


def _facts(file: RuleFile, sheet: Sheet, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Rule file", f"{file.id}: {file.document}"
    yield "SHA-256", file.sha256
    yield "Reading", f"{found['reading']}: {file.reading(found['reading']).says}"
    yield "Shoe", shoe(sheet, found)
    yield "Bank", "a player" if sheet.rules.player_banked else "the house"
    yield "Priced by", f"casinowar {found['version']}"


def _warnings(sheet: Sheet, found: dict[str, Any]) -> Iterator[str]:
    primary = found["primary"]
    edges = {"primary": min(Fraction(primary[k]) for k in ("house_edge", "best_house_edge"))}
    for key, name in prices.WAGERS[1:]:
        if found[key] is not None:
            edges[name] = Fraction(found[key]["house_edge"])
    for name, edge in edges.items():
        if edge < 0:
            yield (
                f"The player has the edge: {percent(-edge)} of the {name} wager. "
                f"These rules lose {'the bank' if sheet.rules.player_banked else 'the house'} "
                "money."
            )


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
    yield Headline(
        "Element of risk", share(Fraction(primary["element_of_risk"])), primary["total_basis"]
    )
    yield Headline(
        "Standard deviation",
        figure(Fraction(primary["standard_deviation"]), 4, exact=False),
        "of one round, in first wagers",
    )
    if found["tie"] is not None:
        tie = found["tie"]
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
        f"after {each.rounds:,} rounds {percent(Fraction(each.session.ahead), 1)}" for each in many
    )
    return Plot(
        "sessions",
        "The player's result in primaries. Blue: ahead; dashed: the expected result.",
        f"Distributions of the result of a session. The chance to be ahead is {listed}.",
    )


def _ruin_plot(many: tuple[Sitting, ...]) -> Plot:
    listed = ", ".join(
        f"within {each.rounds:,} rounds {percent(Fraction(each.risks[100].probability), 1)}"
        for each in many
    )
    return Plot(
        "ruin",
        "The risk of ruin by bankroll, in primaries.",
        "Line chart of the risk of ruin, which falls as the bankroll grows. "
        f"With a bankroll of 100 it is {listed}.",
    )


def _exposure(sheet: Sheet) -> Section:
    rules = sheet.rules
    seats = rules.betting_seats(rules.seats.usual)
    enough = sheet.cards.endless or sheet.cards.total >= rules.cards_needed(rules.seats.usual)
    largest = largest_return(rules, seats, sheet.cards) if enough else None
    cap = rules.limits.most_returned
    says = [] if cap is None else [f"The rules cap what a round returns at {format_money(cap)}."]
    if not enough:
        says.append(f"The cards left are too few for a full table of {seats}.")
        return Section("exposure", "Exposure", tuple(says))
    if largest is None:
        says.append("No limit bounds what one round can return.")
        return Section("exposure", "Exposure", tuple(says))
    says.append(
        f"One round of {seats} seats at the table's limits, wagered so as to reach the extreme; "
        "stakes count as returned."
    )
    rows = (
        (Cell("most returned"), Cell(format_money(largest.returned)), _odds(largest.probability)),
        (
            Cell("most the bank loses"),
            Cell(format_money(largest.lost)),
            _odds(largest.lost_probability),
        ),
    )
    grid = Grid("", ("", "amount", "one round in"), rows)
    return Section("exposure", "Exposure", tuple(says), (grid,))


def _odds(probability: Fraction) -> Cell:
    """How many rounds there are to one such, in words of size; the fraction is too long."""
    return Cell(f"{int(1 / probability):,}")


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
    return Section(
        "basis",
        "Assumptions and rounding",
        says=(
            f"Every figure of a round holds for {shoe(sheet, found)}, all orders of the cards "
            "equally likely. Burned cards nobody sees change nothing.",
            f"Tie hands: {usual_play(sheet)} unless another play is named. Best play takes the "
            "better answer at each rank and makes no war tie wager.",
            "Limits, a banker's coverage and caps cut no wager; a wager's pays are whole cents.",
            "Rounds of a session are independent, each with the same wager.",
            "One round is worked out in fractions from the code that plays it. Decimals are "
            "rounded half away from zero to the digits shown; the fraction below a figure is the "
            "exact value. Standard deviation and skewness are roots, rounded likewise.",
            f"Sessions up to {EXACT_ROUNDS} rounds are exact; the probabilities of longer "
            f"ones are off by {error_bound(many)}.",
        ),
    )
