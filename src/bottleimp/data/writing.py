"""Writing a data set: shards that are missing are played, on as many cores as there are.

It may be ended at any moment and called again: what is complete stays, and what is missing follows.
Every file has the same bytes whichever process wrote it, and however often the work was ended.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from bottleimp.analysis.arena.result_files import write_atomically
from bottleimp.data.dataset import Dataset, shard_records
from bottleimp.data.description import (
    FILE_NAME,
    DatasetFile,
    Description,
    describe,
    read_description,
    write_description,
)
from bottleimp.data.selfplay import SelfplaySettings
from bottleimp.data.shards import UNFINISHED, Shard, is_written, shards_of, write_shard
from bottleimp.errors import BottleImpError
from bottleimp.game.notation import write_record

ProgressCallback = Callable[[int], None]


def write_dataset(
    folder: Path,
    settings: SelfplaySettings,
    rounds: int,
    *,
    records: bool = False,
    pool: Executor | None = None,
    progress: ProgressCallback | None = None,
) -> Dataset:
    """The data set of so many rounds in the folder, played as far as it is not there yet.

    `records` writes the rounds as records too; `progress` is told of rounds that are written.
    A longer data set goes on where a shorter one ended.  Raises BottleImpError if the folder holds
    a data set with other settings, or a longer one.
    """
    described = prepare_folder(folder, settings, rounds)
    shards = list(shards_of(folder, rounds, described.shard_rounds))
    missing = [
        shard
        for shard in shards
        if not is_written(described, shard) or (records and not has_records(shard))
    ]
    if progress is not None:
        progress(rounds - sum(shard.count for shard in missing))
    for done in written_shards(described, missing, pool, records=records):
        if progress is not None:
            progress(done)
    for leftover in folder.glob(f"*.parquet.*{UNFINISHED}"):  # of a command that was killed
        leftover.unlink(missing_ok=True)
    return Dataset(folder)


def prepare_folder(folder: Path, settings: SelfplaySettings, rounds: int) -> Description:
    """Make the folder ready for the data set; what it says about itself."""
    described = describe(settings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BottleImpError(f"{folder} cannot be made: {problem.strerror}.") from problem
    if (folder / FILE_NAME).exists():
        before = read_description(folder)
        require_same(folder, before.description, described)
        if before.rounds > rounds:
            raise BottleImpError(
                f"{folder} is a data set of {before.rounds} rounds; ask for as many or for more."
            )
    elif any(folder.glob("*.parquet")):
        raise BottleImpError(f"{folder} holds files of rounds, but no {FILE_NAME}.")
    write_description(folder, DatasetFile(rounds, described))
    return described


def require_same(folder: Path, before: Description, now: Description) -> None:
    """Raises BottleImpError if the data set was begun with other settings."""
    for name in before.__struct_fields__:
        if getattr(before, name) != getattr(now, name):
            raise BottleImpError(
                f"The data set in {folder} has another {name}: {shown(getattr(before, name))},"
                f" not {shown(getattr(now, name))}."
            )


def shown(value: object) -> str:
    """A setting for a message."""
    return ", ".join(map(str, value)) if isinstance(value, tuple | dict) else str(value)


def written_shards(
    described: Description, shards: Iterable[Shard], pool: Executor | None, *, records: bool
) -> Iterator[int]:
    """Write the shards; the number of rounds of each as it is done."""
    if pool is None:
        for shard in shards:
            yield complete_shard(described, shard, records=records)
        return
    pending = [pool.submit(complete_shard, described, shard, records=records) for shard in shards]
    try:
        for done in as_completed(pending):
            yield done.result()
    except BrokenProcessPool as problem:
        raise BottleImpError(
            "A process that played rounds was ended; call again, and the rest is played."
        ) from problem


def complete_shard(described: Description, shard: Shard, *, records: bool) -> int:
    """Write what is missing of a shard; how many rounds it holds."""
    if not is_written(described, shard):
        shard.records_file.unlink(missing_ok=True)  # it held fewer rounds
        write_shard(described, shard)
    if records and not has_records(shard):
        text = "\n".join(write_record(record) for record in shard_records(described, shard.file))
        write_atomically(shard.records_file, text)
    return shard.count


def has_records(shard: Shard) -> bool:
    """Whether the rounds of a shard are written as records too."""
    return shard.records_file.exists()
