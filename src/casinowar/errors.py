"""The errors a caller can meet, one for each kind of input: a rule file, an action, a text.

Each message is complete in itself: it says what is wrong and what would be right. All of them are a
`CasinoWarError`, so one ``except`` is enough:

>>> import casinowar as cw
>>> try:
...     cw.load("nowhere")
... except cw.CasinoWarError as error:
...     print(type(error) is cw.RuleError)
True
>>> table = cw.Table.open(cw.load("washington"))
>>> try:
...     table.step(cw.CloseBets())
... except cw.IllegalAction as error:
...     print(error.awaited)
at least 1 seated player
>>> try:
...     cw.parse_card("1z")
... except cw.NotationError as error:
...     print(error)
'1z' is not a card: write a rank (2 to 10, J, Q, K, A) and, if known, a suit (c, d, h, s), ...
>>> [issubclass(kind, cw.CasinoWarError) for kind in (cw.FairError, cw.RecordError, cw.WrongEntry)]
[True, True, True]
"""

__all__ = [
    "CasinoWarError",
    "FairError",
    "IllegalAction",
    "NotationError",
    "RecordError",
    "RuleError",
    "WrongEntry",
]


class CasinoWarError(Exception):
    """The program refuses an input; nothing has changed. All other errors derive from it."""


class RuleError(CasinoWarError):
    """An invalid rule file, or invalid options for a table: names file, field and remedy."""


class IllegalAction(CasinoWarError):
    """An action that is not possible now: says why and, if it helps, what the table waits for."""

    def __init__(self, why: str, awaited: object = "") -> None:
        self.why = why
        self.awaited = str(awaited)
        super().__init__(f"{why}; waiting for {self.awaited}" if self.awaited else why)


class NotationError(CasinoWarError):
    """A text that cannot be parsed: a card, an amount, a round's line, a JSON object."""


class FairError(CasinoWarError):
    """An invalid step of the fair shuffle; no shoe can be made from it."""


class RecordError(CasinoWarError):
    """A record or a shoe's file that cannot be read or written."""


class WrongEntry(CasinoWarError):
    """A wrong entry in a record: says which one, and why it is wrong."""

    def __init__(self, seq: int, why: str) -> None:
        self.seq = seq
        self.why = why
        super().__init__(f"entry {seq}: {why}")
