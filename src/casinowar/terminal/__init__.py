"""A game in the terminal: you and some bots at a table, with cards from a fair shoe.

The game knows no rules. It does what `casinowar.game.table` awaits and offers what it allows.
"""
