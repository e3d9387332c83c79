"""Files of measurements: a heading, then a line for each deal, in order; written group by group."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from bottleimp.analysis.arena.result_files import append_text, write_atomically
from bottleimp.errors import BottleImpError
from bottleimp.execution.task_pool import map_tasks
from bottleimp.players.catalogue import names_outside_player
from bottleimp.players.checksums import CODE_CHECKSUM

# The heading and the deals, in order, in the lines of a file; raises BottleImpError.
DealParser = Callable[[Path, Sequence[str]], tuple[dict[str, Any], list[dict[str, Any]]]]

CHECKSUMS = "checksums"  # the field of a heading for what players play by
PACKAGE_CODE = "bottleimp"  # there, for the code of the players of this package
CODE_DIGITS = 12  # hexadecimal digits
FILE_NAME_TRANSLATION = str.maketrans({":": "-", "/": "-", "\\": "-"})


def result_file(folder: Path, edition_text: str, name: str) -> Path:
    """The file of a measurement in a folder, below its edition, by names that every system has."""
    edition = edition_text.translate(FILE_NAME_TRANSLATION)
    return folder / edition / name.translate(FILE_NAME_TRANSLATION)


def read_lines(file: Path) -> list[str]:
    """The lines of a file of results, each with its end; raises BottleImpError for other files."""
    try:
        return file.read_text(encoding="utf-8").splitlines(keepends=True)
    except UnicodeDecodeError:
        raise BottleImpError(f"{file} holds no results: it is not text in UTF-8.") from None


def is_complete_line(text: str) -> bool:
    """Whether the line has its end: else a program is just writing it, or was killed."""
    return text.endswith("\n")


def parse_deal_file(
    file: Path, texts: Sequence[str]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The heading and the deals, in order, in the whole lines of a file; raises BottleImpError."""
    try:
        heading, *rows = [json.loads(text) for text in texts if is_complete_line(text)]
        numbers = [row["deal"] for row in rows]
        heading["format"]
    except (ValueError, TypeError, KeyError) as problem:
        raise BottleImpError(f"{file} holds no results of deals: {problem!r}") from None
    if numbers != list(range(len(numbers))):
        raise BottleImpError(f"{file} does not hold the deals in their order.")
    return heading, rows


def resume_deals(
    file: Path,
    heading: Mapping[str, Any],
    informational: Collection[str],
    deals: int,
    deals_per_group: int,
    parse: DealParser = parse_deal_file,
) -> int:
    """How many deals stand in the file, which is begun if there is none; raises BottleImpError.

    What a killed program left of a line is cut off; so is, if more deals are wanted, what was left
    of a group, for the deals of a group are thought about together.  The heading in the file must
    be this one, as JSON has it, but for the fields that are informational; one with no deal below
    it is written anew.
    """
    texts = read_lines(file) if file.exists() else []
    there, done = parse(file, texts) if any(map(is_complete_line, texts)) else ({}, [])
    if not done:  # also after a failure in the first deal
        write_atomically(file, json.dumps(heading) + "\n")
        return 0
    require_same_heading(file, there, json.loads(json.dumps(heading)), informational)
    keep = len(done)
    if keep < deals:
        keep -= keep % deals_per_group
    kept = [json.dumps(row) + "\n" for row in (there, *done[:keep])]
    if texts != kept:
        write_atomically(file, "".join(kept))
    return keep


def require_same_heading(
    file: Path, there: Mapping[str, Any], wanted: Mapping[str, Any], informational: Collection[str]
) -> None:
    """Raises BottleImpError if what is wanted is not what the file was begun with.

    A file without one of the checksums does not tell by which weights and code its players played.
    """
    for name in [one for one in wanted if one not in informational]:
        old, new = there.get(name), wanted[name]
        if name == CHECKSUMS:
            known = old or {}
            if not known.keys() >= new.keys():
                raise BottleImpError(
                    f"{file} does not say by which weights and code its players played; measure in"
                    " another folder."
                )
            changed = [told_player(one) for one in new if known[one] != new[one]]
            if changed:
                raise BottleImpError(
                    f"{file} was begun with other weights or other code of {', '.join(changed)};"
                    " measure in another folder."
                )
        elif old != new:
            raise BottleImpError(
                f"{file} was begun with another {name}: {json.dumps(old)}, not {json.dumps(new)}."
            )


def told_player(name: str) -> str:
    """Whose checksum it is: an outside player's, this package's, or that of a mode's network."""
    if name == PACKAGE_CODE:
        return "the players of this package"
    return name if names_outside_player(name) else f"the network {name}"


def may_have_mixed_code(folder: Path) -> bool:
    """Whether players of this package had different code in the files of a folder, or may have."""
    versions = set()
    for file in folder.rglob("*.jsonl"):
        with file.open(encoding="utf-8") as opened_file:
            heading, _ = parse_deal_file(file, [opened_file.readline()])
        versions.add((heading.get(CHECKSUMS) or {}).get(PACKAGE_CODE))
    return len(versions) > 1


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
        append_text(file, "".join(texts))
        yield group.stop


def measure_deals(
    file: Path,
    heading: Mapping[str, Any],
    informational: Collection[str],
    play: Callable[[Sequence[int]], list[str]],
    deals: int,
    deals_per_group: int,
    pool: Executor | None = None,
    parse: DealParser = parse_deal_file,
) -> Iterator[int]:
    """Play on until the file has so many deals; yields how many there are, whenever some are kept.

    The parameters are those of `resume_deals` and `append_deals`; to the checksums of the heading
    comes that of the code of this package's players.  Raises BottleImpError.
    """
    checksums = {**heading[CHECKSUMS], PACKAGE_CODE: CODE_CHECKSUM[:CODE_DIGITS]}
    heading = {**heading, CHECKSUMS: checksums}
    file.parent.mkdir(parents=True, exist_ok=True)
    done = resume_deals(file, heading, informational, deals, deals_per_group, parse)
    yield done
    yield from append_deals(file, play, range(done, deals), deals_per_group, pool)
