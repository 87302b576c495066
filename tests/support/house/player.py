"""A client who plays whatever a house offers, and asks again where no answer came."""

import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import httpx2

from casinowar.fair import Reveal, Terms, player_commitment

PATIENCE = 60.0
"""Seconds for which an answer is asked for again and again."""

AWAY = 503
"""How a house answers whose database is away."""

Json = dict[str, Any]


class Answered(NamedTuple):
    """A request that was accepted, and the bytes of its answer."""

    path: str
    body: Json | None
    key: str
    answer: bytes


class Player:
    """Someone at one table, who sends one request at a time."""

    def __init__(self, where: Callable[[], str], random: Random) -> None:
        """`where` is the address of the house, or ``""`` while it is closed."""
        self.where = where
        self.random = random
        self.http = httpx2.Client(timeout=PATIENCE, verify=False)
        self.table = ""
        self.player = ""
        self.accepted: list[Answered] = []
        self.refused: list[Json] = []
        self.answers = 0
        self.asked_again = 0
        """How often a request had no answer and was sent again."""
        self.secrets: dict[tuple[str, int], Reveal] = {}
        """What was committed to, by shoe and seat."""
        self.hears: Callable[[httpx2.Response], None] = lambda _: None
        """Told of every answer."""
        self._keys = 0
        self._bets: Json = {}
        """The bet that was accepted last, until it is refused."""
        self._need = ""

    def close(self) -> None:
        self.http.close()

    def arrive(self, table: str) -> None:
        """Come in as a guest, to a table or to one's own game of it."""
        self.player = self.send("POST", "/api/guest").json()["player"]
        self.table = table
        if "game" in self.offers():
            self.table = self.post(f"/api/tables/{table}/game")["table"]

    def open(self, rules: str, reading: str) -> str:
        """Come in as a guest and open a private table; the invitation to it."""
        self.player = self.send("POST", "/api/guest").json()["player"]
        asked = {"rules": rules, "reading": reading, "players_may_have_edge": True}
        opened = self.post("/api/tables", asked)
        self.table = opened["table"]
        return str(opened["invitation"])

    def join(self, invitation: str) -> None:
        """Come in as a guest, by the link of a private table."""
        self.player = self.send("POST", "/api/guest").json()["player"]
        self.table = self.post("/api/join", {"invitation": invitation})["table"]

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> httpx2.Response:
        """Send a request until it is answered."""
        end = time.monotonic() + PATIENCE
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            try:
                if url := self.where():
                    answer = self.http.request(method, url + path, json=body, headers=headers)
                    self.hears(answer)
                    if answer.status_code != AWAY:
                        self.answers += 1
                        return answer
                    self.asked_again += 1
            except httpx2.TransportError:
                self.asked_again += 1
            assert time.monotonic() < end, f"no answer to {method} {path}"
            time.sleep(0.005)

    def look(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Json | None = None) -> Json:
        """Send a command under a new key; its answer, empty where it was refused."""
        self._keys += 1
        key = f"{self.player}-{self._keys}"
        answer = self.send("POST", path, body, key)
        if answer.status_code in (403, 409):  # someone was quicker, the clock among them
            self.refused.append(answer.json())
            self._bets = {}
            return {}
        assert answer.status_code == 200, answer.text
        self.accepted.append(Answered(path, body, key, answer.content))
        told: Json = answer.json()
        if "state" in told:
            self._need = told["state"]["need"]["type"]
        return told

    def repeat(self) -> None:
        """Send an earlier request again: its answer is the same."""
        path, body, key, before = self.random.choice(self.accepted[-20:])
        again = self.send("POST", path, body, key)
        assert (again.status_code, again.content) == (200, before)

    def command(self, command: str, **body: Any) -> Json:
        return self.post(f"/api/tables/{self.table}/{command}", body)

    def offers(self) -> dict[str, list[Json]]:
        """What may be done now, by command."""
        found: dict[str, list[Json]] = {}
        for offer in self.look(f"/api/tables/{self.table}/offers")["offers"]:
            found.setdefault(offer["command"], []).append(offer)
        return found

    def act(self) -> bool:
        """Do something that is offered; whether there was anything."""
        if self._bet_again():
            return True
        offers = self.offers()
        if "leave" in offers:  # one seat is enough
            offers.pop("sit", None)
        if self.accepted and self.random.random() < 0.05:
            self.repeat()
        for command in _ORDER:
            if command in offers and self._do(command, self.random.choice(offers[command])):
                return True
        return False

    def _bet_again(self) -> bool:
        """Bet as before, most times that bets are awaited, without asking what is offered."""
        if not self._bets or self._need != "bets_needed" or self.random.random() < 0.1:
            return False
        self.command("bet", **self._bets)
        return True

    def _do(self, command: str, offer: Json) -> bool:
        """Do what is offered, if it suits."""
        seldom = self.random.random() < 0.03
        match command:
            case "reveal":
                return self._reveal(offer)
            case "commit":
                return self.random.random() < 0.7 and self._commit(offer)
            case "cut" if self.random.random() < 0.5:
                self.command("cut", **self._cut(offer))
            case "choose":
                self.command("choose", seat=offer["seat"], choice=offer["choice"])
            case "bet":
                self._bet(offer)
            case "post-stake" | "take-bank" | "decline" | "ready":
                amount = {"amount": _least(offer)} if command == "post-stake" else {}
                self.command(command, **amount)
            case "sit":
                self.command("sit", seat=offer["seat"])
            case "leave" | "give-up-bank" if seldom:
                self.command(command, **({"seat": offer["seat"]} if command == "leave" else {}))
            case "withdraw" if seldom:
                self.command("withdraw", seat=offer["seat"], wager=offer["wager"])
            case _:
                return False
        return True

    def _bet(self, offer: Json) -> None:
        ready = self.random.random() < 0.8
        if self.random.random() < 0.1:
            self.command("rebet", ready=ready)
            return
        wager = {"seat": offer["seat"], "wager": offer["wager"], "amount": _least(offer)}
        bets = {"bets": [wager], "ready": ready}
        if self.command("bet", **bets) and ready:
            self._bets = bets

    def _cut(self, offer: Json) -> Json:
        cut = self.random.randint(offer["least"], offer["most"])
        return {"seed": secrets.token_hex(32), "cut": cut}

    def _commit(self, offer: Json) -> bool:
        coming = self.look(f"/api/tables/{self.table}")["view"]["coming"]
        if coming is None or coming["id"] != offer["shoe"]:
            return False
        behind = coming["behind_least"], coming["behind_most"]
        terms = Terms(coming["id"], coming["decks"], *behind)
        secret = Reveal(secrets.token_bytes(32), self.random.randint(1, terms.cards - 1))
        self.secrets[terms.shoe, offer["seat"]] = secret
        made = player_commitment(terms, bytes.fromhex(coming["commitment"]), offer["seat"], secret)
        self.command("commit", seat=offer["seat"], commitment=made.hex())
        return True

    def _reveal(self, offer: Json) -> bool:
        secret = self.secrets.get((offer["shoe"], offer["seat"]))
        if secret is None:
            return False
        self.command("reveal", seat=offer["seat"], seed=secret.seed.hex(), cut=secret.cut)
        return True


_ORDER = (
    *("reveal", "commit", "cut", "choose", "withdraw", "leave", "give-up-bank"),
    *("take-bank", "decline", "post-stake", "bet", "ready", "sit"),
)
"""What is done first, where several things may be done."""


def _least(offer: Json) -> int:
    amounts = offer.get("amounts")
    return int(amounts[0] if amounts else offer["least"])
