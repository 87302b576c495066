"""Whatever is done to the entries of a shoe's file is found, and the first wrong one is named."""

import copy
import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casinowar.audit.files import audit_shoe
from casinowar.errors import RecordError, WrongEntry
from casinowar.record.entry import hash_of
from casinowar.record.shoefile import read_shoe
from tests.support.examples import percent
from tests.support.record.shoes import Json, relinked, written
from tests.support.record.tampering import (
    fault,
    flip,
    is_found,
    online,
    shoe_of,
    three_rounds,
    verdict,
)

FILES = [pytest.param(online(1), id="first shoe"), pytest.param(online(2), id="second shoe")]


@pytest.mark.parametrize("file", FILES)
def test_the_files_are_right_before_they_are_tampered_with(file: Json) -> None:
    assert audit_shoe(shoe_of(file)).shoes[0].end == "dealt"
    assert audit_shoe(shoe_of(relinked(copy.deepcopy(file)))).shoes[0].end == "dealt"


@pytest.mark.parametrize("file", FILES)
def test_a_dropped_entry_is_missed(file: Json) -> None:
    for place in range(1, len(file["entries"]) - 1):
        tampered = copy.deepcopy(file)
        dropped = tampered["entries"].pop(place)
        if dropped["kind"] == "shoe":
            assert is_found(tampered)
            continue
        seq, why = verdict(tampered)
        assert seq == dropped["seq"]
        assert why == f"it says it is entry {dropped['seq'] + 1}"


@pytest.mark.parametrize("file", FILES)
def test_swapped_entries_are_seen(file: Json) -> None:
    for place in range(1, len(file["entries"]) - 1):
        tampered = copy.deepcopy(file)
        entries = tampered["entries"]
        entries[place], entries[place + 1] = entries[place + 1], entries[place]
        seq, why = verdict(tampered)
        assert seq == file["entries"][place]["seq"]
        assert why == f"it says it is entry {seq + 1}"


@pytest.mark.parametrize("file", FILES)
def test_an_inserted_entry_is_seen(file: Json) -> None:
    for place in range(1, len(file["entries"]) + 1):
        tampered = copy.deepcopy(file)
        foreign = tampered["entries"][place - 1]
        if foreign["kind"] == "shoe":
            continue
        tampered["entries"].insert(place, foreign)
        seq, why = verdict(tampered)
        assert seq == foreign["seq"] + 1
        assert why == f"it says it is entry {seq - 1}"


@pytest.mark.parametrize("file", FILES)
def test_an_inserted_entry_with_a_number_that_fits_is_seen(file: Json) -> None:
    for place in range(1, len(file["entries"])):
        tampered = copy.deepcopy(file)
        before = tampered["entries"][place - 1]
        bet = {"type": "place_bet", "player": "ann", "seat": 1, "wager": "primary", "amount": 500}
        fields: Json = {"seq": before["seq"] + 1, "prev": before["hash"], "kind": "action"}
        fields |= {"action": bet, "events": [{**bet, "type": "bet_placed"}]}
        tampered["entries"].insert(place, {**fields, "hash": hash_of(fields)})
        seq, _ = verdict(tampered)
        assert seq in (before["seq"] + 1, before["seq"] + 2)


@pytest.mark.parametrize("file", FILES)
def test_a_shoe_whose_end_is_cut_off_counts_as_open(file: Json) -> None:
    """A part of a chain is a chain: so nothing is called right that was not dealt to its end."""
    reveal = next(n for n, e in enumerate(file["entries"]) if e["kind"] == "server_reveal")
    first = next(n for n, e in enumerate(file["entries"]) if e["kind"] == "shoe")
    for length in range(first + 2, reveal + 1):
        tampered = {**file, "entries": file["entries"][:length]}
        auditor = audit_shoe(shoe_of(tampered))
        assert auditor.shoes[0].end == "open"
        assert auditor.unchecked()
    for length in range(first + 1):
        assert is_found({**file, "entries": file["entries"][:length]})


@pytest.mark.parametrize("file", FILES)
def test_a_shoe_whose_beginning_is_cut_off_is_not_read(file: Json) -> None:
    for length in range(1, len(file["entries"])):
        tampered = {**file, "entries": file["entries"][length:]}
        if tampered["entries"][0]["kind"] == "shoe":
            assert verdict(tampered)[1] == "the file's steps are not the ones that this entry names"
        else:
            seq, why = verdict(tampered)
            assert seq == tampered["entries"][0]["seq"]
            assert why.startswith("the entries ")


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_ends_in_mid_air_is_not_read(file: Json) -> None:
    data = written(file)
    for length in range(0, len(data), 97):
        with pytest.raises(RecordError):
            read_shoe(data[:length])


@percent(300)
@given(st.sampled_from((1, 2)), st.data())
def test_any_changed_value_is_seen(shoe: int, data: st.DataObject) -> None:
    """Flip anything in an entry, and it is that entry which is named."""
    tampered = online(shoe)
    begins = tampered["entries"][0]["seq"]
    part = data.draw(st.sampled_from(["entries"] + ["steps"] * bool(tampered["steps"])))
    entry = data.draw(st.sampled_from(tampered[part]))
    seq = entry["seq"]
    path = flip(entry, data)
    found = fault(tampered)
    if isinstance(found, WrongEntry):
        named = {seq}
        if path == ["seq"]:
            named |= {begins, entry["seq"]}
        assert found.seq in named, (path, str(found))
    else:
        assert isinstance(found, RecordError), f"{path} of entry {seq} was changed unseen"
        assert path[0] in ("seq", "kind", "shoe"), (path, str(found))


@percent(200)
@given(st.data())
def test_any_changed_value_is_found_though_the_chain_is_made_whole_again(
    data: st.DataObject,
) -> None:
    """All but what nothing depends on: who acted and when, and what the operator chose."""
    tampered: Json = json.loads(three_rounds())
    entry = data.draw(st.sampled_from(tampered["entries"][1:]))
    path = flip(entry, data)
    assume(path[0] not in ("who", "at", "hash", "prev"))
    assert is_found(relinked(tampered)), (path, entry)
