"""A table in motion: one request, and everything that follows from it without anyone's doing.

The dealer deals, the house's own players answer, bets are closed when nobody is left to wait for:
all of that happens at once, in the same transaction as the request, until the table waits for a
person or a clock.
"""

from casinowar.errors import CasinoWarError
from casinowar.game import bots
from casinowar.game.actions import Action, CloseBets
from casinowar.game.events import BetsClosed, WagerReversed
from casinowar.game.needs import BetsNeeded
from casinowar.game.players import kind_of
from casinowar.game.table import need
from casinowar.house.refusals import Refused
from casinowar.house.timeouts import Seconds, due, goes_on, people, uncommitted, wait_of, when_due
from casinowar.money import format_money
from casinowar.record import ListClosed, Recorded, ServerReveal, Step
from casinowar.record.chain import take
from casinowar.record.ledger import HOUSE, MINT, Account, CheckedBalances, Transfer, grant
from casinowar.store.writer.running import Running

MOST_BY_ITSELF = 1000
"""No table does more than this by itself: a round of eight seats takes some fifty."""

_PLENTY = 50
"""How many of a table's smallest wagers the house's own players begin with, at least."""


class Turn:
    """One table during one job."""

    def __init__(
        self,
        running: Running,
        purse: CheckedBalances,
        now: int,
        seconds: Seconds,
        chance: bots.BotChance,
    ) -> None:
        """`purse` is the job's: all money that moves here is posted there."""
        self.record = running.record
        self.dealer = running.dealer.copy()
        self.ready = set(running.ready)
        self.made: list[Recorded] = []
        self.beside: dict[str, list[Transfer]] = {"cover": [], "bot": [], "walk-in": []}
        """The money that moved outside the entries, by why.

        The house covers players who lack what a voided round takes back. The mint lends to the
        house's own players. It gives walk-ins their real chips, and takes them back at the end.
        """
        self._running = running
        self._purse = purse
        self._now = now
        self._seconds = seconds
        self._chance = chance
        self._closing = False
        """Whether commitments that are missing are not waited for."""

    @property
    def awaited(self) -> str:
        """What the table waits for, in words."""
        return str(need(self.record.table))

    def chips(self, player: str) -> int:
        """What a player has, everything so far included."""
        return self._purse[Account("player", player)]

    def take(self, what: Action | Step, who: str | None = None) -> Recorded:
        """One action or step; refused if the table or somebody's chips do not allow it."""
        made = take(self.record, what, who=who, at=self._now)
        self.record = made.record
        self.made.append(made)
        if made.transfers:
            self._purse.post(made.transfers, self._make_up)
        if isinstance(what, ServerReveal):
            del self.dealer.seeds[what.shoe]
        elif isinstance(what, ListClosed):
            self._closing = False
        if BetsClosed in map(type, made.events):
            self.ready.clear()
        return made

    def _make_up(self, account: Account, missing: int) -> None:
        """Pay what a player lacks, or refuse the wager.

        A walk-in's chips are real: a wager shows that they exist. A voided round may take back
        what a player no longer has: then the house pays. A table never lacks money.
        """
        if account.kind != "player":
            return
        if kind_of(account.name) == "walk-in":
            self._move("walk-in", grant(account.name, missing))
        elif any(isinstance(event, WagerReversed) for event in self.made[-1].events):
            self._move("cover", Transfer(HOUSE, account, missing))
        else:
            raise Refused(
                "no-chips",
                f"this takes {format_money(missing)} more than there are chips for",
                awaited=self.awaited,
            )

    def _move(self, why: str, transfer: Transfer) -> None:
        self.beside[why].append(transfer)
        self._purse.post([transfer])

    def close_list(self) -> None:
        """Do not wait for commitments that are missing."""
        self._closing = True

    def time_is_up(self) -> bool:
        """Do what the house does when a wait is over; whether there was one."""
        wait = wait_of(self.record)
        if wait is None or self._running.due is None or self._now < self._running.due:
            return False
        if wait.kind == "commitments":
            self.close_list()
        for what in when_due(self.record, wait, self._now):
            self.take(what, "house")
        return True

    def run(self) -> None:
        """Do everything that follows by itself."""
        for _ in range(MOST_BY_ITSELF):
            if not self._go_on():
                return
        raise CasinoWarError("this table does not come to rest")

    def settle_down(self) -> Running:
        """The table as it waits, when everything has followed that does so by itself."""
        self._cash_out()
        return self.at_rest()

    def _cash_out(self) -> None:
        """Walk-ins who are gone have taken their chips along: the mint has them back."""
        if not self.record.table.options.hand_dealt:
            return
        events = (event for made in self.made for event in made.events)
        moved = {str(getattr(event, "player", "")) for event in events}
        table = self.record.table
        here = {*table.players(), *(bet.player for bet in table.bets_in_play()), table.bank.player}
        for player in sorted(moved - here):
            if kind_of(player) == "walk-in" and (chips := self.chips(player)):
                self._move("walk-in", Transfer(Account("player", player), MINT, chips))

    def _go_on(self) -> bool:
        """Do one thing that follows by itself, if there is one."""
        if self._nobody_to_wait_for():
            self.take(CloseBets(self._now // 1000))
            return True
        what = self._dealers()
        if what is not None:
            self.take(what)
            return True
        return self._bots()

    def _nobody_to_wait_for(self) -> bool:
        """Whether there are bets, and all who could still bet are ready; a dealer is no machine."""
        table = self.record.table
        if table.options.hand_dealt or not table.bets or not isinstance(need(table), BetsNeeded):
            return False
        betting = {bet.player for bet in table.bets}
        if not self._running.why_paused:
            betting |= table.players()
        betting.discard(table.bank.player)
        return betting <= self.ready

    def _dealers(self) -> Action | Step | None:
        """What the dealer does, who closes the list of commitments only when it is time."""
        what = self.dealer.answer(self.record)
        if isinstance(what, ListClosed) and not self._may_close_list():
            return None
        return what

    def _may_close_list(self) -> bool:
        """A shoe is for people; it waits for those who have not committed, unless told not to."""
        return bool(people(self.record)) and (self._closing or not uncommitted(self.record))

    def _bots(self) -> bool:
        """The house's own players act, where people play; each bets once a round."""
        table = self.record.table
        seated = [player for player in dict.fromkeys(table.seats) if kind_of(player) == "bot"]
        if not seated or not (table.playing or people(self.record)):
            return False
        if self._running.why_paused and not table.playing:
            return False
        betting = isinstance(need(table), BetsNeeded)
        if betting and not self._person_plays():
            return False
        for player in seated:
            if betting and player in self.ready:
                continue
            self._lend(player)
            done = bots.actions(self.record.table, player, self.chips(player), self._chance)
            for action in done:
                self.take(action)
            if betting and self.record.table.bets:  # a person's bank is not left without a bet
                self.ready.add(player)
            if done or betting:
                return True
        return False

    def _person_plays(self) -> bool:
        """Whether a person has bet, or banks: bots do not play among themselves."""
        table = self.record.table
        players = [bet.player for bet in table.bets]
        if table.bank.player:
            players.append(table.bank.player)
        return any(kind_of(player) != "bot" for player in players)

    def _lend(self, player: str) -> None:
        """A player of the house's has chips for a while."""
        least = self.record.table.options.primary.least
        if not self.record.table.playing and self.chips(player) < _PLENTY * least:
            self._move("bot", grant(player, 2 * _PLENTY * least))

    def at_rest(self) -> Running:
        """The table as it is now, and until when it waits."""
        wait, before = wait_of(self.record), wait_of(self._running.record)
        # where no clock runs, every new entry is the beginning of another wait
        stays = goes_on(before, wait) and not (wait is None and self.made)
        since = self._running.since if stays else self._now
        table = self.record.table
        return self._running._replace(
            record=self.record,
            dealer=self.dealer,
            ready=frozenset(self.ready & (table.players() | {bet.player for bet in table.bets})),
            since=since,
            due=due(self.record, wait, since, self._seconds),
        )
