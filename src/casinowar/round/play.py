"""A round in motion: one action, and everything that follows from it without another.

Payouts are applied in `Play.settle` and nowhere else in the program.
"""

from casinowar.actions import GoToWar, RoundAction, Surrender
from casinowar.cards import Card
from casinowar.errors import IllegalAction
from casinowar.events import (
    CardDealt,
    CardsBurned,
    CardsCollected,
    DealName,
    Forfeited,
    RoundEnded,
    RoundEvent,
    Surrendered,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.money import format_money, is_cents
from casinowar.needs import ChoiceNeeded, Hand
from casinowar.pay import net
from casinowar.round.agenda import (
    DEALER,
    Answer,
    Ask,
    Collect,
    Draw,
    Settle,
    answered,
)
from casinowar.round.state import Answered, Bet, Facts, Result, Round
from casinowar.rules import ChoiceRules, Comparison, Outcome, RuleSet
from casinowar.script import Wager

_WAR_OUTCOME: dict[Comparison, Outcome] = {
    "higher": "war_higher",
    "lower": "war_lower",
    "equal": "war_equal",
}


class Play(Facts):
    """The facts of a round while they change, and the events that tell of it."""

    rules: RuleSet
    bets: tuple[Bet, ...]
    cards: list[CardDealt]
    answers: list[Answered]
    results: list[Result]

    def __init__(self, state: Round) -> None:
        self.state = state
        self.rules = state.rules
        self.bets = state.bets
        self.coverage = state.coverage
        self.allowance = state.allowance
        self.agenda = list(state.agenda)
        self.cards = list(state.cards)
        self.answers = list(state.answers)
        self.results = list(state.results)
        self.collected = list(state.collected)
        self.events: list[RoundEvent] = []
        self.compared: dict[tuple[DealName, int], Comparison | None] = {}
        self.betting: dict[int, list[Bet]] = {}

    def comparison(self, deal: DealName, seat: int) -> Comparison | None:
        """As `Facts` has it, remembered: in one motion the cards are asked many times."""
        key = (deal, seat)
        if key not in self.compared:
            self.compared[key] = super().comparison(deal, seat)
        return self.compared[key]

    def bets_at(self, seat: int) -> list[Bet]:
        """As `Facts` has it, remembered."""
        if not self.betting:
            for bet in self.bets:
                self.betting.setdefault(bet.seat, []).append(bet)
        return self.betting[seat]

    @property
    def offered(self) -> ChoiceRules:
        """The choice of a tie hand."""
        assert self.rules.choice is not None, "only rules with a choice ask for one"
        return self.rules.choice

    def rest(self, action: RoundAction) -> tuple[Round, tuple[RoundEvent, ...]]:
        """Do what needs no input, and come to rest."""
        while self.agenda:
            match self.agenda[0]:
                case Settle() as item:
                    del self.agenda[0]
                    self.settle_seat(item)
                case Draw():
                    break
                case Ask(seats):
                    if not self.all_answered(seats):
                        break
                case Answer(seat):
                    del self.agenda[0]
                    self.take_answers(seat)
                case Collect(seats):
                    del self.agenda[0]
                    self.collect(seats)
        if not self.agenda:
            self.events.append(RoundEnded())
        state = self.state
        rested = Round(
            state.rules,
            state.bets,
            state.collect,
            state.stake,
            self.coverage,
            self.allowance,
            tuple(self.agenda),
            (*state.history, action),
            tuple(self.cards),
            tuple(self.answers),
            tuple(self.results),
            tuple(self.collected),
        )
        return rested, tuple(self.events)

    def deal(self, card: Card, draw: Draw) -> None:
        """The card lies face up where it is due."""
        assert draw.what != "burn", "a burn carries no card"
        del self.agenda[0]
        self.compared.clear()
        dealt = CardDealt(draw.deal, draw.what, draw.seat, card)
        self.cards.append(dealt)
        self.events.append(dealt)

    def burn(self, count: int, draw: Draw) -> None:
        """Cards go away unseen, all that are due or some of them."""
        if count == draw.cards:
            del self.agenda[0]
        else:
            self.agenda[0] = draw._replace(cards=draw.cards - count)
        self.events.append(CardsBurned(count, draw.deal))

    def choose(self, choice: Surrender | GoToWar, seats: tuple[int, ...]) -> None:
        """A tie hand's answer, by the one whose hand it is."""
        waiting = self.unanswered(seats)
        own = [bet for bet in waiting if (bet.player, bet.seat) == (choice.player, choice.seat)]
        hands = tuple(Hand(bet.player, bet.seat) for bet in waiting)
        awaited = ChoiceNeeded(hands, self.offered.offers)
        if not own:
            hand = Hand(choice.player, choice.seat)
            raise IllegalAction(f"{hand} has no tie hand to decide", awaited)
        if isinstance(choice, Surrender) and "surrender" in self.offered.offers:
            self.note_answer(Surrendered(choice.player, choice.seat, "player"))
        elif isinstance(choice, GoToWar) and "war" in self.offered.offers:
            self.check_war_tie(own[0], choice.tie)
            self.note_answer(WarDeclared(choice.player, choice.seat, own[0].primary, choice.tie))
        else:
            raise IllegalAction("that is not offered here", awaited)

    def check_war_tie(self, bet: Bet, tie: int) -> None:
        """Refuse a tie wager on the war deal that the rules do not offer."""
        assert self.rules.war is not None, "war is offered only with its rules"
        if not is_cents(tie):
            raise IllegalAction(f"a war tie wager is a whole number of cents, not {tie!r}")
        if tie and self.rules.war.tie_wager == "none":
            raise IllegalAction("no tie wager is offered on the war deal here")
        if tie not in (0, bet.primary) and self.rules.war.tie_wager == "equal":
            raise IllegalAction(
                f"a war tie wager equals the primary wager, {format_money(bet.primary)}, "
                f"not {format_money(tie)}"
            )

    def time_out(self, seats: tuple[int, ...]) -> None:
        """Nobody answered: the house decides as the rules say."""
        for bet in self.unanswered(seats):
            match self.offered.time_out:
                case "surrender":
                    self.note_answer(Surrendered(bet.player, bet.seat, "house"))
                case "forfeit":
                    self.note_answer(Forfeited(bet.player, bet.seat))
                case "wait":
                    hand = Hand(bet.player, bet.seat)
                    raise IllegalAction(f"this game waits for its player: {hand} has the choice")

    def note_answer(self, answer: Answered) -> None:
        """One tie hand has its answer."""
        self.answers.append(answer)
        self.events.append(answer)

    def all_answered(self, seats: tuple[int, ...]) -> bool:
        """Go on from an `Ask` if it needs no more answers; whether that was so."""
        waiting = self.unanswered(seats)
        if waiting and self.coverage != 0:
            return False
        for bet in waiting:
            self.note_result(
                WagerReturned(bet.player, bet.seat, "primary", bet.primary, "uncovered")
            )
        tied = {answer.seat for answer in self.answers} | {bet.seat for bet in waiting}
        decided = tuple(seat for seat in seats if seat in tied)
        at_war = tuple(seat for seat in decided if self.is_at_war(seat))
        done: tuple[int, ...] = ()
        if self.state.collect == "by deal":
            done = tuple(seat for seat in sorted(seats) if seat not in at_war)
        self.agenda[:1] = answered(self.rules, decided, at_war, done)
        return True

    def take_answers(self, seat: int) -> None:
        """Surrenders, and what is decided by declaring war, take effect."""
        if self.state.collect == "pick and pay" and not self.is_at_war(seat):
            self.collect((seat,))
        for bet in self.bets_at(seat):
            match self.answer(bet):
                case Surrendered():
                    self.settle(bet, "primary", "surrender")
                case Forfeited():
                    self.settle(bet, "primary", "forfeit")
                case WarDeclared():
                    self.settle(bet, "primary", "war_declared")
                case None:
                    pass

    def settle_seat(self, item: Settle) -> None:
        """Settle some wagers on one seat's card, by how that card compares."""
        comparison = self.comparison(item.deal, item.seat)
        assert comparison is not None, "a seat is settled when its cards are out"
        if item.deal == "war":
            self.settle_war(item, _WAR_OUTCOME[comparison])
            return
        if self.state.collect == "pick and pay" and "primary" in item.wagers:
            has_choice = self.rules.choice is not None and self.unanswered((item.seat,))
            if not has_choice:
                self.collect((item.seat,))
        for bet in self.bets_at(item.seat):
            for wager in item.wagers:
                self.settle(bet, wager, comparison)

    def settle_war(self, item: Settle, outcome: Outcome) -> None:
        """Settle some wagers of those on one seat's card who went to war."""
        if self.state.collect == "pick and pay":
            self.collect((item.seat,))
        for bet in self.bets_at(item.seat):
            if isinstance(self.answer(bet), WarDeclared):
                for wager in item.wagers:
                    self.settle(bet, wager, outcome)

    def settle(self, bet: Bet, wager: Wager, outcome: Outcome) -> None:
        """Pay or take one wager, if the pay table decides it at this outcome."""
        stake = self.amount(bet, wager)
        if not stake:
            return
        pay = self.rules.pays.pay(outcome, wager)
        if pay is None:
            return
        due = result = net(pay, stake, self.rules.pays.odd_cent)
        if self.coverage is not None:
            moved = min(abs(due), self.coverage)
            self.coverage -= moved
            result = moved if due > 0 else -moved
        if self.allowance is not None:
            returned = min(stake + result, self.allowance)
            self.allowance -= returned
            result = returned - stake
        self.note_result(WagerSettled(bet.player, bet.seat, wager, outcome, stake, due, result))

    def note_result(self, result: Result) -> None:
        """One wager is decided."""
        self.results.append(result)
        self.events.append(result)

    def collect(self, seats: tuple[int, ...]) -> None:
        """The cards of these seats go to the discards, each hand's together."""
        hands: dict[int, list[Card]] = {seat: [] for seat in seats if seat not in self.collected}
        for dealt in self.cards:
            seat = DEALER if dealt.to == "dealer" else dealt.seat
            if seat in hands:
                hands[seat].append(dealt.card)
        for seat, cards in hands.items():
            self.collected.append(seat)
            self.events.append(CardsCollected(seat, tuple(cards)))
