"""The dealer of a hand-dealt table, who says in the words of the desk what happens there.

The words are those of `casinowar deal` and mean the same: a desk (`casinowar.desk`) takes them
at the table as it stands, and what it did is then done to the table itself, with its record. What a
house adds is who is who. People whom the dealer seats have no account of their own: they are
walk-ins, whose real chips lie on the felt. Whoever has an account acts for themselves.
"""

import json
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Connection

from casinowar.desk import Desk, DeskOutput
from casinowar.desk.describe import describe_events
from casinowar.desk.desk_view import desk_view, rulings
from casinowar.desk.grammar import Unit, read
from casinowar.desk.scene import new_name, usage, whole
from casinowar.errors import CasinoWarError, IllegalAction, NotationError
from casinowar.game.actions import (
    Action,
    CancelRound,
    ChangeDealer,
    CutDeck,
    GoToWar,
    PassCut,
    Pay,
    PlaceBet,
    PostStake,
    Rule,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
    WithdrawBet,
)
from casinowar.game.events import (
    CardsCollected,
    Event,
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded
from casinowar.game.players import kind_of
from casinowar.game.round import Bet
from casinowar.game.table import Table, need, round_to_rule_on
from casinowar.house.people import rights
from casinowar.house.people.accounts import checked_name, key_of, new_player
from casinowar.house.pit import pauses
from casinowar.house.pit.audit_log import note_finished, note_rulings
from casinowar.house.refusals import Refused, not_yours
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.house.tables.turn_token import is_over, turn_of
from casinowar.house.tables.views import need_json
from casinowar.record.codec.events import from_json
from casinowar.store import schema
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.people import Person
from casinowar.store.queries.records import entries_from
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

Json = dict[str, Any]

MOST_LETTERS = 500
"""No line of a dealer's is longer."""

_NAMING = frozenset("sit leave bet withdraw bank decline war surrender cut".split())
"""The verbs whose words may be names."""

_HANDS_ON = (CutDeck, PassCut)
"""What whoever is asked does to the cards themselves, and only the dealer can write down."""

_BEGINS = (Sit, PlaceBet, TakeBank, PostStake)
"""What is not done at a table that is paused."""

_ANSWERS = (Surrender, GoToWar, TimeOut, Rule, CancelRound, ChangeDealer)
"""What makes orders, or may be said before they are carried out."""

_ORDERED = (
    *(CardsCollected, WagerSettled, WagerReturned, WagerReversed),
    *(RoundRuled, RoundCancelled),
)
"""What the dealer carries out, and why."""

_BACK = 64
"""How many entries the orders that still stand are looked for in."""


def deal(
    work: Work, means: Means, caller: Caller, table_id: str, words: str, turn: str | None = None
) -> Json:
    """Take a line of the dealer's: what came of it, and how the table stands then.

    With `turn`, the one at which it was said, a line is refused if that is over: a card was meant
    for another hand then. Bets alone are good for their whole round, and questions at any time.
    """
    running = floor.checked(floor.found(work, table_id), caller)
    caller = rights.check_at(work.connection, running, caller, "deal")
    _check_by_hand(running)
    clerk = _Clerk(work, means, running, caller)
    lines = clerk.desk.enter(words)
    table = running.record.table
    if turn is not None and clerk.changes and is_over(turn, table, bets=clerk.only_bets):
        awaited = str(need(table))
        raise Refused("moved-on", "the table has moved on since you saw it", awaited=awaited)
    if clerk.desk.refusal is not None and not clerk.desk.actions:
        raise _refusal(clerk.desk.refusal)
    after = clerk.write_down() if clerk.desk.actions else running
    return {
        "lines": [_line(line, clerk.names) for line in lines if line.text],
        "left": clerk.desk.left if clerk.desk.refusal is not None else "",
        "was": turn_of(table),
        "desk": look(work.connection, after, caller, _unwritten(work, after)),
    }


def _unwritten(work: Work, running: Running) -> list[str]:
    """A table's entries that are in no row yet: of this job, and of those committed with it."""
    rows = (*work.unwritten(schema.entries), *work.rows[schema.entries])
    return [row["text"] for row in rows if row["table_id"] == running.id]


def look(
    connection: Connection, running: Running, caller: Caller, unwritten: Sequence[str] = ()
) -> Json:
    """A hand-dealt table as who may deal there has to know it."""
    caller = rights.check_at(connection, running, caller, "deal")
    _check_by_hand(running)
    table = running.record.table
    seq = running.record.seq
    written = entries_from(connection, running.id, max(1, seq - _BACK), seq - len(unwritten))
    ordered = _ordered([*written, *unwritten])
    moved = {str(getattr(each, name, "")) for each in ordered for name in ("player", "banker")}
    last = _repeatable(connection, running)
    here = people_at(table) | {bet.player for bet in last} | moved - {""}
    called = people.names_of(connection, here)
    names = {player: person.name for player, person in called.items()}
    found = desk_view(table)
    dealer = called.get(table.dealer)
    stands_in = table.playing and dealer is not None and rights.may_finish(running, caller, dealer)
    words = [*found["words"], *(["again"] if last else [])]
    return {
        **found,
        "table": running.id,
        "seq": running.record.seq,
        "turn": turn_of(table),
        "closed": running.closed_at is not None,
        "replaced_by": running.replaced_by,
        "paused": running.why_paused,
        "dealer": table.dealer,
        "deals": table.dealer == caller.player or stands_in,
        "stands_in": stands_in,
        "rulings": rulings(table) if rights.may_at(running, caller, "rule") else [],
        "rules_on": round_to_rule_on(table),
        "need": need_json(need(table)),
        "says": in_words(found["says"], names),
        "hint": in_words(found["hint"], names),
        "pay": [in_words(order, names) for order in found["pay"]],
        "orders": [in_words(order, names) for _, order in describe_events(ordered)],
        "words": words,
        "names": {player: _called(person) for player, person in sorted(called.items())},
        "ready": sorted(running.ready),
    }


def _ordered(texts: Sequence[str]) -> list[Event]:
    """What was settled, collected or ruled since the dealer went on, whoever did it.

    The dealer who goes on with the game has carried that out.
    """
    events: list[Event] = []
    for text in reversed(texts):
        entry = json.loads(text)
        if "action" not in entry:
            continue
        action = cast(Action, from_json(entry["action"]))
        if isinstance(action, Pay):
            break
        events[:0] = (cast(Event, from_json(event)) for event in entry["events"])
        if _goes_on(action):
            break
    return [event for event in events if isinstance(event, _ORDERED)]


def _goes_on(action: Action) -> bool:
    """Whether this is the dealer's doing, for themselves or a walk-in, and no answer."""
    player = str(getattr(action, "player", ""))
    return not isinstance(action, _ANSWERS) and (not player or kind_of(player) == "walk-in")


def _called(person: Person) -> Json:
    return {"name": person.name, "walk_in": person.kind == "walk-in"}


def people_at(table: Table) -> set[str]:
    """Everyone who has to do with a table now."""
    bets = (*table.bets, *(table.round.bets if table.round is not None else ()))
    betting = {bet.player for bet in bets}
    return {*table.players(), *betting, table.bank.player, table.dealer} - {""}


def in_words(text: str, names: dict[str, str]) -> str:
    """A text with what people are called instead of what stands for them in records."""
    for player, name in names.items():
        text = text.replace(player, name)
    return text


def _line(line: DeskOutput, names: dict[str, str]) -> Json:
    return {"kind": line.kind, "text": in_words(line.text, names)}


def _refusal(error: CasinoWarError) -> CasinoWarError:
    """Words that are no words are refused under a name of their own."""
    return Refused("bad-words", str(error)) if isinstance(error, NotationError) else error


def _check_by_hand(running: Running) -> None:
    if not running.record.table.options.hand_dealt:
        raise Refused("not-by-hand", "nobody deals by hand at this table: its shoe is electronic")


def _repeatable(connection: Connection, running: Running) -> tuple[Bet, ...]:
    """What walk-ins may bet again, now."""
    betting = isinstance(need(running.record.table), BetsNeeded)
    return _last_bets(connection, running) if betting else ()


def _last_bets(connection: Connection, running: Running) -> tuple[Bet, ...]:
    """What walk-ins bet in the last round; who banked in it, as before that."""
    placed: dict[tuple[str, int], Bet] = {}

    def add(player: str, seat: int, wager: str, amount: int) -> None:
        bet = placed.get((player, seat), Bet(player, seat))
        primary, tie = (amount, bet.tie) if wager == "primary" else (bet.primary, amount)
        placed[player, seat] = Bet(player, seat, primary, tie)

    table = running.record.table
    if table.round is None:
        for row in store_floor.last_bets(connection, running.id):
            add(*row)
    else:  # it lies there until the next is bet on; its rows may not be written yet
        placed = {(bet.player, bet.seat): bet for bet in table.round.bets}
    banker = table.bank.last
    if banker:
        for seat, wager, amount in store_floor.last_wagers(connection, running.id, banker):
            add(banker, seat, wager, amount)
    return tuple(bet for bet in placed.values() if kind_of(bet.player) == "walk-in")


class _Clerk:
    """Writes down at a table what its dealer says, and knows who is who."""

    def __init__(self, work: Work, means: Means, running: Running, caller: Caller) -> None:
        table, connection = running.record.table, work.connection
        bets = _last_bets(connection, running)
        last = {bet.player for bet in bets}
        known = people.names_of(connection, {*people_at(table), *last, caller.player})
        self.names = {player: person.name for player, person in known.items()}
        self._work, self._means, self._running, self._caller = work, means, running, caller
        self._may_rule = rights.may_at(running, caller, "rule")
        dealer = known.get(table.dealer)
        finishes = dealer is not None and rights.may_finish(running, caller, dealer)
        self._gone = dealer if finishes else None
        """Whose round the caller ends, as they may deal here no longer."""
        self._new: dict[str, str] = {}
        """The names of those whom a line seats for the first time."""
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
        """Whether what was said does something, or was to."""
        return bool(self.desk.actions) or self.desk.refusal is not None

    @property
    def only_bets(self) -> bool:
        """Whether it did nothing but place bets and take them back."""
        bets = all(isinstance(action, PlaceBet | WithdrawBet) for action in self.desk.actions)
        return bets and self.desk.refusal is None

    def write_down(self) -> Running:
        """Do to the table what was done at the desk."""
        play = self._means.play(self._work, self._running)
        finished = 0
        for action in self.desk.actions:
            if self._finishes(play.record.table) and not isinstance(action, Rule | CancelRound):
                finished = play.record.table.rounds
            if isinstance(action, Sit | PlaceBet) and action.player in self._new:
                self._welcome(action.player)
            play.take(action, self._caller.player)
        after = floor.keep(self._work, play)
        if any(isinstance(action, Rule) for action in self.desk.actions):
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
        """The same with what stands in records instead of what people are called."""
        if unit.verb == "quit":
            raise NotationError("this table is closed by the operator, not from here")
        if unit.verb == "dealer":
            return self._taking_over(unit)
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
            raise usage("dealer alone: whoever takes over says so at their own console")
        return Unit(unit.verb, (own,), unit.typed)

    def _player(self, word: str) -> str:
        """Who is called so at the table, walk-ins first; a word that means nobody stays as it is.

        A name that means something else here is nobody's.
        """
        try:
            key = key_of(new_name(word))
        except IllegalAction:
            return word
        called = [player for player, name in self.names.items() if key_of(name) == key]
        called.sort(key=lambda player: kind_of(player) != "walk-in")
        return called[0] if called else word

    def _or_new(self, word: str) -> str:
        """Someone whom nobody at the table is called like is new."""
        if word in self.names:
            return word
        name, player = checked_name(new_name(word)), new_player(self._means.entropy, "walk-in")
        self._new[player] = self.names[player] = name
        return player

    def _allow(self, action: Action) -> None:
        """Refuse what is not for this dealer to do."""
        match action:
            case ChangeDealer():
                return
            case Rule() | CancelRound():
                if not self._may_rule:
                    raise not_yours("that is the pit's to say, not the dealer's")
                return
            case _:
                self._check_own(action)

    def _check_own(self, action: Action) -> None:
        """Refuse what someone else does: another dealer, or a player who can do it alone."""
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
                raise not_yours(f"{name} here has an account: call a walk-in something else")
            raise not_yours(f"{name} has an account, and says so alone")
