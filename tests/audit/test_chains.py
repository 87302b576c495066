"""A shoe's file that is right in itself, but not of its table, or not after the one before."""

from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.audit.files import audit_shoe
from casinowar.cards import DECK
from casinowar.cli import main
from casinowar.cli.play.shoes import printable
from casinowar.errors import WrongEntry
from tests.support.record.shoes import Json, relinked, written
from tests.support.record.tampering import CHANGED, action, shoe_of, step, verdict, washington


@pytest.mark.parametrize("field, value", [("decks", 8), ("behind_min", 20), ("behind_max", 70)])
def test_a_commitment_on_other_terms_is_found(field: str, value: int) -> None:
    file = washington(2)
    committed = step(file, "server_commitment")
    committed[field] = value
    assert verdict(relinked(file)) == (committed["seq"], "it is not on the terms of this table")


def test_another_first_cutter_is_found() -> None:
    file = washington(2)
    closed = step(file, "list_closed")
    closed["first_cutter"] = 99
    why = "seat 99 is not the one to be asked first to cut"
    assert verdict(relinked(file)) == (closed["seq"], why)


def wrong_after(first: Json, second: Json) -> tuple[int, str]:
    before = audit_shoe(shoe_of(first))
    with pytest.raises(WrongEntry) as found:
        audit_shoe(shoe_of(second), before)
    return found.value.seq, found.value.why


def test_rules_and_header_of_a_following_file_are_checked_too() -> None:
    second = washington(2)
    second["rules"] += "\n"
    assert wrong_after(washington(1), second)[1].startswith("the file holds other rules")
    second = washington(2)
    second["table"]["reading"] = "left-to-right"
    assert wrong_after(washington(1), second) == (0, CHANGED)


def test_a_changed_card_of_a_following_file_is_found_at_its_entry() -> None:
    """Not where it is collected: the seed that the file shows at its end is used ahead."""
    second = washington(2)
    entry = action(second, "deal", 5)
    was = entry["action"]["card"]
    other = next(str(card) for card in DECK if card.rank == was[0] and str(card) != was)
    entry["action"]["card"] = entry["events"][0]["card"] = other
    seq, why = wrong_after(washington(1), relinked(second))
    assert seq == entry["seq"]
    assert why.endswith(f"but in the fair order it is {was}")


def test_a_gap_between_two_files_is_found() -> None:
    first, second = washington(1), washington(2)
    del first["entries"][-1]
    last, begins = first["entries"][-1]["seq"], second["entries"][0]["seq"]
    why = f"the file before ends with entry {last}; next is entry {last + 1}"
    assert wrong_after(first, second) == (begins, why)


def test_a_file_that_ends_before_its_shoe_is_brought() -> None:
    file = washington(2)
    del file["entries"][1:]
    seq, why = verdict(file)
    assert (seq, why) == (
        file["entries"][0]["seq"] + 1,
        "the file ends before its shoe comes to the table",
    )


def test_rules_with_a_built_in_name_are_told_apart(tmp_path: Path) -> None:
    file, path = washington(1), tmp_path / "own.json"

    def told() -> str:
        path.write_bytes(written(file))
        return CliRunner().invoke(main, ["verify", str(path)], env={"COLUMNS": "200"}).output

    honest = told()
    file["rules"] += "\n# another file\n"
    digest = sha256(file["rules"].encode()).hexdigest()
    file["entries"][0]["sha256"] = digest
    relinked(file)
    other = told()
    warning = "it differs from the washington of this version of casinowar"
    assert "verified" in honest
    assert warning not in honest
    assert "verified" in other
    assert digest in other
    assert warning in other


def test_what_moves_a_cursor_is_not_printed() -> None:
    assert printable("a\x1b[2K\rb\n\u009bc é") == "a\\u001b[2K\\u000db\n\\u009bc é"
