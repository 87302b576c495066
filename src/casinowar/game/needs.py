"""What a round or a table waits for: returned by `need`, and named in every refusal."""

from dataclasses import dataclass, field
from typing import Literal

from casinowar.game.events import DealName
from casinowar.money import format_money
from casinowar.rules.model import Choice


@dataclass(frozen=True, slots=True)
class Hand:
    """One person's wagers on one seat's card."""

    player: str
    seat: int

    def __str__(self) -> str:
        return f"{self.player or 'the player'} at seat {self.seat}"


@dataclass(frozen=True, slots=True)
class CardNeeded:
    """The next card, face up, for a seat or the dealer; `seat` is as in `CardDealt`."""

    deal: DealName
    to: Literal["player", "dealer"]
    seat: int

    def __str__(self) -> str:
        whose = f"seat {self.seat}" if self.to == "player" else "the dealer"
        if self.deal == "original":
            return f"a card for {whose}"
        own = f" of seat {self.seat}" if self.to == "dealer" and self.seat else ""
        return f"a card for {whose} in the war{own}"


@dataclass(frozen=True, slots=True)
class BurnNeeded:
    """Cards to burn."""

    count: int
    why: Literal["first card", "new dealer", "original", "war"]

    def __str__(self) -> str:
        reason = {
            "first card": "the first of the shoe",
            "new dealer": "for the new dealer",
            "original": "before the deal goes on",
            "war": "for the war",
        }[self.why]
        return f"{self.count} card{'s' if self.count > 1 else ''} to burn, {reason}"


@dataclass(frozen=True, slots=True)
class ChoiceNeeded:
    """A choice for each of these tie hands, from the choices on offer."""

    hands: tuple[Hand, ...]
    offers: tuple[Choice, ...]

    def __str__(self) -> str:
        return f"{' or '.join(self.offers)} from {', '.join(map(str, self.hands))}"


@dataclass(frozen=True, slots=True)
class ShoeNeeded:
    """A freshly shuffled pack of this batch."""

    batch: int
    backs: str

    def __str__(self) -> str:
        return f"a new shoe, batch {self.batch} ({self.backs} backs)"


@dataclass(frozen=True, slots=True)
class CutNeeded:
    """A cut by this player, or by the dealer (player ``""``, seat 0), between these places.

    `least` is 0 if the cut needs no counted place.
    """

    player: str
    seat: int
    least: int
    most: int

    def __str__(self) -> str:
        who = f"{self.player} at seat {self.seat}" if self.seat else "the dealer"
        return f"a cut by {who}" + (f", at {self.least} to {self.most}" if self.least else "")


@dataclass(frozen=True, slots=True)
class CutCardNeeded:
    """The place of the cut card: how many cards go behind it."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"the cut card, with {self.least} to {self.most} cards behind it"


@dataclass(frozen=True, slots=True)
class PlayersNeeded:
    """At least this many players with seats."""

    count: int

    def __str__(self) -> str:
        return f"at least {self.count} seated player{'s' if self.count > 1 else ''}"


@dataclass(frozen=True, slots=True)
class BankerNeeded:
    """A banker: the player who is offered the bank, or anyone allowed if all have declined."""

    players: tuple[str, ...]
    is_offer: bool = field(default=True, compare=False)
    """Whether the bank is being offered, so that the player asked may decline."""

    def __str__(self) -> str:
        if not self.players:
            return "another player to take the bank"
        decline = " or decline" if self.is_offer else ""
        return f"{' or '.join(self.players)} to take the bank{decline}"


@dataclass(frozen=True, slots=True)
class StakeNeeded:
    """The banker's wager for the coming round."""

    player: str
    least: int

    def __str__(self) -> str:
        return f"the stake of the banker {self.player}, {format_money(self.least)} or more"


@dataclass(frozen=True, slots=True)
class BetsNeeded:
    """Bets, until the dealer closes them."""

    def __str__(self) -> str:
        return "bets, then no more bets"


@dataclass(frozen=True, slots=True)
class PaymentNeeded:
    """At a hand-dealt table: the dealer's confirmation of the last card, and the payments."""

    def __str__(self) -> str:
        return "the payments (or a correction of the last card)"


@dataclass(frozen=True, slots=True)
class Nothing:
    """The round is over."""

    def __str__(self) -> str:
        return "nothing more: the round is over"


RoundNeed = CardNeeded | BurnNeeded | ChoiceNeeded | Nothing
Need = (
    RoundNeed
    | ShoeNeeded
    | CutNeeded
    | CutCardNeeded
    | PlayersNeeded
    | BankerNeeded
    | StakeNeeded
    | BetsNeeded
    | PaymentNeeded
)
