"""One turn of a table: a request, and everything that follows from it automatically.

The dealer deals, bots answer, and bets close when everyone is ready. All of it happens in the
transaction of the request, until the table waits for a person or a clock.
"""

from casinowar.errors import CasinoWarError
from casinowar.game import bots
from casinowar.game.actions import Action, CloseBets, GoToWar
from casinowar.game.events import BetsClosed, WagerReversed, WagerRuled, WarDeclared
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
"""The most automatic steps of one turn; a round with eight seats takes about fifty."""

_TAKING_BACK = (WagerReversed, WagerRuled)
"""The events by which a ruling takes money from a player."""

_PLENTY = 50
"""A bot starts with at least this many of the table's smallest wagers."""


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
        """`purse` belongs to the job; every transfer of this turn is posted there."""
        self.record = running.record
        self.dealer = running.dealer.copy()
        self.ready = set(running.ready)
        self.away = set(running.away)
        self.made: list[Recorded] = []
        self.beside: dict[str, list[Transfer]] = {"cover": [], "bot": [], "walk-in": []}
        """The money that moved outside the entries, by why.

        The house covers players who lack what a ruling takes back. The mint lends to the
        house's own players. It gives walk-ins their real chips, and takes them back at the end.
        """
        self._running = running
        self._purse = purse
        self._now = now
        self._seconds = seconds
        self._chance = chance
        self._closing = False
        """Whether to close the list without the missing commitments."""

    @property
    def awaited(self) -> str:
        """What the table waits for, in words."""
        return str(need(self.record.table))

    def chips(self, player: str) -> int:
        """A player's chips, after everything this turn has done so far."""
        return self._purse[Account("player", player)]

    def take(self, what: Action | Step, who: str | None = None) -> Recorded:
        """Take one action or step; refused if the rules or a player's chips forbid it."""
        chips = self.chips(what.player) if isinstance(what, GoToWar) else 0
        made = take(self.record, what, who=who, at=self._now)
        if isinstance(what, GoToWar):
            self._check_match(made, chips)
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

    def _check_match(self, made: Recorded, chips: int) -> None:
        """Refuse a war for which a player had too few chips before it was declared (ALL-6).

        The same answer may settle later seats, but their wins do not pay for it (ALL-7).
        """
        for event in made.events:
            if isinstance(event, WarDeclared) and kind_of(event.player) != "walk-in":
                free = self.record.table.rules.war_needs_no_chips
                missing = event.war_tie + (0 if free else event.war) - chips
                if missing > 0:
                    raise self._too_few_chips(missing)

    def _too_few_chips(self, missing: int) -> Refused:
        return Refused(
            "no-chips",
            f"this takes {format_money(missing)} more than there are chips for",
            awaited=self.awaited,
        )

    def _make_up(self, account: Account, missing: int) -> None:
        """Pay what a player lacks, or refuse the wager.

        A walk-in's chips are real: a wager shows that they exist. A ruling may take back what a
        player no longer has, or what a walk-in took along: then the house pays. A table never
        lacks money.
        """
        if account.kind != "player":
            return
        taken_back = any(isinstance(each, _TAKING_BACK) for each in self.made[-1].events)
        if kind_of(account.name) == "walk-in" and not (taken_back and self._is_gone(account.name)):
            self._move("walk-in", grant(account.name, missing))
        elif taken_back:
            self._move("cover", Transfer(HOUSE, account, missing))
        else:
            raise self._too_few_chips(missing)

    def _is_gone(self, walk_in: str) -> bool:
        """Whether a walk-in has left the table, and taken their chips along."""
        table = self.record.table
        return walk_in not in {*table.players(), *(bet.player for bet in table.bets_in_play())}

    def _move(self, why: str, transfer: Transfer) -> None:
        self.beside[why].append(transfer)
        self._purse.post([transfer])

    def close_list(self) -> None:
        """Close the list without the missing commitments."""
        self._closing = True

    def time_is_up(self) -> bool:
        """Do what the house does when a wait is over; whether a deadline has passed.

        There may be no wait left: an earlier version set deadlines for lone players too.
        """
        if self._running.due is None or self._now < self._running.due:
            return False
        wait = wait_of(self.record, self.away)
        if wait is None:
            return True
        if wait.kind == "commitments":
            self.close_list()
        for what in when_due(self.record, wait, self._now):
            self.take(what, "house")
        return True

    def run(self) -> None:
        """Take every automatic step, until the table waits for a person or a clock."""
        for _ in range(MOST_BY_ITSELF):
            if not self._go_on():
                return
        raise CasinoWarError("this table does not come to rest")

    def settle_down(self) -> Running:
        """The table at rest, after walk-ins who left have taken their chips."""
        self._cash_out()
        return self.at_rest()

    def _cash_out(self) -> None:
        """Return the chips of walk-ins who left to the mint: they took real chips home."""
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
        """Take one automatic step; whether there was one."""
        if self._nobody_to_wait_for():
            self.take(CloseBets(self._now // 1000))
            return True
        what = self._dealers()
        if what is not None:
            self.take(what)
            return True
        return self._bots()

    def _nobody_to_wait_for(self) -> bool:
        """Whether there are bets and everyone is ready; by hand, the dealer closes them.

        If someone wants to go on, nobody waits for those who are away.
        """
        table = self.record.table
        if table.options.hand_dealt or not table.bets or not isinstance(need(table), BetsNeeded):
            return False
        betting = {bet.player for bet in table.bets}
        if not self._running.why_paused:
            betting |= table.players()
        betting.discard(table.bank.player)
        missing = betting - self.ready
        if not missing:
            return True
        going_on = {table.bank.player, *betting} - missing - {""}
        return missing <= self.away and any(kind_of(player) != "bot" for player in going_on)

    def _dealers(self) -> Action | Step | None:
        """The electronic dealer's next step; it closes the list of commitments only when due."""
        what = self.dealer.answer(self.record)
        if isinstance(what, ListClosed) and not self._may_close_list():
            return None
        return what

    def _may_close_list(self) -> bool:
        """Whether people play here, and nobody's commitment is still awaited."""
        return bool(people(self.record)) and (
            self._closing or not uncommitted(self.record, self.away)
        )

    def _bots(self) -> bool:
        """Let the bots act if people play here; each bets once a round. Whether one acted."""
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
        """Whether a person has bet or banks; bots do not play by themselves."""
        table = self.record.table
        players = [bet.player for bet in table.bets]
        if table.bank.player:
            players.append(table.bank.player)
        return any(kind_of(player) != "bot" for player in players)

    def _lend(self, player: str) -> None:
        """Lend chips to a bot that runs short between rounds."""
        least = self.record.table.options.primary.least
        if not self.record.table.playing and self.chips(player) < _PLENTY * least:
            self._move("bot", grant(player, 2 * _PLENTY * least))

    def at_rest(self) -> Running:
        """The table as it is now, with its deadline."""
        wait = wait_of(self.record, self.away)
        before = wait_of(self._running.record, self._running.away)
        # where no clock runs, every new entry is the beginning of another wait
        stays = goes_on(before, wait) and not (wait is None and self.made)
        since = self._running.since if stays else self._now
        table = self.record.table
        here = table.players() | {bet.player for bet in table.bets_in_play()}
        return self._running._replace(
            record=self.record,
            dealer=self.dealer,
            ready=frozenset(self.ready & (table.players() | {bet.player for bet in table.bets})),
            away=frozenset(self.away & here),
            since=since,
            due=due(self.record, wait, since, self._seconds),
        )
