"""The errors a caller can meet, one for each kind of input: a rule file, an action, a text.

Each message stands alone: it says what was wrong and what would be right.
"""


class CasinoWarError(Exception):
    """Any input the program refuses; nothing has changed when it is raised."""


class RuleError(CasinoWarError):
    """A rule file, or a table opened under it, that cannot be: says file, field and remedy."""


class IllegalAction(CasinoWarError):
    """An action that is not possible now: says why, and where that helps what is awaited."""

    def __init__(self, why: str, awaited: object = "") -> None:
        self.why = why
        self.awaited = str(awaited)
        super().__init__(f"{why}; awaited is {self.awaited}" if self.awaited else why)


class NotationError(CasinoWarError):
    """A text (a card, an amount, a round's line, a JSON object) that cannot be read."""


class FairError(CasinoWarError):
    """A step of the fair shuffle that cannot be: without it there is no shoe."""


class RecordError(CasinoWarError):
    """A record or a shoe's file that cannot be read, or cannot be written."""


class WrongEntry(CasinoWarError):
    """An entry of a record that is not what it must be: says which, and why."""

    def __init__(self, seq: int, why: str) -> None:
        self.seq = seq
        self.why = why
        super().__init__(f"entry {seq}: {why}")
