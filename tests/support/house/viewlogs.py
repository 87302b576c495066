"""What a house tells of its tables, entry by entry, and the view it has after each of them.

People play what they are offered at random, on a floor whose clock and chance are the test's own:
the same seed gives the same log, to the byte.
"""

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from casinowar.errors import IllegalAction
from casinowar.fair import Reveal, player_commitment
from casinowar.house.refusals import Refused
from casinowar.house.tables import commands
from casinowar.house.tables import turn as playing
from casinowar.house.tables.offers import Purse
from casinowar.house.tables.views import state, view
from casinowar.record import Recorded
from casinowar.record.chain import take
from tests.paths import GOLDEN_FILES
from tests.support.house.dealer import Console
from tests.support.house.floor import Floor
from tests.support.house.plain import offers, plain

Json = dict[str, Any]

GOLDEN = GOLDEN_FILES / "views"
RULES = ("washington", "south-dakota", "fun-casino", "online", "california")


class Scene:
    """Some people at one table, one of whom bets behind the others where the rules allow it."""

    def __init__(self, floor: Floor, rules: str, random: Random) -> None:
        self.floor, self.random = floor, random
        floor.open(rules, bots=2 if rules == "california" else 0)
        solo = floor.table().record.table.rules.seats.holding == "solo"
        self.people = [floor.guest() for _ in range(1 if solo else 3)]
        self.table = floor.own_game(self.people[0]) if solo else "t1"
        self.secrets: dict[tuple[str, int], Reveal] = {}

    def play(self, turns: int) -> None:
        for _ in range(turns):
            caller = self.random.choice(self.people)
            running = self.floor.table(self.table)
            found = offers(running, caller.player, Purse(self.floor.chips(caller)))["offers"]
            if not found or self.random.random() < 0.05:
                self.floor.wait(self.random.randint(1, 30), self.table)
                continue
            command = self._command(self._weighed(found))
            if command is not None:
                try:
                    self.floor.do(caller, command, self.table)
                except (Refused, IllegalAction):
                    continue

    def _weighed(self, found: list[Json]) -> Json:
        """Going away is offered most of the time, and would end most games soon."""
        stays = [offer for offer in found if offer["command"] not in ("leave", "give-up-bank")]
        return self.random.choice(found if not stays or self.random.random() < 0.04 else stays)

    def _command(self, offer: Json) -> commands.Command | None:
        random, seat = self.random, offer.get("seat", 0)
        match offer["command"]:
            case "sit":
                return commands.Sit(seat)
            case "leave":
                return commands.Leave(seat)
            case "bet":
                wagers = [commands.Wager(seat, offer["wager"], self._amount(offer))]
                return commands.Bet(tuple(wagers), ready=random.random() < 0.5)
            case "withdraw":
                return commands.Withdraw(seat, offer["wager"])
            case "ready":
                return commands.Ready()
            case "take-bank":
                return commands.TakeBank(random.choice([None, 100_00]))
            case "post-stake":
                return commands.PostStake(offer["least"] * random.randint(1, 9))
            case "decline":
                return commands.Decline()
            case "give-up-bank":
                return commands.GiveUpBank()
            case "choose":
                tie = self._amount(offer) if offer.get("field") == "tie" else 0
                return commands.Choose(seat, offer["choice"], tie)
            case "commit":
                return self._commit(offer)
            case "reveal":
                if (secret := self.secrets.get((offer["shoe"], seat))) is None:
                    return None
                return commands.Reveal(seat, secret.seed.hex(), secret.cut)
            case "cut":
                return commands.Cut(random.randbytes(32).hex(), random.randint(1, offer["most"]))
            case _:
                return None

    def _amount(self, offer: Json) -> int:
        amounts = offer.get("amounts")
        return int(self.random.choice(amounts) if amounts else offer["least"])

    def _commit(self, offer: Json) -> commands.Commit:
        coming = self.floor.table(self.table).record.coming
        assert coming is not None
        ceremony, seat = coming.ceremony, offer["seat"]
        secret = Reveal(self.random.randbytes(32), self.random.randint(1, ceremony.terms.cards - 1))
        self.secrets[offer["shoe"], seat] = secret
        made = player_commitment(ceremony.terms, ceremony.server, seat, secret)
        return commands.Commit(seat, made.hex())


class ByHand:
    """A hand-dealt table, whose dealer makes every mistake there is now and then."""

    table = "t1"

    def __init__(self, floor: Floor, rules: str, random: Random) -> None:
        self.console, self.random = Console.open(floor, rules), random
        self.console.say("sit ann bob cy")

    def play(self, turns: int) -> None:
        for _ in range(turns):
            try:
                self.console.say(self._line())
            except (Refused, IllegalAction):
                continue

    def _line(self) -> str:
        random, need = self.random, self.console.look()["need"]
        card = random.choice("23456789TJQKA") + random.choice(("", "h"))
        if random.random() < 0.25:
            fixes = (f"fix {card}",) * 4
            others = ("x", f"shown {card}", "dealer", "leave 1", "sit dan", "again")
            return random.choice((*fixes, *others))
        match need["type"]:
            case "bets_needed":
                return random.choice(("1=20/5", "2=20", "3=20", "again", card))
            case "card_needed":
                return random.choice((card, "9", "9"))
            case "choice_needed":
                return random.choice(("all w", "all s", "1 w", "2 w", "timeout"))
            case "cut_card_needed":
                return f"cutcard {need['most']}"
            case "banker_needed" | "stake_needed":
                return random.choice(("bank 900", "stake 900"))
            case "shoe_needed" | "cut_needed":
                return str(need["type"].removesuffix("_needed"))
            case "players_needed":
                return "sit eve"
            case _:
                return ""


def play_log(rules: str, turns: int, *, seed: int = 0, kind: Any = Scene) -> Json:
    """The view at first, then each entry with the view after it.

    Entries that the record takes together have their view after the last of them.
    """
    made: list[Recorded] = []

    def spy(*given: Any, **more: Any) -> Recorded:
        made.append(take(*given, **more))
        return made[-1]

    with TemporaryDirectory() as folder:
        floor = Floor(Path(folder) / "house.db", seed=seed)
        try:
            scene = kind(floor, rules, Random(f"{rules} {seed}"))
            first = floor.table(scene.table)
            with patch.object(playing, "take", spy):
                scene.play(turns)
            last = floor.table(scene.table)
        finally:
            floor.close()
    kept = {recorded.record.seq: recorded for recorded in made}  # what was refused came again
    steps: list[Json] = []
    for seq in sorted(seq for seq in kept if first.record.seq < seq <= last.record.seq):
        after = last._replace(record=kept[seq].record)
        *others, entry = kept[seq].entries
        steps += [{"entry": other.body, "view": None} for other in others]
        steps.append({"entry": entry.body, "view": plain(view(after))})
    return {
        "first": plain(view(first)),
        "steps": steps,
        "state": plain(state(last)),
        "last": plain(view(last)),
    }


def golden_text(rules: str) -> str:
    """A short log as it is kept: with the view at its end alone."""
    log = play_log(rules, 60)
    log["steps"] = [{"entry": step["entry"]} for step in log["steps"]]
    return json.dumps(log, separators=(",", ":"), sort_keys=True) + "\n"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for rules in RULES:
        (GOLDEN / f"{rules}.json").write_text(golden_text(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
