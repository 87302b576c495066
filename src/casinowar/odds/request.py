"""Parse what a user wants priced: decks, cards that are gone, a policy, seats."""

import re
from collections import Counter

from casinowar.cards import SUITS, Card, parse_card, rank_name
from casinowar.errors import NotationError, RuleError
from casinowar.odds.composition import ENDLESS, Composition, fresh
from casinowar.odds.price_json import MOST_SEATS
from casinowar.odds.pricing import Decision, check_decision, decisions
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import RuleSet

INFINITE = "infinite"
_GONE = re.compile(r"(.+?)(?:x([1-9][0-9]{0,2}))?")


def sheet_of(
    rules: RuleSet, decks: int | str | None, gone: str | None = None
) -> tuple[Sheet, int | str]:
    """Return the sheet for these decks without the cards that are gone, and the decks."""
    number = decks_of(decks) if isinstance(decks, str) else decks
    if number == INFINITE:
        if gone:
            raise RuleError("gone: an infinite shoe cannot lose cards; name a number of decks")
        return Sheet(rules, ENDLESS), INFINITE
    number = rules.shoe.decks[0] if number is None else int(number)
    cards = fresh(number)
    return Sheet(rules, _without(rules, cards, gone) if gone else cards), number


def decks_of(text: str) -> int | str:
    """Read decks from a text: a whole number, or `INFINITE`."""
    if text.strip().lower() in (INFINITE, "inf"):
        return INFINITE
    if re.fullmatch(r"-?[0-9]{1,6}", text.strip(), re.ASCII) is None:
        raise RuleError(f"--decks: {text!r} is not a whole number; write 1 to 12, or {INFINITE}")
    return int(text)


def _without(rules: RuleSet, cards: Composition, gone: str) -> Composition:
    counts, decks = list(cards.counts), cards.counts[0] // len(SUITS)
    known: Counter[Card] = Counter()
    for word in gone.replace(",", " ").split():
        match = _GONE.fullmatch(word)
        if match is None:
            raise NotationError(f"gone: {word!r} is not a card; write 9h, 9, or 9x3 for three")
        card, number = parse_card(match[1]), int(match[2] or 1)
        place = rules.shoe.ranks.index(card.rank)
        counts[place] -= number
        known[card] += number
        if counts[place] < 0:
            name = rank_name(rules.shoe.ranks[place])
            raise RuleError(
                f"gone: the shoe has only {cards.counts[place]} cards of rank {name}; name fewer"
            )
        if card.suit and known[card] > decks:
            raise RuleError(f"gone: the shoe has only {decks} of {card}; name fewer")
    return Composition(tuple(counts))


def decision_of(rules: RuleSet, policy: str | None) -> Decision | None:
    """Return the decision that a policy names; raise a `RuleError` if the rules do not offer it."""
    if policy is None:
        return None
    for decision in decisions(rules):
        if decision == policy:
            return decision
    check_decision(rules, policy)
    raise AssertionError("a decision that is not offered is refused")


def seats_of(seats: int | None) -> int:
    """Return the number of seats that face the bank; the default is one."""
    if seats is None:
        return 1
    if not 1 <= seats <= MOST_SEATS:
        raise RuleError(f"--seats: cannot price {seats}; use 1 to {MOST_SEATS}")
    return seats
