"""`casinowar verify`: whether a shoe was dealt as it should have been, offline."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from casinowar.audit import Auditor, ShoeCheck
    from casinowar.errors import CasinoWarError
    from casinowar.fair import FairShoe
    from casinowar.shoefile import ShoeFile

EXAMPLES = """\b
Files of shoes that follow each other are checked as one chain, in whatever order they are given.
\b
Examples:
  casinowar verify t1-1.json
  casinowar verify t1-1.json t1-2.json t1-3.json
  curl -s https://house.example/api/tables/t1/shoes/7 | casinowar verify -
  casinowar verify --vectors fair-vectors.json
"""

_ENDS = {
    "dealt": "dealt to its end",
    "abandoned": "abandoned before its end; its seed is the one committed to",
}


@click.command("verify", epilog=EXAMPLES)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--vectors", metavar="FILE", help="Check a file of vectors of the fair shuffle.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
def command(files: tuple[str, ...], vectors: str | None, as_json: bool) -> None:
    """Check shoes' files: chain, shuffle, cards, rules, ledger and limits.

    FILE is the path of a shoe's file, or - for standard input. The answer is "verified" with what
    was checked, or the first entry that is wrong and why. A shoe that is still open is verified as
    far as its file goes, and the answer says so. The exit status is 0 if all is verified, 1 if
    something is wrong, and 2 if a file cannot be read.
    """
    if (vectors is None) == (not files):
        raise click.UsageError("give either shoes' files or --vectors FILE")
    if vectors is None:
        raise click.exceptions.Exit(_verify_shoes(files, as_json))
    raise click.exceptions.Exit(_verify_vectors(vectors, as_json))


def _verify_shoes(files: tuple[str, ...], as_json: bool) -> int:
    """Check each file, going on from the one before where it does."""
    import json

    from casinowar.audit.chains import Chains
    from casinowar.cli.shoes import in_order, named, printable
    from casinowar.errors import CasinoWarError, WrongEntry

    status, chains = 0, Chains()
    for given in in_order(files):
        path = given.path
        try:
            shoe = given.shoe()
            auditor, absent = chains.take(shoe, path)
        except WrongEntry as error:
            status = max(status, 1)
            told = {"file": path, "verified": False, "entry": error.seq, "why": error.why}
            words = f"{named(path)}: wrong\n  {printable(str(error))}"
            click.echo(json.dumps(told) if as_json else words)
        except CasinoWarError as error:
            status = _refuse(path, error, as_json)
        else:
            unchecked = [*absent, *auditor.unchecked()]
            if as_json:
                found = _findings(shoe, auditor) | {"unchecked": unchecked}
                click.echo(json.dumps({"file": path, "verified": True, **found}))
            else:
                _show(path, shoe, auditor, unchecked)
    return status


def _findings(file: "ShoeFile", auditor: "Auditor") -> dict[str, Any]:
    """What was found out about the file's shoe, for programs."""
    shoe, money = auditor.shoes[0], auditor.money
    prepared = shoe.brought.prepared
    return {
        "shoe": file.shoe,
        "end": shoe.end,
        "rules": file.rules.id,
        "reading": file.header["reading"],
        "rules_sha256": file.rules.sha256,
        "first_entry": file.entries[0]["seq"],
        "entries": len(file.entries),
        "commitment": prepared and prepared.ceremony.server.hex(),
        "revealed": [
            {"seat": seat, "seed": seed, "cut": cut} for seat, seed, cut in _revealed(shoe)
        ],
        "last_hash": auditor.record.head,
        "dealt": shoe.dealt,
        "burned": shoe.burned,
        "rounds": auditor.rounds,
        "settled": money.settled,
        "wagers": money.wagers,
        "transfers": money.transfers,
        "abandoned": auditor.abandoned,
    }


def _show(path: str, file: "ShoeFile", auditor: "Auditor", unchecked: list[str]) -> None:
    """The same for people."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from casinowar.cli.shoes import named
    from casinowar.cli.sign import make_console, show

    console = make_console(no_color=False)
    shoe = auditor.shoes[0]
    verdict = (
        "verified as far as it goes, the shoe is still open" if shoe.end == "open" else "verified"
    )
    show(console, Text.assemble(f"{named(path)}: ", (verdict, "bold green")), soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for title, words in _lines(file, auditor, shoe):
        table.add_row(title, Text(words, overflow="fold"))
    for words in unchecked:
        table.add_row("not checked", Text(words, overflow="fold"))
    show(console, Padding(table, (0, 0, 0, 2)))


def _lines(file: "ShoeFile", auditor: "Auditor", shoe: "ShoeCheck") -> Iterator[tuple[str, str]]:
    from casinowar.facts import number

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
    for seat, seed, cut in _revealed(shoe):
        yield "revealed", f"seat {seat}, cut at {cut}: {seed}"
    cut_card = auditor.record.table.rules.shoe.cut_card
    yield from _shuffle(shoe, has_cut_card=cut_card is not None)
    gone = number(shoe.dealt + shoe.burned, "card")
    placed = ", each where the shuffle has it" if shoe.fair is not None else ""
    yield "cards", f"{gone} left the shoe, {shoe.dealt} dealt and {shoe.burned} burned{placed}"
    if shoe.end in _ENDS:
        yield "end", _ENDS[shoe.end]
    decided = number(money.settled, "wager")
    yield "rules", f"{number(auditor.rounds, 'round')} replayed, {decided} decided as recorded"
    yield "limits", f"{number(money.wagers, 'wager')} within them"
    yield "ledger", f"{number(money.transfers, 'transfer')}, every cent accounted for"
    for abandoned in auditor.abandoned:
        yield "abandoned", f"shoe {abandoned} was never brought; its seed is the one committed to"


def _other_than_built_in(file: "ShoeFile") -> str:
    """A word of warning where rules have the name of built-in ones and are others."""
    from casinowar.rulefile import builtin_names, load_rules

    own = file.rules
    if own.id not in builtin_names() or load_rules(own.id).sha256 == own.sha256:
        return ""
    return f"; it is not the {own.id} that comes with this version of casinowar"


def _shuffle(shoe: "ShoeCheck", *, has_cut_card: bool) -> Iterator[tuple[str, str]]:
    """Who had a part in the shuffle."""
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


def _revealed(shoe: "ShoeCheck") -> Iterator[tuple[int, str, int]]:
    """The seats that had a part in the shuffle, each with its seed and its cut."""
    if shoe.brought.prepared is not None:
        for part in shoe.brought.prepared.ceremony.parts:
            if part.reveal is not None:
                yield part.seat, part.reveal.seed.hex(), part.reveal.cut


def _cut(shoe: "ShoeCheck", fair: "FairShoe") -> str:
    """Who cut it and where, and by whose number, which may be another seat's."""
    if shoe.cut is None:
        return f"never cut, to be cut at {fair.cut}"
    cutter = f"seat {shoe.cut.seat}" if shoe.cut.seat else "the dealer"
    whose = "" if fair.cutter == shoe.cut.seat else f", the number of seat {fair.cutter}"
    return f"cut by {cutter} at {fair.cut}{whose}"


def _seats(seats: list[int]) -> str:
    from casinowar.facts import listed

    return f"{'seat' if len(seats) == 1 else 'seats'} {listed(seats)}"


def _verify_vectors(path: str, as_json: bool) -> int:
    """Check a file of vectors; the first difference is told."""
    import json

    from casinowar.cli.shoes import Given, named, printable, read_bytes
    from casinowar.errors import RecordError
    from casinowar.facts import number
    from casinowar.fair import first_difference

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
    """Say why a file cannot be read; the exit status."""
    import json

    from casinowar.cli.shoes import printable

    if as_json:
        click.echo(json.dumps({"file": path, "verified": False, "error": str(error)}))
    else:
        click.echo(f"Error: {printable(str(error))}", err=True)
    return 2
