"""The exact price of a rule set: every wager and every decision, as fractions.

A `Sheet` holds the figures of one rule set under one reading, for one composition of the shoe:
`fresh(6)`, `left_of(rules, {"9": 3, …}, decks=6)`, or `ENDLESS` for infinitely many decks.
"""

from casinowar.odds.composition import ENDLESS, Composition, fresh, left_of
from casinowar.odds.sheet import Sheet

__all__ = ["ENDLESS", "Composition", "Sheet", "fresh", "left_of"]
