"""A house that starts with newer built-in rules, or with another authorised limit."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.errors import RuleError
from casinowar.house.house import House
from casinowar.house.upkeep.audit import audit
from casinowar.house.upkeep.startup import open_floor, read_files
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Limit
from casinowar.rules.sign import authorised_by
from casinowar.store.queries.floor import public_tables
from tests.paths import ROOT
from tests.support.game.rulefiles import variant_text
from tests.support.house.logged import lines_of, logged

V0_1 = ROOT / "tests" / "v0_1"
OLD: dict[str, Any] = json.loads((V0_1 / "house.json").read_text("utf-8"))


def opened(folder: Path) -> House:
    return House(
        str(folder / "house.db"), clock=lambda: OLD["now"], entropy=random.Random(1).randbytes
    )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = opened(tmp_path)
    yield made
    made.close()


@pytest.fixture
def old(tmp_path: Path) -> Iterator[House]:
    """A house of version 0.1."""
    (tmp_path / "house.db").write_bytes(gzip.decompress((V0_1 / "house.db.gz").read_bytes()))
    made = opened(tmp_path)
    yield made
    made.close()


def floor_of(house: House) -> set[str]:
    return {*house.read_now(public_tables)}


def table(house: House, table_id: str) -> Any:
    return house.do_now(lambda work: work.running(table_id))


@pytest.mark.clause("WA-LIM")
def test_without_an_authorised_limit_washington_is_a_practice_table(house: House) -> None:
    assert set(open_floor(house)) == {*builtin_names()}
    of = table(house, "washington").record.table
    assert of.options.practice
    assert authorised_by(of.rules, of.options, by_owner=False) == "nobody"
    for name in {*builtin_names()} - {"washington"}:
        assert not table(house, name).record.table.options.practice


@pytest.mark.clause("WA-LIM")
def test_limits_stay_within_the_stated_one(house: House) -> None:
    open_floor(house, authorised=30_050)
    of = table(house, "washington").record.table
    assert (of.options.practice, of.options.authorised) == (False, 30_050)
    assert of.options.primary == of.options.tie == Limit(500, 30_000)
    assert authorised_by(of.rules, of.options, by_owner=False) == "operator"


@pytest.mark.clause("WA-LIM")
def test_a_rule_file_of_ones_own_is_held_to_it_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(variant_text("washington", head={"id": "mine"}))
    (practice,), (stated,) = read_files([str(path)]), read_files([str(path)], authorised=20_000)
    assert practice.practice
    assert (stated.practice, stated.options["primary"]) == (False, Limit(500, 20_000))
    with pytest.raises(RuleError, match="must not be above the most"):
        read_files([str(path)], authorised=300)


@pytest.mark.clause("CA-BANK-1")
def test_no_bot_sits_at_the_floors_california_table(house: House) -> None:
    open_floor(house)
    assert not table(house, "california").record.table.players()


def test_a_start_with_a_limit_replaces_the_practice_table_once(house: House) -> None:
    open_floor(house)
    with logged() as stream:
        (new,) = open_floor(house, authorised=50_000)
    (replaced,) = [line for line in lines_of(stream) if line["event"] == "table replaced"]
    assert (replaced["table"], replaced["by"]) == ("washington", new)
    assert table(house, "washington").replaced_by == new
    assert floor_of(house) == {new, *builtin_names()} - {"washington"}
    assert open_floor(house, authorised=50_000) == []
    house.read_now(audit)


def test_a_house_of_version_0_1_does_not_double_its_floor(old: House) -> None:
    before = floor_of(old)
    with logged() as stream:
        made = open_floor(old)
    logs = lines_of(stream)
    replaced = {line["table"]: line["by"] for line in logs if line["event"] == "table replaced"}
    kept = {line["table"] for line in logs if line["event"] == "table kept"}
    assert kept | {*replaced} == {name for name in builtin_names() if name in before}
    assert kept, "somebody sits at some of them"
    assert replaced, "nobody sits at others"
    assert {*replaced.values()} == {*made}
    assert floor_of(old) == (before - {*replaced}) | {*made}
    for name, successor in replaced.items():
        assert table(old, name).closed_at is not None
        assert table(old, successor).record.table.rules.sha256 == load_rules(name).sha256
    assert open_floor(old) == [], "the next start finds nothing to do"
    assert old.read_now(audit).rounds >= 400


def test_a_table_that_the_operator_closed_stays_closed(house: House) -> None:
    from casinowar.house.tables import floor

    open_floor(house)
    house.do_now(
        lambda work: floor.close(
            work, house.means.play(work, work.running("washington")), "boss", replaced_by=None
        )
    )
    assert open_floor(house, authorised=50_000) == []
    assert "washington" not in floor_of(house)
