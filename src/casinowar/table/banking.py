"""The bank where a player holds it: offers, rotation, stake (CA-BANK-1 to CA-BANK-4)."""

from typing import Literal

from casinowar.actions import DeclineBank, GiveUpBank, PostStake, TakeBank
from casinowar.events import (
    BankDeclined,
    BankGivenUp,
    BankOffered,
    BankTaken,
    Decider,
    StakePosted,
    StakeReturned,
)
from casinowar.money import format_money, is_cents
from casinowar.needs import BankerNeeded, StakeNeeded
from casinowar.table.state import Draft, Facts


def may_bank(table: Facts, player: str) -> bool:
    """Whether a seated player may hold the bank for one more round."""
    bank, most = table.bank, table.rules.bank.rounds
    assert most is not None, "only rules with a player's bank ask"
    seated = any(
        holder == player and seat not in table.leaving for seat, holder in enumerate(table.seats, 1)
    )
    return seated and (player != bank.last or bank.rounds < most)


def candidates(table: Facts) -> list[str]:
    """Those who may take the bank, clockwise from the seat after the last banker's."""
    seats = len(table.seats)
    clockwise = ((table.bank.seat + turn) % seats for turn in range(seats))
    players = (table.seats[index] for index in clockwise)
    return [player for player in players if player and may_bank(table, player)]


def offer(draft: Draft) -> None:
    """Start an offer round if the bank is free and nobody has been asked yet."""
    if draft.bank.player or draft.bank.went_round or draft.bank.offers:
        return
    _ask(draft, tuple(candidates(draft)))


def _ask(draft: Draft, players: tuple[str, ...]) -> None:
    """Offer the bank to the first of these, or find that the offer went round."""
    draft.change_bank(offers=players, went_round=not players)
    if players:
        draft.tell(BankOffered(players[0], draft.seats.index(players[0]) + 1))


def welcome(draft: Draft, player: str) -> None:
    """A player who sits down while the bank goes round is asked in turn, clockwise, too."""
    offers, seats = draft.bank.offers, draft.seats
    if offers and may_bank(draft, player):
        asked = seats.index(offers[0])
        clockwise = sorted((*offers, player), key=lambda p: (seats.index(p) - asked) % len(seats))
        draft.change_bank(offers=tuple(clockwise))


def take_bank(draft: Draft, action: TakeBank) -> None:
    """The player asked, or after a whole round of declining anyone who may, takes the bank."""
    _check_asked(draft, action.player)
    seat = draft.seats.index(action.player) + 1
    draft.change_bank(player=action.player, seat=seat, offers=(), went_round=False)
    draft.tell(BankTaken(action.player, seat))


def decline_bank(draft: Draft, action: DeclineBank) -> None:
    """The player asked lets the bank pass on."""
    if not draft.bank.offers:
        raise draft.refuse("the bank is not being offered")
    _check_asked(draft, action.player)
    pass_on(draft, "player")


def pass_on(draft: Draft, by: Decider) -> None:
    """The one who is asked declines, in person or by silence; the next is asked."""
    declined, *others = draft.bank.offers
    draft.tell(BankDeclined(declined, by))
    _ask(draft, tuple(others))


def _check_asked(draft: Draft, player: str) -> None:
    if not isinstance(draft.awaited, BankerNeeded):
        raise draft.refuse("the bank is not free")
    if player not in draft.awaited.players:
        raise draft.refuse(f"the bank is not offered to {player}")


def post_stake(draft: Draft, action: PostStake) -> None:
    """The banker's wager for the coming round, before anyone bets; it has no maximum."""
    awaited = draft.awaited
    if not isinstance(awaited, StakeNeeded) or action.player != awaited.player:
        raise draft.refuse(f"no stake of {action.player} is awaited")
    if not is_cents(action.amount) or action.amount < awaited.least:
        shown = format_money(action.amount) if is_cents(action.amount) else repr(action.amount)
        raise draft.refuse(f"{shown} is no stake here: {format_money(awaited.least)} or more is")
    draft.change_bank(stake=action.amount)
    draft.tell(StakePosted(action.player, action.amount))


def give_up_bank(draft: Draft, action: GiveUpBank) -> None:
    """The banker gives the bank up before the coming round has a wager on it."""
    if not action.player or draft.bank.player != action.player:
        raise draft.refuse(f"{action.player} does not hold the bank")
    if draft.playing or draft.bets:
        raise draft.refuse("the bank cannot be given up while wagers depend on it")
    release(draft, "given up")


def release(draft: Draft, why: Literal["given up", "most rounds", "left", "time"]) -> None:
    """The bank becomes free, its stake goes back, and the others are asked in turn."""
    bank = draft.bank
    return_stake(draft, bank.stake)
    rounds = bank.rounds if bank.last == bank.player else 0
    draft.change_bank(player="")
    draft.tell(BankGivenUp(bank.player, rounds, why))
    _ask(draft, tuple(p for p in candidates(draft) if p != bank.player))


def return_stake(draft: Draft, amount: int) -> None:
    """What lies in front of the banker goes back to the banker."""
    bank = draft.bank
    if bank.stake:
        draft.change_bank(stake=0)
        draft.tell(StakeReturned(bank.player, amount))


def forget(draft: Draft, player: str) -> None:
    """A player leaves: the bank they hold or are offered goes on."""
    bank = draft.bank
    if bank.player == player:
        release(draft, "left")
    elif bank.offers and bank.offers[0] == player:
        pass_on(draft, "player")
    elif player in bank.offers:
        draft.change_bank(offers=tuple(p for p in bank.offers if p != player))


def end_round(draft: Draft, result: int) -> None:
    """A round is over: the stake goes back with its result, the round is counted."""
    if not draft.rules.player_banked:
        return
    bank = draft.bank
    return_stake(draft, bank.stake + result)
    rounds = bank.rounds + 1 if bank.last == bank.player else 1
    draft.change_bank(last=bank.player, rounds=rounds)
    if not may_bank(draft, bank.player):
        release(draft, "left" if bank.seat in draft.leaving else "most rounds")


def uncount_round(draft: Draft) -> None:
    """A voided round does not count; a bank that had to move on because of it comes back."""
    if not draft.rules.player_banked:
        return
    bank, (last, rounds) = draft.bank, draft.banked_before
    banker, moved_on = bank.last, bank.rounds == draft.rules.bank.rounds
    draft.change_bank(last=last, rounds=rounds)
    if moved_on and not bank.player and may_bank(draft, banker):
        seat = draft.seats.index(banker) + 1
        draft.change_bank(player=banker, seat=seat, offers=(), went_round=False)
        draft.tell(BankTaken(banker, seat))
