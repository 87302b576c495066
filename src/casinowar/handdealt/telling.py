"""What the dealer is told: what has happened, what comes next, and how the table stands."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from casinowar.actions import TakeBank
from casinowar.events import (
    BetPlaced,
    CardDealt,
    CardsCollected,
    Event,
    RoundEnded,
    WagerReturned,
    WagerReversed,
    WagerSettled,
)
from casinowar.handdealt.orders import orders
from casinowar.money import format_money
from casinowar.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    Need,
    Nothing,
    PaymentNeeded,
    PlayersNeeded,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.table import Table, step
from casinowar.table import need as table_need
from casinowar.table.betting import describe_limit
from casinowar.words import card_name, describe, wager_name


def told(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """What has happened, and of what kind: ``orders``, which the dealer carries out, or another.

    Cards in a row are on one line, a hand's wagers on one, orders on one for each hand.
    """
    for kind, group in groupby(events, _kind):
        row = list(group)
        match kind:
            case "original" | "war":
                yield kind, ("war, " if kind == "war" else "") + ", ".join(_cards(row))
            case "orders":
                yield from ((kind, order) for order in orders(row))
            case "end":
                pass
            case "":
                yield from ((kind, describe(event)) for event in row)
            case hand:
                amounts = ", ".join(
                    f"{format_money(event.amount)} {wager_name(event.wager)}"
                    for event in row
                    if isinstance(event, BetPlaced)
                )
                yield kind, f"{hand}: bets {amounts}"


def _cards(row: list[Event]) -> Iterator[str]:
    for event in row:
        if isinstance(event, CardDealt):
            whose = f"seat {event.seat}" if event.to == "player" else "dealer"
            yield f"{whose}: {card_name(event.card)}"


def _kind(event: Event) -> str:
    """Events of one kind in a row are told together; the end of a round is the tally's to tell."""
    match event:
        case CardDealt(deal):
            return deal
        case CardsCollected() | WagerSettled() | WagerReturned() | WagerReversed():
            return "orders"
        case BetPlaced(player, seat):
            return f"seat {seat}, {player}"
        case RoundEnded():
            return "end"
        case _:
            return ""


def coming(table: Table, need: Need) -> tuple[str, str]:
    """What comes next, and what is typed for it."""
    match need:
        case CardNeeded(to=to, seat=seat):
            name = f" ({table.seats[seat - 1]})" if to == "player" else ""
            return f"{need}{name}{_set_aside(table)}", ""
        case BurnNeeded(count):
            return f"{need}{_set_aside(table)}", f"Enter burns {count}"
        case PaymentNeeded():
            return "pay as told", "Enter when it is right, else fix CARD"
        case ChoiceNeeded(hands, offers):
            first = hands[0]
            own = table.seats[first.seat - 1] == first.player
            who = "SEAT" if len(hands) > 1 else first.seat if own else first.player
            return str(need), " or ".join(f"{who} {offer[0]}" for offer in reversed(offers))
        case BankerNeeded(players):
            return str(need), _bank(table, players)
        case BetsNeeded():
            return "bets, then the first card", "SEAT=BET/TIE, again, close"
        case _:
            return str(need), _typed(need)


def _bank(table: Table, players: tuple[str, ...]) -> str:
    """How the bank is taken, and the least stake that would be awaited then."""
    stake = "STAKE"
    if players:
        awaited = table_need(step(table, TakeBank(players[0]))[0])
        if isinstance(awaited, StakeNeeded):
            stake = f"STAKE, {format_money(awaited.least)} or more"
    return f"bank {stake}, or decline" if len(players) == 1 else f"bank NAME {stake}"


def _typed(
    need: Nothing | ShoeNeeded | CutNeeded | CutCardNeeded | PlayersNeeded | StakeNeeded,
) -> str:
    match need:
        case ShoeNeeded(backs=backs):
            return f"shoe, when the {backs} ones lie there"
        case CutNeeded(player=player):
            return "cut, or pass" if player else "cut PLACE"
        case CutCardNeeded(most=most):
            return f"cutcard {most}"
        case PlayersNeeded():
            return "sit NAME NAME"
        case StakeNeeded():
            return "stake AMOUNT, or giveup"
        case Nothing():
            return ""


def _set_aside(table: Table) -> str:
    """Cards drawn too early are the next ones: the dealer must take those first."""
    excess = table.shoe.excess
    if not excess:
        return ""
    return f" (take the card{'s' if excess > 1 else ''} set aside: {excess})"


def status(table: Table) -> Iterator[str]:
    """How the table stands."""
    shoe, bank = table.shoe, table.bank
    yield f"round {table.rounds}{' under way' if table.playing else ''}" + (
        f", dealt by {table.dealer}" if table.dealer else ""
    )
    if shoe.number:
        aside = f", {shoe.excess} set aside" if shoe.excess else ""
        behind = f", {shoe.behind} of them behind the cut card" if shoe.behind else ""
        backs = table.rules.shoe.backs[shoe.batch - 1]
        yield f"shoe {shoe.number} ({backs} backs): {shoe.left} cards left{behind}{aside}"
    if bank.player:
        stake = f", {format_money(bank.stake)} posted" if bank.stake else ""
        yield f"bank: {bank.player} at seat {bank.seat}{stake}"
    for seat, holder in enumerate(table.seats, 1):
        if holder:
            yield f"seat {seat}: {', '.join([holder, *_at_seat(table, seat)])}"


def _at_seat(table: Table, seat: int) -> Iterator[str]:
    if seat in table.leaving:
        yield "leaving"
    for bet in table.bets_in_play():
        if bet.seat == seat:
            whose = "" if bet.player == table.seats[seat - 1] else f"backline {bet.player} "
            yield f"{whose}{format_money(bet.primary)}" + (
                f" and {format_money(bet.tie)} on tie" if bet.tie else ""
            )
    if table.round is not None and table.playing:
        cards = [c.card for c in table.round.cards if c.to == "player" and c.seat == seat]
        if cards:
            yield "cards " + " ".join(map(card_name, cards))


def sign(table: Table) -> Iterator[str]:
    """The table as it is opened."""
    rules, options = table.rules, table.options
    yield f"{rules.id} ({rules.reading}), hand-dealt: {options.seats} seats, {options.decks} decks"
    tie = "" if rules.bets.tie == "none" else f"; tie {describe_limit(options.tie)}"
    yield f"primary {describe_limit(options.primary)}{tie}"
