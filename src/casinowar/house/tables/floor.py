"""Opening and closing tables, and who may enter them. Each job has its own transaction."""

from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from casinowar.game import actions
from casinowar.game.players import kind_of
from casinowar.house.people import rights
from casinowar.house.people.accounts import new_player
from casinowar.house.people.bot_names import bot_name
from casinowar.house.people.own_limits import ANY_PACE, Pace
from casinowar.house.people.rights import Here
from casinowar.house.people.sessions import Entropy, letters, new_token, sha256_of
from casinowar.house.pit.audit_log import note
from casinowar.house.refusals import Refused, not_yours, unknown_table
from casinowar.house.tables.absent import answer_for_all
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.sign import warning
from casinowar.house.tables.turn import Turn
from casinowar.house.timeouts import Seconds
from casinowar.record import begin
from casinowar.record.dealer import Dealer
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Limit, RuleSet
from casinowar.rules.options import Options, resolve
from casinowar.store.backends.engine import lock_floor
from casinowar.store.queries import floor, people
from casinowar.store.queries.records import Unknown
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

MOST_PRIVATE = 3
"""How many private tables one account may have open."""


_INVITATION = "invitation {}"
"""The note that keeps the secret of a table's link, so that its owner can share it again."""

_BY_OPERATOR = "authorised by operator {}"
"""The note of a private table whose authorised limit the operator has stated.

Older private tables have none: their owners stated it.
"""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to open; options that are not given have the rules' defaults."""

    file: RuleFile
    reading: str = ""
    """Empty for the rule file's default."""
    name: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    players_may_have_edge: bool = False
    """An explicit yes, without which no table is opened that gives the bank no edge."""
    bots: int = 0
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What a table needs from the house: chance, time limits and the pace of play."""

    entropy: Entropy
    seconds: Seconds
    pace: Pace = ANY_PACE
    authorised: int | None = None
    """The authorised limit that the operator states for the house, if any (WA-LIM)."""

    def play(self, work: Work, running: Running) -> Turn:
        """Begin a turn of a table."""
        return Turn(running, work.purse, work.now, self.seconds, self)

    def randrange(self, stop: int, /) -> int:
        """A random whole number below `stop`, for the bots' decisions."""
        return int.from_bytes(self.entropy(8)) % stop


def keep(work: Work, play: Turn) -> Running:
    """Finish a turn: take the automatic steps, and write the table."""
    answer_for_all(work, play)
    after = play.settle_down()
    work.take(after, play.made, play.beside)
    return after


def open_table(work: Work, means: Means, opening: Opening, table_id: str, **row: Any) -> Running:
    """Open a table, and seat bots there if asked to."""
    lock_floor(work.connection, whole=False)
    file = opening.file
    rules, options = check_edge(opening)
    if options.hand_dealt:
        _check_by_hand(rules, opening, is_public=row.get("owner") is None)
    if opening.bots:
        _check_company(rules)
    floor.keep_rules(work.connection, file, work.now)
    row["name"] = opening.name or file.name
    play = _begin(work, means, rules, options, table_id, **row)
    for seat in range(options.seats, options.seats - opening.bots, -1):
        _seat_bot(work, play, means, seat)
    return keep(work, play)


def check_edge(opening: Opening) -> tuple[RuleSet, Options]:
    """The rules and options of a new table; without an edge for the bank it needs a yes."""
    rules = opening.file.rules(opening.reading or None)
    options = resolve(rules, **opening.options, practice=opening.practice)
    says = warning(rules, options.decks)
    if says and not opening.players_may_have_edge:
        raise Refused("players-have-edge", f"{says} Say explicitly that it is to be opened.")
    return rules, options


def _check_by_hand(rules: RuleSet, opening: Opening, *, is_public: bool) -> None:
    """Refuse a hand-dealt table that no dealer could deal."""
    if not is_public:
        raise Refused("not-by-hand", "a hand-dealt table is for everyone: only dealers deal there")
    if rules.is_solo:
        raise Refused("not-by-hand", "these rules are for one player: nobody deals there by hand")
    if opening.bots:
        raise Refused("not-by-hand", "none of the house's own players sits at a hand-dealt table")


def _check_company(rules: RuleSet) -> None:
    """Refuse bots in a game for one player: a bot would hold every seat."""
    if rules.is_solo:
        raise Refused("own-game", "this game is for one player: bots cannot join it")


def _begin(
    work: Work, means: Means, rules: RuleSet, options: Options, table_id: str, **row: Any
) -> Turn:
    """Write a new table's row and the first entry of its record."""
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
    """Open a private table; return it with the secret of its invitation link."""
    people.to_change(work.connection, caller.player)  # nobody else counts at the same time
    if floor.count_private(work.connection, caller.account) >= MOST_PRIVATE:
        raise Refused("too-many-tables", f"you have {MOST_PRIVATE} tables open: close one first")
    token, table_id = new_token(means.entropy), f"t{letters(means.entropy, 12)}"
    opening = _authorised(work, means, caller, opening)
    row = {"owner": caller.account, "invitation_sha256": sha256_of(token)}
    opened = open_table(work, means, opening, table_id, **row)
    people.set_note(work.connection, _INVITATION.format(table_id), token)
    if "authorised" in opening.options:
        people.set_note(work.connection, _BY_OPERATOR.format(table_id), "yes")
    return opened, token


def _authorised(work: Work, means: Means, caller: Caller, opening: Opening) -> Opening:
    """A private table with the authorised limit: only the operator states it (WA-LIM)."""
    if "open" in rights.rights_of(rights.as_of_now(work.connection, caller).role):
        return opening
    if "authorised" in opening.options:
        raise not_yours("only the operator may state an authorised limit: leave it out")
    return opening if opening.practice else within(opening, means.authorised)


def within(opening: Opening, authorised: int | None) -> Opening:
    """A table within the operator's authorised limit, where the rules ask for one (WA-LIM).

    Maxima that are not given are cut to it. Without such a limit it is a practice table.
    """
    limits = opening.file.rules(opening.reading or None).limits
    if limits.authorised != "stated":
        return opening
    if authorised is None:
        return replace(opening, practice=True)

    def cut(limit: Limit) -> Limit:
        if limit.amounts or limit.most <= authorised:
            return limit
        return Limit(limit.least, authorised - authorised % limits.unit)

    usual: dict[str, Any] = {"authorised": authorised, "primary": cut(limits.primary)}
    if limits.tie != limits.primary:  # otherwise it follows the primary one
        usual["tie"] = cut(limits.tie)
    return replace(opening, options={**usual, **opening.options})


def is_stated_by_owner(connection: Connection, running: Running) -> bool:
    """Whether the owner of a private table stated its authorised limit, as was once possible."""
    return (
        running.owner is not None
        and not floor.is_own_game(connection, running.id)
        and people.note(connection, _BY_OPERATOR.format(running.id)) is None
    )


def invitation(connection: Connection, running: Running, caller: Caller) -> str | None:
    """The secret of a private table's link, for people who may invite; `None` if it has none."""
    rights.check_at(connection, running, caller, "invite")
    return people.note(connection, _INVITATION.format(running.id))


def open_public(
    work: Work, means: Means, caller: Caller, opening: Opening, why: str = ""
) -> Running:
    """Open a public table."""
    rights.check(work.connection, caller, "open")
    opened = open_table(work, means, opening, f"t{letters(means.entropy, 12)}")
    rules = opened.record.table.rules
    after = {"rules": rules.id, "reading": rules.reading, "sha256": rules.sha256}
    note(work, caller, "open", why, {}, after, opened.id)
    return opened


def own_game(work: Work, means: Means, caller: Caller, table_id: str) -> Running:
    """The caller's own game at a public solo table; opened the first time."""
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
    """Whether this is a public solo table, of which each player has a game of their own."""
    return running.owner is None and running.record.table.rules.is_solo


def invited_to(connection: Connection, token: str) -> str:
    """The id of the open table behind a link."""
    table_id = floor.invitation(connection, sha256_of(token))
    if table_id is None:
        raise Refused("unknown-link", "this link leads to no open table", status=404)
    return table_id


def join(work: Work, caller: Caller, token: str) -> Running:
    """Join a private table by its link."""
    table_id = invited_to(work.connection, token)
    running = work.running(table_id)
    if may_come(running, caller):
        return running
    floor.invite(work.connection, table_id, caller.account)
    joined = running._replace(invited=running.invited | {caller.account})
    work.changed[table_id] = joined
    return joined


def found(work: Work, table_id: str) -> Running:
    """A table; one that does not exist is refused like one the caller may not see."""
    try:
        return work.running(table_id)
    except Unknown:
        raise unknown_table(table_id) from None


def may_come(running: Running, caller: Caller) -> bool:
    """Whether the caller may see a table and play there."""
    return (
        running.owner is None
        or caller.account in running.invited
        or rights.may_at(running, caller, "come")
    )


def checked(running: Running, caller: Caller) -> Running:
    """The table, if the caller may play there; otherwise it is unknown."""
    if not may_come(running, caller):
        raise unknown_table(running.id)
    if running.closed_at is not None:
        raise Refused("table-closed", f"table {running.id} is closed")
    return running


def _managed(work: Work, caller: Caller, table_id: str, right: Here) -> Running:
    """The table, if the caller has this right there."""
    running = checked(found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, right)
    return running


def add_bot(work: Work, means: Means, caller: Caller, table_id: str, seat: int) -> Running:
    """Seat a bot."""
    play = means.play(work, _managed(work, caller, table_id, "bots"))
    if play.record.table.options.hand_dealt:
        raise Refused("not-by-hand", "none of the house's own players sits at a hand-dealt table")
    _check_company(play.record.table.rules)
    _seat_bot(work, play, means, seat, caller.player)
    return keep(work, play)


def remove_bot(work: Work, means: Means, caller: Caller, table_id: str, seat: int) -> Running:
    """Let a bot leave as soon as the round allows."""
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
    """Close a table for good: everyone leaves, and the seeds of its shoes are revealed.

    It is noted where that is not its owner's doing, and not part of a replacement.
    """
    play = means.play(work, _managed(work, caller, table_id, "close"))
    if floor.is_own_game(work.connection, table_id):
        raise Refused("own-game", "this game is one player's own, and stays open for them")
    table = play.record.table
    if table.playing or table.bets:
        raise Refused("not-now", "there are wagers on the table", awaited=play.awaited)
    after = close(work, play, caller.player, replaced_by=replaced_by)
    if replaced_by is None and after.owner != caller.account:
        note(work, caller, "close", why, {"rounds": table.rounds}, {}, table_id)
    return after


def close(work: Work, play: Turn, by: str, *, replaced_by: str | None) -> Running:
    """Let everyone leave a table without wagers, show the seeds of its shoes, and close it."""
    for seat, player in enumerate(play.record.table.seats, 1):
        if player and play.record.table.seats[seat - 1] == player:
            play.take(actions.Leave(player, seat), by)
    while (step := play.dealer.close(play.record)) is not None:
        play.take(step)
    after = play.at_rest()._replace(closed_at=work.now, due=None, replaced_by=replaced_by)
    work.take(after, play.made, play.beside)
    people.drop_note(work.connection, _INVITATION.format(after.id))
    return after


def _seat_bot(work: Work, play: Turn, means: Means, seat: int, by: str | None = None) -> None:
    """Seat a new bot, under a name that nobody else at the table has."""
    player = new_player(means.entropy, "bot")
    there = people.names_of(work.connection, {*play.record.table.players()})
    name = bot_name(player, {person.name for person in there.values()})
    people.add_account(work.connection, player, name, player, kind="bot", at=work.now)
    play.take(actions.Sit(player, seat), by)
