"""What players give away at their choices, as a table for a terminal or for a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.arena_report import format_estimate, format_share
from bottleimp.analysis.arena.lineups import playing_sides
from bottleimp.analysis.arena.statistics import Estimate, estimate
from bottleimp.analysis.evaluation.deal_files import CHECKSUMS, parse_deal_file, read_lines
from bottleimp.analysis.evaluation.exploitability_report import markdown_table
from bottleimp.analysis.evaluation.regret import (
    FORMAT_VERSION,
    JudgedChoice,
    RegretMeasurement,
    judged_choice_from,
    regrets_of,
)
from bottleimp.errors import BottleImpError
from bottleimp.rules.editions import edition_from_text

HEADINGS = ("player", "a choice", "a round", "as the judge", "deals")

EXPLANATION = """\
What players give away, by a judge that sees what they see and plays thousands of believed worlds to
the end: points less than the best action, at one choice drawn from each round, and what that comes
to for a seat over a whole round.  Intervals of 95 %, and a dash where the choices tell none: one
alone, or all alike.
"As the judge" is the share of choices that the judge thinks best too; of one near 0 or 1 stands
what it is at most or at least."""


@dataclass(frozen=True)
class RegretResults:
    """All that stands in one file."""

    measurement: RegretMeasurement
    choices: Sequence[JudgedChoice]

    def a_choice(self, player: int) -> Estimate:
        """What this player gives away at a choice; points."""
        return estimate(regrets_of(self.choices, player).tolist())

    def a_round(self, player: int) -> Estimate:
        """What it gives away in a round, as one seat; points."""
        edition = edition_from_text(self.measurement.edition)
        seats = sum(map(len, playing_sides(edition)))
        counts = np.array([one.choices_in_round for one in self.choices]) / seats
        return estimate((regrets_of(self.choices, player) * counts).tolist())

    def agreement(self, player: int) -> Estimate:
        """The share of its choices that the judge thinks best too."""
        return estimate([float(one.is_best(player)) for one in self.choices])


def read_regret(file: Path) -> RegretResults:
    """What stands in the file; raises BottleImpError for a file of another kind."""
    heading, rows = parse_deal_file(file, read_lines(file))
    try:
        if heading.pop("format") != FORMAT_VERSION:
            raise BottleImpError(f"{file} has another format; this program reads {FORMAT_VERSION}.")
        heading.pop(CHECKSUMS, None)
        heading |= {name: tuple(heading[name]) for name in ("players", "labels")}
        return RegretResults(
            RegretMeasurement(**heading), [judged_choice_from(row) for row in rows]
        )
    except (ValueError, TypeError, KeyError) as problem:
        raise BottleImpError(f"{file} holds no choices that were judged: {problem!r}") from None


def read_regrets(folder: Path) -> list[RegretResults]:
    """What stands in the folder; raises BottleImpError for a file of another kind."""
    return [read_regret(file) for file in sorted(folder.rglob("*.jsonl"))]


def regret_section(folder: Path) -> Iterator[str]:
    """A table for each measurement; nothing if there is nothing in the folder."""
    found = [one for one in read_regrets(folder) if one.choices]
    if found:
        yield EXPLANATION
    for one in found:
        what = one.measurement
        by = "the package's network" if what.judge_file is None else file_name(what.judge_file)
        yield ""
        yield (
            f"`{what.edition}`, rounds of `{what.population_label}`, judged in"
            f" {2 * what.judge_worlds:,} worlds by {by}:"
        )
        yield ""
        yield from markdown_table(HEADINGS, list(regret_rows(one)))


def regret_rows(found: RegretResults) -> Iterator[tuple[str, ...]]:
    """A row for each player, who gives away least first."""
    order = sorted(
        range(len(found.measurement.labels)), key=lambda player: found.a_choice(player).mean
    )
    for player in order:
        yield (
            f"`{found.measurement.labels[player]}`",
            format_estimate(found.a_choice(player)), format_estimate(found.a_round(player)),
            format_share(found.agreement(player), ".0%"), str(len(found.choices)),
        )  # fmt: skip


def file_name(file: str) -> str:
    """A file as tables name it, by the last part of its path."""
    return f"`{Path(file).name}`"
