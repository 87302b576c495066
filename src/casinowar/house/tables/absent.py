"""Those whose wagers lie on a table, and who cannot come back to it: the house answers for them.

Who has excluded themselves is signed out until then; wagers that lay there are played to their end.
A tie among them waits for nobody: it is given up, or fought where that is all there is.
"""

from casinowar.game.actions import GoToWar, Surrender
from casinowar.game.needs import ChoiceNeeded
from casinowar.game.players import kind_of
from casinowar.game.table import Actor, legal, need
from casinowar.house.tables.turn import Turn
from casinowar.store.queries import people
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work


def is_signed_out(person: Person) -> bool:
    """Whether someone who is excluded is not signed in, either."""
    return person.kind == "member" and person.role == "player"


def answer_for_all(work: Work, play: Turn) -> None:
    """Do everything that follows by itself, the answers of those among it who are out."""
    play.run()
    while any(_is_out(work, player) and answer(play, player) for player in _unseated(play)):
        play.run()


def _unseated(play: Turn) -> list[str]:
    """Those who are asked about a tie and have no seat that they keep: who is out has none."""
    table = play.record.table
    awaited = need(table)
    if not isinstance(awaited, ChoiceNeeded):
        return []
    asked = dict.fromkeys(hand.player for hand in awaited.hands)
    return [
        player
        for player in asked
        if kind_of(player) == "person" and {*table.seats_of(player)} <= {*table.leaving}
    ]


def _is_out(work: Work, player: str) -> bool:
    person = people.names_of(work.connection, {player})[player]
    until = person.excluded_until
    return until is not None and until > work.now and is_signed_out(person)


def answer(play: Turn, player: str) -> bool:
    """Give the answer that costs least, if one is asked for; whether that was so."""
    table = play.record.table
    offered = [offer.action for offer in legal(table, Actor("player", player))]
    for action in offered:
        if isinstance(action, Surrender):
            play.take(action)
            return True
    for action in offered:
        if isinstance(action, GoToWar) and not action.tie:
            assert table.round is not None, "war is offered in a round"
            primary = sum(
                bet.primary for bet in table.round.bets_at(action.seat) if bet.player == player
            )
            if play.chips(player) >= primary:
                play.take(action)
                return True
    return False
