"""The game: what the table awaits is done by the dealer, a bot or the player, again and again."""

from collections.abc import Callable, Sequence
from typing import NoReturn, TypeGuard

from casinowar import bots
from casinowar.actions import (
    Action,
    CloseBets,
    GiveUpBank,
    Sit,
    Surrender,
    TimeOut,
    WithdrawBet,
)
from casinowar.bots import Chance
from casinowar.dealer import Dealer
from casinowar.errors import FairError, IllegalAction
from casinowar.events import Event, RoundEnded, WagerReturned, WagerSettled
from casinowar.fair import Entropy, Reveal, draw_seed, player_commitment
from casinowar.money import format_money
from casinowar.needs import (
    BankerNeeded,
    BetsNeeded,
    ChoiceNeeded,
    Hand,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.record.chain import Record, take
from casinowar.record.entry import Entry
from casinowar.record.preparing import Preparation
from casinowar.record.steps import PlayerCommitment, PlayerReveal, ServerCommitment, Step
from casinowar.table import Table, need
from casinowar.terminal.person import Person, PlayerLeft
from casinowar.terminal.purse import moves
from casinowar.terminal.screen import Screen, Unseen

Cut = WagerSettled | WagerReturned
Keep = Callable[[Sequence[Entry]], None]
"""What is done with a record's entries as they come."""

_SHOWN_DIGITS = 32
"""Of 64 digits: enough that no other seed or commitment has them, and short enough to note."""


def forget(entries: Sequence[Entry]) -> None:
    """What a game does with its record's entries unless somebody wants them."""


class Game:
    """One sitting of the player at a table."""

    def __init__(
        self,
        record: Record,
        *,
        seats: dict[int, str],
        name: str,
        chips: int,
        dealer: Dealer,
        entropy: Entropy,
        chance: Chance,
        screen: Screen,
        clock: Callable[[], int],
        keep: Keep = forget,
    ) -> None:
        self.record = record
        self.chips = dict.fromkeys(seats.values(), chips)
        """What everyone has in hand."""
        self._shown = self.chips
        """The same as far as it has been shown."""
        self.results: list[int] = []
        """The player's result of each round they had a part in."""
        self._on_felt = 0
        """The player's chips moved since the last round, as a result that grows."""
        self._took_part = False
        self._cut: list[Cut] = []
        """The player's wagers of this round that the bank did not cover, or that were cut."""
        self._seats = seats
        self._buy_in = chips
        self._dealer = dealer
        self._entropy = entropy
        self._chance = chance
        self._screen = screen
        self._clock = clock
        self._keep = keep
        self.failure: FairError | None = None
        """Why there are no more shoes, if the source of chance has failed."""
        self.person = Person(name, self.chips, screen, chance)
        screen.attend(self.status)

    @property
    def table(self) -> Table:
        """The table, as it is now."""
        return self.record.table

    @property
    def net(self) -> int:
        """What the player has won in this game, less what they have lost."""
        return self.chips[self.person.name] - self.person.bought

    def run(self) -> None:
        """Play until the player leaves, or until there is no chance or nothing to show it on."""
        try:
            try:
                self._play()
            except (PlayerLeft, EOFError, KeyboardInterrupt):
                self._end()
            except FairError as error:
                self.failure = error
                self._end()
        except (OSError, SystemExit):  # rich exits where nobody reads a pipe
            self._screen.hurry()
            self._screen = Unseen()
            self._end()
            raise

    def _play(self) -> NoReturn:
        self._deal()
        for seat, name in self._seats.items():
            self._do(Sit(name, seat))
        while True:
            self._advance()

    def _end(self) -> None:
        """The player is gone: the round is played to its end, and nothing stays hidden."""
        self._screen.hurry()
        self._finish_round()
        self._show_seeds()

    def _advance(self) -> None:
        """Do the next thing the table awaits."""
        person, table = self.person, self.table
        match awaited := need(table):
            case ShoeNeeded():
                self._bring_shoe()
            case BankerNeeded(players):
                bot = next((player for player in players if player != person.name), "")
                asked = players[0] if table.bank.offers or not bot else bot
                self._answer(asked, lambda: person.bank(table, awaited))
            case StakeNeeded(player):
                self._answer(player, lambda: person.stake(table, awaited))
            case ChoiceNeeded(hands):
                hand = hands[0]
                self._answer(hand.player, lambda: person.choose(table, hand))
            case BetsNeeded():
                self._take_bets()
            case _:
                self._deal()

    def _deal(self) -> None:
        """Do what is the dealer's."""
        what = self._dealer.answer(self.record)
        assert what is not None, f"nobody here can give {need(self.table)}"
        self._do(what)
        if isinstance(what, ServerCommitment):
            shown = _digits(what.commitment)
            self._screen.say(f"The house commits to shoe {self.record.shoes}: {shown}")

    def _bring_shoe(self) -> None:
        """The player's part in the next shoe, then the shoe; bots have none."""
        secret = self._commit()
        while isinstance(need(self.table), ShoeNeeded):
            if self._awaits_reveal():
                assert secret is not None, "only the player has committed"
                self._do(secret)
            else:
                self._deal()

    def _commit(self) -> PlayerReveal | None:
        """The player's seed and cut, committed to now and shown when the list is closed.

        Where the rules let no player cut, the seed counts all the same.
        """
        coming = self._coming()
        terms, server = coming.ceremony.terms, coming.ceremony.server
        asked = self.table.rules.shoe.cut_by == "players"
        cut = self.person.cut(terms.cards) if asked else self.person.cut_anywhere(terms.cards)
        if cut is None:
            self._screen.say("No player has a part in this shoe: the dealer cuts it.")
            return None
        name, secret = self.person.name, Reveal(draw_seed(self._entropy), cut)
        seat = self.table.seats_of(name)[0]
        commitment = player_commitment(terms, server, seat, secret).hex()
        self._do(PlayerCommitment(coming.shoe, seat, name, commitment))
        self._screen.say(f"Your seed for this shoe: {_digits(secret.seed.hex())}")
        return PlayerReveal(coming.shoe, seat, secret.seed.hex(), cut)

    def _coming(self) -> Preparation:
        assert self.record.coming is not None, "the house commits one shoe ahead"
        return self.record.coming

    def _awaits_reveal(self) -> bool:
        return bool(self._coming().ceremony.awaited)

    def _answer(self, player: str, ask: Callable[[], tuple[Action, ...]]) -> None:
        """Let the player or a bot do what is theirs."""
        if player == self.person.name:
            self._do(*ask())
        else:
            self._do(*bots.actions(self.table, player, self.chips[player], self._chance))

    def _take_bets(self) -> None:
        """The player bets first, with the last round still in view; then the bots."""
        self._refill_bots()
        self._do(*self.person.bet(self.table))
        for player in self.chips:
            if player != self.person.name:
                chips = self.chips[player]
                self._do(*bots.actions(self.table, player, chips, self._chance))
        if self.table.bets:
            self._do(CloseBets(self._clock()))
        else:
            self._screen.say("Nobody bets; no round is dealt.")

    def _refill_bots(self) -> None:
        """A bot that runs low gets chips of the house, so that the company stays."""
        for player, chips in self.chips.items():
            low = 12 * self.table.options.primary.least
            if player not in (self.person.name, self.table.bank.player) and chips < low:
                self.chips[player] += max(self._buy_in, low)
                self._screen.say(f"The house gives {player} more chips.")

    def _do(self, *taken: Action | Step) -> None:
        """Take actions, or steps of the fair shuffle; count the chips, then show what happened.

        The showing may be interrupted; by then everything is counted.
        """
        for what in taken:
            self._shown = dict(self.chips)
            self.record, events, entries = take(self.record, what)
            self._keep(entries)
            for event in events:
                self._count(event)
            try:
                for event in events:
                    for player, amount in moves(event):
                        self._shown[player] += amount
                    self._screen.show(event, self.table, self._shown)
            finally:
                self._shown = self.chips
                if any(isinstance(event, RoundEnded) for event in events):
                    self._end_round()

    def _count(self, event: Event) -> None:
        if is_cut(event) and event.player == self.person.name:
            self._cut.append(event)
        for player, amount in moves(event):
            self.chips[player] += amount
            if player == self.person.name:
                self._on_felt += amount
                self._took_part = True

    def _end_round(self) -> None:
        told = "you sat it out"
        if self._took_part:
            self.results.append(self._on_felt)
            told = f"your result {signed(self._on_felt)}"
            told += cut_words(self._cut, banked=self.table.rules.player_banked)
        self._on_felt, self._took_part, self._cut = 0, False, []
        self._screen.say(f"Round {self.table.rounds}: {told}. {self.status()}")

    def status(self) -> str:
        """How the player stands, by what has been shown so far."""
        chips = format_money(self._shown[self.person.name])
        return f"Chips {chips}, this game {signed(sum(self.results))}."

    def _finish_round(self) -> None:
        """The player is gone: their tie hands surrender, and the round is played to its end.

        A round that has not begun is not played: bets and stake go back.
        """
        while self.table.bets:
            bet = self.table.bets[0]
            self._do(WithdrawBet(bet.player, bet.seat, "primary" if bet.primary else "tie"))
        if self.table.bank.player == self.person.name and not self.table.playing:
            self._do(GiveUpBank(self.person.name))
        while self.table.playing:
            awaited = need(self.table)
            if not isinstance(awaited, ChoiceNeeded):
                self._deal()
            elif not self._choose_for(awaited.hands[0]):
                return

    def _show_seeds(self) -> None:
        """The table is closed: what the house has hidden so far is recorded."""
        while (step := self._dealer.close(self.record)) is not None:
            self._do(step)

    def _choose_for(self, hand: Hand) -> bool:
        """Answer a tie hand without asking; `False` where only its player can."""
        if hand.player != self.person.name:
            self._answer(hand.player, tuple)
            return True
        for action in (Surrender(hand.player, hand.seat), TimeOut()):
            try:
                self._do(action)
            except IllegalAction:
                continue
            return True
        return False

    def summary(self) -> list[str]:
        """The final result, in a few lines."""
        rounds, best = len(self.results), max(self.results, default=0)
        lines = [
            f"{rounds} round{'' if rounds == 1 else 's'} played, "
            f"result {signed(self.net)}, chips {format_money(self.chips[self.person.name])}"
        ]
        if self.person.bought != self._buy_in:
            lines.append(f"chips bought: {format_money(self.person.bought)}")
        if best > 0:
            lines.append(f"biggest win: {signed(best)}")
        if self.table.playing and self._on_felt:
            lines.append(f"left on the felt in an open round: {format_money(-self._on_felt)}")
        return lines


def _digits(text: str) -> str:
    return f"{text[:_SHOWN_DIGITS]}…"


def signed(cents: int) -> str:
    """An amount with its sign: ``+5.00``, ``-5.00``, ``0.00``."""
    return f"{'+' if cents > 0 else ''}{format_money(cents)}"


def is_cut(event: Event) -> TypeGuard[Cut]:
    """Whether a wager was settled for less than its due, or went back uncovered (CA-BANK-4)."""
    if isinstance(event, WagerSettled):
        return event.net != event.due
    return isinstance(event, WagerReturned) and event.why == "uncovered"


def cut_words(cut: Sequence[Cut], *, banked: bool) -> str:
    """What was not paid or taken in full, and why, as the end of a sentence."""
    settled = [event for event in cut if isinstance(event, WagerSettled)]
    due, moved = sum(abs(e.due) for e in settled), sum(abs(e.net) for e in settled)
    if settled and not banked:
        return ", cut to the most that a round returns"
    words = ""
    if settled:
        words = f", the bank covered {format_money(moved)} of {format_money(due)}"
    back = sum(event.amount for event in cut if isinstance(event, WagerReturned))
    return f"{words}, {format_money(back)} back, not covered" if back else words
