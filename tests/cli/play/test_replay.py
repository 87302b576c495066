import json
import re
from pathlib import Path
from random import Random

from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.game.describe import describe
from casinowar.record.codec.events import from_json
from casinowar.rules.file import load_rules
from tests.support.record.shoes import GOLDEN, files_of, relinked
from tests.support.record.small_house import House

FILE = GOLDEN / "washington-1.json"


def run(*words: str | Path | int, columns: int = 160, given: bytes | None = None) -> Result:
    arguments = ["replay", *map(str, words)]
    return CliRunner().invoke(main, arguments, env={"COLUMNS": str(columns)}, input=given)


def shown(*words: str | Path | int, columns: int = 160, given: bytes | None = None) -> str:
    result = run(*words, columns=columns, given=given)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def rows(text: str, title: str) -> list[str]:
    """The rows under a title, blanks made one."""
    part = re.split(rf"^{title}\n", text, flags=re.MULTILINE)[1].split("\n\n")[0]
    return [" ".join(row.split()) for row in part.splitlines()]


def with_war() -> int:
    """A round of the golden shoe in which someone goes to war."""
    number = 0
    for entry in json.loads(FILE.read_bytes())["entries"]:
        for event in entry.get("events", []):
            if event["type"] == "bets_closed":
                number = event["round"]
            elif event["type"] == "war_declared":
                return number
    raise AssertionError("there is no war in this shoe")


def test_a_round_is_told_with_its_clauses() -> None:
    number = with_war()
    text = shown(number, "--file", FILE)
    assert text.splitlines()[0] == (
        f"Round {number} of shoe t1/1: Washington card rooms (washington), reading right-to-left"
    )
    told = rows(text, "As it happened")
    assert told[0] == "entry card clauses"
    assert any(
        re.search(r"\d+ \d+-\d+ 3 cards burned for the war WA-4c-ii-1$", row) for row in told
    )
    assert any(re.search(r"^\d+ \d+ dealer: \S+ (\(.*\) )?WA-3 ALL-3$", row) for row in told)
    settled = [row for row in told if re.search(r": (primary|tie|war) \d", row)]
    assert settled
    assert all(re.search(r" WA-4\S+( ALL-4)?$", row) for row in settled)
    clauses = rows(text, "The clauses")
    says = load_rules("washington").says("WA-4c-ii-1")
    assert f"WA-4c-ii-1 {says}" in clauses


def test_the_json_has_every_event_and_every_sum() -> None:
    number = with_war()
    told = json.loads(shown(number, "--file", FILE, "--json"))
    assert (told["shoe"], told["round"]) == ("t1/1", number)
    assert (told["rules"], told["reading"]) == ("washington", "right-to-left")
    entries = {e["seq"]: e for e in json.loads(FILE.read_bytes())["entries"]}
    for one in told["told"]:
        entry = entries[one["entry"]]
        assert one["event"] in entry["events"]
        assert one["says"] == describe(from_json(one["event"]))  # type: ignore[arg-type]
        assert (one["who"], one["at"]) == (entry.get("who", ""), entry.get("at"))
        dealt = one["event"]["type"] in ("card_dealt", "cards_burned")
        assert (one["card"] is not None) == dealt
    assert sum(told["net"].values()) == 0
    assert told["net"]["felt:t1"] == 0
    page = rows(shown(number, "--file", FILE), "In all")
    for account, net in told["net"].items():
        if account.startswith("player:") or account == "house":
            name = account.removeprefix("player:").replace("house", "the house")
            sign = "+" if net > 0 else "-" if net < 0 else ""
            assert f"{name} {sign}{abs(net) // 100}.{abs(net) % 100:02d}" in page
    assert not any(row.startswith("on the felt") for row in page)


def test_who_and_when_stand_at_the_first_event_of_an_entry() -> None:
    text = shown(1, "--file", GOLDEN / "fun-casino-1.json")
    entries = {
        e["seq"]: e for e in json.loads((GOLDEN / "fun-casino-1.json").read_bytes())["entries"]
    }
    timed = [row for row in rows(text, "As it happened") if "(at " in row]
    assert timed
    for row in timed:
        seq = int(row.split()[0])
        assert f"(at {entries[seq]['at']})" in row


def test_who_acted_is_told(tmp_path: Path) -> None:
    file = json.loads(FILE.read_bytes())
    first = next(e for e in file["entries"] if e.get("action", {}).get("type") == "place_bet")
    first |= {"who": "account 7", "at": 12}
    path = tmp_path / "who.json"
    path.write_text(json.dumps(relinked(file)))
    assert "(by account 7, at 12)" in shown(1, "--file", path)


def test_a_banked_round_names_the_stake() -> None:
    text = shown(1, "--file", GOLDEN / "california-1.json")
    assert any("for the bank" in row and "CA-BANK-" in row for row in rows(text, "As it happened"))
    assert not any("stake" in row for row in rows(text, "In all"))


def test_a_banked_round_names_its_bank() -> None:
    banked = GOLDEN / "california-1.json"
    text, told = shown(2, "--file", banked), json.loads(shown(2, "--file", banked, "--json"))
    assert text.splitlines()[0].endswith(", reading three-units; ann banks")
    assert rows(text, "In all")[0] == "ann, the bank +60.00"
    assert told["banker"] == "ann"
    assert json.loads(shown(3, "--file", banked, "--json"))["banker"] == "bob", "the next one's"
    assert json.loads(shown(1, "--file", FILE, "--json"))["banker"] is None
    assert "bank" not in shown(1, "--file", FILE).splitlines()[0]


def test_an_open_round_says_what_is_awaited(tmp_path: Path) -> None:
    rules = load_rules("california")
    house = House(rules.rules(), Random(4), players=3)
    house.play(until=lambda: house.table.playing and bool(house.table.round.cards))  # type: ignore[union-attr]
    path = tmp_path / "open.json"
    path.write_text(files_of(house, rules)[0])
    page = rows(shown(1, "--file", path), "In all")
    assert any(row.startswith("on the felt ") for row in page)
    assert any(row.startswith("the bank's stake ") for row in page)
    assert any(row.startswith("not over yet next: a card for ") for row in page)


def test_standard_input_and_narrow_screens() -> None:
    text = shown(1, "--file", "-", given=FILE.read_bytes(), columns=80)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    for columns in (24, 32, 40):
        narrow = run(1, "--file", FILE, columns=columns).stdout
        assert "primary" in narrow, "no word of what happened is left out"


def test_a_round_that_is_not_there() -> None:
    result = run(999, "--file", FILE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r"round 999 is not in it; its rounds are 1 to \d+$", result.stderr.strip())
    one = run(5, "--file", GOLDEN / "online-1.json")
    assert one.stderr.strip().endswith("round 5 is not in it; its one round is 1")


def test_a_shoe_without_a_round(tmp_path: Path) -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=1)
    house.play(until=lambda: house.table.shoe.stage == "ready")
    path = tmp_path / "empty.json"
    path.write_text(files_of(house, rules)[0])
    assert run(1, "--file", path).stderr.strip().endswith("round 1 is not in it; it has no round")


def spoilt(tmp_path: Path, number: int) -> tuple[Path, int]:
    """The golden shoe with the dealer's card of a round changed, and its entry."""
    file = json.loads(FILE.read_bytes())
    at_round = 0
    for entry in file["entries"]:
        for event in entry.get("events", []):
            if event["type"] == "bets_closed":
                at_round = event["round"]
            if event["type"] == "card_dealt" and event["to"] == "dealer" and at_round == number:
                event["card"] = "2c" if event["card"] != "2c" else "3c"
                path = tmp_path / "spoilt.json"
                path.write_text(json.dumps(relinked(file)))
                return path, entry["seq"]
    raise AssertionError("no such round")


def test_a_wrong_file_is_told_up_to_the_entry_that_is_wrong(tmp_path: Path) -> None:
    path, seq = spoilt(tmp_path, 5)
    result = run(5, "--file", path)
    assert result.exit_code == 1
    told = rows(result.stdout, "As it happened")
    assert any("no more bets: round 5 begins" in row for row in told)
    assert not any("dealer:" in row for row in told)
    assert result.stderr.startswith(f"{path}: wrong\n  entry {seq}: event 1: the record has ")
    before = run(4, "--file", path)
    assert (before.exit_code, "the round is over" in before.stdout) == (1, True)
    after = run(6, "--file", path)
    assert (after.exit_code, after.stdout) == (1, "")
    for number in (4, 5):
        told = json.loads(run(number, "--file", path, "--json").stdout)
        assert (told["round"], told["wrong"]["entry"]) == (number, seq)
        assert told["wrong"]["why"].startswith("event 1: the record has ")
    assert "wrong" not in json.loads(shown(4, "--file", FILE, "--json"))


def test_a_file_with_other_rules_is_wrong_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps(json.loads(FILE.read_bytes()) | {"rules": "not = [rules"}))
    result = run(1, "--file", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{path}: wrong\n  entry 0: the file holds other rules")


def test_bad_input() -> None:
    for number in (0, "x", "9" * 16):
        result = run(number, "--file", FILE)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"'{number}' is not a round's number" in result.stderr
    assert "the name of a file is empty" in run(1, "--file", "").stderr
    assert run(1).exit_code == 2
    assert "cannot be read" in run(1, "--file", "nowhere.json").stderr
