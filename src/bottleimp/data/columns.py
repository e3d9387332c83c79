"""What a data set holds of each round: its columns, declared once.

The writer, the reader and the page `docs/reference/data.md` follow this list.  A column holds one
value for each round, or as many as its axis says; all lists of a column are of one length, which
the edition fixes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bottleimp.rules.edition import Edition

FORMAT_VERSION: Final = 1
"""The version of the columns and files; a change of what a column means is a new version."""


class ValueType(Enum):
    """The type of the values of a column, by the name that Arrow gives it."""

    TEXT = "string"
    WHOLE_64 = "int64"
    WHOLE_16 = "int16"
    WHOLE_8 = "int8"


@dataclass(frozen=True)
class ListAxis:
    """What a column has a value for each of."""

    name: str
    length: Callable[[Edition], int]


SEATS = ListAxis("seat", lambda edition: edition.seats)
DEALT_CARDS = ListAxis("card dealt", lambda edition: len(edition.deck.cards))
PASSES = ListAxis("pass", lambda edition: len(edition.passes))
CHOOSERS = ListAxis("seat that chooses a hand", lambda edition: edition.choosers)
PLAYS = ListAxis("card played", lambda edition: edition.tricks * len(edition.plays))
TRICKS = ListAxis("trick", lambda edition: edition.tricks)
BOTTLES = ListAxis("bottle", lambda edition: edition.bottles)
PRICES = ListAxis("trick and bottle", lambda edition: edition.tricks * edition.bottles)


@dataclass(frozen=True)
class DataColumn:
    """A column: its name, the type of its values, what it has one for each of, what they mean."""

    name: str
    value_type: ValueType
    axis: ListAxis | None  # None: one value for each round
    meaning: str

    def length(self, edition: Edition) -> int | None:
        """How many values a round has; None for a column without lists."""
        return None if self.axis is None else self.axis.length(edition)


COLUMNS: Final = (
    DataColumn("edition", ValueType.TEXT, None, "the edition and its options, for commands"),
    DataColumn("version", ValueType.TEXT, None, "the version of Bottle Imp that played the round"),
    DataColumn("seed", ValueType.WHOLE_64, None, "the seed of the data set"),
    DataColumn(
        "round", ValueType.WHOLE_64, None,
        "the number of the round, from 0; with `seed` it fixes the deal and whatever players draw",
    ),
    DataColumn(
        "players", ValueType.TEXT, SEATS,
        "the player in each seat, as commands take it; `Lopaka` for the seat that plays by rule",
    ),
    DataColumn(
        "deal", ValueType.WHOLE_8, DEALT_CARDS,
        "the cards dealt: hand after hand, ascending in each, then the cards left over",
    ),
    DataColumn(
        "exchange", ValueType.WHOLE_8, PASSES,
        "the card of each pass, in the order of records: `Dataset.passes` says from whom to whom",
    ),
    DataColumn(
        "hand_choices", ValueType.WHOLE_8, CHOOSERS,
        "which hand each seat opened: 0 its first, 1 its second",
    ),
    DataColumn("plays", ValueType.WHOLE_8, PLAYS, "the cards played, in order"),
    DataColumn("play_seats", ValueType.WHOLE_8, PLAYS, "the seat that played each of these cards"),
    DataColumn("takers", ValueType.WHOLE_8, TRICKS, "the seat that took the trick; it leads next"),
    DataColumn("sold", ValueType.WHOLE_8, TRICKS, "the bottle that the trick sold; -1 for none"),
    DataColumn(
        "prices", ValueType.WHOLE_8, PRICES,
        "the price of each bottle after the trick, trick after trick; the last are the last prices",
    ),
    DataColumn("owners", ValueType.WHOLE_8, BOTTLES, "the seat that was stuck with the bottle"),
    DataColumn(
        "points_taken", ValueType.WHOLE_16, SEATS,
        "the points of the cards that the seat took, also where it scores none of them",
    ),
    DataColumn(
        "imps_trick_points", ValueType.WHOLE_16, None, "the points of the cards in the imp's trick"
    ),
    DataColumn(
        "scores", ValueType.WHOLE_16, SEATS,
        "what the seat scored, as records have it: after partners are added and lone seats doubled",
    ),
)  # fmt: skip
"""All columns, in the order of the files."""


def columns_of(edition: Edition) -> tuple[DataColumn, ...]:
    """The columns that a data set of the edition has: all but those with nothing in their lists."""
    return tuple(column for column in COLUMNS if column.length(edition) != 0)
