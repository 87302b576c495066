"""What a table or a round waits for: the answer of `Table.need`.

A program that runs a table answers them:

>>> import casinowar as cw
>>> def answer(need, cards):
...     match need:
...         case cw.PlayersNeeded():
...             return cw.Sit("ann", 1)
...         case cw.ShoeNeeded(batch):
...             return cw.NewShoe(batch)
...         case cw.CutNeeded(player, _, least, _):
...             return cw.CutDeck(player, least)
...         case cw.CutCardNeeded(least):
...             return cw.PlaceCutCard(least)
...         case cw.BetsNeeded():
...             return cw.CloseBets()
...         case cw.CardNeeded():
...             return cw.Deal(next(cards))
...         case cw.BurnNeeded(count):
...             return cw.Burn(count)
...         case cw.ChoiceNeeded((cw.Hand(player, seat), *_)):
...             return cw.GoToWar(player, seat)
...         case cw.BankerNeeded((player, *_)):
...             return cw.TakeBank(player)
...         case cw.StakeNeeded(player, least):
...             return cw.PostStake(player, least)
...         case cw.PaymentNeeded():
...             return cw.Pay()
...         case cw.Nothing():
...             return None
>>> table, cards = cw.Table.open(cw.load("washington")), iter(cw.shuffled(decks=6, seed=1))
>>> while table.need != cw.BetsNeeded():
...     table, _ = table.step(answer(table.need, cards))
>>> table, _ = table.step(cw.PlaceBet("ann", 1, "primary", 2000))
>>> table, _ = table.step(answer(table.need, cards))
>>> while table.playing:
...     table, _ = table.step(answer(table.need, cards))
>>> table.round.net_by_player()
{'ann': 2000}
"""

from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    Hand,
    Nothing,
    PaymentNeeded,
    PlayersNeeded,
    ShoeNeeded,
    StakeNeeded,
)

__all__ = [
    "BankerNeeded",
    "BetsNeeded",
    "BurnNeeded",
    "CardNeeded",
    "ChoiceNeeded",
    "CutCardNeeded",
    "CutNeeded",
    "Hand",
    "Nothing",
    "PaymentNeeded",
    "PlayersNeeded",
    "ShoeNeeded",
    "StakeNeeded",
]
