"""A hand-dealt table: a person deals real cards, and is told whose card it is and whom to pay.

The dealer types what leaves the shoe and what the players say; everything goes through
`casinowar.table`, and nothing here knows a rule.
"""

from casinowar.handdealt.desk import Desk, Line

__all__ = ["Desk", "Line"]
