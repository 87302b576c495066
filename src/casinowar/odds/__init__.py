"""The exact price of a rule set: every wager, every decision, as fractions.

`Sheet` answers for one rule set under one reading and one composition of the shoe: `fresh(6)`,
`left_of(rules, {"9": 3, …}, decks=6)`, or the limit `ENDLESS` of infinitely many decks.
"""

from casinowar.odds.composition import ENDLESS, Composition, fresh, left_of
from casinowar.odds.sheet import Sheet

__all__ = ["ENDLESS", "Composition", "Sheet", "fresh", "left_of"]
