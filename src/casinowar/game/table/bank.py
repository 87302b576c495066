"""A bank held by a player: offers, rotation, stake (CA-BANK-1 to CA-BANK-4)."""

from typing import Literal

from casinowar.game.actions import DeclineBank, GiveUpBank, PostStake, TakeBank
from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankOffered,
    BankTaken,
    Decider,
    StakePosted,
    StakeReturned,
)
from casinowar.game.needs import BankerNeeded, StakeNeeded
from casinowar.game.players import kind_of
from casinowar.game.table.state import TableBase, TableDraft
from casinowar.money import format_money, is_cents


def may_bank(table: TableBase, player: str) -> bool:
    """Whether a player has a seat and may hold the bank for one more round.

    The house's own players may not, if the rules keep them from it (CA-BANK-1).
    """
    bank, most = table.bank, table.rules.bank.rounds
    assert most is not None, "only rules with a player's bank ask"
    only_people = table.rules.bank.house_players == "practice" and not table.options.practice
    if only_people and kind_of(player) == "bot":
        return False
    seated = any(
        holder == player and seat not in table.leaving for seat, holder in enumerate(table.seats, 1)
    )
    return seated and (player != bank.last or bank.rounds < most)


def candidates(table: TableBase) -> list[str]:
    """The players who may take the bank, clockwise from the seat after the last banker's."""
    seats = len(table.seats)
    clockwise = ((table.bank.seat + turn) % seats for turn in range(seats))
    players = (table.seats[index] for index in clockwise)
    return [player for player in players if player and may_bank(table, player)]


def offer(draft: TableDraft) -> None:
    """Start offering the bank if it is free and nobody has been asked yet."""
    if draft.bank.player or draft.bank.went_round or draft.bank.offers:
        return
    _ask(draft, tuple(candidates(draft)))


def _ask(draft: TableDraft, players: tuple[str, ...]) -> None:
    """Offer the bank to the first of these players; if there is none, everyone has declined."""
    draft.change_bank(offers=players, went_round=not players)
    if players:
        draft.tell(BankOffered(players[0], draft.seats.index(players[0]) + 1))


def welcome(draft: TableDraft, player: str) -> None:
    """Add a player who sits down while the bank is being offered, in clockwise order."""
    offers, seats = draft.bank.offers, draft.seats
    if offers and may_bank(draft, player):
        asked = seats.index(offers[0])
        clockwise = sorted((*offers, player), key=lambda p: (seats.index(p) - asked) % len(seats))
        draft.change_bank(offers=tuple(clockwise))


def take_bank(draft: TableDraft, action: TakeBank) -> None:
    """Give the bank to the player asked, or, after everyone declined, to anyone allowed."""
    _check_asked(draft, action.player)
    seat = draft.seats.index(action.player) + 1
    draft.change_bank(player=action.player, seat=seat, offers=(), went_round=False)
    draft.tell(BankTaken(action.player, seat))


def decline_bank(draft: TableDraft, action: DeclineBank) -> None:
    """Let the player asked decline the bank."""
    if not draft.bank.offers:
        raise draft.refuse("the bank is not being offered")
    _check_asked(draft, action.player)
    pass_on(draft, "player")


def pass_on(draft: TableDraft, by: Decider) -> None:
    """Note that the player asked declined, or ran out of time, and ask the next player."""
    declined, *others = draft.bank.offers
    draft.tell(BankDeclined(declined, by))
    _ask(draft, tuple(others))


def _check_asked(draft: TableDraft, player: str) -> None:
    if not isinstance(draft.awaited, BankerNeeded):
        raise draft.refuse("the bank is not free")
    if player not in draft.awaited.players:
        raise draft.refuse(f"the bank is not offered to {player}")


def post_stake(draft: TableDraft, action: PostStake) -> None:
    """Take the banker's stake for the coming round, before anyone bets; it has no maximum."""
    awaited = draft.awaited
    if not isinstance(awaited, StakeNeeded) or action.player != awaited.player:
        raise draft.refuse(f"{action.player} has no stake to post now")
    if not is_cents(action.amount) or action.amount < awaited.least:
        shown = format_money(action.amount) if is_cents(action.amount) else repr(action.amount)
        raise draft.refuse(f"{shown} is not a stake: post {format_money(awaited.least)} or more")
    draft.change_bank(stake=action.amount)
    draft.tell(StakePosted(action.player, action.amount))


def give_up_bank(draft: TableDraft, action: GiveUpBank) -> None:
    """Let the banker give up the bank before anyone bets on the coming round."""
    if why := why_not_give_up(draft, action.player):
        raise draft.refuse(why)
    release(draft, "given up")


def why_not_give_up(table: TableBase, player: str) -> str:
    """Why a player cannot give up the bank; ``""`` if they can."""
    if not player or table.bank.player != player:
        return f"{player} does not hold the bank"
    if table.playing or table.bets:
        return "the bank cannot be given up while wagers depend on it"
    return ""


def release(draft: TableDraft, why: Literal["given up", "most rounds", "left", "time"]) -> None:
    """Free the bank: return its stake, and ask the other players in turn."""
    bank = draft.bank
    return_stake(draft, bank.stake)
    rounds = bank.rounds if bank.last == bank.player else 0
    draft.change_bank(player="")
    draft.tell(BankGivenUp(bank.player, rounds, why))
    _ask(draft, tuple(p for p in candidates(draft) if p != bank.player))


def return_stake(draft: TableDraft, amount: int) -> None:
    """Return this amount to the banker, if a stake is posted."""
    bank = draft.bank
    if bank.stake:
        draft.change_bank(stake=0)
        draft.tell(StakeReturned(bank.player, amount))


def forget(draft: TableDraft, player: str) -> None:
    """Pass on the bank that a leaving player holds or is offered."""
    bank = draft.bank
    if bank.player == player:
        release(draft, "left")
    elif bank.offers and bank.offers[0] == player:
        pass_on(draft, "player")
    elif player in bank.offers:
        draft.change_bank(offers=tuple(p for p in bank.offers if p != player))


def end_round(draft: TableDraft, result: int) -> None:
    """End the banker's round: return the stake with its result, and count the round."""
    if not draft.rules.player_banked:
        return
    bank = draft.bank
    return_stake(draft, bank.stake + result)
    rounds = bank.rounds + 1 if bank.last == bank.player else 1
    draft.change_bank(last=bank.player, rounds=rounds)
    if not may_bank(draft, bank.player):
        release(draft, "left" if bank.seat in draft.leaving else "most rounds")


def uncount_round(draft: TableDraft) -> None:
    """Take back the count of a voided round; a bank that had to pass on because of it returns."""
    if not draft.rules.player_banked:
        return
    bank, (last, rounds) = draft.bank, draft.banked_before
    banker, moved_on = bank.last, bank.rounds == draft.rules.bank.rounds
    draft.change_bank(last=last, rounds=rounds)
    if moved_on and not bank.player and may_bank(draft, banker):
        seat = draft.seats.index(banker) + 1
        draft.change_bank(player=banker, seat=seat, offers=(), went_round=False)
        draft.tell(BankTaken(banker, seat))
