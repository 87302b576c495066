"""The dealer's desk: one typed line in, what happened and what comes next out.

The desk keeps the table, what is needed to repeat bets, and the running result. Every change goes
through the table's `step`; a unit of a line that is refused changes nothing, and the rest of its
line is not taken.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from casinowar.actions import Action, PlaceBet
from casinowar.errors import CasinoWarError, IllegalAction
from casinowar.events import Event, MinimumReminded, RoundEnded, RoundRuled, StakePosted
from casinowar.handdealt import telling
from casinowar.handdealt.dealing import DEALING
from casinowar.handdealt.grammar import Unit, read
from casinowar.handdealt.helping import HELP
from casinowar.handdealt.orders import orders
from casinowar.handdealt.preparing import PREPARING
from casinowar.handdealt.scene import Reader, Scene
from casinowar.handdealt.tally import Tally
from casinowar.money import format_money
from casinowar.needs import BetsNeeded, PaymentNeeded
from casinowar.round import Bet
from casinowar.table import Table, need, payments, step

Kind = Literal["sign", "told", "order", "next", "refused", "plain", "rules"]


class Line(NamedTuple):
    """A line for the dealer, and what kind of thing it says; ``rules`` asks for the whole sign."""

    kind: Kind
    text: str
    hint: str = ""
    """What is typed next."""


READERS: dict[str, Reader] = {**PREPARING, **DEALING}


def _anything(_: Action) -> None:
    """Whoever has a table to themselves may do everything."""


class Desk:
    """A hand-dealt table and the one who deals at it."""

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
        """A table that was dealt at before has the last `bets` and `stakes`.

        `understand` reads a line, and `allow` refuses what is not for this dealer to do.
        """
        self.table = table
        self.clock = clock
        self.closed = False
        self.events: list[Event] = []
        """Everything that has happened."""
        self.actions: list[Action] = []
        """Everything that was done."""
        self.refusal: CasinoWarError | None = None
        """Why the last line was not taken, or not to its end."""
        self.left = ""
        """What of the last line was not taken, the refused part first."""
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

    def opening(self) -> list[Line]:
        """What stands on the screen before anything is typed."""
        lines = [Line("sign", text) for text in telling.sign(self.table)]
        return [*lines, Line("plain", "? shows what can be typed"), *self._coming()]

    def enter(self, line: str) -> list[Line]:
        """Take one typed line."""
        self.refusal, self.left = None, ""
        try:
            units = self._understand(line)
        except CasinoWarError as error:
            self.refusal, self.left = error, line
            return [Line("refused", str(error)), *self._coming()]
        lines: list[Line] = []
        for at, unit in enumerate(units):
            try:
                lines.extend(self._take(unit))
                if self.closed:
                    break
            except CasinoWarError as error:
                lines.extend(self._tell())
                lines.append(Line("refused", self._why(error)))
                self.refusal, self.left = error, " ".join(later.typed for later in units[at:])
                if len(units) > 1:
                    lines.append(Line("refused", f"not taken: {self.left[:60]}"))
                break
        lines.extend(self._tell())
        return lines if self.closed else [*lines, *self._coming()]

    def closing(self) -> list[Line]:
        """What stands on the screen when the table is closed."""
        over = self.table.rounds - self.table.playing
        void = f", {self._void} of them void" if self._void else ""
        lines = [Line("sign", f"table closed after {over} round{'' if over == 1 else 's'}{void}")]
        lines.extend(Line("plain", words) for words in self._tally.words(self.table.seats))
        felt = self._on_felt()
        if felt:
            left = ", ".join(f"{name} {format_money(amount)}" for name, amount in felt.items())
            lines.append(Line("refused", f"still on the felt, not counted: {left}"))
        return lines

    def _take(self, unit: Unit) -> Iterator[Line]:
        """Do one unit; what it causes is told at the end of the line, or before anything else."""
        if unit.verb in READERS:
            scene = Scene(self.table, need(self.table), self.clock(), self._stakes)
            yield from self._do(READERS[unit.verb](scene, unit))
            return
        yield from self._tell()
        match unit.verb:
            case "again":
                yield from self._repeat_bets()
            case "help":
                yield from (Line("plain", text) for text in HELP.splitlines())
            case "rules":
                yield Line("rules", "")
            case "status":
                yield from (Line("plain", text) for text in telling.status(self.table))
                yield from self._to_pay()
            case verb:
                assert verb == "quit", f"{verb} has no reader"
                self.closed = True

    def _do(self, actions: list[Action]) -> Iterator[Line]:
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
            # the dealer has read these orders already
            yield from self._tell()
            yield Line("told", "paid")
            events = [event for event in due if isinstance(event, RoundEnded)] + events[len(due) :]
        self._untold.extend(events)

    def _tell(self) -> Iterator[Line]:
        """What has happened since it was last told, and what is to be paid because of it."""
        events, self._untold = self._untold, []
        for kind, text in telling.told(events):
            yield Line("order" if kind == "orders" else "told", text)
        if any(isinstance(event, RoundEnded) for event in events):
            result = ", ".join(self._round_tally.words(self.table.seats)) or "nothing won or lost"
            yield Line("told", f"round {self.table.rounds} is over: {result}")
        if events:
            yield from self._to_pay()

    def _note(self, table: Table, events: list[Event]) -> None:
        """The table has moved on: remember what can be repeated, and add up."""
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

    def _to_pay(self) -> Iterator[Line]:
        """The payments that wait for the dealer's word, numbered."""
        if isinstance(need(self.table), PaymentNeeded):
            for number, text in enumerate(orders(payments(self.table)), 1):
                yield Line("order", f"{number}. {text}")

    def _repeat_bets(self) -> Iterator[Line]:
        """Everyone bets as in the last round; whoever cannot is told of and left out.

        Who banked in it bets as before that, and who banks now makes no bet.
        """
        if not isinstance(need(self.table), BetsNeeded):
            raise IllegalAction("bets are not open")
        if not self._bets:
            raise IllegalAction("there is no round yet whose bets could be repeated")
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
                yield Line("refused", f"seat {bet.seat}, {bet.player}: {self._why(error)}")

    def _on_felt(self) -> dict[str, int]:
        """What each player has on the felt."""
        round_, felt = self.table.round, dict[str, int]()
        wagers = [(bet.player, bet.primary + bet.tie) for bet in self.table.bets]
        if round_ is not None and self.table.playing:
            wagers = [(bet.player, amount) for bet, _, amount in round_.open_wagers()]
        for player, amount in wagers:
            felt[player] = felt.get(player, 0) + amount
        return felt

    def _coming(self) -> list[Line]:
        text, typed = telling.coming(self.table, need(self.table))
        return [Line("next", f"next: {text}", typed)]

    def _why(self, error: CasinoWarError) -> str:
        """Without what is awaited where the next line says that in any case."""
        if isinstance(error, IllegalAction) and error.awaited == str(need(self.table)):
            return error.why
        return str(error)


def _second_below(before: Table, after: Table, action: Action) -> IllegalAction | None:
    """The refusal of a wager only because another one of its unit is below the minimum too.

    The table says that one was honoured before; but a unit is all or nothing, so none was.
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
