"""The contents of a report, from its title to its assumptions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from casinowar.money import format_money
from casinowar.odds.composition import fresh
from casinowar.odds.price_json import always_play, usual_play
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import fixed, percent
from casinowar.odds.sessions.convolution import EXACT_ROUNDS
from casinowar.odds.sheet import Sheet
from casinowar.report import prices
from casinowar.report.certificate import certificate_section
from casinowar.report.counting import counting_section
from casinowar.report.layout import (
    Cell,
    Grid,
    Headline,
    Plot,
    Report,
    Section,
    chance,
    count_noun,
    figure,
    minus,
    share,
)
from casinowar.report.prices import Curve, edge_word, has_wars
from casinowar.report.sessions import (
    SessionTable,
    error_bound,
    hour,
    ruin,
    session_tables,
    sessions,
)
from casinowar.report.sign import clauses_section, sign_sections
from casinowar.rules.describe import hand_to_decide
from casinowar.rules.file import RuleFile

if TYPE_CHECKING:
    from casinowar.sim.counting.counting import Counting


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome of the primary wager."""

    name: str
    probability: Fraction
    net: Fraction


@dataclass(frozen=True, slots=True)
class Contents:
    """The report, and the data of its plots."""

    report: Report
    outcomes: tuple[Bar, ...]
    curves: tuple[Curve, ...]
    decks: int | None
    """The decks of a fresh shoe; `None` if the shoe is infinite or has lost cards."""
    sittings: tuple[SessionTable, ...]
    counted: "Counting | None"
    """The gain from counting, if it was measured."""


def contents(
    file: RuleFile,
    sheet: Sheet,
    found: dict[str, Any],
    policy: Decision | None = None,
    proof: dict[str, Any] | None = None,
    counted: "Counting | None" = None,
) -> Contents:
    """Return everything a report shows; `found` is the object that `casinowar odds --json` prints.

    `proof` is the object that `casinowar prove --json` prints, if there is a certificate to show.
    `counted` is the gain from counting, if it was measured.
    """
    results = sheet.primary if policy is None else sheet.main(sheet.always(policy))
    play = usual_play(sheet) if policy is None else always_play(sheet.rules, policy)
    asked = found["session"]
    many = session_tables(results, asked["rounds"], asked["bankroll"])
    curves = prices.curves(sheet)
    bars = tuple(
        Bar(prices.word(each.label), each.probability, each.net) for each in sheet.primary.chances
    )
    seats = (1, found["bank"]["seats"], found["exposure"]["seats"])
    served = [number for number in seats if sheet.serves(number)]
    bodies: list[Section | None] = [
        *sign_sections(file, sheet.rules),
        prices.readings(file, sheet),
        prices.wagers(sheet, found),
        replace(prices.outcomes(sheet, found), plots=(_outcome_plot(sheet, bars),)),
        prices.choices(sheet, found),
        _decks(sheet, curves),
        prices.seats(sheet, found),
        hour(results, served, found["theoretical_win"]["pace"], play),
        _exposure(sheet, found),
        _banker(found),
        None if counted is None else counting_section(counted),
        replace(sessions(many, play), plots=(_session_plot(many),)),
        replace(ruin(many, asked["bankroll"], play, has_wars(sheet)), plots=(_ruin_plot(many),)),
        None if proof is None else certificate_section(proof),
        _basis(sheet, found, many),
        clauses_section(file, sheet.rules),
    ]
    report = Report(
        title=f"{file.name}: the price of the table",
        subtitle=f"{file.id}, reading {found['reading']}, {shoe(sheet, found)}",
        warnings=tuple(_warnings(sheet, found)),
        facts=tuple(_summary(file, sheet, found)),
        headlines=tuple(_headlines(sheet, found)),
        sections=tuple(section for section in bodies if section is not None),
    )
    decks = None if sheet.cards.endless or _gone(sheet, found) else found["decks"]
    return Contents(report, bars, tuple(curves), decks, many, counted)


def _gone(sheet: Sheet, found: dict[str, Any]) -> dict[str, int]:
    """Count the cards that have left the shoe, for each rank that has lost any."""
    if sheet.cards.endless:
        return {}
    whole = fresh(found["decks"])
    lost = (was - left for was, left in zip(whole.counts, sheet.cards.counts, strict=True))
    return {rank: n for rank, n in zip(sheet.rules.shoe.ranks, lost, strict=True) if n}


def shoe(sheet: Sheet, found: dict[str, Any]) -> str:
    """Describe the cards that the figures apply to."""
    if sheet.cards.endless:
        return "infinitely many decks"
    text = count_noun(found["decks"], "deck")
    return f"{text}, {count_noun(sheet.cards.total, 'card')} left" if _gone(sheet, found) else text


def _summary(file: RuleFile, sheet: Sheet, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
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
    """Warn of each player's edge; blame the rules only if a fresh shoe has it too."""
    gone = _gone(sheet, found)
    whole = _edges(Sheet(sheet.rules, fresh(found["decks"]))) if gone else {}
    bank = "the bank" if sheet.rules.player_banked else "the house"
    for name, edge in _edges(sheet).items():
        if edge >= 0:
            continue
        sentence = f"the player has the edge: {percent(-edge)} of the {name} wager."
        if not gone or whole[name] < 0:
            yield f"T{sentence[1:]} These rules lose {bank} money."
            continue
        has_it = f"{bank} has it: {percent(whole[name])}" if whole[name] else "nobody has it"
        yield (
            f"With these cards left {sentence} "
            f"In a fresh shoe of {count_noun(found['decks'], 'deck')} {has_it}."
        )


def _edges(sheet: Sheet) -> dict[str, Fraction]:
    """Return the bank's edge on each wager, against the better of usual and best play."""
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
            "with infinitely many decks (the limit).",
        ),
        grids=(prices.decks_grid(curves),),
        plots=(Plot("decks", "Edge on the primary by number of decks. Dashed: the limit.", alt),),
    )


def _outcome_plot(sheet: Sheet, bars: tuple[Bar, ...]) -> Plot:
    listed = ", ".join(f"{bar.name} {percent(bar.probability, 2)}" for bar in bars)
    return Plot(
        "outcomes",
        f"How the primary wager ends, {usual_play(sheet)}.",
        f"Bar chart of the outcomes of the primary wager: {listed}.",
    )


def _session_plot(many: tuple[SessionTable, ...]) -> Plot:
    listed = ", ".join(
        f"after {count_noun(each.rounds, 'round')} {chance(Fraction(each.session.ahead), 1)}"
        for each in many
    )
    return Plot(
        "sessions",
        "The player's result in primaries. Blue: ahead; dashed: the expected result.",
        f"Distributions of the result of a session. The chance to be ahead is {listed}.",
    )


def _ruin_plot(many: tuple[SessionTable, ...]) -> Plot:
    listed = ", ".join(
        f"within {count_noun(each.rounds, 'round')} "
        f"{chance(Fraction(each.risks[100].probability), 1)}"
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
            "These rules set no limit to what one round can return."
            if sheet.serves(seats)
            else f"The cards left are too few for a full table of {seats}."
        )
        return Section("exposure", "Exposure", tuple(says))
    says.append(
        f"One round of {count_noun(seats, 'seat')} at the table's limits, with the wagers that "
        "lead to the extreme. The amount returned includes the stakes."
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
    """Show a probability as one round in so many; the exact fraction is too long to show."""
    return Cell(f"{int(fixed(1 / probability, 0)):,}")


def _banker(found: dict[str, Any]) -> Section | None:
    """Return the section on a player's bank, if the user asked about one."""
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


def _basis(sheet: Sheet, found: dict[str, Any], many: tuple[SessionTable, ...]) -> Section:
    ties = "Tie hands are settled without a choice."
    if sheet.decisions:
        ties = (
            f"{hand_to_decide(sheet.rules).capitalize()}s: {usual_play(sheet)}, unless another "
            "play is named. Best play is the decision with the highest expectation at each rank."
        )
    if not sheet.tie_chance:
        ties = "With these cards no tie is possible."
    return Section(
        "basis",
        "Assumptions and rounding",
        says=(
            f"The figures of a round apply to {shoe(sheet, found)}, with all orders of the cards "
            "equally likely. Nobody sees the burned cards, so they change nothing.",
            ties,
            "No limit, cap or shortage of a banker's stake cuts a wager, and every pay is a whole "
            "number of cents.",
            "The rounds of a session are independent, each with the same wager.",
            "The figures of one round are computed in fractions, with the code that plays the "
            "game. Decimals are rounded half away from zero to the digits shown; the fraction "
            "below a figure is its exact value. Standard deviation and skewness are roots, rounded "
            "the same way.",
            f"Sessions up to {EXACT_ROUNDS} rounds are exact; the probabilities of longer ones "
            f"are off by {error_bound(many)}.",
        ),
    )
