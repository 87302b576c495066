"""Answers for players who have wagers at a table and cannot come back to it.

Players who exclude themselves are signed out, but their wagers are played to the end. The house
answers their ties at once: it surrenders, or goes to war if nothing else is offered.
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
    """Whether an excluded person is signed out as well."""
    return person.kind == "member" and person.role == "player"


def answer_for_all(work: Work, play: Turn) -> None:
    """Take every automatic step, including the answers of excluded players."""
    play.run()
    while any(_is_out(work, player) and answer(play, player) for player in _unseated(play)):
        play.run()


def _unseated(play: Turn) -> list[str]:
    """People who are asked about a tie and keep no seat here; excluded players are among them."""
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
    """Give the cheapest answer to a tie, if the player is asked; whether they were."""
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
