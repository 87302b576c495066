"""Finds contradictions in a rule set that types cannot express, and says what would be right.

Every round of a sound rule set can be played to its end: the shoe has enough cards, every wager
on offer is settled once, and every outcome has its pays.
"""

from collections.abc import Callable, Iterator
from typing import get_args

from casinowar.cards import DECK_SIZE, RANKS, rank_name
from casinowar.money import MOST, format_money
from casinowar.rules.model import OUTCOMES, Comparison, Limit, Outcome, RuleSet
from casinowar.rules.script import Passes, Script, Wager, is_individual

MOST_DECKS = 12
MOST_SEATS = 12
MOST_BURN = 99
MOST_DAYS = 36_500

Contradiction = tuple[str, str]
"""A field, and a message that says what is wrong and what would be right."""


def contradictions(rules: RuleSet) -> list[Contradiction]:
    """The contradictions in a rule set; empty if it is sound."""
    for stage in _STAGES:
        found = [contradiction for check in stage for contradiction in check(rules)]
        if found:
            return found
    return []


def most_staked(rules: RuleSet, seats: int, primary_most: int, tie_most: int) -> int:
    """The most that all wagers of one round can add up to, with this many seats."""
    seat = primary_most
    if rules.has_tie:
        seat += tie_most
    if rules.war is not None:
        seat += primary_most
        match rules.war.tie_wager:
            case "none":
                pass
            case "equal":
                seat += primary_most
            case "free":
                seat += tie_most
    return rules.betting_seats(seats) * seat


def most_seats(rules: RuleSet, decks: int) -> int:
    """The most seats with which no round can run out of cards; 0 if even one seat is too many."""
    fitting = (seats for seats in range(1, MOST_SEATS + 1) if has_cards(rules, decks, seats))
    return max(fitting, default=0)


def has_cards(rules: RuleSet, decks: int, seats: int) -> bool:
    """Whether the cards behind the cut card, or in a fresh shoe, suffice for the longest round."""
    needed = rules.cards_needed(seats)
    if rules.shoe.cut_card is not None:
        return needed <= rules.behind_most(decks)
    burned = rules.shoe.dealer_burn + (rules.shoe.first_burn != "no")
    return needed + burned <= decks * DECK_SIZE


def _shoe(rules: RuleSet) -> Iterator[Contradiction]:
    shoe = rules.shoe
    if sorted(shoe.ranks) != sorted(RANKS):
        every = " ".join(rank_name(rank) for rank in reversed(RANKS))
        yield "shoe.ranks", f"name each of the thirteen ranks once, as {every!r}"
    if not shoe.decks:
        yield "shoe.decks", "name at least one number of decks, as [6]"
    if any(not 1 <= decks <= MOST_DECKS for decks in shoe.decks):
        yield "shoe.decks", f"a shoe has 1 to {MOST_DECKS} decks"
    if len(set(shoe.decks)) < len(shoe.decks):
        yield "shoe.decks", "name each number of decks once"
    if not 1 <= len(shoe.backs) <= 2 or not all(map(_is_word, shoe.backs)):
        yield "shoe.backs", "name the backs of one batch or of two, as ['red'] or ['red', 'blue']"
    elif len(set(shoe.backs)) < len(shoe.backs):
        yield "shoe.backs", "two batches need backs that differ"
    if not 0 <= shoe.dealer_burn <= MOST_BURN:
        yield "shoe.dealer_burn", f"a new dealer burns 0 to {MOST_BURN} cards"


def _is_word(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def _seats(rules: RuleSet) -> Iterator[Contradiction]:
    seats = rules.seats
    if not 1 <= seats.most <= MOST_SEATS:
        yield "seats.most", f"a table has 1 to {MOST_SEATS} seats"
    elif not 1 <= seats.usual <= seats.most:
        yield "seats.usual", f"must be from 1 to the most seats, {seats.most}"
    elif not 1 <= seats.players_needed <= seats.usual:
        yield "seats.players_needed", f"must be from 1 to the usual seats, {seats.usual}"
    if rules.is_solo:
        if seats.players_needed != 1:
            yield "seats.players_needed", "a solo game has one player: write 1"
        if rules.has_backline:
            yield "seats.backline", "a solo game has nobody to bet behind a seat: write 'no'"


def _bank(rules: RuleSet) -> Iterator[Contradiction]:
    bank, seats = rules.bank, rules.seats
    if not rules.player_banked:
        if bank.rounds is not None:
            yield "bank.rounds", "only a player's bank moves after some rounds: leave it out"
        if bank.house_players != "yes":
            yield "bank.house_players", "here the house banks: leave it out"
        return
    if bank.rounds is None or bank.rounds < 1:
        yield "bank.rounds", "where a player banks, give the most rounds for one player, such as 2"
    if seats.usual < 2:
        yield "seats.usual", "a player's bank takes one seat: at least 2 are needed"
    if seats.players_needed < 2:
        yield "seats.players_needed", "a player's bank needs at least 2 players"
    if seats.holding != "one each":
        yield (
            "seats.holding",
            "with a player's bank, write 'one each': nobody can play against themselves",
        )


def _limits(rules: RuleSet) -> Iterator[Contradiction]:
    limits = rules.limits
    if not 1 <= limits.unit <= MOST:
        yield "limits.unit", "must be at least 0.01"
        return
    named: tuple[tuple[str, Limit], ...] = (("primary", limits.primary), ("tie", limits.tie))
    for name, limit in named:
        field = f"limits.{name}"
        if limit.least > limit.most:
            yield field, f"the least, {format_money(limit.least)}, is above the most"
        amounts = limit.amounts or (limit.least, limit.most)
        if any(amount < 1 or amount % limits.unit for amount in amounts):
            unit = format_money(limits.unit)
            yield field, f"every amount must be a multiple of the unit, {unit}, and not 0.00"
        if len(set(limit.amounts)) < len(limit.amounts):
            yield field, "name each amount once"
        if limit.amounts and (limits.below, limits.above) != ("refuse", "refuse"):
            yield field, "fixed amounts need below and above to be 'refuse'"
        if isinstance(limits.authorised, int) and limit.most > limits.authorised:
            most = format_money(limits.authorised)
            yield field, f"must not be above the authorised limit, {most}"
    if limits.honoured != "when placed" and limits.below != "honour once":
        yield "limits.honoured", "no wager below the minimum is honoured here: leave it out"
    if limits.unit_binds != "all" and (limits.below, limits.above) == ("refuse", "refuse"):
        yield "limits.unit_binds", "every wager outside the limits is refused: leave it out"
    if isinstance(limits.authorised, int) and limits.has_no_maximum:
        yield (
            "limits.above",
            "with an authorised limit, no wager above it is accepted: write 'refuse'",
        )


def _script(field: str, script: Script) -> Iterator[Contradiction]:
    players = [step for step in script for act in step.acts if act.what == "player"]
    dealers = [step for step in script for act in step.acts if act.what == "dealer"]
    if len(players) != 1 or players[0].times != "each":
        yield field, "must deal one card to each seat: 'player' once, in a step that begins 'each:'"
    if len(dealers) != 1:
        yield field, "must deal one card to the dealer: write 'dealer' once"


def _deals(rules: RuleSet) -> Iterator[Contradiction]:
    yield from _script("deal.original", rules.deal.original)
    if is_individual(rules.deal.original):
        yield "deal.original", "all seats share the dealer's first card: write 'once: dealer'"
    if rules.war is None:
        return
    yield from _script("war.deal", rules.war.deal)
    if is_individual(rules.war.deal) and len(rules.war.deal) > 1:
        yield (
            "war.deal",
            "if each war has its own dealer's card, write one step with all the burns, "
            "as 'each: burn 3, player, burn 3, dealer'",
        )


def _passes(field: str, passes: Passes, wagers: list[Wager]) -> Iterator[Contradiction]:
    settled = [wager for settlement in passes for wager in settlement.wagers]
    if sorted(settled) != sorted(wagers):
        yield field, f"must settle each of these wagers once and no other: {', '.join(wagers)}"


def _settlement(rules: RuleSet) -> Iterator[Contradiction]:
    offered: list[Wager] = ["primary"]
    if rules.has_tie:
        offered.append("tie")
    yield from _passes("settle.original", rules.settle.original, offered)
    if rules.war is not None:
        at_war: list[Wager] = ["war"]
        if rules.pays.pay("war_declared", "primary") is None:
            at_war.insert(0, "primary")
        if rules.has_war_tie:
            at_war.append("war_tie")
        yield from _passes("war.settle", rules.war.settle, at_war)
    if not rules.settle.collect or len(set(rules.settle.collect)) < len(rules.settle.collect):
        yield "settle.collect", "name at least one way to collect cards, each once"


def _choice(rules: RuleSet) -> Iterator[Contradiction]:
    choice = rules.choice
    offers = () if choice is None else choice.offers
    if choice is not None:
        if not offers or len(set(offers)) < len(offers):
            yield "choice.offers", "offer surrender, war or both, each once, or leave out [choice]"
        if not choice.on or len(set(choice.on)) < len(choice.on):
            yield "choice.on", "name at least one comparison, each once, or leave out [choice]"
        if choice.asked == "in turn" and rules.individual_wars:
            yield (
                "choice.asked",
                "each war has its own dealer's card, so every seat is asked in turn: leave it out",
            )
        if choice.time_out == "surrender" and "surrender" not in offers:
            yield "choice.time_out", "surrender is not offered: write 'forfeit' or 'wait'"
    if "war" in offers and rules.war is None:
        yield "war", "war is offered, so the file needs [war] with deal, settle and tie_wager"
    if "war" not in offers and rules.war is not None:
        yield "war", "war is not offered: put it in choice.offers, or leave out [war]"


def _decided(rules: RuleSet) -> dict[Outcome, set[Wager]]:
    """The wagers that each outcome decides; an outcome that decides none cannot happen."""
    offers = () if rules.choice is None else rules.choice.offers
    tie: set[Wager] = {"tie"} if rules.has_tie else set()
    primary: set[Wager] = {"primary"}
    decided: dict[Outcome, set[Wager]] = {outcome: set() for outcome in OUTCOMES}
    for comparison in get_args(Comparison):
        decided[comparison] = tie if rules.chooses_on(comparison) else primary | tie
    if "surrender" in offers:
        decided["surrender"] = primary
    if rules.choice is not None and rules.choice.time_out == "forfeit":
        decided["forfeit"] = primary
    if rules.war is not None:
        collected = rules.pays.pay("war_declared", "primary") is not None
        at_war: set[Wager] = {"war", "war_tie"} if rules.has_war_tie else {"war"}
        decided["war_declared"] = primary if collected else set()
        for outcome in ("war_higher", "war_lower", "war_equal"):
            decided[outcome] = at_war if collected else primary | at_war
    return decided


def _pays(rules: RuleSet) -> Iterator[Contradiction]:
    wagers: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")
    for outcome, decided in _decided(rules).items():
        for wager in wagers:
            given = rules.pays.pay(outcome, wager) is not None
            if wager in decided and not given:
                yield f"pays.{outcome}.{wager}", "missing: this outcome decides the wager"
            if given and wager not in decided:
                why = _undecided(rules, outcome, wager) if decided else "this cannot happen"
                yield f"pays.{outcome}.{wager}", f"{why}: leave it out"


def _undecided(rules: RuleSet, outcome: Outcome, wager: Wager) -> str:
    if wager == "primary" and outcome in get_args(Comparison):
        return "the choice decides the primary wager of such a hand"
    if wager == "primary" and rules.pays.pay("war_declared", "primary") is not None:
        return "the primary wager is decided when war is declared"
    return "there is no such wager to decide here"


def _rulings(rules: RuleSet) -> Iterator[Contradiction]:
    disputes = rules.disputes
    if not disputes.rulings or len(set(disputes.rulings)) < len(disputes.rulings):
        yield "disputes.rulings", "name at least one ruling, each once"
    on_wagers = [ruling for ruling in disputes.rulings if ruling not in ("stands", "void")]
    if on_wagers and rules.player_banked:
        yield (
            "disputes.rulings",
            f"{on_wagers[0]!r} needs the house as the bank: a player's bank covers only its stake",
        )
    if disputes.void_reaches == "any round" and rules.player_banked:
        yield (
            "disputes.void_reaches",
            "'any round' needs the house as the bank: a banker's stake goes back after each round",
        )
    if disputes.void_reaches == "any round" and "void" not in disputes.rulings:
        yield "disputes.void_reaches", "'any round' needs 'void' among the rulings"
    days = disputes.cancelled_after_days
    if days is not None and not 1 <= days <= MOST_DAYS:
        yield "disputes.cancelled_after_days", f"must be 1 to {MOST_DAYS} days, or 'none'"


def _cards(rules: RuleSet) -> Iterator[Contradiction]:
    """No round may run out of cards, and a cut card needs cards on both sides."""
    seats = rules.seats.usual
    for decks in rules.shoe.decks:
        cards, behind = decks * DECK_SIZE, rules.behind_most(decks)
        burned = rules.shoe.dealer_burn + (rules.shoe.first_burn != "no")
        if rules.shoe.cut_card is not None and behind + burned >= cards:
            yield (
                "shoe.cut_card",
                f"{behind} of the {cards} cards of {_decks(decks)} would leave none to deal: "
                f"write fewer than {cards - burned}",
            )
        elif not has_cards(rules, decks, seats):
            needed, most = rules.cards_needed(seats), most_seats(rules, decks)
            there = f"{behind} behind the cut card" if behind else f"{cards} in the shoe"
            fits = f"have at most {_number(most, 'seat')}, or more cards" if most else "have more"
            yield (
                "shoe.cut_card" if behind else "shoe.decks",
                f"a round at {_number(seats, 'seat')} can need {needed} cards, and with "
                f"{_decks(decks)} there are {there}: {fits}",
            )


def _returns(rules: RuleSet) -> Iterator[Contradiction]:
    limits = rules.limits
    if limits.most_returned is None:
        return
    if rules.player_banked:
        yield "limits.most_returned", "a player's bank is limited by its stake: write 'none'"
    if rules.has_backline:
        yield (
            "seats.backline",
            "with a most_returned, the total of all wagers must have a limit: write 'no'",
        )
    if limits.has_no_maximum:
        yield "limits.above", "with a most_returned, every wager must have a limit: write 'refuse'"
    staked = most_staked(rules, rules.seats.usual, limits.primary.most, limits.tie.most)
    if limits.most_returned < staked:
        yield (
            "limits.most_returned",
            f"must be at least what a round can have at stake, {format_money(staked)}",
        )


def _decks(decks: int) -> str:
    return _number(decks, "deck")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_Check = Callable[[RuleSet], Iterator[Contradiction]]
_STAGES: tuple[tuple[_Check, ...], ...] = (
    (_shoe, _seats, _bank, _limits, _deals, _choice, _rulings),
    (_settlement, _pays),
    (_cards, _returns),
)
"""Each stage runs only if the one before found nothing."""
