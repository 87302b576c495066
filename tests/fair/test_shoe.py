"""The shoe that follows from all seeds: of every input something depends on it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK
from casinowar.errors import FairError
from casinowar.fair import (
    FairShoe,
    Part,
    Reveal,
    Terms,
    build,
    card_of,
    next_cutter,
    player_commitment,
    server_commitment,
    transcript,
)
from casinowar.fair.shoe import check_whole, cutter_of, shuffle
from casinowar.fair.stream import Stream, keys, word_stream

TERMS = Terms("t1/1", 6, 19, 30)
SEED = bytes(range(32))


def part(seat: int, cut: int = 100, *, revealed: bool = True, terms: Terms = TERMS) -> Part:
    reveal = Reveal(bytes([seat] * 32), cut)
    commitment = player_commitment(terms, server_commitment(terms, SEED), seat, reveal)
    return Part(seat, commitment, reveal if revealed else None)


PARTS = (part(1), part(3, 211), part(5, 17))


def test_cards_are_numbered_by_rank_then_suit_then_deck() -> None:
    assert [str(card_of(number)) for number in (0, 8, 12, 13, 51, 52, 86)] == [
        "2c",
        "Tc",
        "Ac",
        "2d",
        "As",
        "2c",
        "Th",
    ]


@given(st.integers(1, 12), st.binary(min_size=32, max_size=32))
def test_shoe_holds_every_card_of_its_decks(decks: int, seed: bytes) -> None:
    shoe = build(Terms("t/1", decks, 0, 20), seed, 1, ())
    assert Counter(shoe.cards) == Counter(DECK * decks)
    assert sorted(shoe.order) == list(range(52 * decks))
    assert 1 <= shoe.cut < 52 * decks
    assert 0 <= shoe.behind <= 20


def test_players_cut_sends_the_cards_in_front_to_the_rear() -> None:
    for cut in (1, 156, 311):
        parts = (part(1, cut),)
        root = keys(transcript(server_commitment(TERMS, SEED), 1, parts), SEED)
        order = tuple(shuffle(312, Stream(word_stream(root.shuffle))))
        assert build(TERMS, SEED, 1, parts).order == order[cut:] + order[:cut]


@pytest.mark.parametrize(
    "first, cutter, cut", [(1, 1, 100), (2, 3, 211), (3, 3, 211), (5, 5, 17), (6, 1, 100)]
)
def test_first_seat_that_revealed_cuts(first: int, cutter: int, cut: int) -> None:
    shoe = build(TERMS, SEED, first, PARTS)
    assert (shoe.cutter, shoe.cut) == (cutter, cut)


@pytest.mark.parametrize("first, cutter", [(1, 3), (3, 3), (4, 3), (6, 3)])
def test_who_withholds_does_not_cut(first: int, cutter: int) -> None:
    parts = (part(1, revealed=False), part(3, 211), part(5, revealed=False))
    found = cutter_of(first, parts)
    assert found is not None
    assert found.seat == cutter


def test_dropped_words_of_both_streams_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each key's stream began with a word that 312 and 12 choices must drop."""

    def unlucky(key: bytes) -> Iterator[int]:
        yield 2**32 - 1
        yield from word_stream(key)

    lucky = build(TERMS, SEED, 1, PARTS)
    monkeypatch.setattr("casinowar.fair.shoe.word_stream", unlucky)
    assert build(TERMS, SEED, 1, PARTS) == replace(lucky, rejects=2)


def test_nobody_revealed_the_dealer_cuts() -> None:
    for parts in ((), (part(1, revealed=False),)):
        shoe = build(TERMS, SEED, 1, parts)
        assert cutter_of(1, parts) is None
        assert shoe.cutter == 0
        assert 1 <= shoe.cut <= 311


def test_dealers_cuts_and_cut_cards_reach_every_place() -> None:
    terms = Terms("t/1", 1, 10, 12)
    shoes = [build(terms, number.to_bytes(32, "big"), 1, ()) for number in range(600)]
    assert {shoe.cut for shoe in shoes} == set(range(1, 52))
    assert {shoe.behind for shoe in shoes} == {10, 11, 12}


def shoe_of(
    terms: Terms = TERMS, seed: bytes = SEED, first: int = 1, parts: tuple[Part, ...] = PARTS
) -> FairShoe:
    """A shoe whose parts are committed to its own terms and seed."""
    server = server_commitment(terms, seed)
    own = []
    for each in parts:
        reveal = each.reveal or Reveal(b"\x07" * 32, 7)
        commitment = player_commitment(terms, server, each.seat, reveal)
        own.append(replace(each, commitment=commitment))
    return build(terms, seed, first, own)


def test_order_depends_on_everything_that_was_said() -> None:
    told = (part(1), part(3, 211), part(5, revealed=False))
    other_seed = Part(1, b"", Reveal(b"\x02" * 32, 100))
    shoes = [
        shoe_of(),
        shoe_of(replace(TERMS, shoe="t1/2")),
        shoe_of(replace(TERMS, behind_least=20)),
        shoe_of(replace(TERMS, behind_most=31)),
        shoe_of(seed=bytes(range(1, 33))),
        shoe_of(first=7),
        shoe_of(parts=told),
        shoe_of(parts=PARTS[:2]),
        shoe_of(parts=(other_seed, *PARTS[1:])),
        shoe_of(parts=(part(1, 101), *PARTS[1:])),
        shoe_of(parts=(part(1), part(3, 212), part(5, 17))),
        shoe_of(parts=(part(2), *PARTS[1:])),
    ]
    uncut = {shoe.order[-shoe.cut :] + shoe.order[: -shoe.cut] for shoe in shoes}
    assert len(uncut) == len(shoes)


def test_withheld_secrets_do_not_matter_but_their_commitment_does() -> None:
    server = server_commitment(TERMS, SEED)
    said = {
        transcript(server, 1, (Part(1, commitment, None),)) for commitment in (b"1" * 32, b"2" * 32)
    }
    assert len(said) == 2


@pytest.mark.parametrize(
    "reveal", [Reveal(b"\x01" * 32, 101), Reveal(b"\x02" * 32, 100), Reveal(b"\x03" * 32, 211)]
)
def test_reveal_that_does_not_match_is_refused(reveal: Reveal) -> None:
    with pytest.raises(FairError, match="the reveal of seat 1 does not match its commitment"):
        build(TERMS, SEED, 1, (replace(PARTS[0], reveal=reveal),))


@pytest.mark.parametrize(
    "parts",
    [(PARTS[1], PARTS[0]), (PARTS[0], PARTS[0]), (*PARTS, part(4))],
)
def test_parts_out_of_order_are_refused(parts: tuple[Part, ...]) -> None:
    with pytest.raises(FairError, match="seats must be in ascending order, each once"):
        build(TERMS, SEED, 1, parts)


@pytest.mark.parametrize("seat", [0, -1, True, 1.0, "1", None])
def test_what_is_no_seat_is_refused(seat: int) -> None:
    server = server_commitment(TERMS, SEED)
    with pytest.raises(FairError, match="is not a seat: seats are numbered from 1"):
        player_commitment(TERMS, server, seat, Reveal(SEED, 1))
    with pytest.raises(FairError, match="is not a seat"):
        build(TERMS, SEED, seat, ())
    with pytest.raises(FairError, match="is not a seat"):
        build(TERMS, SEED, 1, (Part(seat, b"c" * 32, None),))


@pytest.mark.parametrize("seed", [b"", b"s" * 31, b"s" * 33, "s" * 32, None, bytearray(32)])
def test_what_is_no_seed_is_refused(seed: bytes) -> None:
    with pytest.raises(FairError, match="the server's seed is not 32 bytes"):
        build(TERMS, seed, 1, ())
    with pytest.raises(FairError, match="the seed of seat 3 is not 32 bytes"):
        player_commitment(TERMS, b"C" * 32, 3, Reveal(seed, 1))
    with pytest.raises(FairError, match="the commitment of seat 3 is not 32 bytes"):
        build(TERMS, SEED, 1, (Part(3, seed, None),))


@pytest.mark.parametrize("cut", [0, 312, -5])
def test_what_is_no_cut_is_refused(cut: int) -> None:
    with pytest.raises(FairError, match="a cut must be at 1 to 311"):
        player_commitment(TERMS, b"C" * 32, 1, Reveal(SEED, cut))


def test_shoe_that_is_not_whole_is_refused() -> None:
    terms = Terms("t/1", 1, 0, 0)
    check_whole(range(51, -1, -1), terms)
    for order in (range(51), range(53), range(1, 53), [*range(51), 0], [*range(51), 104]):
        with pytest.raises(FairError, match="no shoe: it must hold every card of 1 decks exactly"):
            check_whole(order, terms)


@pytest.mark.parametrize("last, places, first", [(0, 7, 1), (1, 7, 2), (6, 7, 7), (7, 7, 1)])
def test_seat_after_the_last_cutter_is_first(last: int, places: int, first: int) -> None:
    assert next_cutter(last, places) == first


def test_cards_of_a_shoe_are_those_of_its_numbers() -> None:
    shoe = build(TERMS, SEED, 1, PARTS)
    assert shoe.cards == tuple(DECK[number % 52] for number in shoe.order)
