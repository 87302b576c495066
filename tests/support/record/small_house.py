"""A house in small: a table whose every shoe is shuffled fairly and whose record is kept.

Bots play, now and then someone does something else that they may do. The house keeps the seeds
to itself, as a real one does; `entries` is what the world sees.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from casinowar.cards import DECK, Card
from casinowar.fair import (
    FairShoe,
    Reveal,
    draw_seed,
    next_cutter,
    player_commitment,
    server_commitment,
    terms_of,
)
from casinowar.game import bots
from casinowar.game.actions import (
    Action,
    Burn,
    CloseBets,
    CutDeck,
    Deal,
    NewShoe,
    PassCut,
    Pay,
    PlaceBet,
    PlaceCutCard,
    Sit,
    TakeBank,
    TimeOut,
)
from casinowar.game.events import CardsBurned, CutCardReached, Event
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    PaymentNeeded,
    PlayersNeeded,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.table import Offer, need
from casinowar.record import chain
from casinowar.record.ceremonies import Preparation, listed
from casinowar.record.chain import next_shoe
from casinowar.record.steps import (
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    ServerReveal,
    Step,
    Withheld,
)
from casinowar.rules.model import RuleSet
from tests.support.game.table import NOON
from tests.support.game.walk import PLAYERS, Walk, options_for

CHIPS = 10_000_000


class House(Walk):
    """A table with its record, its seeds and its players' secrets."""

    def __init__(
        self,
        rules: RuleSet,
        random: Random,
        *,
        players: int = 3,
        wildness: float = 0,
        id: str = "t1",  # noqa: A002
        **options: Any,
    ) -> None:
        super().__init__(rules, random, **options)
        self.players = PLAYERS[:players]
        self.wildness = wildness
        self.shy = False
        """Whether nobody wants a part in the shuffle."""
        begun = chain.begin(id, rules, options_for(rules, **options))
        self.record = begun.record
        self.entries = list(begun.entries)
        self.seeds: dict[str, bytes] = {}
        """The server's seeds by shoe."""
        self.secrets: dict[tuple[str, int], Reveal] = {}
        """The players' seeds and cuts by shoe and seat."""
        self.fair: FairShoe | None = None
        self.cards: list[Card] = []
        """The cards left in the shoe, the next one last."""
        self.by_hand = self.table.options.hand_dealt
        self.decks = self.table.options.decks
        if not self.by_hand:
            self.commit_server()

    def take(self, action: Action) -> tuple[Event, ...]:
        """One action, recorded, with every cent accounted for."""
        if isinstance(action, NewShoe):
            self.shuffle()
        events = self.note(action, who="house" if isinstance(action, TimeOut) else None)
        self.table = self.record.table
        self.taken.append(action)
        self.events.extend(events)
        self.accounts.follow(events)
        self.accounts.check(self.table)
        if isinstance(action, NewShoe) and not self.by_hand:
            self.commit_server()
        for event in events:
            if isinstance(event, CardsBurned):
                del self.cards[-event.count :]
            if isinstance(event, CutCardReached) and not self.by_hand:
                self.commit_players(self.coming)
                self.close_list(self.coming)
        if isinstance(action, Deal) and not self.by_hand:
            self.cards.pop()
        return events

    def note(self, what: Action | Step, who: str | None = None) -> tuple[Event, ...]:
        """Record something; every third entry says when it was."""
        at = NOON + self.record.seq if self.record.seq % 3 == 0 else None
        self.record, events, entries, _ = chain.take(self.record, what, who=who, at=at)
        self.entries.extend(entries)
        return events

    # The ceremony of a shoe.

    @property
    def coming(self) -> Preparation:
        """The shoe in preparation."""
        assert self.record.coming is not None
        return self.record.coming

    def commit_server(self) -> None:
        seed = draw_seed(self.random.randbytes)
        shoe = next_shoe(self.record)
        self.seeds[shoe] = seed
        terms = terms_of(shoe, self.table.rules, self.table.options)
        self.note(chain.server_commitment(self.record, server_commitment(terms, seed).hex()))

    def commit_players(self, coming: Preparation) -> None:
        """Some who sit here commit, a few of them twice."""
        if coming.ceremony.is_closed or self.shy:
            return
        for seat, player in enumerate(self.table.seats, 1):
            for _ in range(self.random.choice((0, 1, 1, 1, 2)) if player else 0):
                secret = Reveal(
                    draw_seed(self.random.randbytes),
                    self.random.randint(1, coming.ceremony.terms.cards - 1),
                )
                self.secrets[coming.shoe, seat] = secret
                terms, server = coming.ceremony.terms, coming.ceremony.server
                commitment = player_commitment(terms, server, seat, secret).hex()
                self.note(PlayerCommitment(coming.shoe, seat, player, commitment), who=player)

    def close_list(self, coming: Preparation) -> None:
        if not coming.ceremony.is_closed:
            first = next_cutter(self.table.shoe.cutter, len(self.table.seats))
            self.note(ListClosed(coming.shoe, first, listed(coming, self.table)))

    def hear_reveals(self, coming: Preparation) -> None:
        for seat in self.random.sample(coming.ceremony.awaited, len(coming.ceremony.awaited)):
            secret = self.secrets[coming.shoe, seat]
            if self.random.random() < 0.2:
                self.note(Withheld(coming.shoe, seat), who="house")
            else:
                self.note(PlayerReveal(coming.shoe, seat, secret.seed.hex(), secret.cut))

    def shuffle(self) -> None:
        """All that comes before a shoe is brought."""
        if self.by_hand:
            return
        self.reveal_server("dealt")
        self.commit_players(self.coming)
        self.close_list(self.coming)
        self.hear_reveals(self.coming)
        coming = self.coming
        self.fair = coming.ceremony.shoe(self.seeds[coming.shoe])
        self.cards = list(reversed(self.fair.cards))

    def reveal_server(self, end: str) -> None:
        """The seed of the shoe on the table, if it is still hidden."""
        current = self.record.shoe
        if current is not None and current.end is None and not self.by_hand:
            self.note(ServerReveal(current.shoe, self.seeds[current.shoe].hex(), end))  # type: ignore[arg-type]
            self.table = self.record.table

    # What comes next.

    def play(self, shoes: int = 1, *, until: Callable[[], bool] | None = None) -> "House":
        """Play so many whole shoes, or until something is so."""
        last = self.table.shoe.number + shoes
        stop = until or (
            lambda: self.table.shoe.number == last and self.table.shoe.stage == "spent"
        )
        for _ in range(200_000):
            if stop():
                return self
            for action in self.answers():
                self.take(action)
        raise AssertionError(f"this never ends: {need(self.table)}")

    def close(self) -> "House":
        """The table is closed: what is still hidden is shown."""
        if not self.by_hand:
            spent = self.table.shoe.stage == "spent"
            self.reveal_server("dealt" if spent else "abandoned")
            seed = self.seeds[self.coming.shoe].hex()
            self.note(ServerReveal(self.coming.shoe, seed, "abandoned"), who="house")
        return self

    def vary(self, offer: Offer) -> Action:
        """Cards and cuts are not for anyone to choose."""
        match super().vary(offer):
            case Deal() if not self.by_hand:
                return Deal(self.cards[-1])
            case PlaceCutCard() if self.fair is not None:
                return PlaceCutCard(self.fair.behind)
            case CutDeck(player) if self.fair is not None:
                return self.cut(player)
            case PassCut(player):
                return self.cut(player)
            case action:
                return action

    def cut(self, player: str) -> Action:
        """The fair cut, by the player who has it, or by the dealer."""
        assert self.fair is not None
        own = player in ("", self.cutter())
        return CutDeck(player, self.fair.cut) if own else PassCut(player)

    def cutter(self) -> str:
        """Who makes the fair cut: nobody but the dealer if its player has left."""
        assert self.fair is not None
        assert self.record.shoe is not None
        assert self.record.shoe.prepared is not None
        player = self.record.shoe.prepared.player_at(self.fair.cutter)
        return player if (self.fair.cutter, player) in enumerate(self.table.seats, 1) else ""

    def answers(self) -> Iterator[Action]:
        """What someone does now."""
        awaited = need(self.table)
        if self.random.random() < self.wildness and not isinstance(awaited, CutNeeded):
            yield self.choose()
            return
        match awaited:
            case PlayersNeeded():
                seated = self.table.players()
                free = [p for p in PLAYERS if p not in seated][: max(1, len(self.players))]
                yield Sit(free[0], self.table.seats.index("") + 1)
            case ShoeNeeded(batch):
                yield from self.sit_down()
                yield NewShoe(batch)
            case CutNeeded(player, _, least, most):
                if self.fair is None:
                    yield CutDeck(player, self.random.randint(least, most))
                else:
                    yield self.cut(player)
            case CutCardNeeded(least, most):
                behind = self.random.randint(least, most) if self.fair is None else self.fair.behind
                yield PlaceCutCard(behind)
            case BurnNeeded(count):
                yield Burn(self.random.randint(1, count) if self.wildness else count)
            case CardNeeded():
                yield Deal(self.any_card() if self.by_hand else self.cards[-1])
            case BankerNeeded(players) if not self.table.bank.offers:
                yield TakeBank(players[0]) if players else self.newcomer()
            case BankerNeeded((player, *_)) | StakeNeeded(player):
                yield from bots.actions(self.table, player, CHIPS, self.random)
            case ChoiceNeeded(hands):
                hand = self.random.choice(hands)
                yield from bots.actions(self.table, hand.player, CHIPS, self.random) or (TimeOut(),)
            case BetsNeeded():
                yield from self.bets()
            case PaymentNeeded():
                yield Pay()
            case other:
                raise AssertionError(f"a house never needs {other}")

    def any_card(self) -> Card:
        """A card that may be the next of a shoe shuffled by hand."""
        left = [card for card in DECK if not self.table.shoe.is_gone(card, self.decks)]
        return self.random.choice(left)

    def newcomer(self) -> Sit:
        free = next(player for player in PLAYERS if player not in self.table.seats)
        return Sit(free, self.table.seats.index("") + 1)

    def sit_down(self) -> Iterator[Sit]:
        """Everyone who wants to play has a seat, as far as there are any."""
        seats, seated = list(self.table.seats), self.table.players()
        for player in self.players:
            solo = self.table.rules.seats.holding == "solo"
            if player not in seated and "" in seats and not (solo and seated):
                if any(bet.player == player for bet in self.table.bets):
                    continue
                seat = seats.index("") + 1
                seats[seat - 1] = player
                if solo:
                    return (yield Sit(player, seat))
                yield Sit(player, seat)

    def bets(self) -> Iterator[Action]:
        for player in sorted(self.table.players()):
            yield from bots.actions(self.table, player, CHIPS, self.random)
        if not self.table.bets:
            return
        if self.table.rules.seats.backline == "yes" and "eve" not in self.table.seats:
            seat = self.random.choice([b.seat for b in self.table.bets if b.primary] or [0])
            if seat:
                yield PlaceBet("eve", seat, "primary", self.table.options.primary.least)
        yield CloseBets(NOON + len(self.entries))
