"""Cards and chips as a terminal can draw them; colour is never the only sign of anything."""

from rich.text import Text

from casinowar.cards import Card, Suit, rank_name

CARD_WIDTH = 5
CARD_HEIGHT = 3

_SYMBOL = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
    Suit.UNKNOWN: " ",
}
_RED = (Suit.DIAMONDS, Suit.HEARTS)

_BACKS = {"red": "#af0000", "blue": "#0000af", "green": "#008700", "black": "#000000"}

_CHIPS = (
    (50_000, "#d787ff"),
    (10_000, "#000000"),
    (2_500, "#87ff87"),
    (500, "#ff5f5f"),
    (0, "#ffffff"),
)
"""The colour of a chip, by the least amount it stands for."""


def face(card: Card, label: str = "") -> list[Text]:
    """A card face up, with a word in its upper edge."""
    style = "bold #af0000 on #eeeeee" if card.suit in _RED else "bold #000000 on #eeeeee"
    edge = "#808080 on #eeeeee"
    return [
        Text(f"╭{label[:3]:─^3}╮", style=edge),
        Text.assemble(
            ("│", edge), (f"{rank_name(card.rank):>2}{_SYMBOL[card.suit]}", style), ("│", edge)
        ),
        Text("╰───╯", style=edge),
    ]


def place() -> list[Text]:
    """Where a card will lie."""
    return [Text("┌╌╌╌┐", style="dim"), Text("╎   ╎", style="dim"), Text("└╌╌╌┘", style="dim")]


def back(colour: str) -> list[Text]:
    """A card face down; the batch's colour is said in words beside it."""
    style = f"bold #ffffff on {_BACKS[colour]}" if colour in _BACKS else "bold"
    return [Text("╭───╮", style=style), Text("│░░░│", style=style), Text("╰───╯", style=style)]


def overlapped(cards: list[list[Text]], shown: int) -> list[Text]:
    """Cards side by side, of all but the last only so many columns."""
    rows = []
    for height in range(CARD_HEIGHT):
        row = Text()
        for card in cards[:-1]:
            row.append_text(card[height][:shown])
        rows.append(row.append_text(cards[-1][height]))
    return rows


def chip(cents: int, text: str) -> Text:
    """An amount with its chip."""
    colour = next(colour for least, colour in _CHIPS if cents >= least)
    return Text.assemble(("●", colour), text)
