"""The dealer's desk: takes one typed line, and answers with what happened and what comes next.

The desk keeps the table, the bets and stakes to repeat, and the running results. Every change goes
through the table's `step`. If a unit of a line is refused, it changes nothing, and the rest of the
line is not taken.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from casinowar.desk import describe
from casinowar.desk.grammar import Unit, read
from casinowar.desk.help import HELP
from casinowar.desk.orders import orders
from casinowar.desk.round_commands import DEALING
from casinowar.desk.scene import Reader, Scene
from casinowar.desk.setup_commands import PREPARING
from casinowar.desk.tally import Tally
from casinowar.errors import CasinoWarError, IllegalAction
from casinowar.game.actions import Action, PlaceBet
from casinowar.game.events import Event, MinimumReminded, RoundEnded, RoundRuled, StakePosted
from casinowar.game.needs import BetsNeeded, PaymentNeeded
from casinowar.game.round import Bet
from casinowar.game.table import Table, need, payments, step
from casinowar.money import format_money
from casinowar.rules.describe import number

Kind = Literal["sign", "told", "order", "next", "refused", "plain", "rules", "table-sign"]


class DeskOutput(NamedTuple):
    """A line for the dealer, and its kind.

    ``rules`` and ``table-sign`` ask the caller to show the table's rules or its sign.
    """

    kind: Kind
    text: str
    hint: str = ""
    """What the dealer can type next."""


READERS: dict[str, Reader] = {**PREPARING, **DEALING}


def _anything(_: Action) -> None:
    """Allow every action."""


class Desk:
    """A hand-dealt table, as its dealer works it."""

    def __init__(
        self,
        table: Table,
        clock: Callable[[], int],
        *,
        bets: tuple[Bet, ...] = (),
        stakes: Mapping[str, int] | None = None,
        understand: Callable[[str], list[Unit]] = read,
        allow: Callable[[Action], None] = _anything,
    ) -> None:
        """`bets` and `stakes` are the last ones of a table that was in use before.

        `understand` reads a line; `allow` refuses an action that this dealer may not take.
        """
        self.table = table
        self.clock = clock
        self.closed = False
        self.events: list[Event] = []
        """All events so far."""
        self.actions: list[Action] = []
        """All actions so far."""
        self.refusal: CasinoWarError | None = None
        """Why the last line, or the end of it, was not taken."""
        self.left = ""
        """The part of the last line that was not taken, from the refused unit on."""
        self._understand = understand
        self._allow = allow
        self._bets = bets
        self._stakes = dict(stakes or {})
        self._banker = table.bank.player
        self._tally = Tally()
        decided = table.round.results if table.round is not None and table.playing else ()
        self._round_tally = Tally().after(decided, self._banker)
        self._void = 0
        self._untold: list[Event] = []

    def opening(self) -> list[DeskOutput]:
        """The lines to show before the dealer types anything."""
        lines = [DeskOutput("sign", text) for text in describe.sign(self.table)]
        lines.append(DeskOutput("plain", "? shows what can be typed; sign shows the table's sign"))
        return [*lines, *self._coming()]

    def enter(self, line: str) -> list[DeskOutput]:
        """Take one typed line; return the lines to show."""
        self.refusal, self.left = None, ""
        try:
            units = self._understand(line)
        except CasinoWarError as error:
            self.refusal, self.left = error, line
            return [DeskOutput("refused", str(error)), *self._coming()]
        lines: list[DeskOutput] = []
        for at, unit in enumerate(units):
            try:
                lines.extend(self._take(unit))
                if self.closed:
                    break
            except CasinoWarError as error:
                lines.extend(self._tell())
                lines.append(DeskOutput("refused", self._why(error)))
                self.refusal, self.left = error, " ".join(later.typed for later in units[at:])
                if len(units) > 1:
                    lines.append(DeskOutput("refused", f"not taken: {self.left[:60]}"))
                break
        lines.extend(self._tell())
        return lines if self.closed else [*lines, *self._coming()]

    def closing(self) -> list[DeskOutput]:
        """The lines to show when the table is closed."""
        over = self.table.rounds - self.table.playing
        void = f", {self._void} of them void" if self._void else ""
        lines = [DeskOutput("sign", f"table closed after {number(over, 'round')}{void}")]
        lines.extend(DeskOutput("plain", words) for words in self._tally.summary(self.table.seats))
        felt = self._on_felt()
        if felt:
            left = ", ".join(f"{name} {format_money(amount)}" for name, amount in felt.items())
            lines.append(DeskOutput("refused", f"still on the felt, not counted: {left}"))
        return lines

    def _take(self, unit: Unit) -> Iterator[DeskOutput]:
        """Do one unit; its events are shown at the end of the line, or before other output."""
        if unit.verb in READERS:
            scene = Scene(self.table, need(self.table), self.clock(), self._stakes)
            yield from self._do(READERS[unit.verb](scene, unit))
            return
        yield from self._tell()
        match unit.verb:
            case "again":
                yield from self._repeat_bets()
            case "help":
                yield from (DeskOutput("plain", text) for text in HELP.splitlines())
            case "rules":
                yield DeskOutput("rules", "")
            case "sign":
                yield DeskOutput("table-sign", "")
            case "status":
                yield from (DeskOutput("plain", text) for text in describe.status(self.table))
                yield from self._to_pay()
            case verb:
                assert verb == "quit", f"{verb} has no reader"
                self.closed = True

    def _do(self, actions: list[Action]) -> Iterator[DeskOutput]:
        """Take these actions, all or none."""
        due, table, events = payments(self.table), self.table, list[Event]()
        for action in actions:
            self._allow(action)
            try:
                table, caused = step(table, action)
            except IllegalAction as error:
                raise _second_below(self.table, table, action) or error from None
            events.extend(caused)
        self.actions.extend(actions)
        self._note(table, events)
        if due and tuple(events[: len(due)]) == due:
            # The dealer has already read these orders.
            yield from self._tell()
            yield DeskOutput("told", "paid")
            events = [event for event in due if isinstance(event, RoundEnded)] + events[len(due) :]
        self._untold.extend(events)

    def _tell(self) -> Iterator[DeskOutput]:
        """The events not shown yet, and the payments that are now due."""
        events, self._untold = self._untold, []
        for kind, text in describe.describe_events(events):
            yield DeskOutput("order" if kind == "orders" else "told", text)
        if any(isinstance(event, RoundEnded) for event in events):
            result = ", ".join(self._round_tally.summary(self.table.seats)) or "nothing won or lost"
            yield DeskOutput("told", f"round {self.table.rounds} is over: {result}")
        if events:
            yield from self._to_pay()

    def _note(self, table: Table, events: list[Event]) -> None:
        """Take over the new table: keep the bets and stakes to repeat, and add up the results."""
        if table.rounds > self.table.rounds and table.round is not None:
            self._banker = table.bank.player
            kept = (bet for bet in self._bets if bet.player == self._banker)
            self._bets = (*table.round.bets, *kept)
            self._round_tally = Tally()
        for event in events:
            match event:
                case StakePosted(player, amount):
                    self._stakes[player] = amount
                case RoundRuled(ruling="void"):
                    self._void += 1
                case _:
                    pass
        self._tally = self._tally.after(events, self._banker)
        self._round_tally = self._round_tally.after(events, self._banker)
        self.events.extend(events)
        self.table = table

    def _to_pay(self) -> Iterator[DeskOutput]:
        """The payments that the dealer must confirm, numbered."""
        if isinstance(need(self.table), PaymentNeeded):
            for number, text in enumerate(orders(payments(self.table)), 1):
                yield DeskOutput("order", f"{number}. {text}")

    def _repeat_bets(self) -> Iterator[DeskOutput]:
        """Repeat everyone's last bets; a bet that is not possible is reported and left out.

        The last round's banker repeats the bets of an earlier round; the banker now does not bet.
        """
        if not isinstance(need(self.table), BetsNeeded):
            raise IllegalAction("bets are not open")
        if not self._bets:
            raise IllegalAction("there are no bets to repeat before the first round")
        for bet in sorted(self._bets, key=lambda bet: bet.seat):
            if bet.player == self.table.bank.player:
                continue
            placed: list[Action] = []
            if bet.primary:
                placed.append(PlaceBet(bet.player, bet.seat, "primary", bet.primary))
            if bet.tie:
                placed.append(PlaceBet(bet.player, bet.seat, "tie", bet.tie))
            try:
                yield from self._do(placed)
            except CasinoWarError as error:
                yield from self._tell()
                yield DeskOutput("refused", f"seat {bet.seat}, {bet.player}: {self._why(error)}")

    def _on_felt(self) -> dict[str, int]:
        """How much each player has on the felt."""
        round_, felt = self.table.round, dict[str, int]()
        wagers = [(bet.player, bet.primary + bet.tie) for bet in self.table.bets]
        if round_ is not None and self.table.playing:
            wagers = [(bet.player, amount) for bet, _, amount in round_.open_wagers()]
        for player, amount in wagers:
            felt[player] = felt.get(player, 0) + amount
        return felt

    def _coming(self) -> list[DeskOutput]:
        text, typed = describe.describe_need(self.table, need(self.table))
        return [DeskOutput("next", f"next: {text}", typed)]

    def _why(self, error: CasinoWarError) -> str:
        """The error's message, without what the table waits for if the next line says it too."""
        if isinstance(error, IllegalAction) and error.awaited == str(need(self.table)):
            return error.why
        return str(error)


def _second_below(before: Table, after: Table, action: Action) -> IllegalAction | None:
    """The error for two wagers below the minimum in one unit; `None` if that is not the problem.

    The table would say that the first one was honoured, but a unit is all or nothing, so it was
    not.
    """
    try:
        _, events = step(replace(after, honoured=before.honoured), action)
    except IllegalAction:
        return None
    return next(
        IllegalAction(
            f"only one of the two wagers by {event.player} below the minimum can be honoured; "
            f"the {event.wager} minimum is {format_money(event.minimum)}"
        )
        for event in events
        if isinstance(event, MinimumReminded)
    )
