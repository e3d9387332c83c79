"""How a card looks in text: number, and a suit told by colour, shape and letter."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content

from bottleimp.knowledge.narration import suit_letter
from bottleimp.knowledge.printed_numbers import printed_number
from bottleimp.rules.cards import Card, Suit

SUIT_SHAPES = {Suit.LOW: "●", Suit.MID: "■", Suit.HIGH: "▲"}
HOLLOW_SUIT_SHAPES = {Suit.LOW: "○", Suit.MID: "□", Suit.HIGH: "△"}
SUIT_BACKGROUNDS = {Suit.LOW: "#f0c030", Suit.MID: "#1d5bb8", Suit.HIGH: "#b0271f"}
SUIT_FOREGROUNDS = {Suit.LOW: "#1c1500", Suit.MID: "#ffffff", Suit.HIGH: "#ffffff"}
# Dark on light or light on dark, so that they read on any background and without colour.
SUIT_STYLES = {suit: f"{SUIT_FOREGROUNDS[suit]} on {SUIT_BACKGROUNDS[suit]}" for suit in Suit}
DIM_STYLE = "dim"
BOLD_STYLE = "bold"
PRICE_STYLE = "bold reverse"
LONGEST_NAME = 48  # screen columns: 24 letters, each of which may take two
SHORTEST_NAME = 3  # screen columns of a name that is shortened as far as it can be
LEAD_MARK = "»"
WIN_MARK = "★"


def card_text(card: Card, catalogue: NullTranslations, *, short: bool = False) -> Content:
    """A card in one word, such as `●Y17`; in fewer columns `Y17`."""
    shape = "" if short else SUIT_SHAPES[card.suit]
    letter = suit_letter(card.suit, catalogue.gettext)
    return Content.styled(f"{shape}{letter}{printed_number(card.label)}", SUIT_STYLES[card.suit])


def cards_text(
    cards: Iterable[Card], catalogue: NullTranslations, *, short: bool = False
) -> Content:
    """Some cards with spaces between them."""
    return Content(" ").join([card_text(card, catalogue, short=short) for card in cards])


@dataclass(frozen=True)
class Column:
    """A column of a grid; with `is_right_aligned` its cells are flush right."""

    heading: str
    cells: tuple[Content | str, ...]
    is_right_aligned: bool = False

    @property
    def width(self) -> int:
        """How many screen columns it takes."""
        return max(Content(part).cell_length if isinstance(part, str) else part.cell_length
                   for part in (self.heading, *self.cells))  # fmt: skip


def grid(columns: Sequence[Column], *, gap: int = 1) -> Content:
    """Columns side by side, the headings faint in the first line."""
    headings = [Content.styled(column.heading, DIM_STYLE) for column in columns]
    rows = zip(*(column.cells for column in columns), strict=True)
    cells_of = [[Content(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    drawn = []
    for line in (headings, *cells_of):
        cells = []
        for column, cell in zip(columns, line, strict=True):
            padding = column.width - cell.cell_length
            cells.append(
                cell.pad_left(padding) if column.is_right_aligned else cell.pad_right(padding)
            )
        drawn.append(Content(" " * gap).join(cells).rstrip())
    return Content("\n").join(drawn)


def grid_width(columns: Sequence[Column], *, gap: int = 1) -> int:
    """How wide the grid of these columns is."""
    return sum(column.width for column in columns) + gap * (len(columns) - 1)


def fit_names(
    columns: Callable[[int], Sequence[Column]], width: int, *, gap: int = 1
) -> Sequence[Column]:
    """The columns whose names are shortened only as far as the width of their grid demands.

    `columns` makes them with names of at most so many screen columns.
    """
    lengths = range(SHORTEST_NAME, LONGEST_NAME)
    whole = columns(LONGEST_NAME)
    if grid_width(whole, gap=gap) <= width:
        return whole
    fitting = bisect_right(lengths, width, key=lambda most: grid_width(columns(most), gap=gap))
    return columns(lengths[max(fitting - 1, 0)])


def shorten(name: Content, columns: int) -> Content:
    """The name with an ellipsis for what does not go into so many screen columns."""
    return name if name.cell_length <= columns else name.truncate(columns, ellipsis=True)
