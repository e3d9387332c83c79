"""Files of rounds: Parquet, some thousand rounds each, whole or not there at all.

A file has its name once it is complete and on the disk.  Its content follows from the description
and the numbers of its rounds alone, so it does not matter who wrote it or when.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np

from bottleimp.atomic_files import replace_file
from bottleimp.data.columns import DataColumn, ValueType, columns_of
from bottleimp.data.description import Description
from bottleimp.data.selfplay import play_facts
from bottleimp.errors import BottleImpError, MissingLibrary
from bottleimp.kernel.round_facts import RoundFacts
from bottleimp.rules.editions import edition_from_text

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise MissingLibrary("bottleimp.data", "pyarrow", "data") from None

METADATA_KEY = b"bottleimp"
NUMBER_DIGITS = 5  # of a shard, in the name of its file
ARROW_TYPES = {
    ValueType.TEXT: pa.string(),
    ValueType.WHOLE_64: pa.int64(),
    ValueType.WHOLE_16: pa.int16(),
    ValueType.WHOLE_8: pa.int8(),
}
COMPRESSION = "zstd"
# The names of values that are the same in many rounds are written once; numbers are not.
NAMED_VALUES = ["edition", "version", "players.list.element"]


@dataclass(frozen=True)
class Shard:
    """A file of rounds of a data set: its number, and which rounds it is to hold."""

    folder: Path
    number: int
    first: int
    count: int

    @property
    def file(self) -> Path:
        """Where its rounds are."""
        return self.folder / f"rounds-{self.number:0{NUMBER_DIGITS}d}.parquet"

    @property
    def records_file(self) -> Path:
        """Where the same rounds are as records, if they are."""
        return self.file.with_suffix(".txt")


def shards_of(folder: Path, rounds: int, shard_rounds: int) -> Iterator[Shard]:
    """The shards of a data set of so many rounds."""
    for number, first in enumerate(range(0, rounds, shard_rounds)):
        yield Shard(folder, number, first, min(shard_rounds, rounds - first))


def arrow_schema(described: Description) -> pa.Schema:
    """The columns of a data set as Arrow has them, with the description as metadata."""
    edition = edition_from_text(described.edition)
    fields = []
    for column in columns_of(edition):
        value_type, length = ARROW_TYPES[column.value_type], column.length(edition)
        if length is not None:
            inner = pa.field("element", value_type, nullable=False)
            value_type = pa.list_(inner, length)
        elif column.value_type is ValueType.TEXT:
            value_type = pa.dictionary(pa.int32(), value_type)
        fields.append(
            pa.field(column.name, value_type, nullable=False, metadata={"meaning": column.meaning})
        )
    return pa.schema(
        fields, metadata={METADATA_KEY: msgspec.json.encode(described, order="sorted")}
    )


def rounds_table(described: Description, first: int, facts: RoundFacts) -> pa.Table:
    """Rounds of a data set, the first of which has the number `first`, as a table."""
    settings, count = described.settings, len(facts.plays)
    edition = edition_from_text(described.edition)
    numbers = np.arange(first, first + count, dtype=np.int64)
    seated = [settings.seat_players(number) for number in range(edition.players)]
    values = {
        "edition": pa.DictionaryArray.from_arrays(np.zeros(count, np.int32), [described.edition]),
        "version": pa.DictionaryArray.from_arrays(np.zeros(count, np.int32), [described.version]),
        "seed": np.full(count, described.seed, np.int64),
        "round": numbers,
        "players": np.array(seated, object)[numbers % edition.players],
        **facts._asdict(),
    }
    schema = arrow_schema(described)
    arrays = [
        arrow_array(values[column.name], column, schema.field(column.name).type)
        for column in columns_of(edition)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def arrow_array(
    values: np.ndarray | pa.Array, column: DataColumn, arrow_type: pa.DataType
) -> pa.Array:
    """The values of a column, given with one row for each round."""
    if isinstance(values, pa.Array):
        return values
    flat = pa.array(values.reshape(-1), ARROW_TYPES[column.value_type])
    if column.axis is None:
        return flat
    return pa.FixedSizeListArray.from_arrays(flat, type=arrow_type)


def shard_content(described: Description, shard: Shard) -> bytes:
    """The content of a shard's file, whose rounds are played now."""
    first, tables = shard.first, []
    for facts in play_facts(described.settings, shard.first, shard.count):
        tables.append(rounds_table(described, first, facts))
        first += len(facts.plays)
    table = pa.concat_tables(tables).unify_dictionaries().combine_chunks()
    content = BytesIO()
    pq.write_table(
        table, content, compression=COMPRESSION, use_dictionary=NAMED_VALUES,
        row_group_size=described.shard_rounds,
    )  # fmt: skip
    return content.getvalue()


def write_shard(shard: Shard, content: bytes) -> None:
    """Write the file of a shard: it is there as a whole or not at all."""
    try:
        replace_file(shard.file, content)  # two commands may work on one folder
    except OSError as problem:
        raise BottleImpError(f"{shard.file} cannot be written: {problem.strerror}.") from problem


def is_written(described: Description, shard: Shard) -> bool:
    """Whether the file holds all rounds of the shard; raises BottleImpError if it holds others."""
    return rounds_written(described, shard) == shard.count


def written_part(described: Description, shard: Shard) -> Shard | None:
    """As much of the shard as its file holds; raises BottleImpError if it holds other rounds."""
    count = rounds_written(described, shard)
    return replace(shard, count=count) if count else None


def rounds_written(described: Description, shard: Shard) -> int:
    """How many rounds of the shard its file holds; raises BottleImpError if it holds others.

    A file with fewer rounds is the last one of a data set that was shorter.
    """
    if not shard.file.exists():
        return 0
    try:
        found = pq.read_metadata(shard.file)
    except (OSError, pa.ArrowException) as problem:
        raise BottleImpError(f"{shard.file} cannot be read: {problem}") from problem
    content = (found.metadata or {}).get(METADATA_KEY, b"{}")
    try:
        is_same = msgspec.json.decode(content, type=Description) == described
    except msgspec.DecodeError:
        is_same = False
    if not is_same:
        raise BottleImpError(f"{shard.file} holds rounds of another data set.")
    if found.num_rows > shard.count:
        raise BottleImpError(f"{shard.file} holds {found.num_rows} rounds, more than are wanted.")
    return int(found.num_rows)
