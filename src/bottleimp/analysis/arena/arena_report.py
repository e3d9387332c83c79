"""What the arena found, as a table for people and as JSON for programs."""

from collections.abc import Sequence
from math import isfinite

import bottleimp
from bottleimp.analysis.arena.head_to_head import CHECKPOINT, HeadToHead, MatchupResult
from bottleimp.analysis.arena.result_files import finite_or_none, json_text
from bottleimp.analysis.arena.statistics import (
    CONFIDENCE,
    MIN_ANYTIME_COUNT,
    Estimate,
    largest_share,
    smallest_share,
)
from bottleimp.analysis.arena.variance_reduction import AdjustedEstimate, VarianceReducedComparison
from bottleimp.parsing import count_text

VARIANCE_REDUCED_HEADINGS = (
    "player",
    "among",
    "difference",
    "95 %",
    "a deal narrower",
    "a round narrower",
)
JSON_FORMAT_VERSION = 1  # grows when a reader must change
CHECKSUM_DIGITS = 12
MIN_CROSS_TABLE_PLAYERS = 3
MAX_SMALL_SHARE = 0.25  # a share as near to 0 or 1 may be reported by its bound
HEADINGS = ("player", "among", "difference", "95 %", "own", "others", "stuck", "others")


def format_report(comparisons: Sequence[HeadToHead]) -> str:
    """The comparisons of one edition as a table, with a cross-table when there are several."""
    lines = []
    for found in comparisons:
        lines += [heading(found), *stopping_rule_lines(found)]
        if found.deals == 1:
            lines.append("  one deal alone has no interval")
    rows = [
        HEADINGS,
        *(result_row(result) for found in comparisons for result in found.results),
    ]
    lines += align_columns(rows)
    adjusted = [found for found in comparisons if found.variance_reduced is not None]
    if adjusted:
        lines += ["", *variance_reduced_table(adjusted)]
    names = list(dict.fromkeys(s.player for found in comparisons for s in found.results))
    if len(names) >= MIN_CROSS_TABLE_PLAYERS:
        lines += [
            "",
            "one of the row among the column:",
            *align_columns(cross_table(comparisons, names)),
        ]
    return "\n".join(lines) + "\n"


def heading(found: HeadToHead) -> str:
    """What was played."""
    one = found.results[0]
    return (
        f"{found.edition.text}: {one.player} and {one.against},"
        f" {count_text(found.deals, 'deal')}, {count_text(found.rounds, 'round')},"
        f" seed {found.seed}, deals {found.checksum[:CHECKSUM_DIGITS]}"
    )


def stopping_rule_lines(found: HeadToHead) -> list[str]:
    """Where play could stop early: by what rule, and whether it did."""
    lines = []
    looks = f"looked at every {CHECKPOINT} deals, at most {found.max_deals}"
    if found.target_half_width is not None:
        end = "reached" if found.is_precise else "not reached"
        lines.append(f"  sequential stopping at +-{found.target_half_width:g}, {looks}: {end}")
    if found.until_decided:
        end = "decided" if found.is_decided else "not decided"
        few = found.deals < MIN_ANYTIME_COUNT
        meant = f" (meant for {MIN_ANYTIME_COUNT} deals or more)" if few else ""
        lines += [
            f"  stopping once both differences are told from zero, {looks}: {end}",
            f"  intervals are those of confidence sequences, which hold at every look{meant}",
        ]
    return lines


def result_row(result: MatchupResult) -> tuple[str, ...]:
    """A line of the table."""
    return (
        result.player,
        result.against,
        f"{result.difference.mean:+.2f}",
        format_half_width(result.difference),
        f"{result.own.mean:.2f}",
        f"{result.others.mean:.2f}",
        f"{result.owner_rate.mean:.1%}",
        f"{result.others_owner_rate.mean:.1%}",
    )


def variance_reduced_table(comparisons: Sequence[HeadToHead]) -> list[str]:
    """The differences with reduced variance, and how much narrower that made them."""
    rows: list[tuple[str, ...]] = [VARIANCE_REDUCED_HEADINGS]
    for found in comparisons:
        assert found.variance_reduced is not None
        one, other = found.results
        single = format_factor(found.variance_reduced.rounds.narrowing_factor)
        rows.append((one.player, one.against, *adjusted_cells(found.variance_reduced.one), single))
        rows.append(
            (other.player, other.against, *adjusted_cells(found.variance_reduced.other), "")
        )
    names = ", ".join(
        dict.fromkeys(
            f.variance_reduced.value_function_name
            for f in comparisons
            if f.variance_reduced is not None
        )
    )
    return [f"without luck, as the values of {names} tell it:", *align_columns(rows)]


def adjusted_cells(found: AdjustedEstimate) -> tuple[str, str, str]:
    """The mean, half the width of its interval, and how many times as wide it was."""
    return (
        f"{found.adjusted.mean:+.2f}",
        format_half_width(found.adjusted),
        format_factor(found.narrowing_factor),
    )


def cross_table(comparisons: Sequence[HeadToHead], names: Sequence[str]) -> list[tuple[str, ...]]:
    """One of the row among the column, with half the width of the interval."""
    found = {
        (s.player, s.against): f"{s.difference.mean:+.2f} {format_half_width(s.difference)}"
        for comparison in sorted(comparisons, key=lambda one: one.deals)  # of two, the longer one
        for s in comparison.results
    }
    return [
        ("", *names),
        *((one, *(found.get((one, other), "") for other in names)) for one in names),
    ]


def align_columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The rows in columns: names to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for cells in rows:
        padded = [
            cell.rjust(width) if is_number(cell) else cell.ljust(width)
            for cell, width in zip(cells, widths, strict=True)
        ]
        lines.append("  " + "  ".join(padded).rstrip())
    return lines


def is_number(cell: str) -> bool:
    """Whether the cell begins as a number does."""
    return cell[:1] in set("+-0123456789")


def as_json(comparisons: Sequence[HeadToHead]) -> str:
    """Everything found, with full precision; the same text for the same deals and players."""
    return json_text(
        {
            "format": JSON_FORMAT_VERSION,
            "program": bottleimp.__version__,
            "confidence": CONFIDENCE,
            "duels": [head_to_head_as_json(found) for found in comparisons],
        },
        indent=2,
    )


def head_to_head_as_json(found: HeadToHead) -> dict[str, object]:
    """A comparison by name."""
    return {
        "edition": found.edition.text,
        "seed": found.seed,
        "deals": found.deals,
        "most_deals": found.max_deals,
        "until_interval": found.target_half_width,
        "is_narrow": found.is_precise,
        "until_decided": found.until_decided,
        "is_decided": found.is_decided,
        "rounds": found.rounds,
        "checksum": found.checksum,
        "standings": [matchup_result_as_json(s) for s in found.results],
        **(
            {}
            if found.variance_reduced is None
            else {"without_luck": variance_reduced_as_json(found.variance_reduced)}
        ),
    }


def format_half_width(found: Estimate) -> str:
    """Half the width of the interval; a dash where there is none."""
    width = found.half_width()
    return f"+-{width:.2f}" if isfinite(width) else "-"


def format_estimate(found: Estimate, figures: str = ".2f") -> str:
    """A mean and half the width of its interval, in figures such as ".0%" or, signed, "+.2f".

    A dash is in the place of the width where the values tell none: one alone, or all alike.
    """
    width = found.half_width()
    has_width = isfinite(width) and width > 0
    told = format(width, figures.removeprefix("+")) if has_width else "-"
    return f"{found.mean:{figures}} ± {told}"


def format_share(found: Estimate, figures: str = ".1%") -> str:
    """A share and half the width of its interval; near 0 or 1 the most or the least it may be."""
    is_narrow = found.standard_error == 0 or found.low < 0 or found.high > 1
    if found.count > 1 and is_narrow and found.mean < MAX_SMALL_SHARE:
        return f"{max(found.mean, 0):{figures}}, at most {largest_share(found):{figures}}"
    if found.count > 1 and is_narrow and found.mean > 1 - MAX_SMALL_SHARE:
        return f"{min(found.mean, 1):{figures}}, at least {smallest_share(found):{figures}}"
    return format_estimate(found, figures)


def format_factor(factor: float) -> str:
    """How many times, in figures; a dash where one deal tells nothing."""
    return f"{factor:.2f}" if isfinite(factor) else "-"


def variance_reduced_as_json(found: VarianceReducedComparison) -> dict[str, object]:
    """The differences without luck, and how many times as wide the spread was with it."""
    return {
        "values": found.value_function_name,
        "differences": [estimate_as_json(one.adjusted) for one in (found.one, found.other)],
        "narrower": [finite_or_none(one.narrowing_factor) for one in (found.one, found.other)],
        "narrower_by_round": finite_or_none(found.rounds.narrowing_factor),
    }


def matchup_result_as_json(result: MatchupResult) -> dict[str, object]:
    """A result by name; per player and round, before anybody is doubled."""
    return {
        "player": result.player,
        "against": result.against,
        "difference": estimate_as_json(result.difference),
        "own": estimate_as_json(result.own),
        "others": estimate_as_json(result.others),
        "stuck": estimate_as_json(result.owner_rate),
        "others_stuck": estimate_as_json(result.others_owner_rate),
    }


def estimate_as_json(found: Estimate) -> dict[str, float | int | None]:
    """A mean with its interval; what one value cannot tell is null."""
    one = found.count == 1
    return {
        "mean": found.mean,
        "standard_error": None if one else found.standard_error,
        "low": None if one else found.low,
        "high": None if one else found.high,
        "count": found.count,
    }
