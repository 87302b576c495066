"""Seats: sitting down and leaving (ALL-2, ALL-16, CA-SEAT-1)."""

from casinowar.game.actions import Leave, Sit
from casinowar.game.events import LeavePlanned, Seated, SeatLeft
from casinowar.game.names import check_name
from casinowar.game.table import bank
from casinowar.game.table.state import TableBase, TableDraft


def sit(draft: TableDraft, action: Sit) -> None:
    """Give a player an empty seat, or all seats in a solo game."""
    player = action.player
    check_name(player)
    check_seat(draft, action.seat)
    if why := why_not_sit(draft, player, action.seat):
        raise draft.refuse(why)
    taken = range(1, len(draft.seats) + 1) if draft.rules.is_solo else (action.seat,)
    draft.seats = tuple(
        player if seat in taken else holder for seat, holder in enumerate(draft.seats, 1)
    )
    draft.tell(*(Seated(player, seat) for seat in taken))
    bank.welcome(draft, player)


def why_not_sit(table: TableBase, player: str, seat: int) -> str:
    """Why a player cannot take a seat; ``""`` if they can."""
    holder = table.seats[seat - 1]
    if holder:
        return f"seat {seat} is taken by {holder}"
    if table.rules.seats.holding == "one each" and player in table.seats:
        own = table.seats.index(player) + 1
        return f"{player} has seat {own} already: one seat a player here"
    return f"{player} has backline wagers in play" if has_part(table, player) else ""


def leave(draft: TableDraft, action: Leave) -> None:
    """Let a player leave a seat, at once or after the round they take part in."""
    check_seat(draft, action.seat)
    if why := why_not_leave(draft, action.player, action.seat):
        raise draft.refuse(why)
    left = tuple(draft.seats_of(action.player)) if draft.rules.is_solo else (action.seat,)
    draft.leaving = (*draft.leaving, *left)
    if any(is_engaged(draft, seat) for seat in left):
        draft.tell(*(LeavePlanned(action.player, seat) for seat in left))


def why_not_leave(table: TableBase, player: str, seat: int) -> str:
    """Why a player cannot leave a seat; ``""`` if they can."""
    if not player or table.seats[seat - 1] != player:
        return f"{player} does not sit at seat {seat}"
    if seat in table.leaving:
        return f"{player} is leaving already: seat {seat} is free after this round"
    return ""


def empty_left_seats(draft: TableDraft) -> None:
    """Empty the seats of leaving players who no longer take part in a round."""
    for seat in draft.leaving:
        if is_engaged(draft, seat) or (
            draft.rules.is_solo and any(is_engaged(draft, s) for s in draft.leaving)
        ):
            continue
        _empty(draft, seat)


def _empty(draft: TableDraft, seat: int) -> None:
    """Empty a seat; a player with another seat will be asked to cut there."""
    player = draft.seats[seat - 1]
    others = [s for s in draft.seats_of(player) if s != seat]
    bank.forget(draft, player)  # if players bank, each player has one seat
    draft.seats = tuple("" if s == seat else p for s, p in enumerate(draft.seats, 1))
    draft.leaving = tuple(s for s in draft.leaving if s != seat)
    asked = (others[0] if others and s == seat else s for s in draft.shoe.asked)
    draft.change_shoe(asked=tuple(s for s in asked if s != seat))
    draft.tell(SeatLeft(player, seat))


def is_engaged(table: TableBase, seat: int) -> bool:
    """Whether a seat's player has a wager there, or banks a round that has wagers."""
    player, bets = table.seats[seat - 1], table.bets_in_play()
    if any(bet.player == player and bet.seat == seat for bet in bets):
        return True
    return bool(bets) and table.bank.player == player


def has_part(table: TableBase, player: str) -> bool:
    """Whether a person has a backline wager in the round."""
    return any(
        bet.player == player and table.seats[bet.seat - 1] != player for bet in table.bets_in_play()
    )


def check_seat(draft: TableDraft, seat: object) -> None:
    """Refuse a seat that the table does not have."""
    seats = len(draft.seats)
    if type(seat) is not int or not 1 <= seat <= seats:
        raise draft.refuse(f"there is no seat {seat!r} here: seats are 1 to {seats}")
