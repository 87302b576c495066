"""A dealer in the house: says lines at a hand-dealt table, and reads what comes of them."""

import json
import re
from typing import Any, cast

from casinowar.game.events import Event
from casinowar.house.dealing import hand_dealt
from casinowar.house.dealing.dealer_view import dealer_view
from casinowar.house.people import accounts
from casinowar.house.people.sessions import sha256_of
from casinowar.house.tables.commands import Caller
from casinowar.record.codec.events import from_json
from casinowar.store.queries import people
from casinowar.store.queries.people import Role
from casinowar.store.queries.records import entries_from
from casinowar.store.writer.work import Work
from tests.support.house.floor import Floor
from tests.support.house.plain import plain

Json = dict[str, Any]

_PLAYER = re.compile(r"\b(?:p[a-z2-7]{12}|walk-[a-z2-7]{8})\b")


def staff(floor: Floor, name: str, role: Role = "dealer") -> Caller:
    """A member with an office."""

    def run(work: Work) -> Caller:
        guest = accounts.new_guest(work, floor.entropy, 100_000)
        sha256 = sha256_of(guest.token)
        came = accounts.register(work, floor.entropy, guest.person, sha256, name, "a hash").person
        people.set_role(work.connection, came.account, role)
        return Caller(came.account, came.player, role)

    made: Caller = floor.alone(run)
    return made


class Console:
    """One dealer at one hand-dealt table."""

    def __init__(self, floor: Floor, dealer: Caller, table: str = "t1") -> None:
        self.floor, self.dealer, self.table = floor, dealer, table

    @classmethod
    def open(cls, floor: Floor, rules: str, reading: str = "", **options: Any) -> "Console":
        """A new table, which dora deals at."""
        floor.open(rules, reading=reading, options={"hand_dealt": True, **options})
        console = cls(floor, staff(floor, "dora"))
        console.say("dealer")
        return console

    def say(self, *lines: str, turn: str | None = None) -> Json:
        """Say these lines, at that `turn` of the table; what came of the last."""
        came: Json = {}
        for line in lines:
            came = plain(
                self.floor.alone(
                    lambda work, line=line: hand_dealt.deal(
                        work, self.floor.means, self.dealer, self.table, line, turn
                    )
                )
            )
        return came

    def texts(self, *lines: str) -> list[str]:
        """The lines that the dealer is told."""
        return [line["text"] for line in self.say(*lines)["lines"]]

    def look(self) -> Json:
        running = self.floor.table(self.table)
        found: Json = plain(
            self.floor.alone(lambda work: dealer_view(work.connection, running, self.dealer))
        )
        return found

    def ready(self, *bankers: str) -> None:
        """Do what is asked for until bets are; one of these takes the bank, nobody else does."""
        while (need := self.look()["need"])["type"] != "bets_needed":
            names = self.look()["names"]
            match need["type"]:
                case "shoe_needed":
                    self.say("shoe")
                case "cut_needed":
                    self.say("cut 100")
                case "cut_card_needed":
                    self.say(f"cutcard {need['most']}")
                case "burn_needed":
                    self.say("")
                case "stake_needed":
                    self.say("stake")
                case "banker_needed":
                    asked = names[need["players"][0]]["name"]
                    self.say("bank 9000" if asked in bankers else "decline")
                case other:
                    raise AssertionError(f"not ready: {other}")

    def events(self) -> list[Event]:
        """Everything that has happened, with people by their names."""

        def run(work: Work) -> str:
            text = "\n".join(entries_from(work.connection, self.table, 1))
            called = people.names_of(work.connection, {*_PLAYER.findall(text)})
            return _PLAYER.sub(lambda found: called[found[0]].name, text)

        told = [json.loads(line) for line in self.floor.alone(run).splitlines()]
        return [cast(Event, from_json(each)) for entry in told for each in entry.get("events", ())]
