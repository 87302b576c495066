"""The ceremony of a shoe: nothing is revealed too early, and nobody joins too late."""

import pytest

from casinowar.errors import FairError
from casinowar.fair import (
    Ceremony,
    Part,
    Reveal,
    Terms,
    build,
    player_commitment,
    server_commitment,
)

TERMS = Terms("t1/1", 6, 19, 30)
SEED = bytes(range(32))
BEGUN = Ceremony(TERMS, server_commitment(TERMS, SEED))
SECRETS = {seat: Reveal(bytes([seat] * 32), 50 * seat) for seat in (1, 3, 5)}


def commitment(seat: int) -> bytes:
    return player_commitment(TERMS, BEGUN.server, seat, SECRETS[seat])


def committed(*seats: int) -> Ceremony:
    ceremony = BEGUN
    for seat in seats:
        ceremony = ceremony.commit(seat, commitment(seat))
    return ceremony


def test_whole_ceremony() -> None:
    ceremony = committed(5, 1, 3)
    assert [seat for seat, _ in ceremony.commitments] == [1, 3, 5]
    assert not ceremony.is_closed
    assert ceremony.awaited == ()
    ceremony = ceremony.close(3)
    assert ceremony.is_closed
    assert ceremony.awaited == (1, 3, 5)
    ceremony = ceremony.reveal(5, SECRETS[5]).withhold(3)
    assert ceremony.awaited == (1,)
    ceremony = ceremony.reveal(1, SECRETS[1])
    assert ceremony.awaited == ()
    parts = (
        Part(1, commitment(1), SECRETS[1]),
        Part(3, commitment(3), None),
        Part(5, commitment(5), SECRETS[5]),
    )
    assert ceremony.parts == parts
    assert ceremony.shoe(SEED) == build(TERMS, SEED, 3, parts)
    assert ceremony.shoe(SEED).cutter == 5


def test_nobody_at_the_table() -> None:
    assert BEGUN.close(1).shoe(SEED) == build(TERMS, SEED, 1, ())


def test_seat_may_commit_anew_or_withdraw_while_the_list_is_open() -> None:
    ceremony = committed(1, 3).commit(3, b"n" * 32).withdraw(1)
    assert ceremony.commitments == ((3, b"n" * 32),)


def test_what_is_done_to_a_ceremony_leaves_the_old_one() -> None:
    before = committed(1)
    before.commit(3, commitment(3)).close(1)
    assert before == committed(1)


CLOSED = "the list of commitments is closed"


def test_nobody_joins_or_leaves_once_the_list_is_closed() -> None:
    ceremony = committed(1).close(1)
    with pytest.raises(FairError, match=CLOSED):
        ceremony.commit(3, commitment(3))
    with pytest.raises(FairError, match=CLOSED):
        ceremony.withdraw(1)
    with pytest.raises(FairError, match=CLOSED):
        ceremony.close(1)


def test_nothing_is_revealed_before_the_list_is_closed() -> None:
    with pytest.raises(FairError, match="seats reveal only after the list"):
        committed(1).reveal(1, SECRETS[1])
    with pytest.raises(FairError, match="seats reveal only after the list"):
        committed(1).withhold(1)


def test_each_seat_answers_once() -> None:
    ceremony = committed(1, 3).close(1).reveal(1, SECRETS[1]).withhold(3)
    for seat in (1, 3):
        with pytest.raises(FairError, match=f"seat {seat} has already revealed or withheld"):
            ceremony.reveal(seat, SECRETS[seat])
        with pytest.raises(FairError, match=f"seat {seat} has already revealed or withheld"):
            ceremony.withhold(seat)


def test_who_has_not_committed_has_nothing_to_reveal_or_withdraw() -> None:
    stranger = "seat 3 has not committed to this shoe"
    with pytest.raises(FairError, match=stranger):
        committed(1).withdraw(3)
    with pytest.raises(FairError, match=stranger):
        committed(1).close(1).reveal(3, SECRETS[3])
    with pytest.raises(FairError, match=stranger):
        committed(1).close(1).withhold(3)


def test_reveal_that_does_not_match_is_refused() -> None:
    with pytest.raises(FairError, match="the reveal of seat 1 does not match its commitment"):
        committed(1, 3).close(1).reveal(1, SECRETS[3])


def test_no_shoe_before_every_seat_has_answered() -> None:
    for ceremony in (committed(), committed(1), committed(1, 3).close(1).withhold(1)):
        with pytest.raises(FairError, match="no shoe yet: close the list, then let every seat"):
            ceremony.shoe(SEED)


def test_seed_of_another_commitment_is_refused() -> None:
    with pytest.raises(FairError, match="the server's seed is not the one it committed to"):
        BEGUN.close(1).shoe(bytes(range(1, 33)))


@pytest.mark.parametrize("seat", [0, -1, True, "1"])
def test_what_is_no_seat_is_refused(seat: int) -> None:
    with pytest.raises(FairError, match="is not a seat"):
        BEGUN.commit(seat, b"c" * 32)
    with pytest.raises(FairError, match="is not a seat"):
        BEGUN.close(seat)


def test_what_is_no_commitment_is_refused() -> None:
    with pytest.raises(FairError, match="the commitment of seat 1 is not 32 bytes"):
        BEGUN.commit(1, b"c" * 31)
