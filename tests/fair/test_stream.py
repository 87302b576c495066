"""Keys and streams against the vectors of their RFCs; numbers without any bias."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from pathlib import Path
from typing import Any

import pytest

from casinowar.errors import FairError
from casinowar.fair.shoe import shuffle
from casinowar.fair.stream import Stream, expand, extract, keys, word_stream

DATA = Path(__file__).parent.parent / "data"
RFC: dict[str, list[dict[str, Any]]] = json.loads((DATA / "hmac-vectors.json").read_text())


@pytest.mark.parametrize("vector", RFC["rfc4231"], ids=lambda vector: f"case {vector['case']}")
def test_hmac_of_rfc_4231(vector: dict[str, str]) -> None:
    key, data = bytes.fromhex(vector["key"]), bytes.fromhex(vector["data"])
    assert extract(key, data).hex() == vector["hmac"]


@pytest.mark.parametrize("vector", RFC["rfc5869"], ids=lambda vector: f"case {vector['case']}")
def test_hkdf_of_rfc_5869(vector: dict[str, str]) -> None:
    """Of the keying material, its first 32 bytes: a key needs no more."""
    root = extract(bytes.fromhex(vector["salt"]), bytes.fromhex(vector["secret"]))
    assert root.hex() == vector["prk"]
    assert expand(root, bytes.fromhex(vector["info"])).hex() == vector["okm"][:64]


def test_keys_differ_by_purpose_and_by_both_their_sources() -> None:
    made = {*keys(b"said", b"seed"), *keys(b"said", b"seeds"), *keys(b"saids", b"seed")}
    assert len(made) == 9


def test_stream_is_the_hmac_of_the_counted_blocks() -> None:
    blocks = (extract(b"key", block.to_bytes(8, "big")) for block in range(3))
    taken = b"".join(word.to_bytes(4, "big") for word in islice(word_stream(b"key"), 24))
    assert taken == b"".join(blocks)


def of_bytes(text: str) -> Iterator[int]:
    return (int(word, 16) for word in text.split())


def test_words_that_would_favour_a_number_are_dropped() -> None:
    stream = Stream(of_bytes("ffffff00 ffffffff fffffeff 00000001"))
    assert stream.uniform(312) == 311
    assert stream.rejects == 2
    assert stream.uniform(312) == 1
    assert stream.rejects == 2


def test_no_word_is_dropped_where_all_numbers_fit() -> None:
    stream = Stream(of_bytes("ffffffff ffffffff"))
    assert stream.uniform(2**32) == 2**32 - 1
    assert stream.uniform(1) == 0
    assert stream.rejects == 0


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, True, 2.0, "2"])
def test_impossible_number_of_choices_is_refused(n: object) -> None:
    with pytest.raises(FairError, match="is not a number of choices from 1 to 4294967296"):
        Stream(word_stream(b"key")).uniform(n)  # type: ignore[arg-type]


def test_end_of_the_words_is_no_number() -> None:
    with pytest.raises(FairError, match="the random stream has ended"):
        Stream(of_bytes("ffffffff")).uniform(312)


@pytest.mark.parametrize("bits", range(9))
def test_no_number_is_likelier_than_another(bits: int) -> None:
    """A proof for small words: every word, every number of choices.

    Of the words that are used, each number has the same count, and one more of each number
    would not have fitted; so nothing is dropped without need.
    """
    size = 2**bits
    for n in range(1, size + 1):
        numbers: Counter[int] = Counter()
        for word in range(size):
            stream = Stream(iter([word, 0]), size)
            number = stream.uniform(n)
            if not stream.rejects:
                numbers[number] += 1
        assert numbers == dict.fromkeys(range(n), size // n)


def test_every_order_is_equally_likely() -> None:
    """A proof for four cards and words of three bits: every way the words can fall."""
    orders: Counter[tuple[int, ...]] = Counter()
    for fallen in product(range(8), repeat=3):
        stream = Stream(iter(fallen), 8)
        try:
            order = tuple(shuffle(4, stream))
        except FairError:
            assert stream.rejects, "only dropped words make three words too few"
            continue
        if not stream.rejects:
            orders[order] += 1
    assert orders == dict.fromkeys(permutations(range(4)), 8 * 6 * 8 // 24)
