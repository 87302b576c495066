"""A dealer for tests: types lines at a desk, and reads what the desk answers."""

from dataclasses import replace
from typing import Any

from casinowar.desk import Desk
from casinowar.game.table import open_table
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve
from tests.support.game.table import NOON, rules_of


class Session:
    """A desk, and the answers to everything typed at it."""

    def __init__(self, rules: str | RuleSet, reading: str | None = None, **options: Any) -> None:
        ruled = rules_of(rules, reading) if isinstance(rules, str) else rules
        if ruled.limits.authorised == "stated":
            options.setdefault("authorised", 50_000)
        self.now = NOON
        table = open_table(ruled, resolve(ruled, hand_dealt=True, **options))
        self.desk = Desk(table, lambda: self.now)

    def type(self, *lines: str) -> list[str]:
        """Type these lines; the answer to the last one, line by line."""
        answer: list[str] = []
        for line in lines:
            answer = [told.text for told in self.desk.enter(line)]
        return answer

    def refused(self, line: str, why: str) -> list[str]:
        """A line that is answered with an error and what is next, and changes nothing."""
        before, happened = self.desk.table, len(self.desk.events)
        answer = self.desk.enter(line)
        assert [told.kind for told in answer[-2:]] in (["refused", "next"], ["next"])
        assert why in answer[0].text, answer
        assert (self.desk.table, len(self.desk.events)) == (before, happened)
        return [told.text for told in answer]

    def prepared(self, behind: int) -> None:
        """A shoe lies there, cut by the first one asked, its first card burned if that is due."""
        self.type("shoe", "cut 100", f"cutcard {behind}")
        if self.next.startswith("1 card to burn"):
            self.type("")

    def ready(self, *bankers: str) -> None:
        """Do what is asked for until bets are; one of these takes the bank, nobody else does."""
        while not self.next.startswith("bets"):
            match self.next.split()[:3]:
                case ["a", "new", "shoe,"]:
                    self.type("shoe")
                case ["a", "cut", "by"]:
                    self.type("cut 100")
                case ["the", "cut", "card,"]:
                    self.type(f"cutcard {self.desk.table.options.behind_most}")
                case [_, "card", "to"] | [_, "cards", "to"]:
                    self.type("")
                case ["the", "stake", "of"]:
                    self.type("stake")
                case [asked, "to", "take"]:
                    self.type("bank 9000" if asked in bankers else "decline")
                case other:
                    raise AssertionError(f"not ready: {other}")

    def run_down(self, left: int) -> None:
        """As if all but so many cards had left the shoe, none of them seen."""
        table = self.desk.table
        self.desk.table = replace(table, shoe=table.shoe._replace(left=left))

    @property
    def next(self) -> str:
        """What the desk says comes next."""
        return self.desk.opening()[-1].text.removeprefix("next: ")

    def closing(self) -> list[str]:
        """The last lines of the table."""
        return [told.text for told in self.desk.closing()]


def fun_casino(*names: str, behind: int = 30) -> Session:
    """A fun-casino table with these players, its shoe ready for bets."""
    session = Session("fun-casino")
    session.type(f"sit {' '.join(names)}")
    session.prepared(behind)
    return session


def california(*names: str, stake: int = 300, behind: int = 78) -> Session:
    """A california table with these players; the first one has the bank."""
    session = Session("california")
    session.type(f"sit {' '.join(names)}")
    session.prepared(behind)
    session.type(f"bank {names[0]} {stake}")
    return session
