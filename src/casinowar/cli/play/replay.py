"""`casinowar replay`: show one round step by step, with the clauses that decided it."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import click

from casinowar.cli.house.location import house_of, house_options

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from casinowar.audit.round import ReportedEvent, RoundReport
    from casinowar.errors import WrongEntry
    from casinowar.record.shoefile import ShoeFile

EXAMPLES = """\b
Examples:
  casinowar replay 74 --file t1-2.json
  casinowar replay 74 --file t1-2.json --json
  casinowar replay washington/74
  casinowar replay washington/74 --database /srv/casinowar/house.db
"""


@click.command("replay", epilog=EXAMPLES)
@click.argument("round_", metavar="ROUND")
@click.option("--file", "path", metavar="FILE", help="The shoe file that contains the round.")
@house_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    round_: str,
    path: str | None,
    data: str | None,
    database: str | None,
    as_json: bool,
    no_color: bool,
) -> None:
    """Show a round card by card, with the clauses that decided it.

    With --file, ROUND is the round's number at its table; FILE is a shoe file, or - for standard
    input. Without --file, the round comes from a house: write the table's id, a slash and the
    number. The command checks the whole shoe. If an entry is wrong, it shows the round up to that
    entry and the exit status is 1. The status is 2 if the file or the house cannot be read or has
    no such round.
    """
    import json

    from casinowar.api.shoes.files import load_shoe
    from casinowar.api.shoes.replay import replay_shoe
    from casinowar.cli.sign import make_console, show
    from casinowar.errors import WrongEntry

    if path is not None and (data is not None or database is not None):
        raise click.UsageError("use either --file, or --data or --database for a house; not both")
    table_id, number = _place(round_, in_house=path is None)
    source = f"round {round_}" if path is None else path
    try:
        if path is None:
            file, known = _find(house_of(data, database), table_id, number)
        else:
            file, known = load_shoe(path), {}
    except WrongEntry as error:
        _refuse(source, error)
    told = replay_shoe(file, number, source)
    story = told.story
    names = _named(story, known)
    if story.told and as_json:
        click.echo(json.dumps(told.to_json(names), ensure_ascii=False))
    elif story.told:
        show(make_console(no_color=no_color), _page(file, story, names, dated=path is None))
    if story.fault is not None:
        _refuse(source, story.fault)
    told.check_found()


def _place(round_: str, *, in_house: bool) -> tuple[str, int]:
    """Split ROUND into the table's id (in a house only) and the round's number."""
    table_id, slash, number = round_.rpartition("/")
    if re.fullmatch("[1-9][0-9]{0,14}", number) is None:
        raise click.BadParameter(
            f"{round_!r:.80} {'does not end with' if in_house else 'is not'} a round's number",
            param_hint="ROUND",
        )
    if in_house and not table_id:
        raise click.BadParameter(
            "write a round of a house as TABLE/NUMBER, such as washington/74; "
            "for a round of a shoe file, add --file",
            param_hint="ROUND",
        )
    if slash and not in_house:
        raise click.BadParameter(
            "with --file, give the round's number without a table", param_hint="ROUND"
        )
    return table_id, int(number)


def _find(house: str, table_id: str, number: int) -> "tuple[ShoeFile, dict[str, str]]":
    """Return the shoe of a round in a house, and the names of the people in it."""
    from casinowar.record.shoefile import read_shoe
    from casinowar.store.backends.engine import open_reader
    from casinowar.store.migrations import check_version
    from casinowar.store.queries import people, records

    with open_reader(house) as connection:
        check_version(connection)
        found = records.one_round(connection, table_id, number)
        shoe = records.shoe_of(connection, table_id, found.seq)
        file = read_shoe(records.shoe_text(connection, table_id, shoe).encode())
        events = (event for entry in file.entries for event in entry.get("events", []))
        players = {str(event.get(field)) for event in events for field in ("player", "banker")}
        players |= {str(entry.get("who")) for entry in file.entries}
        known = people.names_of(connection, players)
    return file, {player: person.name for player, person in known.items()}


def _named(story: "RoundReport", known: dict[str, str]) -> dict[str, str]:
    """Return the names of everyone who took part in the round."""
    players = {
        str(getattr(told.event, field, "")) for told in story.told for field in ("player", "banker")
    } | {told.who for told in story.told}
    players.add(story.banker)
    return {player: known[player] for player in sorted(players) if player in known}


def _refuse(path: str, fault: "WrongEntry") -> NoReturn:
    """Report the wrong entry and exit."""
    from casinowar.cli.play.shoes import named, printable

    click.echo(f"{named(path)}: wrong\n  {printable(str(fault))}", err=True)
    raise click.exceptions.Exit(1)


def _page(
    file: "ShoeFile", story: "RoundReport", names: dict[str, str], *, dated: bool
) -> "RenderableType":
    """Lay out the round for people, with names; `dated` shows a house's times as dates."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from casinowar.cli.play.shoes import printable

    def titled(title: str, body: "Table") -> "RenderableType":
        return Group(Text(title, style="bold underline"), Padding(body, (0, 0, 1, 2)))

    bank = printable(f"; {names.get(story.banker, story.banker)} banks" if story.banker else "")
    head = Text.assemble(
        (f"Round {story.number}", "bold"),
        f" of shoe {file.shoe}: {file.rules.name} ({file.rules.id}), reading "
        f"{file.header['reading']}{bank}",
    )
    cited = dict.fromkeys(clause for told in story.told for clause in told.clauses)
    parts = [
        titled(
            "As it happened",
            _table(_events(story, names, dated=dated), "entry", "card", "", "clauses"),
        ),
        *([titled("The players", _table(_players(names)))] if names else []),
        titled("In all", _table(_nets(story, names))),
        titled("The clauses", _table((clause, file.rules.says(clause)) for clause in cited)),
    ]
    return Group(head, Text(), *parts)


def _table(rows: "Iterator[tuple[str, ...]] | Any", *titles: str) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from casinowar.cli.play.shoes import printable

    table = Table(box=None, show_header=bool(titles), padding=(0, 2, 0, 0), pad_edge=False)
    for title in titles:
        if title in ("entry", "card"):
            table.add_column(title, justify="right", no_wrap=True)
        else:  # keep what happened readable on a narrow terminal
            table.add_column(title, min_width=7)
    for row in rows:
        table.add_row(*(Text(printable(cell), overflow="fold") for cell in row))
    return table


def _players(names: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield each player's name and identifier in the record."""
    for player, name in sorted(names.items(), key=lambda pair: pair[1]):
        yield name, f"{player} in the record"


def _events(
    story: "RoundReport", names: dict[str, str], *, dated: bool
) -> Iterator[tuple[str, ...]]:
    """Yield a row for each event; an entry's first row has its number, time and author."""
    from casinowar.game.describe import describe_named

    last = -1
    for told in story.told:
        seq = str(told.seq) if told.seq != last else ""
        by = _by(told, names, dated=dated) if told.seq != last else ""
        last = told.seq
        yield seq, _cards(told), describe_named(told.event, names) + by, " ".join(told.clauses)


def _cards(told: "ReportedEvent") -> str:
    """Return the position of the card, or cards, in the shoe."""
    from casinowar.game.events import CardsBurned

    if not told.card:
        return ""
    count = told.event.count if isinstance(told.event, CardsBurned) else 1
    return str(told.card) if count == 1 else f"{told.card}-{told.card + count - 1}"


def _by(told: "ReportedEvent", names: dict[str, str], *, dated: bool) -> str:
    named = [f"by {names.get(told.who, told.who)}"] if told.who else []
    timed = []
    if told.at is not None:
        timed = [f"at {_date(told.at) if dated else told.at}"]
    return f" ({', '.join([*named, *timed])})" if named or timed else ""


def _date(at: int) -> str:
    """Format a time of the house's clock, in milliseconds, as a date."""
    from datetime import UTC, datetime, timedelta

    try:
        when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    except OverflowError:  # no real clock says this, but a forged record can
        return str(at)
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def _nets(story: "RoundReport", names: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield what everyone won or lost, and what is still at stake."""
    from casinowar.game.table import need
    from casinowar.money import format_money

    for account, amount in sorted(story.balances.items()):
        at_table = account.kind in ("felt", "stake")
        if at_table and not amount:
            continue
        player = names.get(account.name, account.name)
        if account.kind == "player" and account.name == story.banker:
            player = f"{player}, the bank"
        name = {"felt": "on the felt", "stake": "the bank's stake"}.get(account.kind, player)
        sign = "+" if amount > 0 and not at_table else ""
        yield name or "the house", f"{sign}{format_money(amount)}"
    if story.table is not None and story.table.playing:
        yield "not over yet", f"next: {need(story.table)}"
