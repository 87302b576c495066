"""Draws cards and chips for a terminal; nothing is shown by colour alone."""

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
"""The colours of chips, each with the smallest amount it is used for."""


def face(card: Card, label: str = "") -> list[Text]:
    """Draw a card face up, with a label in its upper edge."""
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
    """Draw the empty place of a card."""
    return [Text("┌╌╌╌┐", style="dim"), Text("╎   ╎", style="dim"), Text("└╌╌╌┘", style="dim")]


def back(colour: str) -> list[Text]:
    """Draw a card face down; the text beside it names the colour of the back."""
    style = f"bold #ffffff on {_BACKS[colour]}" if colour in _BACKS else "bold"
    return [Text("╭───╮", style=style), Text("│░░░│", style=style), Text("╰───╯", style=style)]


def overlapped(cards: list[list[Text]], shown: int) -> list[Text]:
    """Draw cards side by side, each but the last covered except for `shown` columns."""
    rows = []
    for height in range(CARD_HEIGHT):
        row = Text()
        for card in cards[:-1]:
            row.append_text(card[height][:shown])
        rows.append(row.append_text(cards[-1][height]))
    return rows


def chip(cents: int, text: str) -> Text:
    """Draw an amount with its chip."""
    colour = next(colour for least, colour in _CHIPS if cents >= least)
    return Text.assemble(("●", colour), text)
