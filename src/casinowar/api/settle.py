"""One round from one line: who is paid what, in order and by which clause."""

from dataclasses import dataclass
from typing import Any, Literal

from casinowar.api.arguments import rules_given
from casinowar.api.rules import Clause, Rules
from casinowar.errors import IllegalAction, NotationError, RuleError
from casinowar.game.events import RoundEvent, WagerReturned, WagerRuled, WagerSettled
from casinowar.game.needs import Nothing, RoundNeed
from casinowar.game.notation import format_round, hint, read_round
from casinowar.game.round import Bet, Round, need
from casinowar.money import format_money
from casinowar.record.codec.events import to_json
from casinowar.rules.model import Outcome
from casinowar.rules.script import Wager

__all__ = ["HandTotal", "RoundResult", "Settlement", "settle"]


@dataclass(frozen=True, slots=True)
class HandTotal:
    """What one hand wagered and got back, in cents; a bet behind a seat is a hand of its own.

    >>> import casinowar as cw
    >>> result = cw.settle(cw.load("california"), "bank:30 ann@1:20 bob+1:10 | 5 K")
    >>> [(hand.player, hand.backline, hand.net) for hand in result.hands]
    [('ann', False, -2000), ('bob', True, -1000)]
    """

    player: str
    """``""`` where the line names nobody."""
    seat: int
    backline: bool
    wagered: int
    returned: int
    open: int
    """The wagers that are not decided yet."""

    @property
    def net(self) -> int:
        """What the decided wagers won or lost."""
        return self.returned - (self.wagered - self.open)


@dataclass(frozen=True, slots=True)
class Settlement:
    """One wager's settlement, in cents, with the clauses that decided it.

    >>> import casinowar as cw
    >>> first, *others = cw.settle(cw.load("washington"), "1:20 | 9h Kd").settlements
    >>> first.wager, first.outcome, first.net
    ('primary', 'lower', -2000)
    >>> [clause.id for clause in first.clauses]
    ['WA-4b']
    """

    player: str
    seat: int
    wager: Wager
    outcome: Outcome | Literal["returned", "taken"]
    """``"returned"`` where the bank could not cover it, or by a ruling; ``"taken"`` by a ruling."""
    stake: int
    due: int
    """What the pay table says."""
    net: int
    """What was paid; it differs from `due` only if the bank or a limit reduced it."""
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, repr=False)
class RoundResult:
    """A round that was played from a line.

    >>> import casinowar as cw
    >>> result = cw.settle(cw.load("washington"), "1:20/5 2:20 | 9h Kd 9s 1:war x3 Ac x3 7d")
    >>> result
    <RoundResult washington/right-to-left: seat 1 +70.00, seat 2 +20.00>
    >>> result.line
    '1:20/5 2:20 | 9h Kd 9s 1:war x3 Ac x3 7d'
    >>> result.bank_net
    -9000
    """

    rules: Rules
    round: Round
    """The round as an object of the core."""
    events: tuple[RoundEvent, ...]

    @property
    def line(self) -> str:
        """The round as a line, burns included."""
        return format_round(self.round)

    @property
    def is_over(self) -> bool:
        """Whether everything is settled."""
        return self.round.over

    @property
    def need(self) -> RoundNeed:
        """What the round waits for; `Nothing` once it is over."""
        return need(self.round)

    @property
    def net(self) -> dict[int, int]:
        """Cents won or lost by each seat's own hand; `hands` has the backline too."""
        return self.round.net_by_seat()

    @property
    def bank_net(self) -> int:
        """Cents won or lost by the bank."""
        return self.round.bank_result

    @property
    def hands(self) -> tuple[HandTotal, ...]:
        """Every hand by seat: its own first, then its backline."""
        return tuple(_total(self.round, bet) for bet in self.round.bets)

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """Every wager that is decided, in the order of the settlement."""
        return tuple(self._settlement(result) for result in self.round.results)

    def _settlement(self, result: WagerSettled | WagerReturned | WagerRuled) -> Settlement:
        match result:
            case WagerSettled(player, seat, wager, outcome, stake, due, net):
                fields = [f"pays.{outcome}.{wager}"] + (self._limits() if net != due else [])
                by = self._clauses(fields)
                return Settlement(player, seat, wager, outcome, stake, due, net, by)
            case WagerReturned(player, seat, wager, amount):
                by = self._clauses(self._limits())
                return Settlement(player, seat, wager, "returned", amount, 0, 0, by)
            case WagerRuled(player, seat, wager, ruling, outcome, stake, _, net):
                by = self._clauses(["disputes.ruled_by", "disputes.rulings"])
                said = outcome or ("taken" if ruling == "take" else "returned")
                return Settlement(player, seat, wager, said, stake, net, net, by)

    def _limits(self) -> list[str]:
        """The fields behind a settlement that differs from the pay table."""
        covered = ["bank.held_by"] if self.round.stake is not None else []
        capped = ["limits.most_returned"] if self.round.allowance is not None else []
        return [*covered, *capped]

    def _clauses(self, fields: list[str]) -> tuple[Clause, ...]:
        return tuple(dict.fromkeys(each for name in fields for each in self.rules.cite(name)))

    def check_over(self) -> None:
        """Refuse a line that ends before its round does."""
        if not self.is_over:
            raise IllegalAction(f"the line ends early: it needs {self.need}{hint(self.round)}")

    def to_json(self) -> dict[str, Any]:
        """Everything about the round as `casinowar settle --json` prints it."""
        state, rules = self.round, self.round.rules
        awaited = self.need
        bank = {"net": state.bank_result}
        if state.stake is not None and state.coverage is not None:
            bank |= {"stake": state.stake, "coverage_left": state.coverage}
        return {
            "rules": rules.id,
            "reading": rules.reading,
            "sha256": rules.sha256,
            "line": self.line,
            "awaited": "" if isinstance(awaited, Nothing) else str(awaited),
            "events": [to_json(event) for event in self.events],
            "totals": [
                {
                    "who": total.who,
                    "wagered": total.wagered,
                    "returned": total.returned,
                    "open": total.open,
                    "net": total.net,
                }
                for total in person_totals(self)
            ],
            "bank": bank,
        }

    def __repr__(self) -> str:
        nets = ", ".join(
            f"seat {seat} {'+' if cents > 0 else ''}{format_money(cents)}"
            for seat, cents in self.net.items()
        )
        early = "" if self.is_over else "; not over"
        return f"<RoundResult {self.rules.id}/{self.rules.reading}: {nets}{early}>"


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """What one person, or one hand if nobody is named, wagered and got back."""

    who: str
    wagered: int
    returned: int
    open: int
    net: int


def person_totals(result: RoundResult) -> list[PersonTotal]:
    """By player, or by hand where a bet has no name, in the order of the seats."""
    by_person: dict[str, list[HandTotal]] = {}
    for hand in result.hands:
        who = hand.player or hand_name(result.round, hand.player, hand.seat)
        by_person.setdefault(who, []).append(hand)
    return [
        PersonTotal(
            who,
            sum(hand.wagered for hand in hands),
            sum(hand.returned for hand in hands),
            sum(hand.open for hand in hands),
            sum(hand.net for hand in hands),
        )
        for who, hands in by_person.items()
    ]


def hand_name(state: Round, player: str, seat: int) -> str:
    """``seat 1``, ``seat 1, ann``, ``seat 1, bob behind``."""
    behind = " behind" if state.bets_at(seat)[0].player != player else ""
    return f"seat {seat}{f', {player}' if player else ''}{behind}"


def _total(state: Round, bet: Bet) -> HandTotal:
    left = sum(amount for own, _, amount in state.open_wagers() if own == bet)
    wagered, returned = left, 0
    for result in state.results:
        if (result.player, result.seat) != (bet.player, bet.seat):
            continue
        match result:
            case WagerSettled(stake=stake, net=net) | WagerRuled(stake=stake, net=net):
                wagered, returned = wagered + stake, returned + stake + net
            case WagerReturned(amount=amount):
                wagered, returned = wagered + amount, returned + amount
    behind = state.bets_at(bet.seat)[0].player != bet.player
    return HandTotal(bet.player, bet.seat, behind, wagered, returned, left)


def settle(
    rules: Rules, line: str, *, decks: int | None = None, unfinished: bool = False
) -> RoundResult:
    """Play a round written in one line, and settle it.

    With `decks`, the line may use only the cards that so many decks hold. A line that ends before
    its round is over is refused, unless `unfinished` is true.

    >>> import casinowar as cw
    >>> rules = cw.load("washington")
    >>> cw.settle(rules, "1:20/5 2:20 | 9h Kd 9s 1:war x3 Ac x3 7d").net
    {1: 7000, 2: 2000}
    >>> cw.settle(rules, "1:20 | 9h 9d")
    Traceback (most recent call last):
    ...
    casinowar.errors.IllegalAction: the line ends early: it needs surrender or war from ...
    >>> cw.settle(rules, "1:20 | 9h 9d", unfinished=True).need.offers
    ('surrender', 'war')
    """
    loaded = rules_given(rules)
    if not isinstance(line, str):
        raise NotationError(f"line: {line!r:.80} is not a text; write a round, as '1:20 | 9h Kd'")
    allowed = loaded.rules.shoe.decks
    if decks is not None and decks not in allowed:
        some = " or ".join(map(str, allowed))
        raise RuleError(f"decks: {decks!r} is not allowed under {loaded.id}; use {some}")
    state, events = read_round(loaded.rules, line, decks=decks)
    result = RoundResult(loaded, state, events)
    if not unfinished:
        result.check_over()
    return result
