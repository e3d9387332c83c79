"""How a card looks in text: number, and a suit told by colour, shape and letter."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.content import Content

from bottleimp.rules.cards import Card, Suit

SHAPES = {Suit.LOW: "●", Suit.MID: "■", Suit.HIGH: "▲"}
HOLLOW = {Suit.LOW: "○", Suit.MID: "□", Suit.HIGH: "△"}
BACKGROUND = {Suit.LOW: "#f0c030", Suit.MID: "#1d5bb8", Suit.HIGH: "#b0271f"}
INK = {Suit.LOW: "#1c1500", Suit.MID: "#ffffff", Suit.HIGH: "#ffffff"}
# Dark on light or light on dark, so that they read on any background and without colour.
PAINT = {suit: f"{INK[suit]} on {BACKGROUND[suit]}" for suit in Suit}
FAINT = "dim"
STRONG = "bold"
PRICE = "bold reverse"
LEADS = "»"
WINS = "★"


def sign(card: Card) -> Content:
    """A card in one word, such as `●Y17`."""
    return Content.styled(f"{SHAPES[card.suit]}{card.name}", PAINT[card.suit])


def short_sign(card: Card) -> Content:
    """A card in fewer columns, such as `Y17`."""
    return Content.styled(card.name, PAINT[card.suit])


def signs(cards: Iterable[Card], *, short: bool = False) -> Content:
    """Some cards with spaces between them."""
    drawn = short_sign if short else sign
    return Content(" ").join([drawn(card) for card in cards])


@dataclass(frozen=True)
class Column:
    """A column of a grid; `right` sets its cells flush right."""

    heading: str
    cells: tuple[Content | str, ...]
    right: bool = False

    @property
    def width(self) -> int:
        """How many screen columns it takes."""
        return max(Content(part).cell_length if isinstance(part, str) else part.cell_length
                   for part in (self.heading, *self.cells))  # fmt: skip


def grid(columns: Sequence[Column], *, gap: int = 1) -> Content:
    """Columns side by side, the headings faint in the first line."""
    headings = [Content.styled(column.heading, FAINT) for column in columns]
    rows = zip(*(column.cells for column in columns), strict=True)
    cells_of = [[Content(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    drawn = []
    for line in (headings, *cells_of):
        cells = []
        for column, cell in zip(columns, line, strict=True):
            room = column.width - cell.cell_length
            cells.append(cell.pad_left(room) if column.right else cell.pad_right(room))
        drawn.append(Content(" " * gap).join(cells).rstrip())
    return Content("\n").join(drawn)


def width_of(columns: Sequence[Column], *, gap: int = 1) -> int:
    """How wide the grid of these columns is."""
    return sum(column.width for column in columns) + gap * (len(columns) - 1)
