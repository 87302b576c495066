"""Checks that the state of a table, read from a file, is one that `step` can handle.

States made by `step` always pass. A made-up state that passes may never have occurred, but it is
one that a table could be in.
"""

from collections import Counter
from collections.abc import Iterator

from casinowar.cards import DECK_SIZE, RANKS, SUITS, Card, Suit
from casinowar.errors import IllegalAction, RecordError
from casinowar.game.names import check_name
from casinowar.game.needs import CardNeeded
from casinowar.game.round import Bet
from casinowar.game.round import need as round_need
from casinowar.game.table import Bank, Table
from casinowar.money import is_cents
from casinowar.record.codec.values import read_card
from casinowar.record.wager_limits import breach

Claim = tuple[bool, str]
"""Whether something holds, and the message if it does not."""


def check_table(table: Table) -> None:
    """Raise `RecordError` for a state that no table can be in."""
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
            yield len(held) == len(set(held)), "someone has two seats: one seat a player here"
        case "solo":
            yield not held or set(seats) == {held[0]}, "one player must have all the seats here"
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
    """Whether these are occupied seats, each named once."""
    taken = all(1 <= seat <= len(table.seats) and table.seats[seat - 1] for seat in seats)
    return taken and len(seats) == len(set(seats))


def _shoe(table: Table) -> Iterator[Claim]:
    shoe, decks, backs = table.shoe, table.options.decks, table.rules.shoe.backs
    size = decks * DECK_SIZE
    seen = [read_card(text, "state.shoe.seen") for text in shoe.seen.split(" ")[:-1]]
    yield (
        shoe.seen == "".join(f"{card} " for card in seen),
        "shoe.seen is not written as cards, each with a space after it",
    )
    yield shoe.number >= 0, "the shoe has no number"
    yield (
        1 <= shoe.batch <= len(backs) if shoe.number else shoe == type(shoe)(),
        "the shoe's batch does not exist",
    )
    gone = size - shoe.left - shoe.excess
    yield (
        shoe.left >= 0 and shoe.excess >= 0 and gone >= len(seen),
        "the numbers of cards do not add up",
    )
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
    yield 0 <= table.burns_owed <= table.rules.shoe.dealer_burn, "no dealer owes this many burns"


def _too_many(seen: list[Card], decks: int) -> bool:
    """Whether a rank, or a card, was seen more often than `decks` decks hold it."""
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
    yield 0 <= bank.seat <= len(table.seats), "the bank's seat does not exist"
    yield not bank.player or seated, "the banker does not sit where the bank is"
    yield is_cents(bank.stake), "the banker's stake is not an amount"
    yield not bank.stake or bank.player != "", "a stake is posted, but nobody banks"
    yield not bank.stake or bank.stake >= table.options.primary.least, "the stake is too low"
    yield set(bank.offers) <= table.players(), "the bank is offered to people without a seat"
    yield len(bank.offers) == len(set(bank.offers)), "the bank is offered to someone twice"
    yield not (bank.offers and bank.player), "the bank is offered while someone has it"
    yield (
        not (bank.went_round and (bank.player or bank.offers)),
        "the bank is offered or held, so went_round must be 0",
    )
    for last, rounds in ((bank.last, bank.rounds), before):
        yield 0 <= rounds <= most, f"a player banks at most {most} rounds in a row"
        yield (
            (last == "") == (rounds == 0),
            "banked rounds need a banker, and a last banker needs banked rounds",
        )
        yield not last or _is_name(last), "the last banker has no name"


def _bets(table: Table) -> Iterator[Claim]:
    hands = [(bet.player, bet.seat) for bet in table.bets]
    yield len(hands) == len(set(hands)), "someone has two bets on one card"
    yield not table.bets or table.betting, "there are bets before the first bet"
    yield not (table.betting and table.round), "bets are placed while a round is on the table"
    yield (
        not table.bets or not table.rules.player_banked or table.bank.stake > 0,
        "no stake is posted to cover the bets",
    )
    for bet in table.bets:
        yield from _bet(table, bet)


def _bet(table: Table, bet: Bet) -> Iterator[Claim]:
    yield 1 <= bet.seat <= len(table.seats), "a bet is at a seat that does not exist"
    holder = table.seats[bet.seat - 1]
    behind = table.rules.has_backline and bet.player not in table.seats
    own = table.bet(holder, bet.seat)
    yield (
        holder == bet.player or (behind and own is not None and own.primary > 0),
        f"{bet.player} cannot bet at seat {bet.seat}",
    )
    yield bet.player != table.bank.player, "the banker cannot bet"
    may_stand_alone = table.rules.bets.tie == "alone too"
    yield bet.primary > 0 or (bet.tie > 0 and may_stand_alone), "a bet has no primary wager"
    yield not bet.tie or table.rules.has_tie, "no tie wager is offered here"
    limits, options = table.rules.limits, table.options
    for wager, amount in (("primary", bet.primary), ("tie", bet.tie)):
        wrong = breach(limits, options, wager, amount) if amount else ""  # type: ignore[arg-type]
        yield not wrong, wrong


def _round(table: Table) -> Iterator[Claim]:
    round_ = table.round
    yield table.rounds >= (round_ is not None), "there is a round, so rounds must be above 0"
    yield table.began_at >= 0, "began_at must not be below 0"
    if round_ is None:
        return
    yield all(map(_is_name, (bet.player for bet in round_.bets))), "someone has no name"
    seats = {bet.seat for bet in round_.bets}
    yield max(seats) <= len(table.seats), "a wager is at a seat that does not exist"
    if not table.playing:
        return
    yield table.shoe.stage == "ready", "a round is played from a shoe that is not ready"
    yield (
        not table.rules.player_banked or round_.stake == table.bank.stake > 0,
        "the banker's stake differs from the round's",
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
    yield before is None or table.playing, "before_card is set, but no round is in progress"
    last = table.shoe.seen.split(" ")[-2:-1]
    for card in (held, shown):
        yield card is None or last == [str(card)], "the last card entered is not the last one seen"
