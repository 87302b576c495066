"""The exact price of a table: every wager and every decision, as fractions."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from casinowar.api.arguments import rules_given, whole
from casinowar.api.rules import Rules
from casinowar.api.session import SessionOutlook, session_of
from casinowar.api.wager import WagerPrice
from casinowar.cards import Card
from casinowar.errors import RuleError
from casinowar.odds.distribution import Distribution
from casinowar.odds.price_json import EACH_WAGER, FIRST_WAGER, MOST_SEATS, price_json
from casinowar.odds.pricing import Decision
from casinowar.odds.request import INFINITE, decision_of, seats_of, sheet_of
from casinowar.odds.rounding import percent
from casinowar.odds.sessions.outlook import banker_figures, session_figures, win_figures
from casinowar.odds.sheet import Sheet
from casinowar.rules.soundness import MOST_DECKS

__all__ = ["TablePrice", "TieDecision", "price"]


@dataclass(frozen=True, slots=True)
class TieDecision:
    """What each decision is worth with a card of one rank, usually on a tie, in primaries.

    >>> import casinowar as cw
    >>> ace = cw.price(cw.load("washington")).decisions[0]
    >>> ace.rank, ace.best, ace.worth["surrender"]
    ('A', 'war', Fraction(-1, 2))
    """

    rank: str
    best: Decision
    worth: dict[Decision, Fraction]


@dataclass(frozen=True, slots=True, repr=False)
class TablePrice:
    """The price of a table with one shoe; each figure is computed when you ask for it.

    Figures assume war at every choice, usually on every tie, if it is offered, unless they say
    otherwise.

    >>> import casinowar as cw
    >>> price = cw.price(cw.load("washington"))
    >>> price
    <TablePrice of washington/right-to-left, 6 decks: primary 2.330 %, tie 18.650 %>
    >>> price.primary.house_edge
    Fraction(23138, 993023)
    >>> price.always("surrender").house_edge
    Fraction(23, 622)
    >>> price.session(rounds=100, bankroll=20).rounds
    100
    """

    rules: Rules
    decks: int | str
    """The decks in the shoe, or ``"infinite"``."""
    gone: str
    """The cards that have left the shoe."""
    sheet: Sheet
    """The same prices as an object of the core."""

    @property
    def primary(self) -> WagerPrice:
        """The primary wager, with the war or surrender that may follow."""
        return WagerPrice("primary", FIRST_WAGER, self.sheet.primary)

    @property
    def best(self) -> WagerPrice:
        """The primary wager with the best decision at every choice."""
        return WagerPrice("primary", FIRST_WAGER, self.sheet.main(self.sheet.best))

    @property
    def tie(self) -> WagerPrice | None:
        """The tie wager; `None` where it is not offered."""
        return _priced("tie", EACH_WAGER, self.sheet.tie)

    @property
    def war(self) -> WagerPrice | None:
        """A hand that goes to war, per primary; `None` where there is no war."""
        return _priced("war", FIRST_WAGER, self.sheet.war)

    @property
    def war_tie(self) -> WagerPrice | None:
        """The tie wager on the war deal; `None` where it is not offered."""
        return _priced("war_tie", EACH_WAGER, self.sheet.war_tie)

    @property
    def tie_chance(self) -> Fraction:
        """How often a seat ties the dealer."""
        return self.sheet.tie_chance

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge as a share of everything wagered on primary and war."""
        return self.sheet.element_of_risk

    @property
    def decisions(self) -> tuple[TieDecision, ...]:
        """The worth of each decision, by the player's rank; empty where there is no choice."""
        ranks = self.rules.rules.shoe.ranks
        return tuple(
            TieDecision(ranks[place], max(worth, key=worth.__getitem__), worth)
            for place, worth in self.sheet.expectations()
        )

    def always(self, decision: str) -> WagerPrice:
        """The primary wager with one decision at every choice, such as ``"surrender"``."""
        if not isinstance(decision, str):
            raise RuleError(f"decision: {decision!r:.80} is not a decision, such as 'surrender'")
        return WagerPrice("primary", FIRST_WAGER, self._by(decision))

    def session(
        self, *, rounds: int = 100, bankroll: Fraction | int = 20, policy: str | None = None
    ) -> SessionOutlook:
        """What to expect of so many independent rounds, each with a primary wager of 1."""
        if type(bankroll) is not int and not isinstance(bankroll, Fraction):
            raise RuleError(
                f"bankroll: {bankroll!r:.80} is not a number of primary wagers, such as 20"
            )
        one = self.sheet.primary if policy is None else self._by(policy)
        return session_of(one, rounds, bankroll)

    def bank_variance(self, seats: int) -> Fraction:
        """The variance of the bank's result in a round against this many primary wagers of 1."""
        whole("seats", seats, 1, MOST_SEATS)
        if not self.sheet.serves(seats):
            raise RuleError(f"seats: this shoe has too few cards for {seats}; use fewer seats")
        return self.sheet.round_variance(seats)

    def _by(self, policy: str) -> Distribution:
        decision = decision_of(self.sheet.rules, policy)
        assert decision is not None, "a policy that is not offered is refused"
        return self.sheet.main(self.sheet.always(decision))

    def to_json(
        self,
        *,
        policy: str | None = None,
        seats: int | None = None,
        rounds: int = 100,
        bankroll: int = 20,
        distribution: bool = False,
        pace: int = 120,
        stake: str | None = None,
        bets: str | None = None,
    ) -> dict[str, Any]:
        """Every figure as `casinowar odds --json` prints it, with the same options."""
        if (stake is None) != (bets is None):
            raise RuleError("give stake and bets together, or neither")
        sheet = self.sheet
        decision, number = decision_of(sheet.rules, policy), seats_of(seats)
        session = session_figures(sheet, rounds, bankroll, decision, distribution=distribution)
        banker = None
        if stake is not None and bets is not None:
            banker = banker_figures(sheet, stake, bets, decision)
        return {
            "version": version("casinowar"),
            **price_json(sheet, self.decks, decision, number),
            "gone": self.gone,
            "session": session,
            "theoretical_win": win_figures(sheet, pace, number),
            "banker": banker,
        }

    def __repr__(self) -> str:
        of = f"{self.rules.id}/{self.rules.reading}, {self.decks} decks"
        gone = f" without {self.gone}" if self.gone else ""
        tie = "" if self.tie is None else f", tie {percent(self.tie.house_edge)}"
        return f"<TablePrice of {of}{gone}: primary {percent(self.primary.house_edge)}{tie}>"


def _priced(name: str, basis: str, found: Distribution | None) -> WagerPrice | None:
    return None if found is None else WagerPrice(name, basis, found)


def price(
    rules: Rules, decks: int | str | None = None, *, gone: str | Iterable[Card] | None = None
) -> TablePrice:
    """Price a table exactly, with a fresh shoe or with one that lacks the cards in `gone`.

    `decks` is 1 to 12 or ``"infinite"``. Without it, the usual number of the rules is used.

    >>> import casinowar as cw
    >>> rules = cw.load("washington")
    >>> cw.price(rules).primary.house_edge
    Fraction(23138, 993023)
    >>> cw.price(rules, decks=8, gone="A A 9x3").decks
    8
    >>> cw.price(rules.replace({"pays.equal.tie": "11 to 1"})).tie.house_edge
    Fraction(35, 311)
    >>> cw.price(rules, decks="six")
    Traceback (most recent call last):
    ...
    casinowar.errors.RuleError: decks: cannot price 'six'; use 1 to 12, or infinite
    """
    loaded = rules_given(rules)
    number = _decks(decks)
    without = gone if gone is None or isinstance(gone, str) else _cards(gone)
    sheet, used = sheet_of(loaded.rules, number, without or None)
    return TablePrice(loaded, used, without or "", sheet)


def _cards(gone: object) -> str:
    if not isinstance(gone, Iterable):
        raise RuleError(f"gone: {gone!r:.80} is not a list of cards, nor a text such as 'A A 9x3'")
    return " ".join(map(str, gone))


def _decks(decks: int | str | None) -> int | str | None:
    if decks is None or decks == INFINITE:
        return decks
    if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
        raise RuleError(f"decks: cannot price {decks!r:.80}; use 1 to {MOST_DECKS}, or {INFINITE}")
    return decks
