"""Every action of a table: what `Table.step` takes. Amounts are whole cents.

A player's actions name the player. Sit, bet, change the bet, and leave:

>>> import casinowar as cw
>>> table = cw.Table.open(cw.load("washington"), seats=2)
>>> def play(table, *actions):
...     for action in actions:
...         table, events = table.step(action)
...     return table
>>> table = play(table, cw.Sit("ann", 1), cw.Sit("bob", 2), cw.Leave("bob", 2))
>>> table.seats
('ann', '')

The dealer brings a shoe. The player cuts it or declines, and the dealer puts the cut card in:

>>> table = play(table, cw.NewShoe(1), cw.CutDeck("ann", 100), cw.PlaceCutCard(60))
>>> [
...     type(offer.action).__name__
...     for offer in play(
...         cw.Table.open(cw.load("washington"), seats=1), cw.Sit("ann", 1), cw.NewShoe(1)
...     ).legal("ann")
... ]
['Leave', 'PassCut', 'CutDeck']
>>> cw.PassCut("ann")
PassCut(player='ann')

Bets are placed, withdrawn and closed; cards are dealt and burned; a tie hand surrenders or fights:

>>> table = play(
...     table,
...     cw.PlaceBet("ann", 1, "primary", 2000),
...     cw.PlaceBet("ann", 1, "tie", 500),
...     cw.WithdrawBet("ann", 1, "tie"),
...     cw.CloseBets(),
...     cw.Deal(cw.parse_card("9h")),
...     cw.Deal(cw.parse_card("9s")),
... )
>>> str(table.need)
'surrender or war from ann at seat 1'
>>> table.step(cw.Surrender("ann", 1))[0].round.net_by_seat()
{1: -1000}
>>> war = play(table, cw.GoToWar("ann", 1), cw.Burn(3), cw.Deal(cw.parse_card("Ac")), cw.Burn(3))
>>> war.step(cw.Deal(cw.parse_card("7d")))[0].round.net_by_seat()
{1: 2000}

When time runs out, the house decides; a pit boss or an operator rules on a round:

>>> table.step(cw.TimeOut())[1][0]
Surrendered(player='ann', seat=1, by='house')
>>> [offer.action for offer in table.legal(role="pit boss")]
[Rule(ruling='stands', reason='as ruled'), Rule(ruling='void', reason='as ruled')]
>>> table.step(cw.Rule("void", "the shoe fell over"))[0].playing
False
>>> cw.CancelRound(1_700_000_000)
CancelRound(at=1700000000)

Where a player banks, the bank is taken, declined, staked and given up:

>>> table = cw.Table.open(cw.load("california"), seats=2)
>>> table = play(table, cw.Sit("ann", 1), cw.Sit("bob", 2), cw.NewShoe(1), cw.CutDeck("ann", 9))
>>> table = play(table, cw.PlaceCutCard(60), cw.Burn(1), cw.DeclineBank("ann"))
>>> table = play(table, cw.TakeBank("bob"), cw.PostStake("bob", 10000), cw.GiveUpBank("bob"))
>>> str(table.need)
'ann to take the bank or decline'

At a hand-dealt table the dealer also pays, corrects a card, and reports cards drawn or shown by
mistake and a new dealer:

>>> [action.__name__ for action in (cw.Pay, cw.CorrectCard, cw.DrawExcess, cw.DiscloseCard)]
['Pay', 'CorrectCard', 'DrawExcess', 'DiscloseCard']
>>> table = cw.Table.open(cw.load("washington"), seats=1, hand_dealt=True)
>>> table.step(cw.ChangeDealer("dora"))[1]
(DealerChanged(dealer='dora'),)
"""

from casinowar.game.actions import (
    Burn,
    CancelRound,
    ChangeDealer,
    CloseBets,
    CorrectCard,
    CutDeck,
    Deal,
    DeclineBank,
    DiscloseCard,
    DrawExcess,
    GiveUpBank,
    GoToWar,
    Leave,
    NewShoe,
    PassCut,
    Pay,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Rule,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
    WithdrawBet,
)

__all__ = [
    "Burn",
    "CancelRound",
    "ChangeDealer",
    "CloseBets",
    "CorrectCard",
    "CutDeck",
    "Deal",
    "DeclineBank",
    "DiscloseCard",
    "DrawExcess",
    "GiveUpBank",
    "GoToWar",
    "Leave",
    "NewShoe",
    "PassCut",
    "Pay",
    "PlaceBet",
    "PlaceCutCard",
    "PostStake",
    "Rule",
    "Sit",
    "Surrender",
    "TakeBank",
    "TimeOut",
    "WithdrawBet",
]
