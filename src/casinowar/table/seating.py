"""Who sits where: taking seats and leaving them (ALL-2, ALL-16, CA-SEAT-1)."""

from casinowar.actions import Leave, Sit
from casinowar.events import LeavePlanned, Seated, SeatLeft
from casinowar.names import check_name
from casinowar.table import banking
from casinowar.table.state import Draft, Facts


def sit(draft: Draft, action: Sit) -> None:
    """A player takes an empty seat; in a solo game, all of them."""
    player = action.player
    check_name(player)
    check_seat(draft, action.seat)
    if draft.seats[action.seat - 1]:
        raise draft.refuse(f"seat {action.seat} is taken by {draft.seats[action.seat - 1]}")
    own = draft.seats_of(player)
    if own and draft.rules.seats.holding == "one each":
        raise draft.refuse(f"{player} has seat {own[0]} already, one seat a player here")
    if has_part(draft, player):
        raise draft.refuse(f"{player} has backline wagers in play")
    solo = draft.rules.seats.holding == "solo"
    taken = range(1, len(draft.seats) + 1) if solo else (action.seat,)
    draft.seats = tuple(
        player if seat in taken else holder for seat, holder in enumerate(draft.seats, 1)
    )
    draft.tell(*(Seated(player, seat) for seat in taken))
    banking.welcome(draft, player)


def leave(draft: Draft, action: Leave) -> None:
    """A player gives a seat up, at once or when the round they have a part in is over."""
    check_seat(draft, action.seat)
    if not action.player or draft.seats[action.seat - 1] != action.player:
        raise draft.refuse(f"{action.player} does not sit at seat {action.seat}")
    if action.seat in draft.leaving:
        raise draft.refuse(f"{action.player} leaves seat {action.seat} when this round is over")
    solo = draft.rules.seats.holding == "solo"
    left = tuple(draft.seats_of(action.player)) if solo else (action.seat,)
    draft.leaving = (*draft.leaving, *left)
    if any(is_engaged(draft, seat) for seat in left):
        draft.tell(*(LeavePlanned(action.player, seat) for seat in left))


def empty_left_seats(draft: Draft) -> None:
    """Those who planned to leave go as soon as they have no part in a round any more."""
    solo = draft.rules.seats.holding == "solo"
    for seat in draft.leaving:
        if is_engaged(draft, seat) or (solo and any(is_engaged(draft, s) for s in draft.leaving)):
            continue
        _empty(draft, seat)


def _empty(draft: Draft, seat: int) -> None:
    """A seat is empty now; who has another one is asked to cut there."""
    player = draft.seats[seat - 1]
    others = [s for s in draft.seats_of(player) if s != seat]
    banking.forget(draft, player)  # where a player banks, each has one seat
    draft.seats = tuple("" if s == seat else p for s, p in enumerate(draft.seats, 1))
    draft.leaving = tuple(s for s in draft.leaving if s != seat)
    asked = (others[0] if others and s == seat else s for s in draft.shoe.asked)
    draft.change_shoe(asked=tuple(s for s in asked if s != seat))
    draft.tell(SeatLeft(player, seat))


def is_engaged(table: Facts, seat: int) -> bool:
    """Whether the holder of a seat has a wager there, or the bank, in a round with wagers."""
    player, bets = table.seats[seat - 1], table.bets_in_play()
    if any(bet.player == player and bet.seat == seat for bet in bets):
        return True
    return bool(bets) and table.bank.player == player


def has_part(table: Facts, player: str) -> bool:
    """Whether a person has a backline wager in the round."""
    return any(
        bet.player == player and table.seats[bet.seat - 1] != player for bet in table.bets_in_play()
    )


def check_seat(draft: Draft, seat: object) -> None:
    """Refuse a seat the table does not have."""
    seats = len(draft.seats)
    if type(seat) is not int or not 1 <= seat <= seats:
        raise draft.refuse(f"there is no seat {seat!r} here, seats are 1 to {seats}")
