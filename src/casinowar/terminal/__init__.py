"""A game in the terminal: you at a table, bots in the other seats, cards from a shuffled shoe.

The game knows no rules: it does what `casinowar.table` awaits and offers what it allows.
"""
