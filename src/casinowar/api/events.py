"""Every event of a table: what `Table.step` returns. Amounts are whole cents.

`describe` puts any of them in words. Events are told apart by their class:

>>> import casinowar as cw
>>> events = cw.settle(cw.load("washington"), "1:20/5 | 9h 9s 1:war x3 Ac x3 7d").events
>>> print(cw.describe(events[0]))
seat 1: 9h

Money moves in these, and in no others:

>>> money = (
...     cw.BetPlaced,
...     cw.BetWithdrawn,
...     cw.WarDeclared,
...     cw.WagerSettled,
...     cw.WagerReturned,
...     cw.WagerReversed,
...     cw.StakePosted,
...     cw.StakeReturned,
... )
>>> [type(event).__name__ for event in events if isinstance(event, money)]
['WagerSettled', 'WarDeclared', 'WagerSettled', 'WagerSettled']

Cards, and the decisions about tie hands:

>>> cards = (
...     cw.CardDealt,
...     cw.CardsBurned,
...     cw.CardsCollected,
...     cw.CardCorrected,
...     cw.CardDisclosed,
...     cw.DisclosureCorrected,
...     cw.ExcessDrawn,
...     cw.ExcessDiscarded,
... )
>>> sum(isinstance(event, cards) for event in events)
8
>>> any(isinstance(event, (cw.Surrendered, cw.Forfeited)) for event in events)
False
>>> [event.amount for event in events if isinstance(event, cw.BankMatched)]
[2000]

How a round begins and ends, and what happens to one later:

>>> isinstance(events[-1], cw.RoundEnded)
True
>>> [kind.__name__ for kind in (cw.BetsClosed, cw.RoundRuled, cw.RoundCancelled)]
['BetsClosed', 'RoundRuled', 'RoundCancelled']

Seats, limits, shoe, dealer and bank:

>>> table, events = cw.Table.open(cw.load("washington")).step(cw.Sit("ann", 1))
>>> isinstance(events[0], (cw.Seated, cw.SeatLeft, cw.LeavePlanned))
True
>>> table, events = table.step(cw.NewShoe(1))
>>> shoe = (
...     cw.ShoeBrought,
...     cw.CutPassed,
...     cw.DeckCut,
...     cw.CutCardPlaced,
...     cw.CutCardReached,
...     cw.DealerChanged,
... )
>>> isinstance(events[0], shoe)
True
>>> bank = (cw.BankOffered, cw.BankDeclined, cw.BankTaken, cw.BankGivenUp)
>>> limits = (cw.ExcessReturned, cw.MinimumReminded, cw.LimitsReminded)
>>> any(isinstance(event, bank + limits) for event in events)
False
"""

from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankMatched,
    BankOffered,
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardCorrected,
    CardDealt,
    CardDisclosed,
    CardsBurned,
    CardsCollected,
    CutCardPlaced,
    CutCardReached,
    CutPassed,
    DealerChanged,
    DeckCut,
    DisclosureCorrected,
    ExcessDiscarded,
    ExcessDrawn,
    ExcessReturned,
    Forfeited,
    LeavePlanned,
    LimitsReminded,
    MinimumReminded,
    RoundCancelled,
    RoundEnded,
    RoundRuled,
    Seated,
    SeatLeft,
    ShoeBrought,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)

__all__ = [
    "BankDeclined",
    "BankGivenUp",
    "BankMatched",
    "BankOffered",
    "BankTaken",
    "BetPlaced",
    "BetWithdrawn",
    "BetsClosed",
    "CardCorrected",
    "CardDealt",
    "CardDisclosed",
    "CardsBurned",
    "CardsCollected",
    "CutCardPlaced",
    "CutCardReached",
    "CutPassed",
    "DealerChanged",
    "DeckCut",
    "DisclosureCorrected",
    "ExcessDiscarded",
    "ExcessDrawn",
    "ExcessReturned",
    "Forfeited",
    "LeavePlanned",
    "LimitsReminded",
    "MinimumReminded",
    "RoundCancelled",
    "RoundEnded",
    "RoundRuled",
    "SeatLeft",
    "Seated",
    "ShoeBrought",
    "StakePosted",
    "StakeReturned",
    "Surrendered",
    "WagerReturned",
    "WagerReversed",
    "WagerSettled",
    "WarDeclared",
]
