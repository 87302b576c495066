"""Several players at once, each in a thread, until they are told to stop."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.support.house.player import PATIENCE, Player


class Load:
    """Players who play."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._over = threading.Event()
        self._errors: list[BaseException] = []
        self._pause = 0.02 * max(1.0, len(players) / 8)
        """Seconds before who has nothing to do asks again: many of them must not be a flood."""
        self._threads = [threading.Thread(target=self._play, args=(each,)) for each in players]

    def _play(self, player: Player) -> None:
        try:
            while not self._over.is_set():
                if not player.act():
                    time.sleep(self._pause)
        except BaseException as error:  # noqa: BLE001 (raised again by whoever waits)
            self._errors.append(error)

    def check(self) -> None:
        """Fail as soon as one of the players did."""
        if self._errors:
            raise self._errors[0]

    def until(self, condition: Callable[[], bool]) -> None:
        """Let them play until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.check()
            assert time.monotonic() < end, "the players come to nothing"
            time.sleep(0.02)

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let everyone have the answer they wait for, and end."""
        self._over.set()
        for thread in self._threads:
            thread.join(2 * PATIENCE)
            assert not thread.is_alive(), "a player does not end"
        self.check()


@contextmanager
def load(players: Sequence[Player]) -> Iterator[Load]:
    """Players who play all the while."""
    made = Load(players)
    made.start()
    try:
        yield made
    except BaseException:
        made._over.set()
        raise
    made.stop()
