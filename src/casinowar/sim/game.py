"""The facts about a table that a kernel needs: a few whole numbers, and no pays.

Nobody sees a burned card. It makes the shoe end sooner and changes nothing else. So only two
numbers of a deal's script matter: how many cards leave the shoe, and how many of them are turned
up. The order in which the cards of a deal are turned up does not matter either, because every order
of a shuffled shoe is equally likely. So the fields of a `Game` describe every script and every war.
"""

from dataclasses import dataclass

from casinowar.cards import DECK_SIZE
from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.pricing import Decision, check_decision, decisions
from casinowar.rules.describe import number
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.script import Script

MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Game:
    """One table to simulate: how cards leave its shoe, and when the shoe ends."""

    seats: int
    """The betting seats; each gets one card in every deal it takes part in."""
    decks: int
    behind: int
    """Cards behind the cut card; the round in which it comes out is the shoe's last."""
    rounds_per_shoe: int
    """The shoe ends after this many rounds; 0 if only the cut card ends it."""
    first_burn: int
    """Cards burned when a shoe begins."""
    deal_burn: int
    """Cards burned in an original deal."""
    war_burn: int
    """Cards burned once in a war deal, or once for all of a round's individual wars."""
    war_burn_each: int
    """Further cards burned for each seat at war."""
    fights: bool
    """Whether hands with a choice go to war; otherwise they are settled at once."""
    individual: bool
    """Whether each war has its own dealer's card."""
    on: str = "equal"
    """The comparisons of the first cards that give a choice, with spaces between them."""

    def fights_on(self, comparison: Comparison) -> bool:
        """Whether hands with this comparison of the first cards go to war."""
        return self.fights and comparison in self.on.split()

    @property
    def fights_on_ties_alone(self) -> bool:
        """Whether no hand goes to war but tie hands."""
        return not self.fights or self.on == "equal"

    def fighters(self, higher: int, equal: int) -> int:
        """The seats that go to war if so many have a higher card and so many tie."""
        first: dict[Comparison, int] = {
            "higher": higher,
            "equal": equal,
            "lower": self.seats - higher - equal,
        }
        return sum(count for comparison, count in first.items() if self.fights_on(comparison))

    @property
    def cards(self) -> int:
        """The cards of a full shoe."""
        return self.decks * DECK_SIZE

    @property
    def deal_cards(self) -> int:
        """The cards that an original deal takes from the shoe."""
        return self.seats + 1 + self.deal_burn

    @property
    def war_cards(self) -> int:
        """The cards that a war takes in addition to those for each seat at war."""
        return self.war_burn + (0 if self.individual else 1)

    @property
    def war_cards_each(self) -> int:
        """The cards that a war takes for each seat at war."""
        return self.war_burn_each + (2 if self.individual else 1)

    @property
    def most_cards(self) -> int:
        """The most cards one round can take."""
        war = self.war_cards + self.seats * self.war_cards_each if self.fights else 0
        return self.deal_cards + war

    @property
    def most_rounds(self) -> int:
        """The most rounds that one shoe can have, if nobody goes to war."""
        in_front = self.cards - self.behind - self.first_burn
        by_cards = -(-in_front // self.deal_cards)
        return min(by_cards, self.rounds_per_shoe) if self.rounds_per_shoe else by_cards


def game_of(
    rules: RuleSet,
    *,
    decks: int | None = None,
    seats: int = 1,
    decision: Decision | None = None,
    cut_card: int | None = None,
    rounds_per_shoe: int | None = None,
    first_burn: bool | None = None,
) -> Game:
    """Return the game of a table; the rules decide what is not given.

    `decision` is what every hand with a choice does; the default is war if it is offered.
    `cut_card` is the number of cards behind the cut card; the default is the most that the rules
    allow. If the rules have no cut card, or if `rounds_per_shoe` is given, the shoe ends after a
    number of rounds.
    """
    decks = rules.shoe.decks[0] if decks is None else decks
    cards = fresh(decks).total
    if not 1 <= seats <= MOST_SEATS:
        raise RuleError(f"seats: cannot simulate {seats}; use 1 to {MOST_SEATS}")
    needed = rules.cards_needed(seats + 1 if rules.player_banked else seats)
    fresh_each_round = rules.shoe.cut_card is None and cut_card is None
    if rounds_per_shoe is None:
        rounds_per_shoe = 1 if fresh_each_round else 0
    elif rounds_per_shoe < 1:
        raise RuleError(f"rounds per shoe: {rounds_per_shoe} is too few; use 1 or more")
    elif cut_card is not None:
        raise RuleError(
            "a shoe ends at its cut card or after a number of rounds, not both; give only one"
        )
    behind = rules.behind_most(decks) if cut_card is None else cut_card
    if rounds_per_shoe:
        behind = 0
    game = _counted(rules, seats, decks, behind, rounds_per_shoe, decision, first_burn)
    _check_end(game, needed, cards)
    return game


def _counted(
    rules: RuleSet,
    seats: int,
    decks: int,
    behind: int,
    rounds_per_shoe: int,
    decision: Decision | None,
    first_burn: bool | None,
) -> Game:
    war = rules.war.deal if rules.war is not None else ()
    once, each = _burns(rules.deal.original)
    war_once, war_each = _burns(war)
    ruled = rules.shoe.first_burn
    if first_burn is not None and ruled != "option" and first_burn != (ruled == "yes"):
        raise RuleError(f"first burn: these rules say {ruled}")
    burns_first = ruled == "yes" or bool(first_burn)
    return Game(
        seats=seats,
        decks=decks,
        behind=behind,
        rounds_per_shoe=rounds_per_shoe,
        first_burn=1 if burns_first else 0,
        deal_burn=once + seats * each,
        war_burn=0 if rules.individual_wars else war_once,
        war_burn_each=war_each + (war_once if rules.individual_wars else 0),
        fights=_fights(rules, decision),
        individual=rules.individual_wars,
        on="equal" if rules.choice is None else " ".join(rules.choice.on),
    )


def _burns(script: Script) -> tuple[int, int]:
    """Return the cards that a deal burns once, and those it burns for each seat."""
    once = each = 0
    for step in script:
        burned = sum(act.count for act in step.acts if act.what == "burn")
        if step.times == "each":
            each += burned
        else:
            once += burned
    return once, each


def _fights(rules: RuleSet, decision: Decision | None) -> bool:
    if decision is None:
        return "war" in decisions(rules)
    check_decision(rules, decision)
    return decision != "surrender"


def _check_end(game: Game, needed: int, cards: int) -> None:
    """Check that no round can run out of cards (FC-3c, ALL-11) and that a shoe has a round."""
    if game.rounds_per_shoe:
        fits = (cards - game.first_burn) // needed
        if game.rounds_per_shoe > fits:
            raise RuleError(
                f"rounds per shoe: {number(game.rounds_per_shoe, 'round')} at "
                f"{number(game.seats, 'seat')} can need more than the {cards} cards of the shoe; "
                f"use at most {fits}"
            )
    elif not needed <= game.behind < cards - game.first_burn:
        raise RuleError(
            f"cut card: cannot put {game.behind} cards behind it; use {needed} to "
            f"{cards - game.first_burn - 1}, because a round at {number(game.seats, 'seat')} "
            f"can need {needed} of the {cards} cards"
        )
