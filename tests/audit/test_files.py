"""What is in a shoe's file beside its entries, and files that follow each other."""

from random import Random

import pytest

from casinowar.audit.files import audit_shoe
from casinowar.errors import WrongEntry
from casinowar.record.entry import hash_of
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import load_rules
from tests.support.record.shoes import files_of, relinked
from tests.support.record.small_house import House
from tests.support.record.tampering import CHANGED, is_found, shoe_of, verdict, washington


@pytest.mark.parametrize(
    "field, value",
    [
        ("reading", "left-to-right"),
        ("rules", "washington2"),
        ("sha256", "3" * 64),
        ("fair", ""),
        ("format", "casinowar/record/2"),
    ],
)
@pytest.mark.parametrize("shoe", [1, 2])
def test_another_header_is_found(shoe: int, field: str, value: str) -> None:
    file = washington(shoe)
    for header in [file["table"], *[e for e in file["entries"] if e["kind"] == "table"]]:
        header[field] = value
        header["hash"] = hash_of(header)
    if shoe == 2:
        first = next(e for e in file["entries"] if e["kind"] == "shoe")
        first["table"] = file["table"]["hash"]
    seq, _ = verdict(relinked(file))
    assert seq == 0 or field == "reading"


def test_two_headers_in_a_file_are_one() -> None:
    file = washington(1)
    file["table"]["at"] = 5
    file["table"]["hash"] = hash_of(file["table"])
    assert verdict(file) == (0, "it is not the header in the file's table field")


@pytest.mark.parametrize("shoe", [1, 2])
def test_other_rules_are_found(shoe: int) -> None:
    file = washington(shoe)
    file["rules"] = file["rules"].replace('"10 to 1"', '"11 to 1"')
    seq, why = verdict(file)
    assert seq == 0
    assert why.startswith("the file holds other rules: their SHA-256 is ")


def test_a_reading_that_the_rules_do_not_have() -> None:
    file = washington(2)
    file["table"]["reading"] = "upside-down"
    file["table"]["hash"] = hash_of(file["table"])
    seq, why = verdict(file)
    assert seq == 0
    assert "upside-down" in why


def test_a_table_in_another_reading_is_audited_in_that_one() -> None:
    rules = load_rules("washington")
    house = House(rules.rules("left-to-right"), Random(4), players=2)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing).close()
    file = read_shoe(files_of(house, rules)[0].encode())
    assert audit_shoe(file).record == house.record


def test_steps_are_those_that_the_shoe_names() -> None:
    for change in ("drop", "double", "swap", "other"):
        file = washington(2)
        first, steps = file["entries"][0]["seq"], file["steps"]
        match change:
            case "drop":
                del steps[2]
            case "double":
                steps.append(steps[-1])
            case "swap":
                steps[0], steps[1] = steps[1], steps[0]
            case _:
                steps[1] = washington(1)["entries"][1]
        wrong = "the file's steps are not the ones that this entry names"
        assert verdict(file) == (first, wrong), change


@pytest.mark.parametrize("steps", [5, "x", [5], [{"seq": "x", "hash": "x"}]])
def test_steps_that_are_no_places_are_none_of_those_beside_the_entries(steps: object) -> None:
    file = washington(2)
    first = file["entries"][0]
    first["steps"] = steps
    wrong = "the file's steps are not the ones that this entry names"
    assert verdict(file) == (first["seq"], wrong)


def test_a_changed_step_is_named() -> None:
    file = washington(2)
    file["steps"][1]["seat"] = 5
    assert verdict(file) == (file["steps"][1]["seq"], CHANGED)


def test_a_first_shoe_has_no_steps_beside_its_entries() -> None:
    file = washington(1)
    file["steps"] = [next(e for e in file["entries"] if e["kind"] == "server_commitment")]
    assert verdict(file)[1] == "the file's steps are not the ones that this entry names"


def test_another_state_at_the_beginning_is_found_with_the_file_before() -> None:
    """One file takes the state as recorded; two in a row do not."""
    first, second = washington(1), washington(2)
    second["entries"][0]["state"]["honoured"] = ["ann"]
    forged = relinked(second)
    assert not is_found(forged)
    with pytest.raises(WrongEntry) as found:
        audit_shoe(shoe_of(forged), audit_shoe(shoe_of(first)))
    assert found.value.seq == second["entries"][0]["seq"]
    assert found.value.why == 'state.honoured is ["ann"], but [] is right'


def test_files_of_two_chains_do_not_go_together() -> None:
    first, second = washington(1), washington(2)
    other = relinked({**first, "entries": first["entries"]})
    other["entries"][-1]["at"] = 1
    before = audit_shoe(shoe_of(relinked(other)))
    with pytest.raises(WrongEntry) as found:
        audit_shoe(shoe_of(second), before)
    assert found.value.seq == second["entries"][0]["seq"]
    assert found.value.why == "it does not follow the entry before it: prev is another hash"


@pytest.mark.parametrize("shoe", ["t1/2", "t2/1", ""])
def test_a_file_is_of_the_shoe_it_says(shoe: str) -> None:
    file = washington(1)
    file["shoe"] = shoe
    assert verdict(file) == (0, f"the entries must be of shoe {shoe!r} and no other")


def test_a_file_has_one_shoe() -> None:
    first, second = washington(1), washington(2)
    both = {**first, "entries": [*first["entries"], *second["entries"]]}
    assert verdict(both) == (0, "the entries must be of shoe 't1/1' and no other")


def test_a_header_that_was_changed_is_named() -> None:
    for shoe in (1, 2):
        file = washington(shoe)
        file["table"]["reading"] = "left-to-right"
        assert verdict(file) == (0, CHANGED)


def test_a_file_that_ends_before_its_shoe_is_brought() -> None:
    file = washington(2)
    begins = file["entries"][0]["seq"]
    alone = {**file, "entries": file["entries"][:1]}
    assert verdict(alone) == (begins + 1, "the file ends before its shoe comes to the table")
