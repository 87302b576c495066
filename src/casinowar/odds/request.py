"""What a user asks to be priced, read from texts: decks, cards that are gone, a policy, seats."""

import re
from collections import Counter

from casinowar.cards import SUITS, Card, parse_card, rank_name
from casinowar.errors import NotationError, RuleError
from casinowar.odds.composition import ENDLESS, Composition, fresh
from casinowar.odds.figures import MOST_SEATS
from casinowar.odds.pricing import Decision, check_decision, decisions
from casinowar.odds.sheet import Sheet
from casinowar.rules import RuleSet

INFINITE = "infinite"
_GONE = re.compile(r"(.+?)(?:x([1-9][0-9]{0,2}))?")


def sheet_of(rules: RuleSet, decks: str | None, gone: str | None = None) -> tuple[Sheet, int | str]:
    """The sheet of a rule set for so many decks less the cards that are gone, and the decks."""
    if decks is not None and decks.strip().lower() in (INFINITE, "inf"):
        if gone:
            raise RuleError("gone: an infinite shoe never loses a card")
        return Sheet(rules, ENDLESS), INFINITE
    number = rules.shoe.decks[0] if decks is None else _whole(decks)
    cards = fresh(number)
    return Sheet(rules, _without(rules, cards, gone) if gone else cards), number


def _whole(decks: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,6}", decks.strip(), re.ASCII) is None:
        raise RuleError(f"--decks: {decks!r} is no whole number; write 1 to 12, or {INFINITE}")
    return int(decks)


def _without(rules: RuleSet, cards: Composition, gone: str) -> Composition:
    counts, decks = list(cards.counts), cards.counts[0] // len(SUITS)
    known: Counter[Card] = Counter()
    for word in gone.replace(",", " ").split():
        match = _GONE.fullmatch(word)
        if match is None:
            raise NotationError(f"gone: {word!r} is not a card: write 9h, 9, or 9x3 for three")
        card, number = parse_card(match[1]), int(match[2] or 1)
        place = rules.shoe.ranks.index(card.rank)
        counts[place] -= number
        known[card] += number
        if counts[place] < 0:
            name = rank_name(rules.shoe.ranks[place])
            raise RuleError(
                f"gone: more cards of rank {name} than the {cards.counts[place]} in the shoe"
            )
        if card.suit and known[card] > decks:
            raise RuleError(f"gone: more {card} than the {decks} in the shoe")
    return Composition(tuple(counts))


def decision_of(rules: RuleSet, policy: str | None) -> Decision | None:
    """The decision a policy names, if the rules offer it."""
    if policy is None:
        return None
    for decision in decisions(rules):
        if decision == policy:
            return decision
    check_decision(rules, policy)
    raise AssertionError("a decision that is not offered is refused")


def seats_of(seats: int | None) -> int:
    """How many seats face the bank; one if nothing is said."""
    if seats is None:
        return 1
    if not 1 <= seats <= MOST_SEATS:
        raise RuleError(f"--seats: {seats} cannot be priced; 1 to {MOST_SEATS} can")
    return seats
