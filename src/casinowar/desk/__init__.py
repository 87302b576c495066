"""A hand-dealt table: a person deals real cards, the program says whose card it is, whom to pay.

The dealer types the cards and what the players say. `casinowar.game.table` does the rest; nothing
here knows a rule.
"""

from casinowar.desk.desk import Desk, DeskOutput

__all__ = ["Desk", "DeskOutput"]
