"""The bytes that are hashed: framed so that no two lists of fields are the same bytes."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import FairError
from casinowar.fair.digest import Field, digest, frame, parse_hex, u64

FIELDS = st.one_of(st.text(max_size=12), st.integers(0, 2**64 - 1), st.binary(max_size=12))


@pytest.mark.parametrize(
    "number, written",
    [(0, "00" * 8), (1, "00" * 7 + "01"), (312, "00" * 6 + "0138"), (2**64 - 1, "ff" * 8)],
)
def test_number_is_eight_bytes_highest_first(number: int, written: str) -> None:
    assert u64(number).hex() == written


@pytest.mark.parametrize("number", [-1, 2**64, True, 1.0, "1", None])
def test_what_is_no_such_number_is_refused(number: object) -> None:
    with pytest.raises(FairError, match=r"is not a whole number from 0 to 2\*\*64 - 1"):
        u64(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "field, framed",
    [
        ("", "00000000"),
        (b"", "00000000"),
        ("9h", "00000002" + "3968"),
        ("é", "00000002" + "c3a9"),
        (b"\x00\xff", "00000002" + "00ff"),
        (7, "00000008" + "0000000000000007"),
        (b"." * 300, "0000012c" + "2e" * 300),
    ],
)
def test_frame_is_the_length_and_the_bytes(field: Field, framed: str) -> None:
    assert frame(field).hex() == framed


def test_text_without_utf8_is_refused() -> None:
    with pytest.raises(FairError, match="cannot be written in UTF-8"):
        frame("\ud800")


@pytest.mark.parametrize("field", [None, 1.5, True, bytearray(b"1"), ("a",)])
def test_what_is_no_field_is_refused(field: object) -> None:
    with pytest.raises(FairError):
        frame(field)  # type: ignore[arg-type]


def test_digest_is_the_sha256_of_its_purpose_and_its_fields() -> None:
    plain = b"\x00\x00\x00\x15casinowar/fair/1/test\x00\x00\x00\x01a" + b"\0\0\0\x08" + b"\0" * 8
    assert digest("test", "a", 0) == hashlib.sha256(plain).digest()


@given(st.lists(FIELDS, max_size=4), st.lists(FIELDS, max_size=4))
def test_other_fields_other_bytes(first: list[Field], second: list[Field]) -> None:
    """Unless a text, a number and bytes are the same bytes: a field's kind is not written."""

    def content(fields: list[Field]) -> list[bytes]:
        return [frame(field)[4:] for field in fields]

    same = digest("test", *first) == digest("test", *second)
    assert same == (content(first) == content(second))


def test_bytes_are_read_from_64_small_digits() -> None:
    assert parse_hex("0f" * 32, "seed") == b"\x0f" * 32


@pytest.mark.parametrize(
    "text",
    ["", "0f" * 31, "0f" * 33, "0F" * 32, "0g" * 32, "0f" * 32 + "\n", "\u0660" * 64, None, 7],
)
def test_what_is_not_64_small_digits_is_refused(text: object) -> None:
    with pytest.raises(FairError, match=r"^a seed: .* is not 64 digits from 0-9 and a-f"):
        parse_hex(text, "a seed")


def test_refused_text_is_shown_in_part() -> None:
    with pytest.raises(FairError) as error:
        parse_hex("x" * 5000, "a seed")
    assert len(str(error.value)) < 150
