"""Writing a data set: shards that are missing are played, on as many cores as there are.

It may be ended at any moment and called again: what is complete stays, and what is missing follows.
Workers make the content of files, and this process alone writes them.  Every file has the same
bytes whoever made it, and however often the work was ended.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from bottleimp.analysis.arena.result_files import write_atomically
from bottleimp.atomic_files import UNFINISHED
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
from bottleimp.data.shards import (
    Shard,
    is_written,
    shard_content,
    shards_of,
    write_shard,
)
from bottleimp.errors import BottleImpError
from bottleimp.execution.task_pool import map_tasks
from bottleimp.game.notation import write_record

ProgressCallback = Callable[[int], None]


@dataclass(frozen=True)
class ShardTask:
    """What a worker has to make of a shard."""

    described: Description
    shard: Shard
    content: bytes | None  # of the file, where it is written already
    records: bool  # whether the rounds are wanted as records too


@dataclass(frozen=True)
class ShardParts:
    """What a worker has made of a shard, and is to be written."""

    content: bytes | None
    records: str | None


def write_dataset(
    folder: Path | str,
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
    a data set with other settings, or a longer one, for less than no rounds, and for players that
    cannot play the edition.
    """
    if rounds < 0:
        raise BottleImpError(f"A data set has 0 rounds or more, not {rounds}.")
    settings.require_players()
    folder = Path(folder)
    described = prepare_folder(folder, settings, rounds)
    shards = list(shards_of(folder, rounds, described.shard_rounds))
    missing = [
        (shard, has_rounds)
        for shard in shards
        if not (has_rounds := is_written(described, shard)) or (records and not has_records(shard))
    ]
    if progress is not None:
        progress(rounds - sum(shard.count for shard, _ in missing))
    tasks = (
        ShardTask(
            described,
            shard,
            shard.file.read_bytes() if has_rounds else None,
            records or has_records(shard),  # of a file that goes on, the records do so too
        )
        for shard, has_rounds in missing
    )
    for (shard, _), made in zip(missing, map_tasks(pool, make_parts, tasks), strict=True):
        write_parts(shard, made)
        if progress is not None:
            progress(shard.count)
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
    has_rounds = any(folder.glob("*.parquet"))
    if (folder / FILE_NAME).exists() and has_rounds:
        before = read_description(folder)
        require_same(folder, before.description, described)
        if before.rounds > rounds:
            raise BottleImpError(
                f"{folder} is a data set of {before.rounds} rounds; ask for as many or for more."
            )
    elif has_rounds:
        raise BottleImpError(f"{folder} holds files of rounds, but no {FILE_NAME}.")
    write_description(folder, DatasetFile(rounds, described))
    return described


def require_same(folder: Path, before: Description, now: Description) -> None:
    """Raises BottleImpError if the data set was begun with other settings."""
    for name in before.__struct_fields__:
        if getattr(before, name) != getattr(now, name):
            if name == "weights" and before.weights.keys() == now.weights.keys():
                changed = [who for who in now.weights if now.weights[who] != before.weights[who]]
                raise BottleImpError(
                    f"The data set in {folder} was begun with other weights or other code of"
                    f" {' and '.join(changed)}."
                )
            raise BottleImpError(
                f"The data set in {folder} was begun with {name} {shown(getattr(before, name))},"
                f" not {shown(getattr(now, name))}."
            )


def shown(value: object) -> str:
    """A setting for a message."""
    return ", ".join(map(str, value)) if isinstance(value, tuple | dict) else str(value)


def make_parts(task: ShardTask) -> ShardParts:
    """What is missing of a shard; writes nothing."""
    content = task.content or shard_content(task.described, task.shard)
    records = None
    if task.records:
        found = shard_records(task.described, BytesIO(content))
        records = "\n".join(write_record(record) for record in found)
    return ShardParts(None if task.content else content, records)


def write_parts(shard: Shard, made: ShardParts) -> None:
    """Write what a worker has made of a shard."""
    if made.content is not None:
        shard.records_file.unlink(missing_ok=True)  # it held fewer rounds
        write_shard(shard, made.content)
    if made.records is not None:
        write_atomically(shard.records_file, made.records)


def has_records(shard: Shard) -> bool:
    """Whether the rounds of a shard are written as records too."""
    return shard.records_file.exists()
