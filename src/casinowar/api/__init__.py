"""What ``import casinowar as cw`` offers: functions over the core and the tools, and their results.

`casinowar/__init__.py` says in which module each name lives and loads it when it is asked for.
Results are frozen and typed. Exact values are `Fraction`; money is whole cents.
"""
