"""The pay table: what each wager pays at each outcome that can decide it."""

from typing import Any, Literal, get_args

from casinowar.rules.pay import OddCent, Pay
from casinowar.rules.script import Wager
from casinowar.rules.vocabulary import forms
from casinowar.rules.vocabulary.declaration import record, rule, table

Outcome = Literal[
    "higher",
    "lower",
    "equal",
    "surrender",
    "forfeit",
    "war_declared",
    "war_higher",
    "war_lower",
    "war_equal",
]
"""Everything that can decide a wager; each is a row of the pay table."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

PaidAs = Literal[Outcome, ""]
"""The outcome that a wager is paid as by a ruling; ``""`` if it is not paid."""


def _pay(wager: str) -> Any:
    return rule(f"what the {wager} wager pays", example="1 to 1", default=None, form=forms.PAY)


@record
class Row:
    """What each wager pays at one outcome; `None` where the outcome does not decide it."""

    primary: Pay | None = _pay("primary")
    tie: Pay | None = _pay("tie")
    war: Pay | None = _pay("war")
    war_tie: Pay | None = _pay("war tie")

    def pay(self, wager: Wager) -> Pay | None:
        """The pay of one wager."""
        pay: Pay | None = getattr(self, wager)
        return pay


@record
class PayTable:
    """Every outcome that a rule set can reach, and what it pays."""

    odd_cent: OddCent = rule(
        "who keeps the fraction of a cent that a pay leaves over",
        example="player",
        words={"player": "kept by the player", "house": "kept by the house"},
    )
    higher: Row = table("the player's first card is higher")
    lower: Row = table("the player's first card is lower")
    equal: Row = table("the first cards are equal")
    surrender: Row | None = table("the player surrenders", default=None)
    forfeit: Row | None = table("the player does not choose in time", default=None)
    war_declared: Row | None = table("the player goes to war", default=None)
    war_higher: Row | None = table("the player's war card is higher", default=None)
    war_lower: Row | None = table("the player's war card is lower", default=None)
    war_equal: Row | None = table("the war cards are equal", default=None)

    def row(self, outcome: Outcome) -> Row | None:
        """The row of one outcome, if the rules can reach it."""
        row: Row | None = getattr(self, outcome)
        return row

    def pay(self, outcome: Outcome, wager: Wager) -> Pay | None:
        """What a wager pays at an outcome; `None` where that does not decide it."""
        row = self.row(outcome)
        return None if row is None else row.pay(wager)
