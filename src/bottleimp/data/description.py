"""What a data set says about itself: a file `dataset.json` in its folder, and each file of rounds.

It holds whatever fixes the rounds, and the deck, so that the numbers of cards can be read without
this program.
"""

from pathlib import Path

import msgspec

import bottleimp
from bottleimp.analysis.arena.result_files import write_atomically
from bottleimp.data.columns import FORMAT_VERSION, columns_of
from bottleimp.data.selfplay import SelfplaySettings
from bottleimp.errors import BottleImpError
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import IMPS_TRICK

FILE_NAME = "dataset.json"
FORMAT = "bottleimp-rounds"
IMPS_TRICK_NAME = "imp's trick"


class CardFacts(msgspec.Struct, frozen=True):
    """A card of the deck: the place by which columns name it, and what is printed on it."""

    place: int
    number: str
    suit: str
    points: int


class PassFacts(msgspec.Struct, frozen=True):
    """A pass of the exchange: the seat, the hand the card leaves, and where it goes."""

    seat: int
    from_hand: int
    to: str  # `hand 2`, or `imp's trick`


class ColumnFacts(msgspec.Struct, frozen=True):
    """A column: its type, the length of its lists (None: no list) and what it means."""

    name: str
    type: str
    length: int | None
    meaning: str


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """All that fixes the rounds of a data set but their number, and what is needed to read them."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    edition: str
    players: tuple[str, ...]
    seed: int
    version: str
    weights: dict[str, str]
    shard_rounds: int
    start_price: int  # the place in the deck of the first price
    hands: tuple[tuple[int, int], ...]  # of each hand its seat and the number of cards dealt to it
    left_over: int
    passes: tuple[PassFacts, ...]
    deck: tuple[CardFacts, ...]
    columns: tuple[ColumnFacts, ...]

    @property
    def settings(self) -> SelfplaySettings:
        """What fixes the rounds."""
        return SelfplaySettings(self.edition, self.players, self.seed)


class DatasetFile(msgspec.Struct, frozen=True):
    """The content of `dataset.json`: the description, and how many rounds were asked for."""

    rounds: int
    description: Description


def describe(settings: SelfplaySettings) -> Description:
    """The description of a data set that is played now."""
    edition = edition_from_text(settings.edition)
    return Description(
        edition=settings.edition,
        players=settings.players,
        seed=settings.seed,
        version=bottleimp.__version__,
        weights=settings.weights,
        shard_rounds=settings.shard_rounds,
        start_price=edition.deck.start_price,
        hands=tuple((hand.seat, hand.size) for hand in edition.hands),
        left_over=edition.left_over,
        passes=pass_facts(edition),
        deck=tuple(
            CardFacts(card.place, card.label, card.suit.colour, card.points)
            for card in edition.deck.cards
        ),
        columns=tuple(
            ColumnFacts(c.name, c.value_type.value, c.length(edition), c.meaning)
            for c in columns_of(edition)
        ),
    )


def pass_facts(edition: Edition) -> tuple[PassFacts, ...]:
    """From whom to whom each pass goes, in the order of records."""
    return tuple(
        PassFacts(
            step.seat,
            step.source,
            IMPS_TRICK_NAME if step.target == IMPS_TRICK else f"hand {step.target}",
        )
        for step in edition.passes
    )


def read_description(folder: Path) -> DatasetFile:
    """What the folder says about its data set; raises BottleImpError if it holds none."""
    file = folder / FILE_NAME
    try:
        content = msgspec.json.decode(file.read_bytes(), type=DatasetFile)
    except FileNotFoundError as problem:
        raise BottleImpError(f"{folder} holds no data set: {FILE_NAME} is missing.") from problem
    except (OSError, msgspec.DecodeError) as problem:
        raise BottleImpError(f"{file} cannot be read: {problem}.") from problem
    described = content.description
    if (described.format, described.format_version) != (FORMAT, FORMAT_VERSION):
        raise BottleImpError(
            f"{file} is of the format {described.format} {described.format_version};"
            f" this program reads {FORMAT} {FORMAT_VERSION}."
        )
    return content


def write_description(folder: Path, content: DatasetFile) -> None:
    """Write what the folder holds, whole or not at all."""
    text = msgspec.json.format(msgspec.json.encode(content), indent=1).decode()
    write_atomically(folder / FILE_NAME, text + "\n")
