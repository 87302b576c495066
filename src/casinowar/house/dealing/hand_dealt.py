"""The dealer of a hand-dealt table, who types what happens there.

The words are those of `casinowar deal`, and mean the same. A desk (`casinowar.desk`) takes them at
a copy of the table; its actions are then carried out at the table itself, with its record. The
house adds who is who. Players whom the dealer seats are walk-ins: they have no account, and their
chips are real ones on the felt. Players with an account act for themselves.
"""

from typing import Annotated

from msgspec import Meta

from casinowar.desk import Desk
from casinowar.desk.desk import Kind
from casinowar.desk.grammar import Unit, read
from casinowar.desk.scene import new_name, usage, whole
from casinowar.errors import CasinoWarError, IllegalAction, NotationError
from casinowar.game.actions import (
    Action,
    CancelRound,
    ChangeDealer,
    CutDeck,
    PassCut,
    PlaceBet,
    PostStake,
    Rule,
    RuleWager,
    Sit,
    TakeBank,
    WithdrawBet,
)
from casinowar.game.players import kind_of
from casinowar.game.table import Table, need
from casinowar.house.dealing.dealer_view import (
    DealerView,
    check_by_hand,
    dealer_view,
    last_bets,
    with_names,
)
from casinowar.house.dealing.turn_token import is_over, turn_of
from casinowar.house.house import House
from casinowar.house.messages import Message
from casinowar.house.people import rights
from casinowar.house.people.accounts import checked_name, key_of, new_player
from casinowar.house.pit import pauses
from casinowar.house.pit.audit_log import note_finished, note_rulings
from casinowar.house.refusals import Refused, not_yours
from casinowar.house.request_key import RequestKey
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.house.tables.table_messages import players_at
from casinowar.store import schema
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

MOST_LETTERS = 500
"""The longest line that a dealer may type."""

_NAMING = frozenset("sit leave bet withdraw bank decline war surrender cut".split())
"""The verbs whose words may be names."""

_HANDS_ON = (CutDeck, PassCut)
"""What players do to the cards with their own hands, so that only the dealer can enter it."""

_RULINGS = (Rule, RuleWager, CancelRound)
"""What the pit decides, not the dealer."""

_BEGINS = (Sit, PlaceBet, TakeBank, PostStake)
"""The actions that are refused at a paused table."""


class DealerLine(Message, frozen=True):
    """A line that the dealer typed, in the words of `casinowar deal`; an empty one is Enter."""

    words: Annotated[str, Meta(max_length=MOST_LETTERS)]
    turn: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="The `turn` the dealer saw; the line is refused if it is over."),
    ] = None


class OutputLine(Message, frozen=True):
    """A line for the dealer, and its kind."""

    kind: Kind
    text: str


class DealerAnswer(Message, frozen=True):
    """The answer to a dealer's line."""

    lines: list[OutputLine]
    left: Annotated[str, Meta(description="The part of the line that was not taken.")]
    was: Annotated[str, Meta(description="The turn at which the line was taken.")]
    desk: DealerView


class DealingService:
    """Takes the lines of dealers, and shows them their table."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def enter(
        self, request: RequestKey, caller: Caller, table_id: str, line: DealerLine
    ) -> bytes:
        """Take a line at a hand-dealt table."""
        means = self._house.means
        answer = await self._house.once(
            request, lambda work: deal(work, means, caller, table_id, line.words, line.turn)
        )
        return answer.data

    async def view(self, caller: Caller, table_id: str) -> DealerView:
        """A hand-dealt table as its dealer needs it."""
        running = await self._house.table(table_id, caller)
        return await self._house.read(lambda connection: dealer_view(connection, running, caller))


def deal(
    work: Work, means: Means, caller: Caller, table_id: str, words: str, turn: str | None = None
) -> DealerAnswer:
    """Take a line of the dealer's.

    With `turn`, the turn that the dealer saw, the line is refused if that is over: a card was meant
    for another hand then. Bets alone are good for their whole round, and questions at any time.
    """
    running = floor.checked(floor.found(work, table_id), caller)
    caller = rights.check_at(work.connection, running, caller, "deal")
    check_by_hand(running)
    clerk = _Clerk(work, means, running, caller)
    lines = clerk.desk.enter(words)
    table = running.record.table
    if turn is not None and clerk.changes and is_over(turn, table, bets=clerk.only_bets):
        awaited = str(need(table))
        raise Refused("moved-on", "the table has moved on since you saw it", awaited=awaited)
    if clerk.desk.refusal is not None and not clerk.desk.actions:
        raise _refusal(clerk.desk.refusal)
    after = clerk.write_down() if clerk.desk.actions else running
    return DealerAnswer(
        lines=[
            OutputLine(line.kind, with_names(line.text, clerk.names)) for line in lines if line.text
        ],
        left=clerk.desk.left if clerk.desk.refusal is not None else "",
        was=turn_of(table),
        desk=dealer_view(work.connection, after, caller, _unwritten(work, after)),
    )


def _unwritten(work: Work, running: Running) -> list[str]:
    """The table's entries that have no row yet: of this job, and of others in the same commit."""
    rows = (*work.unwritten(schema.entries), *work.rows[schema.entries])
    return [row["text"] for row in rows if row["table_id"] == running.id]


def _refusal(error: CasinoWarError) -> CasinoWarError:
    """Give words that cannot be read a kind of their own."""
    return Refused("bad-words", str(error)) if isinstance(error, NotationError) else error


class _Clerk:
    """Carries out at a table what its dealer types, and knows who is who."""

    def __init__(self, work: Work, means: Means, running: Running, caller: Caller) -> None:
        table, connection = running.record.table, work.connection
        bets = last_bets(connection, running)
        here = players_at(running) | {bet.player for bet in bets} | {caller.player}
        known = people.names_of(connection, here)
        self.names = {player: person.name for player, person in known.items()}
        self._work, self._means, self._running, self._caller = work, means, running, caller
        self._may_rule = rights.may_at(running, caller, "rule")
        dealer = known.get(table.dealer)
        finishes = dealer is not None and rights.may_finish(running, caller, dealer)
        self._gone = dealer if finishes else None
        """The dealer who may no longer deal here, and whose round the caller finishes."""
        self._new: dict[str, str] = {}
        """The names of players whom the line seats for the first time."""
        banker = table.bank.player
        stake = store_floor.last_stake(connection, running.id, banker) if banker else None
        self.desk = Desk(
            table,
            lambda: work.now // 1000,
            bets=bets,
            stakes={} if stake is None else {banker: stake},
            understand=self._understand,
            allow=self._allow,
        )

    @property
    def changes(self) -> bool:
        """Whether the line does something, or would have."""
        return bool(self.desk.actions) or self.desk.refusal is not None

    @property
    def only_bets(self) -> bool:
        """Whether the line only placed and withdrew bets."""
        bets = all(isinstance(action, PlaceBet | WithdrawBet) for action in self.desk.actions)
        return bets and self.desk.refusal is None

    def write_down(self) -> Running:
        """Carry out at the table what the desk did."""
        play = self._means.play(self._work, self._running)
        finished = 0
        for action in self.desk.actions:
            if self._finishes(play.record.table) and not isinstance(action, _RULINGS):
                finished = play.record.table.rounds
            if isinstance(action, Sit | PlaceBet) and action.player in self._new:
                self._welcome(action.player)
            play.take(action, self._caller.player)
        after = floor.keep(self._work, play)
        if any(isinstance(action, Rule | RuleWager) for action in self.desk.actions):
            note_rulings(self._work, self._caller, play)
        if finished and self._gone is not None:
            note_finished(self._work, self._caller, after.id, self._gone, finished)
        return after

    def _finishes(self, table: Table) -> bool:
        return self._gone is not None and table.playing and table.dealer == self._gone.player

    def _welcome(self, player: str) -> None:
        people.add_account(
            self._work.connection,
            player,
            self._new.pop(player),
            player,
            kind="walk-in",
            at=self._work.now,
        )

    def _understand(self, line: str) -> list[Unit]:
        return [self._meant(unit) for unit in read(line)]

    def _meant(self, unit: Unit) -> Unit:
        """The unit with the ids of players in place of their names."""
        if unit.verb == "quit":
            raise NotationError("only the operator can close this table, in the pit")
        if unit.verb == "dealer":
            return self._taking_over(unit)
        if unit.verb == "rule" and len(unit.words) > 1:  # the rest is free text
            seat, who, *rest = unit.words
            return Unit(unit.verb, (seat, self._player(who), *rest), unit.typed)
        if unit.verb not in _NAMING:
            return unit
        words = [self._player(word) for word in unit.words]
        if unit.verb == "sit":
            words = [word if whole(word) is not None else self._or_new(word) for word in words]
        elif unit.verb == "bet" and len(words) > 2:
            words[1] = self._or_new(words[1])
        return Unit(unit.verb, tuple(words), unit.typed, unit.then)

    def _taking_over(self, unit: Unit) -> Unit:
        own = self._caller.player
        if unit.words and self._player(" ".join(unit.words)) != own:
            raise usage("dealer alone: another dealer takes over at their own console")
        return Unit(unit.verb, (own,), unit.typed)

    def _player(self, word: str) -> str:
        """The player of that name at the table, walk-ins first; the word itself if there is none.

        Words that mean something else at the desk are nobody's name.
        """
        try:
            key = key_of(new_name(word))
        except IllegalAction:
            return word
        called = [player for player, name in self.names.items() if key_of(name) == key]
        called.sort(key=lambda player: kind_of(player) != "walk-in")
        return called[0] if called else word

    def _or_new(self, word: str) -> str:
        """The player, or a new walk-in if nobody at the table has that name."""
        if word in self.names:
            return word
        name, player = checked_name(new_name(word)), new_player(self._means.entropy, "walk-in")
        self._new[player] = self.names[player] = name
        return player

    def _allow(self, action: Action) -> None:
        """Refuse an action that this dealer may not take."""
        match action:
            case ChangeDealer():
                return
            case Rule() | RuleWager() | CancelRound():
                if not self._may_rule:
                    raise not_yours("only the pit may rule on a round or cancel it")
                return
            case _:
                self._check_own(action)

    def _check_own(self, action: Action) -> None:
        """Refuse an action of another dealer, or of a player who can take it alone."""
        dealer = self.desk.table.dealer
        if dealer != self._caller.player and not self._finishes(self.desk.table):
            who = f"{self.names.get(dealer, dealer)} deals here" if dealer else "nobody deals yet"
            raise Refused("not-dealing", f"{who}: take over first, with dealer", status=403)
        if isinstance(action, _BEGINS):
            pauses.check_open(self._running)
        player = str(getattr(action, "player", ""))
        if player and kind_of(player) != "walk-in" and not isinstance(action, _HANDS_ON):
            name = self.names.get(player, player)
            if isinstance(action, Sit):
                raise not_yours(f"{name} has an account: give the walk-in another name")
            raise not_yours(f"{name} has an account, and does that alone")
