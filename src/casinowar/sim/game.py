"""What a kernel must know of a table: a few whole numbers, and no pay.

A card that is burned is a card nobody has seen. It makes the shoe end sooner and changes nothing
else, so of a deal's script only two numbers matter: how many cards leave the shoe, and how many
of them are turned up. Neither does it matter in which order the cards of a deal are turned up: a
shuffled shoe is as likely in any order. So every script of the vocabulary, and every war, comes
down to the fields of a `Game`.
"""

from dataclasses import dataclass

from casinowar.cards import DECK_SIZE
from casinowar.errors import RuleError
from casinowar.facts import number
from casinowar.odds.composition import fresh
from casinowar.odds.pricing import Decision, check_decision, decisions
from casinowar.rules import RuleSet
from casinowar.script import Script

MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Game:
    """One table to simulate: how cards leave its shoe, and when the shoe is over."""

    seats: int
    """The seats that bet, each with one card of every deal it takes part in."""
    decks: int
    behind: int
    """Cards behind the cut card: the round in which it comes out is the shoe's last."""
    rounds_per_shoe: int
    """The shoe is over after so many rounds, if its cut card has not come out; 0: no such end."""
    first_burn: int
    """Cards burned when a shoe begins."""
    deal_burn: int
    """Cards burned in an original deal."""
    war_burn: int
    """Cards burned once in a war deal, or in all of a round's individual wars together."""
    war_burn_each: int
    """Cards burned besides for each seat at war."""
    fights: bool
    """Whether a tie hand goes to war; else it is settled at once."""
    individual: bool
    """Whether each war has a dealer's card of its own."""

    @property
    def cards(self) -> int:
        """The cards of a full shoe."""
        return self.decks * DECK_SIZE

    @property
    def deal_cards(self) -> int:
        """The cards an original deal takes from the shoe."""
        return self.seats + 1 + self.deal_burn

    @property
    def war_cards(self) -> int:
        """The cards a war takes besides those for each seat at war."""
        return self.war_burn + (0 if self.individual else 1)

    @property
    def war_cards_each(self) -> int:
        """The cards a war takes for each seat at war."""
        return self.war_burn_each + (2 if self.individual else 1)

    @property
    def most_cards(self) -> int:
        """The most cards one round can take."""
        war = self.war_cards + self.seats * self.war_cards_each if self.fights else 0
        return self.deal_cards + war

    @property
    def most_rounds(self) -> int:
        """The most rounds one shoe can have: those in which nobody goes to war."""
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
    """The game of so many betting seats; what is not given is as the rules have it.

    `decision` is what every tie hand does: war where it is offered, unless another is named. The
    cut card lies as deep as the rules allow, or so many cards from the end; where the rules know
    none, or where `rounds_per_shoe` is given, the shoe ends after so many rounds.
    """
    decks = rules.shoe.decks[0] if decks is None else decks
    cards = fresh(decks).total
    if not 1 <= seats <= MOST_SEATS:
        raise RuleError(f"seats: {seats} cannot be simulated; 1 to {MOST_SEATS} can")
    needed = rules.cards_needed(seats + 1 if rules.player_banked else seats)
    fresh_each_round = rules.shoe.cut_card is None and cut_card is None
    if rounds_per_shoe is None:
        rounds_per_shoe = 1 if fresh_each_round else 0
    elif rounds_per_shoe < 1:
        raise RuleError(f"rounds per shoe: {rounds_per_shoe} cannot be; 1 or more can")
    elif cut_card is not None:
        raise RuleError("a shoe ends at its cut card or after so many rounds, not both")
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
    )


def _burns(script: Script) -> tuple[int, int]:
    """The cards a deal burns once, and those it burns for each seat."""
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
    """No round may run dry (FC-3c, ALL-11), and a shoe must begin with one."""
    if game.rounds_per_shoe:
        fits = (cards - game.first_burn) // needed
        if game.rounds_per_shoe > fits:
            raise RuleError(
                f"rounds per shoe: {number(game.rounds_per_shoe, 'round')} at "
                f"{number(game.seats, 'seat')} can need more than the {cards} cards of the shoe; "
                f"{fits} always fit"
            )
    elif not needed <= game.behind < cards - game.first_burn:
        raise RuleError(
            f"cut card: {game.behind} cards behind it cannot be; {needed} to "
            f"{cards - game.first_burn - 1} can, for a round at {number(game.seats, 'seat')} "
            f"can need {needed} of the {cards} cards"
        )
