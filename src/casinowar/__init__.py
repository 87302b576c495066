"""Casino War as a rule engine: one rule file says how a table works, one function plays it."""

from importlib.metadata import version

__version__ = version("casinowar")
