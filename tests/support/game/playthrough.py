"""A readable playthrough of a rule set: fixed people, fixed cards, everything told in words.

`python -m tests.support.game.playthrough` writes the golden texts anew; read the difference.
"""

from collections.abc import Iterator
from itertools import cycle

from casinowar.cards import parse_card
from casinowar.game.actions import (
    Action,
    Burn,
    CloseBets,
    CutDeck,
    Deal,
    DeclineBank,
    GoToWar,
    NewShoe,
    PassCut,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Sit,
    Surrender,
    TakeBank,
)
from casinowar.game.describe import describe
from casinowar.game.events import Event
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutCardNeeded,
    CutNeeded,
    Need,
    PlayersNeeded,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.notation import format_round
from casinowar.game.table import Table, need, open_table, step
from casinowar.money import format_money
from casinowar.record.codec.events import format_json
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Limit, RuleSet
from tests.paths import GOLDEN_FILES
from tests.support.game.bookkeeping import Accounts
from tests.support.game.table import NOON
from tests.support.game.walk import options_for

GOLDEN = GOLDEN_FILES

CARDS = (
    "Kh 9d 4c 9s Qh 9c 7h 3d 9h 9d 5s 5c 5h 2d Ks Jc Jd Th Jh Js 8c 8d "
    "Ac As Ad 6h 6c Ah 4d 4h 4s 4c 7s Tc Td 3c 3h 3s 2c 2h 2s Qd Qs"
)
CHOICES = ("war", "surrender", "war with tie")
ROUNDS = 5


def built_in() -> list[tuple[str, RuleSet]]:
    """Every built-in rule set under every reading, with the name of its golden text."""
    return [
        (f"{name}--{reading.name}", load_rules(name).rules(reading.name))
        for name in builtin_names()
        for reading in load_rules(name).readings
    ]


class Playthrough:
    """Plays some rounds and tells them."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.table: Table = open_table(rules, options_for(rules))
        self.accounts = Accounts(self.table)
        self.cards = cycle(CARDS.split())
        self.choices = cycle(CHOICES)
        self.lines = [f"{rules.id}, read as {rules.reading}"]

    def play(self) -> str:
        """The whole text."""
        while self.table.rounds < ROUNDS or self.table.playing:
            awaited = need(self.table)
            self.lines += ["", f"awaited: {awaited}"]
            for action in self.answers(awaited):
                self.take(action)
        self.lines += ["", "accounts:"]
        for name, balance in sorted(self.accounts.balance.items()):
            self.lines.append(f"  {name} {format_money(balance)}")
        return "\n".join(self.lines) + "\n"

    def take(self, action: Action) -> None:
        self.lines.append(f"> {format_json(action)}")
        self.table, events = step(self.table, action)
        self.accounts.follow(events)
        self.tell(events)

    def tell(self, events: tuple[Event, ...]) -> None:
        self.lines += [f"  {describe(event)}" for event in events]
        if self.table.round is not None and self.table.round.over:
            line = f"  in one line: {format_round(self.table.round)}"
            if line not in self.lines[-40:]:
                self.lines.append(line)

    def answers(self, awaited: Need) -> Iterator[Action]:
        match awaited:
            case PlayersNeeded():
                yield from self.sit()
            case ShoeNeeded(batch):
                yield NewShoe(batch)
            case CutNeeded(player, seat):
                yield PassCut(player) if seat == 1 else CutDeck(player, 100 + seat)
            case CutCardNeeded(most=most):
                yield PlaceCutCard(most)
            case BankerNeeded(players):
                decline = self.table.rounds == 0 and players[0] == "ann"
                yield DeclineBank(players[0]) if decline else TakeBank(players[0])
            case StakeNeeded(player, least):
                yield PostStake(player, least * (12 if self.table.rounds % 2 else 3))
            case BetsNeeded():
                yield from self.bets()
                yield CloseBets(NOON)
            case BurnNeeded(count):
                yield Burn(count)
            case CardNeeded():
                yield Deal(parse_card(next(self.cards)))
            case ChoiceNeeded(hands):
                yield self.choice(hands[0].player, hands[0].seat)
            case other:
                raise AssertionError(f"a playthrough never needs {other}")

    def sit(self) -> Iterator[Action]:
        yield Sit("ann", 1)
        if self.rules.seats.holding != "solo":
            yield Sit("bob", 2)
            yield Sit("cy", 3)

    def bets(self) -> Iterator[Action]:
        """Different amounts at each seat, some tie wagers, one alone where that is allowed."""
        alone = self.rules.bets.tie == "alone too"
        for seat, player in enumerate(self.table.seats, 1):
            if not player or player == self.table.bank.player:
                continue
            if not (alone and seat == 3):
                yield PlaceBet(player, seat, "primary", amount(self.table.options.primary, seat))
            if seat != 2:
                yield PlaceBet(player, seat, "tie", amount(self.table.options.tie, 1))
        if self.rules.seats.backline == "yes":
            seat = next(bet.seat for bet in self.table.bets)
            yield PlaceBet("eve", seat, "primary", amount(self.table.options.primary, 2))

    def choice(self, player: str, seat: int) -> Action:
        match next(self.choices):
            case "surrender":
                return Surrender(player, seat)
            case "war with tie" if self.rules.war is not None:
                return GoToWar(player, seat, self.war_tie(player, seat))
            case _:
                return GoToWar(player, seat)

    def war_tie(self, player: str, seat: int) -> int:
        assert self.rules.war is not None
        assert self.table.round is not None
        match self.rules.war.tie_wager:
            case "none":
                return 0
            case "free":
                return amount(self.table.options.tie, 1)
            case "equal":
                own = [bet for bet in self.table.round.bets_at(seat) if bet.player == player]
                return own[0].primary


def amount(limit: Limit, number: int) -> int:
    """The first, second or third amount that a limit suggests."""
    if limit.amounts:
        return limit.amounts[(number - 1) % len(limit.amounts)]
    return limit.least * number


def main() -> None:
    """Write the golden texts."""
    for name, rules in built_in():
        text = Playthrough(rules).play()
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
