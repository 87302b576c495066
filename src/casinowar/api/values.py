"""Values of the core that results hold: cards, amounts, bets, limits, findings.

A card is written ``9h``, or ``9`` where its suit is unknown; amounts are whole cents:

>>> import casinowar as cw
>>> cw.parse_card("10h")
Card(rank='T', suit=<Suit.HEARTS: 'h'>)
>>> cw.Card("9", cw.Suit.SPADES) == cw.parse_card("9s")
True
>>> cw.parse_money("1,250.50"), cw.format_money(125050)
(125050, '1,250.50')

A table's options, limits, offers and bets:

>>> table = cw.Table.open(cw.load("washington"), primary=cw.Limit(500, 20000))
>>> isinstance(table.options, cw.Options), table.options.primary.most
(True, 20000)
>>> offer = table.legal("ann")[0]
>>> isinstance(offer, cw.Offer)
True
>>> offer
Offer(action=Sit(player='ann', seat=1), least=0, most=0, amounts=())
>>> result = cw.settle(cw.load("washington"), "ann@1:20 | 9h Kd")
>>> result.round.bets == (cw.Bet("ann", 1, 2000),), isinstance(result.round, cw.Round)
(True, True)

Parts of other results: a finding of `check`, an outcome of a wager's price, an event of `replay`,
and any event in words:

>>> isinstance(cw.check("washington").notes[0], cw.Finding)
True
>>> isinstance(cw.price(cw.load("online")).primary.outcomes[0], cw.PossibleResult)
True
>>> isinstance(cw.replay("shoe.json", 1).events[0], cw.ReportedEvent)
True
>>> cw.describe(cw.Seated("ann", 1))
'seat 1, ann: sits down'
"""

from casinowar.audit.round import ReportedEvent
from casinowar.cards import Card, Suit, parse_card
from casinowar.game.describe import describe
from casinowar.game.round import Bet, Round
from casinowar.game.table import Offer
from casinowar.money import format_money, parse_money
from casinowar.odds.checks.finding import Finding
from casinowar.odds.distribution import PossibleResult
from casinowar.rules.model import Limit
from casinowar.rules.options import Options

__all__ = [
    "Bet",
    "Card",
    "Finding",
    "Limit",
    "Offer",
    "Options",
    "PossibleResult",
    "ReportedEvent",
    "Round",
    "Suit",
    "describe",
    "format_money",
    "parse_card",
    "parse_money",
]
