"""Tables opened and closed, and who may come to them: jobs that have a transaction of their own."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from casinowar.game import actions
from casinowar.game.players import kind_of
from casinowar.house.people import rights
from casinowar.house.people.accounts import new_player
from casinowar.house.people.bot_names import bot_name
from casinowar.house.people.own_limits import Pace
from casinowar.house.people.rights import Here
from casinowar.house.people.sessions import Entropy, letters, new_token, sha256_of
from casinowar.house.pit.audit_log import note
from casinowar.house.refusals import Refused, unknown_table
from casinowar.house.tables.absent import answer_for_all
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.sign import warning
from casinowar.house.tables.turn import Turn
from casinowar.house.timeouts import Seconds
from casinowar.record import begin
from casinowar.record.dealer import Dealer
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options, resolve_stated
from casinowar.store.backends.engine import lock_floor
from casinowar.store.queries import floor, people
from casinowar.store.queries.records import Unknown
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

MOST_PRIVATE = 3
"""How many private tables one account may have open."""


_INVITATION = "invitation {}"
"""Under which name the secret of a table's link is noted, for its owner to share again."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be opened; options that are not given are as the rules have them."""

    file: RuleFile
    reading: str = ""
    """The rule file's default where none is given."""
    name: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    players_may_have_edge: bool = False
    """An explicit yes, without which a table that favours its players is not opened."""
    bots: int = 0


@dataclass(frozen=True, slots=True)
class Means:
    """What the house has to run a table: chance, how long it waits, and how fast it is."""

    entropy: Entropy
    seconds: Seconds
    pace: Pace = field(default_factory=Pace)

    def play(self, work: Work, running: Running) -> Turn:
        """A table in motion."""
        return Turn(running, work.purse, work.now, self.seconds, self)

    def randrange(self, stop: int, /) -> int:
        """A whole number below another, for the whims of the house's own players."""
        return int.from_bytes(self.entropy(8)) % stop


def keep(work: Work, play: Turn) -> Running:
    """Write what has become of a table, once it waits again."""
    answer_for_all(work, play)
    after = play.settle_down()
    work.take(after, play.made, play.beside)
    return after


def open_table(work: Work, means: Means, opening: Opening, table_id: str, **row: Any) -> Running:
    """A new table, with the house's own players at it if some are wanted."""
    lock_floor(work.connection, whole=False)
    file = opening.file
    rules, options = check_edge(opening)
    if options.hand_dealt:
        _check_by_hand(rules, opening, is_public=row.get("owner") is None)
    floor.keep_rules(work.connection, file, work.now)
    row["name"] = opening.name or file.name
    play = _begin(work, means, rules, options, table_id, **row)
    for seat in range(options.seats, options.seats - opening.bots, -1):
        _seat_bot(work, play, means, seat)
    return keep(work, play)


def check_edge(opening: Opening) -> tuple[RuleSet, Options]:
    """What a table will be; refused is one that favours its players, without an explicit yes."""
    rules = opening.file.rules(opening.reading or None)
    options = resolve_stated(rules, **opening.options)
    says = warning(rules, options.decks)
    if says and not opening.players_may_have_edge:
        raise Refused("players-have-edge", f"{says} Say explicitly that it is to be opened.")
    return rules, options


def _check_by_hand(rules: RuleSet, opening: Opening, *, is_public: bool) -> None:
    """Refuse a hand-dealt table where no dealer could be."""
    if not is_public:
        raise Refused("not-by-hand", "a hand-dealt table is for everyone: only dealers deal there")
    if rules.is_solo:
        raise Refused("not-by-hand", "these rules are for one player: nobody deals there by hand")
    if opening.bots:
        raise Refused("not-by-hand", "none of the house's own players sits at a hand-dealt table")


def _begin(
    work: Work, means: Means, rules: RuleSet, options: Options, table_id: str, **row: Any
) -> Turn:
    """The first entry of a new table's record, and its row."""
    sha256 = rules.sha256
    paused = people.note(work.connection, floor.HOUSE_PAUSED)
    row["house_paused"] = paused
    floor.add_table(work.connection, id=table_id, rules_sha256=sha256, opened_at=work.now, **row)
    begun = begin(table_id, rules, options, at=work.now)
    owner: int | None = row.get("owner")
    opened = Running(begun.record, Dealer(means.entropy), owner, since=work.now)
    play = means.play(work, opened._replace(house_paused=paused))
    play.made.append(begun)
    return play


def open_private(work: Work, means: Means, caller: Caller, opening: Opening) -> tuple[Running, str]:
    """A table of a player's own, and the secret of the link that leads others to it."""
    if floor.count_private(work.connection, caller.account) >= MOST_PRIVATE:
        raise Refused("too-many-tables", f"you have {MOST_PRIVATE} tables open: close one first")
    token, table_id = new_token(means.entropy), f"t{letters(means.entropy, 12)}"
    opened = open_table(
        work,
        means,
        opening,
        table_id,
        owner=caller.account,
        invitation_sha256=sha256_of(token),
    )
    people.set_note(work.connection, _INVITATION.format(table_id), token)
    return opened, token


def invitation(connection: Connection, running: Running, caller: Caller) -> str | None:
    """The secret of the link to a private table, for who may change the table; none without one."""
    rights.check_at(connection, running, caller, "invite")
    return people.note(connection, _INVITATION.format(running.id))


def open_public(
    work: Work, means: Means, caller: Caller, opening: Opening, why: str = ""
) -> Running:
    """A table for everyone."""
    rights.check(work.connection, caller, "open")
    opened = open_table(work, means, opening, f"t{letters(means.entropy, 12)}")
    rules = opened.record.table.rules
    after = {"rules": rules.id, "reading": rules.reading, "sha256": rules.sha256}
    note(work, caller, "open", why, {}, after, opened.id)
    return opened


def own_game(work: Work, means: Means, caller: Caller, table_id: str) -> Running:
    """A player's own game of a public table whose rules are for one player alone."""
    lock_floor(work.connection, whole=False)
    public = checked(found(work, table_id), caller)
    table = public.record.table
    if not is_pattern(public):
        raise Refused("not-solo", "this is no public game for one player: sit down at it")
    known = floor.own_game(work.connection, caller.account, table_id)
    if known is not None:
        return work.running(known)
    name = floor.name_of(work.connection, table_id)
    own_id = f"{table_id}-{caller.player}"
    row = {"owner": caller.account, "game_of": table_id, "name": name}
    return keep(work, _begin(work, means, table.rules, table.options, own_id, **row))


def is_pattern(running: Running) -> bool:
    """Whether a public table is for one player, so that each has a game of their own like it."""
    return running.owner is None and running.record.table.rules.is_solo


def invited_to(connection: Connection, token: str) -> str:
    """The id of the open table that a link leads to."""
    table_id = floor.invitation(connection, sha256_of(token))
    if table_id is None:
        raise Refused("unknown-link", "this link leads to no open table", status=404)
    return table_id


def join(work: Work, caller: Caller, token: str) -> Running:
    """Someone comes to a private table by its link."""
    table_id = invited_to(work.connection, token)
    running = work.running(table_id)
    if may_come(running, caller):
        return running
    floor.invite(work.connection, table_id, caller.account)
    joined = running._replace(invited=running.invited | {caller.account})
    work.changed[table_id] = joined
    return joined


def found(work: Work, table_id: str) -> Running:
    """A table; one that is not there is refused in the words of one that is not for the caller."""
    try:
        return work.running(table_id)
    except Unknown:
        raise unknown_table(table_id) from None


def may_come(running: Running, caller: Caller) -> bool:
    """Whether a table is for someone to see and to play at."""
    return (
        running.owner is None
        or caller.account in running.invited
        or rights.may_at(running, caller, "come")
    )


def checked(running: Running, caller: Caller) -> Running:
    """A table that someone may act at; of another they learn nothing."""
    if not may_come(running, caller):
        raise unknown_table(running.id)
    if running.closed_at is not None:
        raise Refused("table-closed", f"table {running.id} is closed")
    return running


def _managed(work: Work, caller: Caller, table_id: str, right: Here) -> Running:
    """A table at which someone may do something that is not for all."""
    running = checked(found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, right)
    return running


def add_bot(work: Work, means: Means, caller: Caller, table_id: str, seat: int) -> Running:
    """One of the house's own players sits down."""
    play = means.play(work, _managed(work, caller, table_id, "bots"))
    if play.record.table.options.hand_dealt:
        raise Refused("not-by-hand", "none of the house's own players sits at a hand-dealt table")
    _seat_bot(work, play, means, seat, caller.player)
    return keep(work, play)


def remove_bot(work: Work, means: Means, caller: Caller, table_id: str, seat: int) -> Running:
    """One of the house's own players leaves, when the round allows it."""
    play = means.play(work, _managed(work, caller, table_id, "bots"))
    seats = play.record.table.seats
    player = seats[seat - 1] if 1 <= seat <= len(seats) else ""
    if kind_of(player) != "bot":
        raise Refused("no-bot", f"none of the house's players sits at seat {seat}")
    play.take(actions.Leave(player, seat), caller.player)
    return keep(work, play)


def close_table(
    work: Work,
    means: Means,
    caller: Caller,
    table_id: str,
    why: str = "",
    *,
    replaced_by: str | None = None,
) -> Running:
    """A table is closed for good: everyone leaves, and the seeds of its shoes are shown.

    It is noted where that is not its owner's doing, and not part of a replacement.
    """
    play = means.play(work, _managed(work, caller, table_id, "close"))
    if floor.is_own_game(work.connection, table_id):
        raise Refused("own-game", "this game is one player's own, and stays open for them")
    table = play.record.table
    if table.playing or table.bets:
        raise Refused("not-now", "there are wagers on the table", awaited=play.awaited)
    for seat, player in enumerate(table.seats, 1):
        if player and play.record.table.seats[seat - 1] == player:
            play.take(actions.Leave(player, seat), caller.player)
    while (step := play.dealer.close(play.record)) is not None:
        play.take(step)
    after = play.at_rest()._replace(closed_at=work.now, due=None, replaced_by=replaced_by)
    work.take(after, play.made, play.beside)
    people.drop_note(work.connection, _INVITATION.format(table_id))
    if replaced_by is None and after.owner != caller.account:
        note(work, caller, "close", why, {"rounds": table.rounds}, {}, table_id)
    return after


def _seat_bot(work: Work, play: Turn, means: Means, seat: int, by: str | None = None) -> None:
    """A new player of the house's sits down, under a name that no other at the table has."""
    player = new_player(means.entropy, "bot")
    there = people.names_of(work.connection, {*play.record.table.players()})
    name = bot_name(player, {person.name for person in there.values()})
    people.add_account(work.connection, player, name, player, kind="bot", at=work.now)
    play.take(actions.Sit(player, seat), by)
