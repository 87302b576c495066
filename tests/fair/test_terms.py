"""What a shoe is committed to, and chance that fails."""

import secrets
from collections.abc import Callable

import pytest

from casinowar.errors import FairError
from casinowar.fair import Terms, draw_seed, terms_of
from casinowar.rules.options import resolve
from tests.support.game.table import rules_of


@pytest.mark.parametrize(
    "shoe, decks, least, most, words",
    [
        ("", 6, 19, 30, "is not the id of a shoe"),
        (7, 6, 19, 30, "7 is not the id of a shoe"),
        ("\udc00", 6, 19, 30, "cannot be written in UTF-8"),
        ("t/1", 0, 19, 30, "a shoe has 1 to 12 decks"),
        ("t/1", 13, 19, 30, "a shoe has 1 to 12 decks"),
        ("t/1", True, 19, 30, "a shoe has 1 to 12 decks"),
        ("t/1", "6", 19, 30, "a shoe has 1 to 12 decks"),
        ("t/1", 6, -1, 30, "-1 to 30 cards behind the cut card is not a range within 0 to 312"),
        ("t/1", 6, 31, 30, "31 to 30 cards behind"),
        ("t/1", 6, 19, 313, "19 to 313 cards behind"),
        ("t/1", 6, 313, 313, "313 to 313 cards behind"),
        ("t/1", 6, 19.0, 30, "19.0 to 30 cards behind"),
        ("t/1", 6, 19, None, "19 to None cards behind"),
    ],
)
def test_impossible_terms_are_refused(
    shoe: str, decks: int, least: int, most: int, words: str
) -> None:
    with pytest.raises(FairError, match=words):
        Terms(shoe, decks, least, most)


@pytest.mark.parametrize("least, most", [(0, 0), (312, 312), (0, 312), (19, 19)])
def test_terms_at_their_bounds(least: int, most: int) -> None:
    assert Terms("t/1", 6, least, most).cards == 312


def test_terms_have_1_to_12_decks() -> None:
    assert [Terms("t/1", decks, 0, 0).cards for decks in (1, 12)] == [52, 624]


@pytest.mark.parametrize("cut", [0, 312, -1, True, 3.0, "3", None])
def test_impossible_cut_is_refused(cut: object) -> None:
    terms = Terms("t/1", 6, 19, 30)
    for possible in (1, 311):
        terms.check_cut(possible)
    with pytest.raises(FairError, match="a cut must be at 1 to 311"):
        terms.check_cut(cut)


def test_terms_are_the_tables() -> None:
    rules = rules_of("fun-casino")
    options = resolve(rules, seats=7)
    assert terms_of("t/1", rules, options) == Terms("t/1", 6, 19, 30)


def test_terms_without_a_cut_card_are_what_the_longest_round_needs() -> None:
    rules = rules_of("online")
    assert terms_of("g/000042", rules, resolve(rules)) == Terms("g/000042", 6, 11, 11)


def test_seed_is_32_bytes_of_the_source() -> None:
    assert draw_seed(lambda size: bytes(range(size))) == bytes(range(32))
    assert len({draw_seed(secrets.token_bytes) for _ in range(10)}) == 10


def failing(error: Exception) -> Callable[[int], bytes]:
    def fail(size: int) -> bytes:
        raise error

    return fail


@pytest.mark.parametrize(
    "entropy, words",
    [
        (failing(OSError("no device")), r"the random source failed \(no device\)"),
        (failing(NotImplementedError("none here")), r"the random source failed \(none here\)"),
        (lambda _: b"", "the seed from the random source is not 32 bytes"),
        (lambda _: bytes(range(31)), "the seed from the random source is not 32 bytes"),
        (lambda _: bytes(range(33)), "the seed from the random source is not 32 bytes"),
        (lambda _: "0123456789abcdef" * 2, "the seed from the random source is not 32 bytes"),
        (lambda _: None, "the seed from the random source is not 32 bytes"),
        (bytes, "the random source returned the same byte again and again"),
        (lambda size: b"\xff" * size, "the random source returned the same byte"),
    ],
)
def test_failing_source_of_chance_means_no_shoe(
    entropy: Callable[[int], bytes], words: str
) -> None:
    with pytest.raises(FairError, match=f"^no shoe: {words}"):
        draw_seed(entropy)
