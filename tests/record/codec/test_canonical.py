import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import RecordError
from casinowar.record.codec.canonical import MOST_NUMBER, canonical, digest, read_object

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(-MOST_NUMBER, MOST_NUMBER)
KEYS = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
VALUES = st.recursive(
    TEXTS | NUMBERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5)


def test_keys_are_sorted_and_blanks_left_out() -> None:
    value = {"b": [1, {"z": 2, "a": "x y"}], "a": -7}
    assert canonical(value) == b'{"a":-7,"b":[1,{"a":"x y","z":2}]}'


def test_only_what_must_be_is_escaped() -> None:
    text = '"\\/\b\t\n\f\r\x00\x1f\x7fé€😀\u2028'
    assert canonical(text).decode() == ('"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\x7fé€😀\u2028"')


def test_digest_is_the_sha256_of_the_text() -> None:
    assert digest({"b": 1, "a": "é"}) == hashlib.sha256('{"a":"é","b":1}'.encode()).hexdigest()


@given(OBJECTS)
def test_one_value_has_one_text_which_reads_back(value: dict[str, Any]) -> None:
    text = canonical(value)
    assert read_object(text) == value
    assert canonical(read_object(json.dumps(value, indent=3))) == text
    assert canonical(dict(reversed(value.items()))) == text
    assert canonical(json.loads(text)) == text


@given(OBJECTS)
def test_it_is_what_python_writes_with_sorted_keys(value: dict[str, Any]) -> None:
    dumped = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert canonical(value) == dumped.encode()


@pytest.mark.parametrize("number", [9_007_199_254_740_991, -9_007_199_254_740_991, 0])
def test_every_number_that_javascript_has_is_read(number: int) -> None:
    assert read_object(f'{{"a":{number}}}') == {"a": number}


@pytest.mark.parametrize(
    "text, error",
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ('{"a":1}x', "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ('{"a":' + "9" * 5000 + "}", "a whole number is not within 2**53"),
        ("[1]", "this is JSON, but not an object"),
        ('"a"', "this is JSON, but not an object"),
        ('{"a":1,"a":1}', "an object has a key twice"),
        ('{"b":[{"a":1,"a":2}]}', "an object has a key twice"),
        ('{"a":true}', "true, false and null have no place here"),
        ('{"a":false}', "true, false and null have no place here"),
        ('{"a":[1,[null]]}', "true, false and null have no place here"),
        ('{"a":1.0}', "1.0 is not a whole number"),
        ('{"a":1e3}', "1e3 is not a whole number"),
        ('{"a":NaN}', "NaN is not a whole number"),
        ('{"a":-Infinity}', "-Infinity is not a whole number"),
        ('{"a":9007199254740992}', "a whole number is not within 2**53"),
        ('{"a":[-9007199254740992]}', "a whole number is not within 2**53"),
        ('{"a":' * 101 + "1" + "}" * 101, "are nested more than 100 deep"),
        ('{"a":' + "[" * 100 + "]" * 100 + "}", "are nested more than 100 deep"),
        ('{"a":"\\ud800"}', "half of a surrogate pair"),
        ('{"a":["x\\udfff"]}', "half of a surrogate pair"),
    ],
)
def test_what_has_no_canonical_text_is_refused(text: str, error: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_object(text)
    assert error in str(refused.value)


def test_a_hundred_levels_are_read() -> None:
    assert read_object('{"a":' * 100 + "1" + "}" * 100)
    assert read_object('{"b":1,"a":' + "[" * 99 + "]" * 99 + "}")


def test_half_of_a_surrogate_pair_cannot_be_written() -> None:
    with pytest.raises(RecordError, match="half of a surrogate pair"):
        canonical({"a": "\udc00"})
