"""What must hold in any state of a table, so that one read from a file can be stepped.

A table's own states hold to it by themselves. A state that was made up may still be one that
never was, but it is one that a table can be in.
"""

from collections import Counter
from collections.abc import Iterator

from casinowar.cards import DECK_SIZE, RANKS, SUITS, Card, Suit
from casinowar.errors import IllegalAction, RecordError
from casinowar.money import is_cents
from casinowar.names import check_name
from casinowar.needs import CardNeeded
from casinowar.record.limits import breach
from casinowar.record.plain import read_card
from casinowar.round import Bet
from casinowar.round import need as round_need
from casinowar.table import Bank, Table

Claim = tuple[bool, str]
"""Whether something holds, and what is wrong where it does not."""


def check_table(table: Table) -> None:
    """Refuse a state that no table can be in."""
    for part in (_people, _shoe, _bank, _bets, _round, _hand_dealt):
        for holds, wrong in part(table):
            if not holds:
                raise RecordError(f"state: {wrong}")


def _people(table: Table) -> Iterator[Claim]:
    seats, rules = table.seats, table.rules.seats
    held = [player for player in seats if player]
    yield len(seats) == table.options.seats, f"this table has {table.options.seats} seats"
    named = (*held, *table.honoured, *(bet.player for bet in table.bets))
    yield all(map(_is_name, named)), "someone has no name"
    yield not table.dealer or _is_name(table.dealer), "the dealer has no name"
    match rules.holding:
        case "one each":
            yield len(held) == len(set(held)), "someone has two seats, where one each is the rule"
        case "solo":
            yield not held or set(seats) == {held[0]}, "one player has all the seats here"
        case "several":
            pass
    leaving = table.leaving
    yield _are_seats(table, leaving), "nobody can leave a seat that is empty, or leave it twice"


def _is_name(name: str) -> bool:
    try:
        check_name(name)
    except IllegalAction:
        return False
    return True


def _are_seats(table: Table, seats: tuple[int, ...]) -> bool:
    """Whether these are taken seats, each named once."""
    taken = all(1 <= seat <= len(table.seats) and table.seats[seat - 1] for seat in seats)
    return taken and len(seats) == len(set(seats))


def _shoe(table: Table) -> Iterator[Claim]:
    shoe, decks, backs = table.shoe, table.options.decks, table.rules.shoe.backs
    size = decks * DECK_SIZE
    seen = [read_card(text, "state.shoe.seen") for text in shoe.seen.split(" ")[:-1]]
    yield shoe.seen == "".join(f"{card} " for card in seen), "the cards seen are not written so"
    yield shoe.number >= 0, "the shoe has no number"
    yield (
        1 <= shoe.batch <= len(backs) if shoe.number else shoe == type(shoe)(),
        "the shoe is of no batch there is",
    )
    gone = size - shoe.left - shoe.excess
    yield shoe.left >= 0 and shoe.excess >= 0 and gone >= len(seen), "cards are missing in the shoe"
    yield not _too_many(seen, decks), "a card was seen more often than it is in the shoe"
    yield table.options.hand_dealt or not shoe.excess, "no excess card can be drawn here"
    placed = shoe.stage in ("first burn", "ready", "spent") and shoe.number
    least = table.options.behind_least if placed else 0
    most = table.options.behind_most if placed else 0
    yield least <= shoe.behind <= most, "the cut card is out of its place"
    full = shoe.stage in ("cut", "cut card") and (shoe.left, shoe.excess) != (size, 0)
    yield not full, "cards have left a shoe that is not cut"
    yield _are_seats(table, shoe.asked), "nobody can be asked to cut at an empty seat"
    yield not shoe.asked or shoe.stage == "cut", "the shoe is cut already"
    yield 0 <= shoe.cutter <= len(table.seats), "the last cutter has no seat"
    yield 0 <= table.burns_owed <= table.rules.shoe.dealer_burn, "no dealer owes so many burns"


def _too_many(seen: list[Card], decks: int) -> bool:
    """Whether cards of a rank or a suit were seen more often than so many decks hold them."""
    ranks = Counter(card.rank for card in seen)
    cards = Counter(card for card in seen if card.suit is not Suit.UNKNOWN)
    return any(ranks[rank] > len(SUITS) * decks for rank in RANKS) or any(
        count > decks for count in cards.values()
    )


def _bank(table: Table) -> Iterator[Claim]:
    bank, before, most = table.bank, table.banked_before, table.rules.bank.rounds
    if most is None:
        yield bank == Bank() and before == ("", 0), "no player banks here"
        return
    seated = (bank.seat, bank.player) in enumerate(table.seats, 1)
    yield 0 <= bank.seat <= len(table.seats), "the bank is at no seat"
    yield not bank.player or seated, "the banker does not sit where the bank is"
    yield is_cents(bank.stake), "the banker's stake is no amount"
    yield not bank.stake or bank.player != "", "a stake is posted, but nobody banks"
    yield not bank.stake or bank.stake >= table.options.primary.least, "the stake is too low"
    yield set(bank.offers) <= table.players(), "the bank is offered to people without a seat"
    yield len(bank.offers) == len(set(bank.offers)), "the bank is offered to someone twice"
    yield not (bank.offers and bank.player), "the bank is offered while someone has it"
    yield not (bank.went_round and (bank.player or bank.offers)), "the bank has not gone round"
    for last, rounds in ((bank.last, bank.rounds), before):
        yield 0 <= rounds <= most, f"nobody banks more than {most} rounds running"
        yield (last == "") == (rounds == 0), "banked rounds are somebody's"
        yield not last or _is_name(last), "the last banker has no name"


def _bets(table: Table) -> Iterator[Claim]:
    hands = [(bet.player, bet.seat) for bet in table.bets]
    yield len(hands) == len(set(hands)), "someone has two bets on one card"
    yield not table.bets or table.betting, "there are bets before the first bet"
    yield not (table.betting and table.round), "bets are placed while a round is in view"
    yield not table.bets or not table.rules.player_banked or table.bank.stake > 0, "no stake covers"
    for bet in table.bets:
        yield from _bet(table, bet)


def _bet(table: Table, bet: Bet) -> Iterator[Claim]:
    yield 1 <= bet.seat <= len(table.seats), "a bet is at no seat"
    holder = table.seats[bet.seat - 1]
    behind = table.rules.seats.backline == "yes" and bet.player not in table.seats
    own = table.bet(holder, bet.seat)
    yield (
        holder == bet.player or (behind and own is not None and own.primary > 0),
        f"{bet.player} cannot bet at seat {bet.seat}",
    )
    yield bet.player != table.bank.player, "the banker makes no other wager"
    tie = table.rules.bets.tie
    yield bet.primary > 0 or (bet.tie > 0 and tie == "alone too"), "a bet has no primary wager"
    yield not bet.tie or tie != "none", "no tie wager is offered here"
    limits, options = table.rules.limits, table.options
    for wager, amount in (("primary", bet.primary), ("tie", bet.tie)):
        wrong = breach(limits, options, wager, amount) if amount else ""  # type: ignore[arg-type]
        yield not wrong, wrong


def _round(table: Table) -> Iterator[Claim]:
    round_ = table.round
    yield table.rounds >= (round_ is not None), "a round is counted from its beginning"
    yield table.began_at >= 0, "a round began before time did"
    if round_ is None:
        return
    yield all(map(_is_name, (bet.player for bet in round_.bets))), "someone has no name"
    seats = {bet.seat for bet in round_.bets}
    yield max(seats) <= len(table.seats), "a wager is at no seat"
    if not table.playing:
        return
    yield table.shoe.stage == "ready", "a round is played from a shoe that is not ready"
    yield (
        not table.rules.player_banked or round_.stake == table.bank.stake > 0,
        "the banker's stake is not the round's",
    )


def _hand_dealt(table: Table) -> Iterator[Claim]:
    held, before, shown = table.held, table.before_card, table.shown
    by_hand = table.options.hand_dealt
    yield by_hand or not (held or before or shown or table.dealer), "this table is not hand-dealt"
    yield by_hand or not table.burns_owed, "this table has no dealer to relieve"
    awaits_card = (
        table.round is not None
        and table.playing
        and isinstance(round_need(table.round), CardNeeded)
    )
    yield held is None or awaits_card, "a card is held that is not due"
    yield before is None or table.playing, "a card can be corrected without a round"
    last = table.shoe.seen.split(" ")[-2:-1]
    for card in (held, shown):
        yield card is None or last == [str(card)], "the card entered last was not seen"
