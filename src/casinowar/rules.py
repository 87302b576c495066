"""The rules of a table as data: one rule set under one reading, in a closed vocabulary.

Every difference between rule sets is a field here; no code asks which rule set it has. A rule
file (`casinowar.rulefile`) fills these records, and each of its fields cites its clause.
`casinowar.soundness` finds the contradictions the types cannot express.
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Literal, get_args

from casinowar.cards import DECK_SIZE, Card
from casinowar.pay import OddCent, Pay
from casinowar.script import Direction, Passes, Script, Wager, cards_used, is_individual

Comparison = Literal["higher", "lower", "equal"]
Choice = Literal["surrender", "war"]
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

Collect = Literal["pick and pay", "lay and pay", "by deal"]
"""When a hand's cards are picked up: right before it is paid; when all hands are settled; or when
a deal is settled, the hands still at war excepted."""

Ruling = Literal["stands", "void"]


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """The cards, and how a shoe begins and ends."""

    ranks: str
    """The thirteen ranks, highest first."""
    decks: tuple[int, ...]
    """The numbers of decks a shoe may have; a table takes the first unless its operator says."""
    backs: tuple[str, ...]
    """The colour of the backs of each batch; the batches alternate shoe by shoe."""
    cut_by: Literal["players", "dealer"]
    cut_card: int | Fraction | None
    """The most cards behind the cut card: a number, a share of the shoe, or no cut card: each
    round has a fresh shoe."""
    first_burn: Literal["yes", "no", "option"]
    dealer_burn: int
    """Cards that each new dealer burns before dealing."""


@dataclass(frozen=True, slots=True)
class SeatRules:
    """Who sits where."""

    most: int
    usual: int
    holding: Literal["several", "one each", "solo"]
    """How many seats a player may hold; in a solo game one player plays all of them."""
    players_needed: int
    backline: Literal["yes", "no"]
    """Whether people without a seat may bet on a seat's card."""


@dataclass(frozen=True, slots=True)
class BankRules:
    """Who pays and collects."""

    held_by: Literal["house", "player"]
    rounds: int | None = None
    """The most consecutive rounds one player may hold the bank."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The amounts a wager may have: a range, or a few fixed amounts."""

    least: int
    most: int
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitRules:
    """What a wager may amount to, and what becomes of one outside the limits."""

    primary: Limit
    tie: Limit
    unit: int
    """Wagers are multiples of it."""
    below: Literal["refuse", "honour once", "accept whole"]
    above: Literal["refuse", "cut", "accept whole"]
    authorised: int | Literal["stated", "none"]
    """The limit no table may exceed; ``stated``: the operator states it to open a table."""
    most_returned: int | None
    """The most one round returns, over all its wagers."""


@dataclass(frozen=True, slots=True)
class BetRules:
    """Which wagers are offered before the deal."""

    tie: Literal["none", "beside primary", "alone too"]


@dataclass(frozen=True, slots=True)
class DealRules:
    """The original deal."""

    direction: Direction
    original: Script


@dataclass(frozen=True, slots=True)
class SettleRules:
    """The settlement of the original deal, and how cards are collected."""

    original: Passes
    collect: tuple[Collect, ...]
    """What a house may choose from; the first is the usual one."""


@dataclass(frozen=True, slots=True)
class ChoiceRules:
    """What the holder of a tie hand is offered; without it, the pay table settles the primary."""

    offers: tuple[Choice, ...]
    time_out: Literal["surrender", "forfeit", "wait"]
    """What becomes of a choice when time runs out; ``wait``: it never does."""


@dataclass(frozen=True, slots=True)
class WarRules:
    """The war deal and its settlement."""

    deal: Script
    settle: Passes
    tie_wager: Literal["none", "equal", "free"]
    """A tie wager on the war deal: not offered, equal to the primary, or of any amount within
    the tie limits."""


@dataclass(frozen=True, slots=True)
class Row:
    """What each wager pays at one outcome; `None` where the outcome does not decide it."""

    primary: Pay | None = None
    tie: Pay | None = None
    war: Pay | None = None
    war_tie: Pay | None = None

    def pay(self, wager: Wager) -> Pay | None:
        """The pay of one wager."""
        pay: Pay | None = getattr(self, wager)
        return pay


@dataclass(frozen=True, slots=True)
class PayTable:
    """Every outcome that a rule set can reach, and what it pays."""

    odd_cent: OddCent
    higher: Row
    lower: Row
    equal: Row
    surrender: Row | None = None
    forfeit: Row | None = None
    war_declared: Row | None = None
    war_higher: Row | None = None
    war_lower: Row | None = None
    war_equal: Row | None = None

    def row(self, outcome: Outcome) -> Row | None:
        """The row of one outcome, if the rules can reach it."""
        row: Row | None = getattr(self, outcome)
        return row

    def pay(self, outcome: Outcome, wager: Wager) -> Pay | None:
        """What a wager pays at an outcome; `None` where that does not decide it."""
        row = self.row(outcome)
        return None if row is None else row.pay(wager)


@dataclass(frozen=True, slots=True)
class DisputeRules:
    """Who rules on a round, how, and when an unfinished one is cancelled."""

    ruled_by: Literal["pit boss", "operator"]
    rulings: tuple[Ruling, ...]
    cancelled_after_days: int | None


@dataclass(frozen=True, slots=True)
class ErrorRules:
    """What becomes of cards that a dealer drew or showed by mistake."""

    excess: Literal["next card", "discard"]
    disclosed: Literal["next card", "discard"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a table under one reading."""

    id: str
    reading: str
    sha256: str
    """Of the rule file's bytes."""
    shoe: ShoeRules
    seats: SeatRules
    bank: BankRules
    bets: BetRules
    limits: LimitRules
    deal: DealRules
    settle: SettleRules
    pays: PayTable
    disputes: DisputeRules
    errors: ErrorRules
    choice: ChoiceRules | None = None
    war: WarRules | None = None

    def __hash__(self) -> int:
        """Quick, so that what follows from the rules alone can be cached."""
        return hash((self.id, self.reading, self.sha256))

    def compare(self, player: Card, dealer: Card) -> Comparison:
        """The player's card against the dealer's; suits never matter."""
        ranks = self.shoe.ranks
        own, against = ranks.index(player.rank), ranks.index(dealer.rank)
        return "higher" if own < against else "lower" if own > against else "equal"

    @property
    def individual_wars(self) -> bool:
        """Whether each war is fought to its end, with its own dealer's card, before the next."""
        return self.war is not None and is_individual(self.war.deal)

    @property
    def player_banked(self) -> bool:
        """Whether a seated player holds the bank."""
        return self.bank.held_by == "player"

    def betting_seats(self, seats: int) -> int:
        """How many of a table's seats can bet in one round."""
        return seats - 1 if self.player_banked else seats

    def cards_needed(self, seats: int) -> int:
        """The most cards one round can need at a table of so many seats."""
        betting = self.betting_seats(seats)
        war = self.war.deal if self.war is not None else ()
        return cards_used(self.deal.original, betting) + cards_used(war, betting)

    def behind_most(self, decks: int) -> int:
        """The most cards that may lie behind the cut card; none where no cut card is used."""
        match self.shoe.cut_card:
            case None:
                return 0
            case int() as cards:
                return cards
            case Fraction() as share:
                return int(decks * DECK_SIZE * share)

    def reachable(self) -> tuple[Outcome, ...]:
        """The outcomes this rule set has, in the order of the pay table."""
        return tuple(outcome for outcome in OUTCOMES if self.pays.row(outcome) is not None)


GROUPS = tuple(
    field.name for field in fields(RuleSet) if field.name not in ("id", "reading", "sha256")
)
"""The tables of a rule file that hold rules."""
