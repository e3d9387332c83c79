"""Reading a data set: for numpy, polars and pandas, as Arrow, or round by round as records."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from bottleimp.data.columns import columns_of
from bottleimp.data.description import CardFacts, Description, PassFacts, read_description
from bottleimp.data.selfplay import require_names
from bottleimp.data.shards import Shard, arrow_schema, shards_of, written_part
from bottleimp.errors import BottleImpError, MissingLibrary, UnknownName
from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.record import Record
from bottleimp.game.round import Round
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise MissingLibrary("bottleimp.data", "pyarrow", "data") from None

RECORD_COLUMNS = ("round", "deal", "exchange", "hand_choices", "plays")


class Dataset:
    """The rounds in a folder that `bottleimp selfplay` wrote.

    Raises BottleImpError for a folder that holds none, or a file that cannot be read.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        content = read_description(self.folder)
        self.description: Description = content.description
        self.rounds_wanted = content.rounds
        shards = shards_of(self.folder, content.rounds, self.description.shard_rounds)
        found = (written_part(self.description, shard) for shard in shards)
        self._shards: list[Shard] = [shard for shard in found if shard is not None]

    @property
    def edition(self) -> Edition:
        """The edition of all rounds."""
        return edition_from_text(self.description.edition)

    @property
    def files(self) -> tuple[Path, ...]:
        """The Parquet files, in the order of their rounds; any reader of Parquet takes them."""
        return tuple(shard.file for shard in self._shards)

    @property
    def rounds(self) -> int:
        """How many rounds are there."""
        return sum(shard.count for shard in self._shards)

    @property
    def is_complete(self) -> bool:
        """Whether all rounds that were asked for are there."""
        return self.rounds == self.rounds_wanted

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.description.columns)

    @property
    def deck(self) -> tuple[CardFacts, ...]:
        """The cards: by which place columns name each, and what is printed on it."""
        return self.description.deck

    @property
    def passes(self) -> tuple[PassFacts, ...]:
        """From whom to whom each card of the column `exchange` goes."""
        return self.description.passes

    def arrow(self, columns: Sequence[str] | None = None) -> pa.Table:
        """All rounds, or some columns of them, as an Arrow table."""
        names = self._known(columns)
        empty = arrow_schema(self.description).empty_table()
        found = [pq.read_table(file, columns=names) for file in self.files]
        return pa.concat_tables([empty if names is None else empty.select(names), *found])

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """The same file by file, for data sets that do not fit into memory."""
        names = self._known(columns)
        for file in self.files:
            yield pq.read_table(file, columns=names)

    def polars(self, columns: Sequence[str] | None = None) -> Any:
        """All rounds, or some columns of them, as a polars DataFrame; needs polars."""
        try:
            library = import_module("polars")
        except ImportError as problem:
            raise BottleImpError("polars is not installed: pip install polars.") from problem
        return library.from_arrow(self.arrow(columns))

    def pandas(self, columns: Sequence[str] | None = None) -> Any:
        """All rounds, or some columns of them, as a pandas DataFrame; needs pandas."""
        try:
            import_module("pandas")
        except ImportError as problem:
            raise BottleImpError("pandas is not installed: pip install pandas.") from problem
        return self.arrow(columns).to_pandas()

    def numpy(self, column: str) -> npt.NDArray[Any]:
        """A column of numbers as an array: a row for each round, a column for each of its values.

        One of `prices` has the shape (round, trick, bottle).
        """
        values = array_of(self.arrow([column])[column].combine_chunks())
        if column == "prices":
            return values.reshape(len(values), self.edition.tricks, self.edition.bottles)
        return values

    def records(self) -> Iterator[Record]:
        """The rounds one by one as records; some hundred a second."""
        for file in self.files:
            yield from shard_records(self.description, file)

    def _known(self, columns: Sequence[str] | None) -> list[str] | None:
        """The names of columns for pyarrow; raises UnknownName, and TypeError for one text."""
        require_names(columns, "columns")
        for name in columns or ():
            if name not in self.columns:
                raise UnknownName("column of this data set", name, self.columns)
        return None if columns is None else list(columns)


def open_dataset(folder: Path | str) -> Dataset:
    """The data set in a folder; raises BottleImpError if there is none."""
    return Dataset(folder)


def array_of(values: pa.Array) -> npt.NDArray[Any]:
    """Values of a column as an array: two-dimensional where the column holds lists."""
    if not pa.types.is_fixed_size_list(values.type):
        return np.asarray(values.to_numpy(zero_copy_only=False))
    flat = values.flatten().to_numpy(zero_copy_only=False)
    return np.asarray(flat).reshape(len(values), values.type.list_size)


def shard_records(described: Description, file: Path | BinaryIO) -> Iterator[Record]:
    """The rounds of a file, or of one that is open, as records."""
    edition, settings = edition_from_text(described.edition), described.settings
    names = [column.name for column in columns_of(edition) if column.name in RECORD_COLUMNS]
    for row in pq.read_table(file, columns=names).to_pylist():
        opened = [edition.deck.size + choice for choice in row.get("hand_choices", ())]
        numbers = [*row.get("exchange", ()), *opened, *row["plays"]]
        played = Round(dealt(edition, row["deal"])).replay(
            [action_from_number(edition, number) for number in numbers]
        )
        yield Record(played, settings.seat_names(row["round"]))


def dealt(edition: Edition, places: Sequence[int]) -> Deal:
    """The deal of a row."""
    by_place = {card.place: card for card in edition.deck.cards}
    pile = iter(places)

    def take(count: int) -> tuple[Card, ...]:
        return tuple(by_place[next(pile)] for _ in range(count))

    return Deal(edition, tuple(take(hand.size) for hand in edition.hands), take(edition.left_over))
