"""A round during one step: an action, and everything that follows from it without more input.

`RoundDraft.settle` is the only place in the program that applies payouts.
"""

from casinowar.cards import Card
from casinowar.errors import IllegalAction
from casinowar.game.actions import GoToWar, RoundAction, RuleWager, Surrender
from casinowar.game.events import (
    BankMatched,
    CardDealt,
    CardsBurned,
    CardsCollected,
    DealName,
    Forfeited,
    RoundEnded,
    RoundEvent,
    Surrendered,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import ChoiceNeeded, Hand
from casinowar.game.round.agenda import (
    DEALER,
    Answer,
    Ask,
    Collect,
    Draw,
    Fight,
    Item,
    Settle,
    answered,
    wars,
)
from casinowar.game.round.state import Answered, Bet, Result, Round, RoundBase
from casinowar.game.round.wager_rulings import ruled_net, why_not_rule_wager
from casinowar.money import format_money, is_cents
from casinowar.rules.describe import hand_to_decide
from casinowar.rules.model import ChoiceRules, Comparison, Outcome, RuleSet
from casinowar.rules.pay import net
from casinowar.rules.script import Wager

_WAR_OUTCOME: dict[Comparison, Outcome] = {
    "higher": "war_higher",
    "lower": "war_lower",
    "equal": "war_equal",
}


class RoundDraft(RoundBase):
    """A round while a step changes it, and the events so far."""

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
        """The same as in `RoundBase`, cached: one step compares the same cards many times."""
        key = (deal, seat)
        if key not in self.compared:
            self.compared[key] = super().comparison(deal, seat)
        return self.compared[key]

    def bets_at(self, seat: int) -> list[Bet]:
        """The same as in `RoundBase`, cached."""
        if not self.betting:
            for bet in self.bets:
                self.betting.setdefault(bet.seat, []).append(bet)
        return self.betting[seat]

    @property
    def offered(self) -> ChoiceRules:
        """The rules for the choice."""
        assert self.rules.choice is not None, "only rules with a choice ask for one"
        return self.rules.choice

    def rest(self, action: RoundAction) -> tuple[Round, tuple[RoundEvent, ...]]:
        """Do everything that needs no input; return the new round and the events."""
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
                case Fight(seats):
                    self.agenda[:1] = self.wars(seats)
                case Collect(seats):
                    del self.agenda[0]
                    self.collect(seats)
        state = self.state
        if state.agenda and not self.agenda:
            self.events.append(RoundEnded())
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
        """Deal a card face up."""
        assert draw.what != "burn", "a burn carries no card"
        del self.agenda[0]
        self.compared.clear()
        dealt = CardDealt(draw.deal, draw.what, draw.seat, card)
        self.cards.append(dealt)
        self.events.append(dealt)

    def burn(self, count: int, draw: Draw) -> None:
        """Burn all the cards that are due, or some of them."""
        if count == draw.cards:
            del self.agenda[0]
        else:
            self.agenda[0] = draw._replace(cards=draw.cards - count)
        self.events.append(CardsBurned(count, draw.deal))

    def choose(self, choice: Surrender | GoToWar, seats: tuple[int, ...]) -> None:
        """Accept the choice of a hand's own player."""
        waiting = self.unanswered(seats)
        own = [bet for bet in waiting if (bet.player, bet.seat) == (choice.player, choice.seat)]
        hands = tuple(Hand(bet.player, bet.seat) for bet in waiting)
        awaited = ChoiceNeeded(hands, self.offered.offers)
        if not own:
            raise IllegalAction(
                self.why_not_asked(Hand(choice.player, choice.seat), hands[0]), awaited
            )
        if isinstance(choice, Surrender) and "surrender" in self.offered.offers:
            self.note_answer(Surrendered(choice.player, choice.seat, "player"))
        elif isinstance(choice, GoToWar) and "war" in self.offered.offers:
            self.check_war_tie(own[0], choice.tie)
            matched = self.bank_match(own[0].primary)
            self.note_answer(WarDeclared(choice.player, choice.seat, own[0].primary, choice.tie))
            if matched:
                self.events.append(BankMatched(choice.player, choice.seat, matched))
        else:
            raise IllegalAction("that is not offered here", awaited)

    def why_not_asked(self, hand: Hand, first: Hand) -> str:
        """Why a hand cannot choose now: `first` is asked before it (ALL-7), or it has no choice."""
        if any(bet.player == hand.player for bet in self.unanswered((hand.seat,))):
            return f"{hand} is asked after {first}"
        return f"{hand} has no {hand_to_decide(self.rules)} to decide"

    def bank_match(self, primary: int) -> int:
        """What the bank puts up for another war (WA-4c-ii, SD-4d, CA-ROUND-3).

        That is the primary, or what its stake covers beside the wars that are still open.
        """
        assert self.rules.war is not None, "only rules with a war offer one"
        if self.rules.war.match == "unsaid":
            return 0
        if self.coverage is None:
            return primary
        at_war = (amount for _, wager, amount in self.open_wagers() if wager == "war")
        return min(primary, max(0, self.coverage - sum(at_war)))

    def check_war_tie(self, bet: Bet, tie: int) -> None:
        """Refuse a tie wager on the war deal that the rules do not offer."""
        if not is_cents(tie):
            raise IllegalAction(f"a war tie wager is a whole number of cents, not {tie!r}")
        if tie and not self.rules.has_war_tie:
            raise IllegalAction("no tie wager is offered on the war deal here")
        if tie not in (0, bet.primary) and not self.rules.has_free_war_tie:
            raise IllegalAction(
                f"a war tie wager must equal the primary wager: {format_money(bet.primary)}, "
                f"not {format_money(tie)}"
            )

    def time_out(self, seats: tuple[int, ...]) -> None:
        """Decide for every hand that did not answer, by the rules' `choice.time_out`."""
        for bet in self.unanswered(seats):
            match self.offered.time_out:
                case "surrender":
                    self.note_answer(Surrendered(bet.player, bet.seat, "house"))
                case "forfeit":
                    self.note_answer(Forfeited(bet.player, bet.seat))
                case "wait":
                    hand = Hand(bet.player, bet.seat)
                    raise IllegalAction(
                        f"this game has no time limit for a choice: {hand} must choose"
                    )

    def note_answer(self, answer: Answered) -> None:
        """Add the answer of one hand."""
        self.answers.append(answer)
        self.events.append(answer)

    def all_answered(self, seats: tuple[int, ...]) -> bool:
        """Finish an `Ask` if every hand has answered; return whether it is finished."""
        waiting = self.unanswered(seats)
        if waiting and self.coverage != 0:
            return False
        for bet in waiting:
            self.note_result(
                WagerReturned(bet.player, bet.seat, "primary", bet.primary, "uncovered")
            )
        chosen = {answer.seat for answer in self.answers} | {bet.seat for bet in waiting}
        decided = tuple(seat for seat in seats if seat in chosen)
        self.agenda[:1] = answered(self.rules, seats, decided)
        return True

    def wars(self, seats: tuple[int, ...]) -> list[Item]:
        """The items of the wars at these seats, whose hands have all answered."""
        at_war = tuple(seat for seat in seats if self.is_at_war(seat))
        done: tuple[int, ...] = ()
        if self.state.collect == "by deal":
            done = tuple(seat for seat in sorted(seats) if seat not in at_war)
        return wars(self.rules, at_war, done)

    def take_answers(self, seat: int) -> None:
        """Settle surrenders, forfeits, and wagers that a declaration of war decides."""
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
        """Settle some wagers on one seat's card by comparing it with the dealer's."""
        comparison = self.comparison(item.deal, item.seat)
        assert comparison is not None, "a seat is settled when its cards are out"
        if item.deal == "war":
            self.settle_war(item, _WAR_OUTCOME[comparison])
            return
        picks_up = self.state.collect == "pick and pay" and "primary" in item.wagers
        if picks_up and not self.unanswered((item.seat,)):
            self.collect((item.seat,))
        for bet in self.bets_at(item.seat):
            for wager in item.wagers:
                self.settle(bet, wager, comparison)

    def settle_war(self, item: Settle, outcome: Outcome) -> None:
        """Settle some wagers of the hands at one seat that went to war."""
        if self.state.collect == "pick and pay":
            self.collect((item.seat,))
        for bet in self.bets_at(item.seat):
            if isinstance(self.answer(bet), WarDeclared):
                for wager in item.wagers:
                    self.settle(bet, wager, outcome)

    def settle(self, bet: Bet, wager: Wager, outcome: Outcome) -> None:
        """Pay or take one wager, if this outcome decides it in the pay table."""
        stake = self.amount(bet, wager)
        if not stake or self.is_ruled(bet, wager):
            return
        pay = self.rules.pays.pay(outcome, wager)
        if pay is None:
            return
        due = result = net(pay, stake, self.rules.pays.odd_cent)
        if self.coverage is not None:
            moved = min(abs(due), self.coverage)
            self.coverage -= moved
            result = moved if due > 0 else -moved
        result = self.allowed(stake, result)
        self.note_result(WagerSettled(bet.player, bet.seat, wager, outcome, stake, due, result))

    def allowed(self, stake: int, result: int) -> int:
        """A wager's net result, cut to what the round may still return."""
        if self.allowance is None:
            return result
        returned = min(stake + result, self.allowance)
        self.allowance -= returned
        return returned - stake

    def is_ruled(self, bet: Bet, wager: Wager) -> bool:
        """Whether a wager has its final ruling, so that no outcome decides it any more."""
        return any(
            type(result) is WagerRuled
            and (result.player, result.seat, result.wager) == (bet.player, bet.seat, wager)
            for result in self.results
        )

    def rule(self, action: RuleWager) -> None:
        """Decide one wager by a ruling; if it was settled, reverse that first (FC-18)."""
        assert self.coverage is None, "only a house's bank is ruled on wager by wager"
        if why := why_not_rule_wager(self.state, action):
            raise IllegalAction(why)
        bet = next(bet for bet in self.bets_at(action.seat) if bet.player == action.player)
        stake = felt = self.amount(bet, action.wager)
        before = self.result_of(bet, action.wager)
        if isinstance(before, WagerSettled):
            felt = 0
            self.results.remove(before)
            if self.allowance is not None:
                self.allowance += stake + before.net
            if before.net:
                self.events.append(WagerReversed(bet.player, bet.seat, action.wager, before.net))
        result = self.allowed(stake, ruled_net(self.rules, action, stake))
        self.note_result(
            WagerRuled(
                *(bet.player, bet.seat, action.wager, action.ruling, action.outcome),
                *(stake, felt, result, action.reason),
            )
        )

    def note_result(self, result: Result) -> None:
        """Add the result of one wager."""
        self.results.append(result)
        self.events.append(result)

    def collect(self, seats: tuple[int, ...]) -> None:
        """Move the cards of these seats to the discards, hand by hand."""
        hands: dict[int, list[Card]] = {seat: [] for seat in seats if seat not in self.collected}
        for dealt in self.cards:
            seat = DEALER if dealt.to == "dealer" else dealt.seat
            if seat in hands:
                hands[seat].append(dealt.card)
        for seat, cards in hands.items():
            self.collected.append(seat)
            self.events.append(CardsCollected(seat, tuple(cards)))
