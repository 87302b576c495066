"""The rules of a table as data: one rule set under one reading, in a closed vocabulary.

Every difference between rule sets is a field of the records here; no code asks which rule set it
has. A rule file (`casinowar.rules.file`) fills them, and each of its fields cites its clause.
`casinowar.rules.vocabulary.groups` and `casinowar.rules.vocabulary.pay_table` declare the fields;
`casinowar.rules.soundness` finds the contradictions the types cannot express.
"""

from dataclasses import fields
from fractions import Fraction
from typing import Literal

from casinowar.cards import DECK_SIZE, Card
from casinowar.rules.script import Wager, cards_used, is_individual
from casinowar.rules.vocabulary.declaration import declared_table, record, table
from casinowar.rules.vocabulary.forms import Limit
from casinowar.rules.vocabulary.groups import (
    BankRules,
    BetRules,
    Choice,
    ChoiceRules,
    Collect,
    Comparison,
    DealRules,
    DisputeRules,
    ErrorRules,
    LimitRules,
    RoundRuling,
    Ruling,
    SeatRules,
    SettleRules,
    ShoeRules,
    WagerRuling,
    WarRules,
)
from casinowar.rules.vocabulary.pay_table import OUTCOMES, Outcome, PaidAs, PayTable, Row

__all__ = [
    "GROUPS",
    "OUTCOMES",
    "BankRules",
    "BetRules",
    "Choice",
    "ChoiceRules",
    "Collect",
    "Comparison",
    "DealRules",
    "DisputeRules",
    "ErrorRules",
    "Limit",
    "LimitRules",
    "Outcome",
    "PaidAs",
    "PayTable",
    "RoundRuling",
    "Row",
    "RuleSet",
    "Ruling",
    "SeatRules",
    "SettleRules",
    "ShoeRules",
    "WagerRuling",
    "WarRules",
]


@record
class RuleSet:
    """All rules of a table under one reading."""

    id: str
    reading: str
    sha256: str
    """Of the rule file's bytes."""
    shoe: ShoeRules = table("The cards, and how a shoe begins and ends.")
    seats: SeatRules = table("Who sits where.")
    bank: BankRules = table("Who pays and collects.")
    bets: BetRules = table("The wagers before the deal.")
    limits: LimitRules = table("How much a wager may be. Amounts are written in quotes.")
    deal: DealRules = table(
        "The original deal. A step is done once or for each seat: burn N, player, dealer."
    )
    settle: SettleRules = table("Settlement: passes along the table, each for some of the wagers.")
    pays: PayTable = table(
        "What each wager pays, net: push, lose, lose half, or odds such as 3 to 2. The outcome "
        "that decides a wager pays it."
    )
    disputes: DisputeRules = table("Who rules on a disputed round.")
    errors: ErrorRules = table("Cards drawn or shown by mistake.")
    choice: ChoiceRules | None = table(
        "What the holder of a tie hand may do. Without it, pays.equal.primary settles a tie.",
        default=None,
    )
    war: WarRules | None = table(
        "The war deal. A file has it only if war is offered.", default=None
    )

    def __hash__(self) -> int:
        """Quick, so that what follows from the rules alone can be cached."""
        return hash((self.id, self.reading, self.sha256))

    def compare(self, player: Card, dealer: Card) -> Comparison:
        """The player's card against the dealer's; suits never matter."""
        ranks = self.shoe.ranks
        own, against = ranks.index(player.rank), ranks.index(dealer.rank)
        return "higher" if own < against else "lower" if own > against else "equal"

    def chooses_on(self, outcome: Outcome | None) -> bool:
        """Whether a hand with this comparison of the first cards has a choice."""
        return self.choice is not None and outcome in self.choice.on

    @property
    def asks_in_turn(self) -> bool:
        """Whether a seat is asked, and a surrender taken, before the next seat is looked at."""
        asked = None if self.choice is None else self.choice.asked
        return self.individual_wars or asked == "in turn"

    @property
    def war_needs_no_chips(self) -> bool:
        """Whether the primary wager comes back at once when war is declared, to pay for the war."""
        pay = self.pays.pay("war_declared", "primary")
        at_once = self.asks_in_turn and not self.has_backline and self.limits.most_returned is None
        return at_once and pay is not None and pay >= 0

    @property
    def individual_wars(self) -> bool:
        """Whether each war is fought to its end, with its own dealer's card, before the next."""
        return self.war is not None and is_individual(self.war.deal)

    @property
    def player_banked(self) -> bool:
        """Whether a seated player holds the bank."""
        return self.bank.held_by == "player"

    @property
    def is_solo(self) -> bool:
        """Whether one player plays all the seats."""
        return self.seats.holding == "solo"

    @property
    def has_backline(self) -> bool:
        """Whether people without a seat may bet on a seat's card."""
        return self.seats.backline == "yes"

    @property
    def has_tie(self) -> bool:
        """Whether a tie wager is offered before the deal."""
        return self.bets.tie != "none"

    @property
    def has_war_tie(self) -> bool:
        """Whether a tie wager is offered on the war deal."""
        return self.war is not None and self.war.tie_wager != "none"

    @property
    def has_free_war_tie(self) -> bool:
        """Whether a player chooses the amount of a war tie wager, within the tie limits."""
        return self.war is not None and self.war.tie_wager == "free"

    def limit_name(self, wager: Wager) -> Literal["primary", "tie"]:
        """Whose limits a wager has; a war wager is as large as its primary."""
        has_tie_limits = wager == "tie" or (wager == "war_tie" and self.has_free_war_tie)
        return "tie" if has_tie_limits else "primary"

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


GROUPS = tuple(field.name for field in fields(RuleSet) if declared_table(field.metadata))
"""The tables of a rule file that hold rules."""
