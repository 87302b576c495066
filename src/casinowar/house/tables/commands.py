"""The commands of a table: what a player can send, and how the house carries it out.

A command becomes the actions and steps of the table's record. The session says who the caller is,
never the command.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from msgspec import Meta

from casinowar import fair as fairness
from casinowar.game import actions
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.needs import BetsNeeded
from casinowar.game.table import need, round_to_rule_on
from casinowar.house.messages import Message
from casinowar.house.people.sessions import Session
from casinowar.house.refusals import Refused, not_yours
from casinowar.house.tables.turn import Turn
from casinowar.house.timeouts import waits_for_alone
from casinowar.record import PlayerCommitment, PlayerReveal
from casinowar.record.ceremonies import Preparation
from casinowar.rules import script as wagers
from casinowar.rules.model import PaidAs, RoundRuling, WagerRuling
from casinowar.rules.soundness import MOST_SEATS
from casinowar.store.queries.people import Role

MOST_BETS = 2 * MOST_SEATS
"""The most wagers of one command: both at every seat. Each is an entry of the record, and a commit
waits for all of them."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request."""

    account: int
    player: str
    role: Role = "player"


def caller_of(session: Session) -> Caller:
    """The holder of a session, as a table knows them."""
    person = session.person
    return Caller(person.account, person.player, person.role)


class Secret(Message, frozen=True):
    """A player's part of the fair shuffle: a seed of 64 hexadecimal digits, and a cut."""

    seed: str
    cut: int


class Wager(Message, frozen=True):
    """A wager, and its new amount."""

    seat: int
    wager: Literal["primary", "tie"]
    amount: int


class Sit(Message, frozen=True):
    """Take a seat. A commitment to the next shoe may come with it; it counts if it is in time."""

    seat: int
    commitment: str | None = None


class Leave(Message, frozen=True):
    """Give a seat up."""

    seat: int


class Bet(Message, frozen=True):
    """Place wagers, and be ready if you like. A lone player may cut the next shoe with it."""

    bets: Annotated[tuple[Wager, ...], Meta(min_length=1, max_length=MOST_BETS)]
    ready: bool = False
    fair: Secret | None = None


class Rebet(Message, frozen=True):
    """Repeat the wagers of your last round here."""

    ready: bool = False
    fair: Secret | None = None


class Withdraw(Message, frozen=True):
    """Take a wager back."""

    seat: int
    wager: Literal["primary", "tie"]


class Ready(Message, frozen=True):
    """Be ready: the table need not wait for you."""


class TakeBank(Message, frozen=True):
    """Take the offered bank, and post the stake of the next round if you like."""

    stake: int | None = None


class PostStake(Message, frozen=True):
    """Post the banker's stake."""

    amount: int


class Decline(Message, frozen=True):
    """Decline the offered bank."""


class GiveUpBank(Message, frozen=True):
    """Give the bank up."""


class Choose(Message, frozen=True):
    """Answer a tie with surrender or war."""

    seat: int
    choice: Literal["surrender", "war"]
    tie: int = 0
    """A tie wager on the war deal."""


class Commit(Message, frozen=True):
    """Commit to the next shoe."""

    seat: int
    commitment: str


class Reveal(Message, frozen=True):
    """Reveal the seed and the cut that you committed to."""

    seat: int
    seed: str
    cut: int


class Cut(Message, frozen=True):
    """Cut the next shoe as a lone player: commitment and reveal in one."""

    seed: str
    cut: int


class Rule(Message, frozen=True):
    """Give a final ruling on the round, or void an earlier one if the rules allow it."""

    ruling: RoundRuling
    reason: str
    round: int | None = None
    """The round that the ruling is meant for."""


class RuleWager(Message, frozen=True):
    """Give a final ruling on one wager of the round."""

    player: str
    seat: int
    wager: wagers.Wager
    ruling: WagerRuling
    reason: str
    outcome: PaidAs = ""
    """The outcome that the wager is paid as."""
    round: int | None = None
    """The round that the ruling is meant for."""


Command = (
    Sit
    | Leave
    | Bet
    | Rebet
    | Withdraw
    | Ready
    | TakeBank
    | PostStake
    | Decline
    | GiveUpBank
    | Choose
    | Commit
    | Reveal
    | Cut
    | Rule
    | RuleWager
)


class Past(Protocol):
    """What is known of earlier rounds, which the table does not keep."""

    def last_wagers(self, table_id: str, player: str) -> tuple[Wager, ...]:
        """The wagers of a player's last round at a table."""

    def decided_wagers(self, table_id: str, number: int) -> tuple[DecidedWager, ...]:
        """The wagers of a round that has no ruling yet; refused if it has one."""


def carry_out(play: Turn, caller: Caller, command: Command, past: Past) -> None:
    """Carry out a command; refused if it is not possible, or not the caller's to give."""
    player = caller.player
    match command:
        case Bet(bets, ready, fair):
            _bet(play, player, bets, fair, ready=ready)
        case Rebet(ready, fair):
            bets = past.last_wagers(play.record.id, player)
            if not bets:
                raise Refused("no-last-bet", "you have no earlier round here to repeat")
            _bet(play, player, bets, fair, ready=ready)
        case Choose(seat, "surrender", tie):
            if tie:
                raise Refused("not-now", "a tie wager goes with war, not with surrender")
            play.take(actions.Surrender(player, seat))
        case Choose(seat, _, tie):
            play.take(actions.GoToWar(player, seat, tie))
        case Withdraw(seat, wager):
            play.take(actions.WithdrawBet(player, seat, wager))
            play.ready.discard(player)
        case Ready():
            _ready(play, player)
        case Sit(seat, commitment):
            play.take(actions.Sit(player, seat))
            if commitment is not None and _takes_commitments(play):
                _commit(play, player, seat, commitment)
        case Leave(seat):
            play.take(actions.Leave(player, seat))
        case Rule():
            _rule(play, player, command, past)
        case RuleWager():
            _rule_wager(play, player, command)
        case TakeBank() | PostStake() | Decline() | GiveUpBank():
            _bank(play, player, command)
        case Commit() | Reveal() | Cut():
            _shuffle(play, player, command)


def _rule(play: Turn, player: str, command: Rule, past: Past) -> None:
    """Give a ruling. It is final, so one that was meant for another round is refused."""
    table, number = play.record.table, command.round
    reaches_any = table.rules.disputes.void_reaches == "any round" and command.ruling == "void"
    if number is not None and 1 <= number < round_to_rule_on(table) and reaches_any:
        decided = past.decided_wagers(play.record.id, number)
        play.take(actions.VoidRound(number, command.reason, decided), player)
        return
    _check_not_moved_on(play, number)
    play.take(actions.Rule(command.ruling, command.reason), player)


def _rule_wager(play: Turn, player: str, command: RuleWager) -> None:
    """Give a ruling on one wager; like any ruling, it is for the round it was meant for."""
    _check_not_moved_on(play, command.round)
    action = actions.RuleWager(
        *(command.player, command.seat, command.wager),
        *(command.ruling, command.outcome, command.reason),
    )
    play.take(action, player)


def _check_not_moved_on(play: Turn, number: int | None) -> None:
    now = round_to_rule_on(play.record.table)
    if number not in (None, now):
        why = f"round {number} cannot be ruled on any more: the table is at round {now}"
        raise Refused("moved-on", why, awaited=play.awaited)


def _bank(play: Turn, player: str, command: TakeBank | PostStake | Decline | GiveUpBank) -> None:
    match command:
        case TakeBank(stake):
            play.take(actions.TakeBank(player))
            if stake is not None:
                play.take(actions.PostStake(player, stake))
        case PostStake(amount):
            play.take(actions.PostStake(player, amount))
        case Decline():
            play.take(actions.DeclineBank(player))
        case GiveUpBank():
            play.take(actions.GiveUpBank(player))


def _bet(
    play: Turn, player: str, bets: tuple[Wager, ...], fair: Secret | None, *, ready: bool
) -> None:
    if waits_for_alone(play.record, player, play.away):
        _bring_shoe(play, player, fair)
    elif fair is not None:
        raise Refused("not-now", "no shoe waits for your cut alone", awaited=play.awaited)
    for bet in bets:
        play.take(actions.PlaceBet(player, bet.seat, bet.wager, bet.amount))
    play.ready.discard(player)
    if ready:
        _ready(play, player)


def _ready(play: Turn, player: str) -> None:
    table = play.record.table
    if not isinstance(need(table), BetsNeeded):
        raise Refused("not-now", "bets are not open", awaited=play.awaited)
    if player == table.bank.player:
        raise Refused("not-now", "the table does not wait for the banker", awaited=play.awaited)
    if player not in table.seats and all(bet.player != player for bet in table.bets):
        raise not_yours("the table does not wait for you: you have neither a seat nor a wager here")
    play.ready.add(player)


def _shuffle(play: Turn, player: str, command: Commit | Reveal | Cut) -> None:
    match command:
        case Commit(seat, commitment):
            _commit(play, player, seat, commitment)
        case Reveal(seat, seed, cut):
            coming = _coming(play)
            if not coming.player_at(seat):
                raise Refused("not-now", f"no reveal of seat {seat} is due", awaited=play.awaited)
            if coming.player_at(seat) != player:
                raise not_yours(f"the commitment of seat {seat} is not yours")
            play.take(PlayerReveal(coming.shoe, seat, seed, cut))
        case Cut(seed, cut):
            if not waits_for_alone(play.record, player, play.away):
                raise Refused("not-now", "no shoe waits for your cut alone", awaited=play.awaited)
            _bring_shoe(play, player, Secret(seed, cut))


def _bring_shoe(play: Turn, player: str, fair: Secret | None) -> None:
    """Bring a lone player's shoe, with or without their part in it."""
    seat = play.record.table.seats_of(player)[0]
    coming = _coming(play)
    if fair is not None:
        terms, server = coming.ceremony.terms, coming.ceremony.server
        reveal = fairness.Reveal(fairness.parse_hex(fair.seed, "the seed"), fair.cut)
        commitment = fairness.player_commitment(terms, server, seat, reveal)
        _commit(play, player, seat, commitment.hex())
    play.close_list()
    play.run()
    if fair is not None:
        play.take(PlayerReveal(coming.shoe, seat, fair.seed, fair.cut))
        play.run()


def _commit(play: Turn, player: str, seat: int, commitment: str) -> None:
    play.take(PlayerCommitment(_coming(play).shoe, seat, player, commitment))


def _takes_commitments(play: Turn) -> bool:
    """Whether a shoe is in preparation that still takes commitments."""
    coming = play.record.coming
    return coming is not None and not coming.ceremony.is_closed


def _coming(play: Turn) -> Preparation:
    if play.record.coming is None:
        raise Refused("not-now", "no shoe is in preparation", awaited=play.awaited)
    return play.record.coming
