"""The information state, declared once: what a seat knows, and how a network reads it.

`FIELDS` names the numbers of an `InfoState` and `FEATURES` the parts of a row of features, each in
its order.  Widths, templates, slices, the compiled writers and the page about the information
state all follow from these two tables.  `HISTORY` says what environments show of the order of
actions, which features leave out.
"""

from collections.abc import Callable
from itertools import accumulate
from math import prod
from typing import Any, Final, NamedTuple

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding import feature_bits
from bottleimp.kernel.encoding.feature_bits import MAX_PASSES, MAX_POINT_STEPS, MAX_TRICKS
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout

HAND_CHOICES = 2  # actions past the last card: open the first or the second hand
FEATURES_OF_HAND = 2
DECK_FEATURES = 3


class Axis(NamedTuple):
    """A direction in which a part of the schema extends: its name, and how far in an edition."""

    name: str
    size: Callable[[Layout, int], int]  # from the layout and the number of bottles


def fixed(number: int) -> Axis:
    """An axis of one length in all editions."""

    @inline_jit
    def size(layout: Layout, bottles: int) -> int:  # noqa: ARG001
        return number

    return Axis(str(number), size)


@inline_jit
def card_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return layout.deck_size


@inline_jit
def hand_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return len(layout.hand_seat)


@inline_jit
def seat_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return len(layout.side)


@inline_jit
def other_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return len(layout.side) - 1


@inline_jit
def owner_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return len(layout.side) + 1


@inline_jit
def play_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return layout.plays_per_trick


@inline_jit
def suit_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return len(layout.suits)


@inline_jit
def bottle_axis(layout: Layout, bottles: int) -> int:  # noqa: ARG001
    return bottles


CARD = Axis("cards", card_axis)
HAND = Axis("hands", hand_axis)
SEAT = Axis("seats", seat_axis)
OTHER_SEAT = Axis("other seats", other_axis)
OWNER = Axis("nobody and seats", owner_axis)
PLAY = Axis("plays of a trick", play_axis)
SUIT = Axis("suits", suit_axis)
BOTTLE = Axis("bottles", bottle_axis)


class Field(NamedTuple):
    """A field of `InfoState`: one number, or one for each entry of an axis."""

    name: str
    axis: Axis | None
    meaning: str


FIELDS: Final = (
    Field("seat", None, "the seat that knows all this"),
    Field("passes_made", None, "how many cards the seat has passed"),
    Field("choices_made", None, "1 if the seat has chosen its open hand and others still choose"),
    Field("hands", HAND, "the cards that are surely in the hand"),
    Field("hand_sizes", HAND, "how many cards the hand visibly holds"),
    Field("voids", HAND, "the suits that the hand surely lacks, all their cards"),
    Field("open_hands", None, "the hands that lie open"),
    Field("discards", None, "the cards that the seat has put into the imp's trick"),
    Field("received", SEAT, "the cards that the seat picked up from this giver"),
    Field("played", SEAT, "the cards that this seat has played, those on the table included"),
    Field("on_table", SEAT, "the cards of this seat in the trick on the table"),
    Field("points", SEAT, "the points that this seat has taken"),
    Field("prices", BOTTLE, "the price of the bottle, as a place in the deck"),
    Field("owners", BOTTLE, "the owner of the bottle; -1 for nobody"),
    Field("plays_made", None, "how many cards lie in the trick on the table"),
    Field("led_suit", None, "the cards of the suit that was led; 0 before the lead"),
    Field("taker", None, "the seat that is winning the trick"),
    Field("unseen", None, "the cards whose place the seat does not know"),
    Field("legal", None, "the legal actions"),
)


class Feature(NamedTuple):
    """A part of the features: zeros and ones in a table of one or two axes."""

    shape: tuple[Axis, ...]
    bits: Callable[[Layout, InfoState], tuple[int, ...]]  # a set of bits for each row
    meaning: str

    @property
    def name(self) -> str:
        """The name of the part, which is that of the function that works it out."""
        return self.bits.__name__


# The order is that of the rows that the packaged networks were trained on.
FEATURES: Final = (
    Feature((HAND, CARD), feature_bits.hands, "the cards that are surely in the hand"),
    Feature((SEAT, CARD), feature_bits.played, "the cards that the seat has played"),
    Feature((SEAT, CARD), feature_bits.on_table, "its card in the trick on the table"),
    Feature((OTHER_SEAT, CARD), feature_bits.received, "the cards picked up from the seat"),
    Feature((CARD,), feature_bits.legal_cards, "the cards that are legal now"),
    Feature((CARD,), feature_bits.discards, "the own cards in the imp's trick"),
    Feature((CARD,), feature_bits.unseen, "the cards whose place is not known"),
    Feature((CARD,), feature_bits.unseen_under_price, "those of them under the dearest price"),
    Feature((CARD,), feature_bits.played_under_price, "the played cards under the dearest price"),
    Feature((CARD,), feature_bits.best_card, "the card that is winning the trick"),
    Feature((BOTTLE, CARD), feature_bits.prices, "the price of the bottle"),
    Feature((SEAT,), feature_bits.seat, "the own seat, counted from the first leader"),
    Feature((fixed(MAX_PASSES + 1),), feature_bits.passes_made, "how many cards it has passed"),
    Feature((fixed(1),), feature_bits.choices_made, "whether it has chosen which hand to open"),
    Feature((fixed(MAX_TRICKS),), feature_bits.trick_number, "the number of the trick"),
    Feature((PLAY,), feature_bits.plays_made, "how many cards lie in the trick"),
    Feature((SUIT,), feature_bits.led_suit, "the suit that was led"),
    Feature((HAND, SUIT), feature_bits.voids, "the suits that the hand surely lacks"),
    Feature((SEAT,), feature_bits.taker, "the seat that is winning the trick"),
    Feature(
        (HAND, fixed(FEATURES_OF_HAND)),
        feature_bits.hand_flags,
        "whether the hand lies open; whether it holds cards",
    ),
    Feature((BOTTLE, OWNER), feature_bits.owners, "the owner of the bottle"),
    Feature(
        (SEAT, fixed(MAX_POINT_STEPS)),
        feature_bits.points,
        "the points that the seat has taken, in unary: a one for each 4 points or part of them,"
        " 24 in the edition by face value",
    ),
    Feature(
        (fixed(MAX_POINT_STEPS),),
        feature_bits.points_on_table,
        "the points in the trick on the table, likewise",
    ),
    Feature(
        (fixed(DECK_FEATURES),),
        feature_bits.deck,
        "the deck: whether the third card is not of the lowest suit, whether the first card has"
        " an even number of points, whether points go by face value",
    ),
    Feature((fixed(HAND_CHOICES),), feature_bits.hand_choices, "the hands that it may open now"),
)


class HistoryColumn(NamedTuple):
    """A number that a history holds for each action of the record; -1 where nothing is seen."""

    name: str
    meaning: str


# One row for each action, in the order of records; `record_length` says how many there are.
HISTORY: Final = (
    HistoryColumn("action", "the number of the action; -1 if the seat has not seen it"),
    HistoryColumn(
        "seat", "who took it, counted from the own seat; -1 before the stage shows that it is taken"
    ),
)


def record_length(edition: Edition) -> int:
    """How many actions a finished round has: passes, choices of hands and plays."""
    return len(edition.passes) + edition.choosers + edition.tricks * len(edition.plays)


def action_count(edition: Edition) -> int:
    """How many numbers of actions there are: the places of the deck and the choices of a hand."""
    return edition.deck.size + HAND_CHOICES


def shape_of(feature: Feature, layout: Layout, bottles: int) -> tuple[int, ...]:
    """The length of each axis in an edition."""
    return tuple(axis.size(layout, bottles) for axis in feature.shape)


def feature_count(layout: Layout, bottles: int) -> int:
    """How many features a row has."""
    return sum(prod(shape_of(feature, layout, bottles)) for feature in FEATURES)


class FeaturePart(NamedTuple):
    """Where a part stands in a row of features."""

    start: int
    shape: tuple[int, ...]

    @property
    def columns(self) -> slice:
        """All columns of the part."""
        return slice(self.start, self.start + prod(self.shape))

    @property
    def rows(self) -> tuple[slice, ...]:
        """The columns of each row of the part, such as those of one hand."""
        width = self.shape[-1]
        starts = range(self.start, self.columns.stop, width)
        return tuple(slice(start, start + width) for start in starts)


def feature_parts(layout: Layout, bottles: int) -> dict[str, FeaturePart]:
    """Where every part stands in a row of features, by name."""
    shapes = [shape_of(feature, layout, bottles) for feature in FEATURES]
    starts = accumulate((prod(shape) for shape in shapes), initial=0)
    return {
        feature.name: FeaturePart(start, shape)
        for feature, start, shape in zip(FEATURES, starts, shapes, strict=False)
    }


def info_state_template(edition: Edition) -> InfoState:
    """An information state of this edition's shape, with nothing known."""
    layout, bottles = edition.layout, edition.bottles
    blank: dict[str, Any] = {
        field.name: 0 if field.axis is None else (0,) * field.axis.size(layout, bottles)
        for field in FIELDS
    }
    return InfoState(**blank)
