"""Random rule sets of the closed vocabulary, every one of them sound."""

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from casinowar.rules.file import load_rules
from casinowar.rules.model import (
    BankRules,
    BetRules,
    ChoiceRules,
    Comparison,
    DealRules,
    DisputeRules,
    ErrorRules,
    Limit,
    LimitRules,
    PayTable,
    Row,
    RuleSet,
    Ruling,
    SeatRules,
    SettleRules,
    ShoeRules,
    WarRules,
)
from casinowar.rules.pay import LOSE, LOSE_HALF, PUSH, Pay
from casinowar.rules.script import Act, Direction, Pass, Script, Step, Wager, is_individual
from casinowar.rules.soundness import contradictions, most_seats, most_staked

DIRECTIONS = st.sampled_from(("left to right", "right to left"))
PAYS = st.one_of(
    st.sampled_from((PUSH, LOSE, LOSE_HALF)),
    st.builds(Pay, st.integers(1, 12), st.integers(1, 4)),
)
BURNS = st.lists(st.builds(Act, st.just("burn"), st.integers(1, 3)), max_size=1)

_BASE = load_rules("washington").rules()


@st.composite
def scripts(draw: st.DrawFn, individual: bool = False) -> Script:
    """A deal with burns at any place; the dealer's card shared, or one for each seat."""

    def step(times: str, *whats: str) -> Step:
        acts: list[Act] = []
        for what in whats:
            acts += [*draw(BURNS), Act(what)]  # type: ignore[arg-type]
        return Step(times, (*acts, *draw(BURNS)))  # type: ignore[arg-type]

    if individual:
        return (step("each", *draw(st.permutations(("player", "dealer")))),)
    steps = [step("each", "player"), step("once", "dealer")]
    lead = draw(BURNS)
    return (*((Step("once", tuple(lead)),) if lead else ()), *draw(st.permutations(steps)))


@st.composite
def passes(draw: st.DrawFn, wagers: tuple[Wager, ...]) -> tuple[Pass, ...]:
    """The wagers settled in any order, in one pass or several."""
    order = draw(st.permutations(wagers))
    cuts = sorted(draw(st.sets(st.integers(1, len(order) - 1)))) if len(order) > 1 else []
    pieces = zip([0, *cuts], [*cuts, len(order)], strict=True)
    directions: st.SearchStrategy[Direction] = DIRECTIONS  # type: ignore[assignment]
    return tuple(Pass(draw(directions), tuple(order[a:b])) for a, b in pieces)


@st.composite
def pay_tables(
    draw: st.DrawFn, bets: BetRules, choice: ChoiceRules | None, war: WarRules | None
) -> PayTable:
    """Any pays for every outcome that can be reached."""

    def row(*wagers: Wager) -> Row:
        return Row(**{wager: draw(PAYS) for wager in wagers})

    tie: tuple[Wager, ...] = () if bets.tie == "none" else ("tie",)

    def first(comparison: Comparison) -> Row:
        chosen = choice is not None and comparison in choice.on
        return row(*tie) if chosen else row("primary", *tie)

    table = PayTable(
        odd_cent=draw(st.sampled_from(("player", "house"))),
        higher=first("higher"),
        lower=first("lower"),
        equal=first("equal"),
        surrender=row("primary") if choice and "surrender" in choice.offers else None,
        forfeit=row("primary") if choice and choice.time_out == "forfeit" else None,
    )
    if war is None:
        return table
    at_war = tuple(wager for settlement in war.settle for wager in settlement.wagers)
    return replace(
        table,
        war_declared=None if "primary" in at_war else row("primary"),
        war_higher=row(*at_war),
        war_lower=row(*at_war),
        war_equal=row(*at_war),
    )


ONS = (
    *(("equal",),) * 4,
    *(("higher",), ("lower",)),
    *(("equal", "higher"), ("lower", "equal"), ("higher", "lower")),
    ("higher", "lower", "equal"),
)
"""The comparisons that give a choice; a tie alone is likelier."""


@st.composite
def choices(draw: st.DrawFn) -> ChoiceRules | None:
    """Surrender, war, both, or nothing; on ties, or on other comparisons; together or in turn."""
    offers = draw(
        st.sampled_from((("surrender", "war"), ("war", "surrender"), ("war",), ("surrender",), ()))
    )
    if not offers:
        return None
    outs = ("surrender", "forfeit", "wait") if "surrender" in offers else ("forfeit", "wait")
    return ChoiceRules(
        offers,  # type: ignore[arg-type]
        draw(st.sampled_from(outs)),
        on=draw(st.sampled_from(ONS)),
        asked=draw(st.sampled_from(("together", "in turn"))),
    )


@st.composite
def wars(draw: st.DrawFn) -> WarRules:
    """Shared or individual wars, every kind of tie wager, the primary collected or at war."""
    tie_wager = draw(st.sampled_from(("none", "equal", "free")))
    wagers: tuple[Wager, ...] = draw(st.sampled_from((("primary", "war"), ("war",))))
    if tie_wager != "none":
        wagers = (*wagers, "war_tie")
    match = draw(st.sampled_from(("unsaid", "posted")))
    return WarRules(
        draw(scripts(draw(st.booleans()))),
        draw(passes(wagers)),
        tie_wager,  # type: ignore[arg-type]
        match,  # type: ignore[arg-type]
    )


@st.composite
def limits(draw: st.DrawFn) -> LimitRules:
    """Ranges or fixed amounts, every policy."""
    fixed = draw(st.booleans())
    unit = draw(st.sampled_from((1, 50, 100)))
    least = unit * draw(st.integers(1, 5))
    most = least + unit * draw(st.integers(0, 20))
    limit = Limit(least, most, (least, most) if least < most else (least,)) if fixed else None
    policies = st.sampled_from(("refuse", "honour once", "accept whole"))
    above = "refuse" if fixed else draw(st.sampled_from(("refuse", "cut", "accept whole")))
    below = "refuse" if fixed else draw(policies)
    honoured = ("when placed", "when dealt") if below == "honour once" else ("when placed",)
    binds = ("all",) if (below, above) == ("refuse", "refuse") else ("all", "within")
    authorised = ("none",) if above == "accept whole" else ("none", "stated", most)
    return LimitRules(
        primary=limit or Limit(least, most),
        tie=limit or Limit(least, most),
        unit=unit,
        below=below,  # type: ignore[arg-type]
        above=above,  # type: ignore[arg-type]
        authorised=draw(st.sampled_from(authorised)),
        most_returned=None,
        honoured=draw(st.sampled_from(honoured)),
        unit_binds=draw(st.sampled_from(binds)),
    )


RULINGS: tuple[tuple[Ruling, ...], ...] = (
    ("stands", "void"),
    ("void", "take", "return"),
    ("stands", "pay as", "return", "take"),
)
"""Rulings on a round; on one wager only where the house banks."""


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any table the vocabulary can say."""
    choice = draw(choices())
    war = draw(wars()) if choice is not None and "war" in choice.offers else None
    if choice is not None and war is not None and is_individual(war.deal):
        choice = replace(choice, asked="together")
    bets = BetRules(draw(st.sampled_from(("none", "beside primary", "alone too"))))
    banked = draw(st.booleans())
    first_wagers: tuple[Wager, ...] = ("primary",) if bets.tie == "none" else ("primary", "tie")
    fresh = draw(st.booleans())
    rules = RuleSet(
        id="random",
        reading="random",
        sha256="0" * 64,
        shoe=ShoeRules(
            ranks="".join(draw(st.permutations(_BASE.shoe.ranks))),
            decks=tuple(draw(st.sets(st.integers(1, 12), min_size=1, max_size=3))),
            backs=draw(st.sampled_from((("red",), ("red", "blue")))),
            cut_by=draw(st.sampled_from(("players", "dealer"))),
            cut_card=None if fresh else draw(st.sampled_from((Pay(1, 2), Pay(3, 4)))),
            first_burn=draw(st.sampled_from(("yes", "no", "option"))),
            dealer_burn=draw(st.integers(0, 2)),
        ),
        seats=SeatRules(
            most=9,
            usual=2,
            holding="one each" if banked else draw(st.sampled_from(("several", "one each"))),
            players_needed=2 if banked else 1,
            backline=draw(st.sampled_from(("yes", "no"))),
        ),
        bank=BankRules("player", draw(st.integers(1, 3))) if banked else BankRules("house"),
        bets=bets,
        limits=draw(limits()),
        deal=DealRules(draw(DIRECTIONS), draw(scripts())),  # type: ignore[arg-type]
        settle=SettleRules(
            draw(passes(first_wagers)),
            (draw(st.sampled_from(("pick and pay", "lay and pay", "by deal"))),),
        ),
        pays=draw(pay_tables(bets, choice, war)),
        disputes=DisputeRules(
            draw(st.sampled_from(("pit boss", "operator"))),
            ("stands", "void") if banked else draw(st.sampled_from(RULINGS)),
            None,
        ),
        errors=ErrorRules(
            draw(st.sampled_from(("next card", "discard"))),
            draw(st.sampled_from(("next card", "discard"))),
        ),
        choice=choice,
        war=war,
    )
    return _fitting(draw, rules)


def _fitting(draw: st.DrawFn, rules: RuleSet) -> RuleSet:
    """As many seats as the shoe can serve, and perhaps the least cap on a round's returns."""
    seats = min(most_seats(rules, decks) for decks in rules.shoe.decks)
    least = rules.seats.players_needed
    assume(seats >= least)  # some wars burn more cards than one deck has
    usual = draw(st.integers(least, max(least, min(9, seats))))
    rules = replace(rules, seats=replace(rules.seats, usual=usual))
    unbounded = rules.limits.above == "accept whole" or rules.seats.backline == "yes"
    if not unbounded and not rules.player_banked and draw(st.booleans()):
        limits = rules.limits
        cap = most_staked(rules, rules.seats.most, limits.primary.most, limits.tie.most)
        rules = replace(rules, limits=replace(limits, most_returned=cap))
    assert not contradictions(rules), contradictions(rules)
    return rules
