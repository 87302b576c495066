"""The game loop: the dealer, a bot or the player does what the table awaits, again and again."""

from collections.abc import Callable, Sequence
from typing import NoReturn, TypeGuard

from casinowar.errors import FairError, IllegalAction
from casinowar.fair import Entropy, Reveal, draw_seed, player_commitment
from casinowar.game import bots
from casinowar.game.actions import (
    Action,
    CloseBets,
    GiveUpBank,
    Sit,
    Surrender,
    TimeOut,
    WithdrawBet,
)
from casinowar.game.bots import BotChance
from casinowar.game.events import Event, RoundEnded, WagerReturned, WagerSettled
from casinowar.game.money_moves import chips_moved
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    ChoiceNeeded,
    Hand,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.table import Table, need
from casinowar.money import format_money
from casinowar.record.ceremonies import Preparation
from casinowar.record.chain import Record, take
from casinowar.record.dealer import Dealer
from casinowar.record.entry import Entry
from casinowar.record.steps import PlayerCommitment, PlayerReveal, ServerCommitment, Step
from casinowar.rules.describe import number
from casinowar.terminal.player import KeyboardPlayer, PlayerLeft
from casinowar.terminal.screen import Screen, Unseen

Cut = WagerSettled | WagerReturned
Keep = Callable[[Sequence[Entry]], None]
"""A function that takes the record's new entries, to save them for instance."""

_SHOWN_DIGITS = 32
"""How many of 64 digits to show: enough to be unique, and few enough to write down."""


def forget(entries: Sequence[Entry]) -> None:
    """Do nothing with the entries: the game is not saved."""


class TerminalGame:
    """One game of the player at a table, from sitting down to leaving."""

    def __init__(
        self,
        record: Record,
        *,
        seats: dict[int, str],
        name: str,
        chips: int,
        dealer: Dealer,
        entropy: Entropy,
        chance: BotChance,
        screen: Screen,
        clock: Callable[[], int],
        keep: Keep = forget,
    ) -> None:
        self.record = record
        self.chips = dict.fromkeys(seats.values(), chips)
        """The chips everyone has, without those on the table."""
        self._shown = self.chips
        """The same, up to the last event that was shown."""
        self.results: list[int] = []
        """The player's result in each round they played."""
        self._on_felt = 0
        """The player's result in this round so far; negative while chips are on the table."""
        self._took_part = False
        self._cut: list[Cut] = []
        """The player's wagers of this round that were not paid or taken in full."""
        self._seats = seats
        self._buy_in = chips
        self._dealer = dealer
        self._entropy = entropy
        self._chance = chance
        self._screen = screen
        self._clock = clock
        self._keep = keep
        self.failure: FairError | None = None
        """Why there are no more shoes, if the random source failed."""
        self.person = KeyboardPlayer(name, self.chips, screen, chance)
        screen.attend(self.status)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.record.table

    @property
    def net(self) -> int:
        """The player's winnings in this game minus their losses."""
        return self.chips[self.person.name] - self.person.bought

    def run(self) -> None:
        """Play until the player leaves, the random source fails, or the output is closed."""
        try:
            try:
                self._play()
            except (PlayerLeft, EOFError, KeyboardInterrupt):
                self._end()
            except FairError as error:
                self.failure = error
                self._end()
        except (OSError, SystemExit):  # rich exits if nobody reads the pipe
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
        """After the player left: play the round to its end, and reveal the house's seeds."""
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
        """Do the dealer's next action."""
        what = self._dealer.answer(self.record)
        assert what is not None, f"nobody here can give {need(self.table)}"
        self._do(what)
        if isinstance(what, ServerCommitment):
            shown = _digits(what.commitment)
            self._screen.say(f"The house commits to shoe {self.record.shoes}: {shown}")

    def _bring_shoe(self) -> None:
        """Let the player take part in the next shoe, then bring it; bots take no part."""
        secret = self._commit()
        while isinstance(need(self.table), ShoeNeeded):
            if self._awaits_reveal():
                assert secret is not None, "only the player has committed"
                self._do(secret)
            else:
                self._deal()

    def _commit(self) -> PlayerReveal | None:
        """Commit to the player's seed and cut, and return them to reveal after the list closes.

        If the rules let no player cut, the seed still counts.
        """
        coming = self._coming()
        terms, server = coming.ceremony.terms, coming.ceremony.server
        asked = self.table.rules.shoe.cut_by == "players"
        cut = self.person.cut(terms.cards) if asked else self.person.cut_anywhere(terms.cards)
        if cut is None:
            self._screen.say("You take no part in this shoe: the dealer cuts it.")
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
        """Do the action of the player, who is asked, or of a bot."""
        if player == self.person.name:
            self._do(*ask())
        else:
            self._do(*bots.actions(self.table, player, self.chips[player], self._chance))

    def _take_bets(self) -> None:
        """Take the player's bets first, while the last round is still in view, then the bots'."""
        self._refill_bots()
        self._do(*self.person.bet(self.table))
        for player in self.chips:
            if player != self.person.name:
                chips = self.chips[player]
                self._do(*bots.actions(self.table, player, chips, self._chance))
        if self.table.bets:
            self._do(CloseBets(self._clock()))
        else:
            self._screen.say("Nobody bet, so no round is dealt.")

    def _refill_bots(self) -> None:
        """Give chips to bots that run low, so that they stay at the table."""
        for player, chips in self.chips.items():
            low = 12 * self.table.options.primary.least
            if player not in (self.person.name, self.table.bank.player) and chips < low:
                self.chips[player] += max(self._buy_in, low)
                self._screen.say(f"The house gives {player} more chips.")

    def _do(self, *taken: Action | Step) -> None:
        """Take actions or steps of the fair shuffle, count the chips, then show the events.

        The player may interrupt the showing; everything has been counted by then.
        """
        for what in taken:
            self._shown = dict(self.chips)
            self.record, events, entries, _ = take(self.record, what)
            self._keep(entries)
            for event in events:
                self._count(event)
            try:
                for event in events:
                    for player, amount in chips_moved(event).items():
                        self._shown[player] += amount
                    self._screen.show(event, self.table, self._shown)
            finally:
                self._shown = self.chips
                if any(isinstance(event, RoundEnded) for event in events):
                    self._end_round()

    def _count(self, event: Event) -> None:
        if is_cut(event) and event.player == self.person.name:
            self._cut.append(event)
        for player, amount in chips_moved(event).items():
            self.chips[player] += amount
            if player == self.person.name:
                self._on_felt += amount
                self._took_part = True

    def _end_round(self) -> None:
        result = "you sat it out"
        if self._took_part:
            self.results.append(self._on_felt)
            result = f"your result {signed(self._on_felt)}"
            result += cut_words(self._cut, banked=self.table.rules.player_banked)
        self._on_felt, self._took_part, self._cut = 0, False, []
        self._screen.say(f"Round {self.table.rounds}: {result}. {self.status()}")

    def status(self) -> str:
        """Return the player's chips and result, up to the last event that was shown."""
        chips = format_money(self._shown[self.person.name])
        return f"Chips {chips}, this game {signed(sum(self.results))}."

    def _finish_round(self) -> None:
        """Surrender the player's tie hands and play the round to its end.

        If the round has not begun, return the bets and the stake instead.
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
        """Record the seeds that the house has kept secret so far: the game is over."""
        while (step := self._dealer.close(self.record)) is not None:
            self._do(step)

    def _choose_for(self, hand: Hand) -> bool:
        """Answer a tie hand without asking; return `False` if only its player can."""
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
        """Return the final result, in a few lines."""
        rounds, best = len(self.results), max(self.results, default=0)
        lines = [
            f"{number(rounds, 'round')} played, "
            f"result {signed(self.net)}, chips {format_money(self.chips[self.person.name])}"
        ]
        if self.person.bought != self._buy_in:
            lines.append(f"chips bought: {format_money(self.person.bought)}")
        if best > 0:
            lines.append(f"biggest win: {signed(best)}")
        if self.table.playing and self._on_felt:
            lines.append(f"left on the table in an open round: {format_money(-self._on_felt)}")
        return lines


def _digits(text: str) -> str:
    return f"{text[:_SHOWN_DIGITS]}…"


def signed(cents: int) -> str:
    """Write an amount with its sign: ``+5.00``, ``-5.00``, ``0.00``."""
    return f"{'+' if cents > 0 else ''}{format_money(cents)}"


def is_cut(event: Event) -> TypeGuard[Cut]:
    """Whether a wager was settled for less than its due, or returned uncovered (CA-BANK-4)."""
    if isinstance(event, WagerSettled):
        return event.net != event.due
    return isinstance(event, WagerReturned) and event.why == "uncovered"


def cut_words(cut: Sequence[Cut], *, banked: bool) -> str:
    """Say what was not paid or taken in full, and why, as the end of a sentence."""
    settled = [event for event in cut if isinstance(event, WagerSettled)]
    due, moved = sum(abs(e.due) for e in settled), sum(abs(e.net) for e in settled)
    if settled and not banked:
        return ", reduced to the most that a round returns"
    words = ""
    if settled:
        words = f", the bank covered {format_money(moved)} of {format_money(due)}"
    back = sum(event.amount for event in cut if isinstance(event, WagerReturned))
    return f"{words}, {format_money(back)} returned, not covered" if back else words
