"""`casinowar verify`: check offline that shoes were dealt correctly."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from casinowar.api.shoes.verify import Verification
    from casinowar.audit import Auditor, ShoeCheck
    from casinowar.errors import CasinoWarError
    from casinowar.fair import FairShoe
    from casinowar.record.shoefile import ShoeFile

EXAMPLES = """\b
Consecutive shoes are checked as one chain. You can give their files in any order.
\b
Examples:
  casinowar verify t1-1.json
  casinowar verify t1-1.json t1-2.json t1-3.json
  curl -s https://house.example/api/tables/t1/shoes/7 | casinowar verify -
  casinowar verify --vectors fair-vectors.json
"""

_ENDS = {
    "dealt": "dealt to its end",
    "abandoned": "abandoned before its end; its seed matches the commitment",
}


@click.command("verify", epilog=EXAMPLES)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--vectors", metavar="FILE", help="Check test vectors of the fair shuffle instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
def command(files: tuple[str, ...], vectors: str | None, as_json: bool) -> None:
    """Check shoe files: chain, shuffle, cards, rules, ledger, limits.

    FILE is the path of a shoe file, or - for standard input. The command prints "verified" and
    what it checked, or the first wrong entry and the reason. A shoe that is still open is verified
    as far as its file goes, and the result says so. The exit status is 0 if every file is
    verified, 1 if something is wrong, and 2 if a file cannot be read.
    """
    if (vectors is None) == (not files):
        raise click.UsageError("give either shoe files or --vectors FILE")
    if vectors is None:
        raise click.exceptions.Exit(_verify_shoes(files, as_json))
    raise click.exceptions.Exit(_verify_vectors(vectors, as_json))


def _verify_shoes(files: tuple[str, ...], as_json: bool) -> int:
    """Check the files, consecutive shoes as one chain, and return the exit status."""
    import json

    from casinowar.api.shoes.verify import verify_all
    from casinowar.cli.play.shoes import named, printable

    status = 0
    for found in verify_all(files):
        if found.error is not None:
            status = _refuse(found.path, found.error, as_json)
        elif as_json:
            status = max(status, int(not found.verified))
            click.echo(json.dumps(found.to_json()))
        elif found.fault is not None:
            status = max(status, 1)
            click.echo(f"{named(found.path)}: wrong\n  {printable(str(found.fault))}")
        else:
            _show(found)
    return status


def _show(found: "Verification") -> None:
    """Print the result for one shoe file, for people."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from casinowar.cli.play.shoes import named
    from casinowar.cli.sign import make_console, show

    console = make_console(no_color=False)
    file, auditor = found.file, found.auditor
    assert file is not None, "it was read"
    assert auditor is not None, "it was checked"
    shoe = auditor.shoes[0]
    verdict = (
        "verified as far as it goes; the shoe is still open" if shoe.end == "open" else "verified"
    )
    show(console, Text.assemble(f"{named(found.path)}: ", (verdict, "bold green")), soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for title, words in _lines(file, auditor, shoe):
        table.add_row(title, Text(words, overflow="fold"))
    for words in found.unchecked:
        table.add_row("not checked", Text(words, overflow="fold"))
    show(console, Padding(table, (0, 0, 0, 2)))


def _lines(file: "ShoeFile", auditor: "Auditor", shoe: "ShoeCheck") -> Iterator[tuple[str, str]]:
    from casinowar.api.shoes.verify import revealed
    from casinowar.rules.describe import number

    money, first = auditor.money, file.entries[0]["seq"]
    rules = f"{file.rules.name} ({file.rules.id}), reading {file.header['reading']}"
    yield "shoe", f"{file.shoe}: {rules}"
    yield "rule file", f"SHA-256 {file.rules.sha256}{_other_than_built_in(file)}"
    yield (
        "chain",
        f"entries {first} to {auditor.record.seq - 1}, the last hash {auditor.record.head}",
    )
    if shoe.brought.prepared is not None:
        yield "committed", shoe.brought.prepared.ceremony.server.hex()
    for seat, seed, cut in revealed(shoe):
        yield "revealed", f"seat {seat}, cut at {cut}: {seed}"
    cut_card = auditor.record.table.rules.shoe.cut_card
    yield from _shuffle(shoe, has_cut_card=cut_card is not None)
    gone = number(shoe.dealt + shoe.burned, "card")
    placed = ", all in the shuffled order" if shoe.fair is not None else ""
    yield "cards", f"{gone} left the shoe, {shoe.dealt} dealt and {shoe.burned} burned{placed}"
    if shoe.end in _ENDS:
        yield "end", _ENDS[shoe.end]
    decided = number(money.settled, "wager")
    yield "rules", f"{number(auditor.rounds, 'round')} replayed, {decided} decided as recorded"
    yield "limits", f"{number(money.wagers, 'wager')} within them"
    yield "ledger", f"{number(money.transfers, 'transfer')}, every cent accounted for"
    for abandoned in auditor.abandoned:
        yield "abandoned", f"shoe {abandoned} was never used; its seed matches the commitment"


def _other_than_built_in(file: "ShoeFile") -> str:
    """Warn if the rules have the name of a built-in rule set but differ from it."""
    from casinowar.rules.file import builtin_names, load_rules

    own = file.rules
    if own.id not in builtin_names() or load_rules(own.id).sha256 == own.sha256:
        return ""
    return f"; it differs from the {own.id} of this version of casinowar"


def _shuffle(shoe: "ShoeCheck", *, has_cut_card: bool) -> Iterator[tuple[str, str]]:
    """Yield a line about who took part in the shuffle."""
    prepared, fair = shoe.brought.prepared, shoe.fair
    if prepared is None:
        return
    parts = prepared.ceremony.parts
    seats = [part.seat for part in parts if part.reveal is not None]
    withheld = [part.seat for part in parts if part.reveal is None]
    told = f"{_seats(seats)} took part" if seats else "unwitnessed: no player took part"
    told += f"; withheld by {_seats(withheld)}" if withheld else ""
    if fair is not None:
        told += f"; {_cut(shoe, fair)}"
        if has_cut_card:
            told += f", {fair.behind} cards behind the cut card"
    yield "shuffle", told


def _cut(shoe: "ShoeCheck", fair: "FairShoe") -> str:
    """Say who cut the shoe, where, and with whose number, which can be another seat's."""
    if shoe.cut is None:
        return f"never cut, to be cut at {fair.cut}"
    cutter = f"seat {shoe.cut.seat}" if shoe.cut.seat else "the dealer"
    whose = "" if fair.cutter == shoe.cut.seat else f", the number of seat {fair.cutter}"
    return f"cut by {cutter} at {fair.cut}{whose}"


def _seats(seats: list[int]) -> str:
    from casinowar.rules.describe import listed

    return f"{'seat' if len(seats) == 1 else 'seats'} {listed(seats)}"


def _verify_vectors(path: str, as_json: bool) -> int:
    """Check a file of test vectors, and report the first difference."""
    import json

    from casinowar.api.shoes.files import Given, read_bytes
    from casinowar.cli.play.shoes import named, printable
    from casinowar.errors import RecordError
    from casinowar.fair import first_difference
    from casinowar.rules.describe import number

    try:
        vectors = Given(path, read_bytes(path)).vectors()
    except RecordError as error:
        return _refuse(path, error, as_json)
    difference = first_difference(vectors)
    told = {"file": path, "verified": difference is None}
    if difference is not None:
        told |= {"vector": difference.vector, "why": str(difference)}
        words = f"{named(path)}: wrong\n  {printable(str(difference))}"
        click.echo(json.dumps(told) if as_json else words)
        return 1
    told |= {"vectors": len(vectors)}
    count = number(len(vectors), "vector")
    click.echo(json.dumps(told) if as_json else f"{named(path)}: verified, {count}")
    return 0


def _refuse(path: str, error: "CasinoWarError", as_json: bool) -> int:
    """Report why a file cannot be read, and return the exit status."""
    import json

    from casinowar.cli.play.shoes import printable

    if as_json:
        click.echo(json.dumps({"file": path, "verified": False, "error": str(error)}))
    else:
        click.echo(f"Error: {printable(str(error))}", err=True)
    return 2
