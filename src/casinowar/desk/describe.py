"""Text for the dealer: what has happened, what comes next, and the state of the table."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from casinowar.desk.orders import orders
from casinowar.game.actions import TakeBank
from casinowar.game.describe import card_name, describe, wager_name
from casinowar.game.events import (
    BankMatched,
    BetPlaced,
    CardDealt,
    CardsCollected,
    Event,
    RoundEnded,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.needs import (
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
from casinowar.game.table import Table, step
from casinowar.game.table import need as table_need
from casinowar.game.table.bets import describe_limit
from casinowar.money import format_money
from casinowar.rules.describe import remarks


def describe_events(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Events as lines, each with its kind: ``orders`` for the dealer to carry out, or another.

    Cards in a row share a line, as do a hand's wagers; orders have a line for each hand.
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
    """The kind of an event; consecutive events of one kind are shown together.

    The end of a round is left to the desk, which shows it with the tally.
    """
    match event:
        case CardDealt(deal):
            return deal
        case (
            CardsCollected()
            | WagerSettled()
            | WagerReturned()
            | WagerReversed()
            | WagerRuled()
            | BankMatched()
        ):
            return "orders"
        case BetPlaced(player, seat):
            return f"seat {seat}, {player}"
        case RoundEnded():
            return "end"
        case _:
            return ""


def describe_need(table: Table, need: Need) -> tuple[str, str]:
    """What comes next, and what to type for it."""
    match need:
        case CardNeeded(to=to, seat=seat):
            name = f" ({table.seats[seat - 1]})" if to == "player" else ""
            return f"{need}{name}{_set_aside(table)}", ""
        case BurnNeeded(count):
            return f"{need}{_set_aside(table)}", f"Enter burns {count}"
        case PaymentNeeded():
            return "make these payments", "Enter if the card is right, else fix CARD"
        case ChoiceNeeded(hands, offers):
            first = hands[0]
            own = table.seats[first.seat - 1] == first.player
            who = "SEAT" if len(hands) > 1 else first.seat if own else first.player
            return str(need), " or ".join(f"{who} {offer[0]}" for offer in reversed(offers))
        case BankerNeeded():
            return str(need), _bank(table, need)
        case BetsNeeded():
            return "bets, then the first card", "SEAT=BET/TIE, again, close"
        case _:
            return str(need), _typed(need)


def _bank(table: Table, need: BankerNeeded) -> str:
    """How to take the bank, with the least stake that is then required."""
    players, stake = need.players, "STAKE"
    if players:
        awaited = table_need(step(table, TakeBank(players[0]))[0])
        if isinstance(awaited, StakeNeeded):
            stake = f"STAKE, {format_money(awaited.least)} or more"
    whose = "bank" if len(players) == 1 else "bank NAME"
    return f"{whose} {stake}, or decline" if need.is_offer and players else f"{whose} {stake}"


def _typed(
    need: Nothing | ShoeNeeded | CutNeeded | CutCardNeeded | PlayersNeeded | StakeNeeded,
) -> str:
    match need:
        case ShoeNeeded(backs=backs):
            return f"shoe, when the {backs} cards are on the table"
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
    """A reminder to deal the cards set aside first; ``""`` if there are none."""
    excess = table.shoe.excess
    if not excess:
        return ""
    return f" (take the card{'s' if excess > 1 else ''} set aside: {excess})"


def status(table: Table) -> Iterator[str]:
    """The state of the table, line by line."""
    shoe, bank = table.shoe, table.bank
    yield f"round {table.rounds}{' under way' if table.playing else ''}" + (
        f", dealt by {table.dealer}" if table.dealer else ""
    )
    if shoe.number:
        aside = f", {shoe.excess} set aside" if shoe.excess else ""
        behind = f", {_behind(table)}" if shoe.behind else ""
        yield f"shoe {shoe.number} ({table.backs} backs): {shoe.left} cards left{behind}{aside}"
    if bank.player:
        stake = f", {format_money(bank.stake)} posted" if bank.stake else ""
        yield f"bank: {bank.player} at seat {bank.seat}{stake}"
    for seat, holder in enumerate(table.seats, 1):
        if holder:
            yield f"seat {seat}: {', '.join([holder, *_at_seat(table, seat)])}"


def _behind(table: Table) -> str:
    """How many of the cards left are behind the cut card, or that it is out (ALL-10)."""
    shoe = table.shoe
    if shoe.left > shoe.behind:
        return f"{shoe.behind} of them behind the cut card"
    then = "this is the shoe's last round" if table.playing else "a new shoe is next"
    return f"the cut card is out: {then}"


def _at_seat(table: Table, seat: int) -> Iterator[str]:
    if seat in table.leaving:
        yield "leaving"
    for bet in table.bets_in_play():
        if bet.seat == seat:
            whose = "" if bet.player == table.seats[seat - 1] else f"backline {bet.player} "
            yield f"{whose}{format_money(bet.primary)}" + (
                f" and {format_money(bet.tie)} on tie" if bet.tie else ""
            )
    if table.round is not None and table.playing and seat not in table.round.collected:
        cards = [c.card for c in table.round.cards if c.to == "player" and c.seat == seat]
        if cards:
            yield "cards " + " ".join(map(card_name, cards))


def sign(table: Table) -> Iterator[str]:
    """The lines that introduce the table when it is opened."""
    rules, options = table.rules, table.options
    yield f"{rules.id} ({rules.reading}), hand-dealt: {options.seats} seats, {options.decks} decks"
    tie = f"; tie {describe_limit(options.tie)}" if rules.has_tie else ""
    yield f"primary {describe_limit(options.primary)}{tie}"
    yield from (says for says, _ in remarks(rules))
    yield from authority(table)


def authority(table: Table) -> Iterator[str]:
    """Whether this is a practice table, and its authorised limit (WA-LIM)."""
    rules, options = table.rules, table.options
    if options.practice:
        yield "practice table"
    if options.authorised is not None:
        nobody = options.practice and rules.limits.authorised == "stated"
        who = "the table's maximum; nobody stated one" if nobody else "stated by the operator"
        if options.authorised == rules.limits.authorised:
            who = "stated by the rules"
        yield f"authorised limit {format_money(options.authorised)} a wager, {who}"
