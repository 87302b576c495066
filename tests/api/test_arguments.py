"""What cannot be used is refused with a sentence that says what would be right."""

from collections.abc import Callable
from typing import Any

import pytest

import casinowar as cw
from casinowar import optional_libraries

RULES: Any = cw.load("washington")
ANY: Any = cw

WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: cw.load("nowhere"), "there is no rule set 'nowhere'; the built-in ones are"),
    (lambda: cw.load("washingten"), "did you mean washington?"),
    (
        lambda: ANY.load(6),
        "6 is not a rule set; give a built-in name, as 'washington', or a path",
    ),
    (lambda: ANY.load(RULES), "loaded already; use rules.under(reading)"),
    (lambda: cw.load("washington", "sideways"), "no reading 'sideways'; it has: right-to-left"),
    (lambda: ANY.load("washington", 7), "reading: 7 is not the name of a reading"),
    (lambda: RULES.cite("pays.equal.ti"), "did you mean pays.equal.tie?"),
    (lambda: RULES.cite(3), "field: 3 is not a field name; give one such as 'pays.equal.tie'"),
    (lambda: RULES.replace("11 to 1"), "give a mapping of fields to values"),
    (lambda: RULES.replace({"pays.equal.ti": "1 to 1"}), "did you mean pays.equal.tie?"),
    (lambda: RULES.replace({"pays.equal.tie": 1.5}), "pays.equal.tie: "),
    (lambda: cw.price(RULES, decks="six"), "decks: cannot price 'six'; use 1 to 12, or inf"),
    (lambda: cw.price(RULES, decks=13), "decks: cannot price 13; use 1 to 12"),
    (lambda: cw.price(RULES, decks=True), "decks: cannot price True"),
    (lambda: ANY.price("washington"), "rules: not loaded yet; use cw.load('washington')"),
    (lambda: ANY.price(RULES.rules), "give what cw.load returns"),
    (lambda: cw.price(RULES).always("flee"), "flee"),
    (lambda: cw.price(RULES).session(rounds=0), "rounds: 0 is not possible; use 1 to 100,000"),
    (lambda: cw.price(RULES).session(bankroll=ANY), "bankroll: <module"),
    (lambda: cw.price(RULES).bank_variance(9), "seats: 9 is not a whole number from 1"),
    (lambda: ANY.settle(RULES, 7), "line: 7 is not a text; write a round, as '1:20 | 9h Kd'"),
    (lambda: cw.settle(RULES, "1:20 | 9h"), "the line ends early: it needs a card for the deal"),
    (lambda: cw.settle(RULES, "1:20 | 9h Kd", decks=3), "decks: 3 is not allowed under washington"),
    (lambda: cw.Table.open(RULES, seats=99), "seats: 99 is not allowed; use 1 to"),
    (lambda: cw.Table.open(RULES, primary=ANY), "give two amounts in cents, as (500, 50000)"),
    (lambda: cw.Table.open(RULES).step(ANY), "is not an action; give one, as cw.Sit('ann', 1)"),
    (lambda: cw.Table.open(RULES).legal(), "name a player, or give a role"),
    (lambda: ANY.Table.open(RULES).legal(role="boss"), "role: 'boss' is not a role; use 'player'"),
    (lambda: ANY.parse_card(3), "3 is not a card: write a text such as 9h"),
    (lambda: ANY.parse_money(3), "3 is not an amount: write a text such as 5"),
    (lambda: ANY.load("washington").under(3), "reading: 3 is not the name of a reading"),
    (lambda: ANY.load("washington").replace({3: 4}), "changes: 3 is not a field name"),
    (lambda: ANY.price(RULES, gone=3), "gone: 3 is not a list of cards"),
    (lambda: ANY.price(RULES).always(None), "decision: None is not a decision"),
    (lambda: list(cw.verify_all("a.json")), "paths: 'a.json' is not a list of paths"),
    (lambda: cw.Table.open(RULES).step(cw.Deal(cw.Card("10"))), "Card(rank='10', suit=<Suit.UNKN"),
    (lambda: ANY.shuffled(decks="6"), "decks: '6' is not a whole number from 1 to 12"),
    (lambda: cw.shuffled(decks=6, seed=-1), "seed: -1 is not a whole number"),
    (lambda: cw.simulate(RULES, rounds=0), "rounds: 0 is not a whole number from 1"),
    (lambda: ANY.simulate(RULES, rounds="1e9"), "rounds: '1e9' is not a whole number"),
    (lambda: cw.simulate(RULES, rounds=1, seats=9), "seats: cannot simulate 9; use 1 to 8"),
    (lambda: ANY.simulate(RULES, kernel="fast"), "kernel: 'fast' is not a kernel; use 'vector'"),
    (lambda: cw.simulate(RULES, until_error=2.0), "until-error: '2.0' is not a standard error"),
    (lambda: cw.simulate(RULES, policy="flee"), "flee"),
    (lambda: cw.prove(RULES, rounds=10), "rounds: 10 is too few for a proof"),
    (lambda: ANY.verify(7), "path: 7 is not a path; give a text or a pathlib.Path"),
    (lambda: cw.replay("shoe.json", 0), "round: 0 is not a whole number from 1"),
    (lambda: cw.check("nowhere.toml"), "nowhere.toml: there is no such file"),
    (lambda: ANY.compare("washington"), "rules: not loaded yet; use cw.load('washington')"),
]


@pytest.mark.parametrize("call, says", WRONG, ids=[says for _, says in WRONG])
def test_wrong_argument_is_refused_by_name(
    call: Callable[[], object], says: str, in_examples: object
) -> None:
    with pytest.raises(cw.CasinoWarError) as refused:
        call()
    assert says in str(refused.value)
    assert not str(refused.value).startswith("--")


@pytest.mark.parametrize("call", [cw.simulate, cw.prove])
def test_missing_library_names_its_extra(
    call: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(optional_libraries, "import_module", missing)
    with pytest.raises(cw.CasinoWarError, match=r"pip install 'casinowar\[sim\]'"):
        call(RULES, rounds=1000)
