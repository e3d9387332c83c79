"""Files of measurements: a heading, then a line for each deal, in order; written group by group."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from bottleimp.execution.task_pool import map_tasks


def read_lines(file: Path) -> list[str]:
    """The lines of a file of results, each with its end."""
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def is_complete_line(text: str) -> bool:
    """Whether the line has its end: else a program is just writing it, or was killed."""
    return text.endswith("\n")


def append_deals(
    file: Path,
    play: Callable[[Sequence[int]], list[str]],
    deals: range,
    deals_per_group: int,
    pool: Executor | None = None,
) -> Iterator[int]:
    """Play these deals in groups, and write their lines; yields the number after each group.

    `play` gives the lines of deals with these numbers, and travels to the workers of the pool.
    """
    starts = range(deals.start, deals.stop, deals_per_group)
    groups = [range(start, min(deals.stop, start + deals_per_group)) for start in starts]
    for group, texts in zip(groups, map_tasks(pool, play, groups), strict=True):
        with file.open("a", encoding="utf-8") as opened:
            opened.write("".join(texts))
        yield group.stop
