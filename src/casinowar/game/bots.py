"""Bots: computer players who keep people company at a table.

A bot sees what everyone at the table sees, and nothing of the shoe. It bets a few units within
the limits, keeps enough chips for a war, mostly goes to war and often takes the bank. It takes no
part in the shuffle and never cuts: it belongs to the house, and the house must not influence the
cards. All its random decisions come from the `chance` it is given.
"""

from collections.abc import Iterator
from itertools import count
from typing import Protocol

from casinowar.game.actions import (
    Action,
    DeclineBank,
    GiveUpBank,
    GoToWar,
    PassCut,
    PlaceBet,
    PostStake,
    Surrender,
    TakeBank,
)
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    ChoiceNeeded,
    CutNeeded,
    Hand,
    StakeNeeded,
)
from casinowar.game.table import Table, need
from casinowar.rules.model import Limit

NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "joe", "kay", "lee")

_MULTIPLES = (1, 1, 2, 2, 2, 3, 4, 5, 5, 10)
"""How many times the minimum a bot bets; likelier multiples appear more than once."""


class BotChance(Protocol):
    """A source of random numbers, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A random whole number from 0 to `stop - 1`."""


def names(player: str) -> Iterator[str]:
    """An endless supply of names for bots, none of them equal to the player's in lower case."""
    for turn in count(1):
        for name in NAMES:
            numbered = name if turn == 1 else f"{name}{turn}"
            if numbered != player.lower():
                yield numbered


def actions(table: Table, player: str, chips: int, chance: BotChance) -> tuple[Action, ...]:
    """The actions a bot with these chips takes now, in order; empty if it is not its turn."""
    match need(table):
        case CutNeeded(cutter) if cutter == player:
            return (PassCut(player),)
        case BankerNeeded(players) if player in players:
            return _on_bank(table, player, chips, chance)
        case StakeNeeded(banker, least) if banker == player:
            tired = table.bank.last == player and _one_in(6, chance)
            if tired or chips < least:
                return (GiveUpBank(player),)
            return (PostStake(player, min(chips, least * (8 + 4 * chance.randrange(10)))),)
        case BetsNeeded() if player != table.bank.player:
            seats = [seat for seat in table.seats_of(player) if seat not in table.leaving]
            share = chips // max(1, len(seats))
            return tuple(bet for seat in seats for bet in _bets(table, player, seat, share, chance))
        case ChoiceNeeded(hands):
            own = [hand for hand in hands if hand.player == player]
            return _choice(table, own[0], chips, chance) if own else ()
        case _:
            return ()


def _one_in(times: int, chance: BotChance) -> bool:
    return chance.randrange(times) == 0


def _on_bank(table: Table, player: str, chips: int, chance: BotChance) -> tuple[Action, ...]:
    """Usually take the bank, and always if everyone has declined it."""
    affordable = chips >= table.options.primary.least
    offered = bool(table.bank.offers)
    if affordable and not (offered and _one_in(4, chance)):
        return (TakeBank(player),)
    return (DeclineBank(player),) if offered else ()


def _bets(
    table: Table, player: str, seat: int, chips: int, chance: BotChance
) -> tuple[PlaceBet, ...]:
    """A primary wager that leaves enough chips for a war, and sometimes a tie wager."""
    if _one_in(12, chance):
        return ()
    if table.rules.bets.tie == "alone too" and _one_in(12, chance):
        tie = _amount(table.options.tie, chips // 2, chance)
        return (PlaceBet(player, seat, "tie", tie),) if tie else ()
    primary = _amount(table.options.primary, chips // 3, chance)
    if not primary:
        return ()
    bet = PlaceBet(player, seat, "primary", primary)
    tie = _amount(table.options.tie, min(primary, chips - 2 * primary), chance)
    if not table.rules.has_tie or not tie or not _one_in(4, chance):
        return (bet,)
    return (bet, PlaceBet(player, seat, "tie", tie))


def _amount(limit: Limit, chips: int, chance: BotChance) -> int:
    """A random amount within the limit that these chips can pay; 0 if there is none."""
    wished = limit.amounts or tuple(limit.least * times for times in _MULTIPLES)
    possible = [
        amount for amount in wished if limit.least <= amount <= limit.most and amount <= chips
    ]
    return possible[chance.randrange(len(possible))] if possible else 0


def _choice(table: Table, hand: Hand, chips: int, chance: BotChance) -> tuple[Action, ...]:
    """Go to war, unless the chips are too few or, now and then, the bot prefers to surrender."""
    assert table.round is not None, "a choice is due in a round"
    assert table.rules.choice is not None, "a choice is due where the rules give one"
    offers = table.rules.choice.offers
    primary = sum(
        bet.primary for bet in table.round.bets_at(hand.seat) if bet.player == hand.player
    )
    needed = 0 if table.rules.war_needs_no_chips else primary
    if "war" in offers and chips >= needed and not ("surrender" in offers and _one_in(5, chance)):
        tie = _war_tie(table, primary, chips - needed, chance)
        return (GoToWar(hand.player, hand.seat, tie),)
    return (Surrender(hand.player, hand.seat),) if "surrender" in offers else ()


def _war_tie(table: Table, primary: int, chips: int, chance: BotChance) -> int:
    """Sometimes a tie wager on the war deal, else 0."""
    assert table.rules.war is not None, "war is offered only with its rules"
    if not _one_in(4, chance):
        return 0
    match table.rules.war.tie_wager:
        case "none":
            return 0
        case "equal":
            return primary if chips >= primary else 0
        case "free":
            return _amount(table.options.tie, chips, chance)
