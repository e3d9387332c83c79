"""What the arena found, as a table for people and as JSON for programs."""

from collections.abc import Sequence
from math import isfinite

import bottleimp
from bottleimp.analysis.arena.head_to_head import CHECKPOINT, Duel, Standing
from bottleimp.analysis.arena.result_files import finite, json_text
from bottleimp.analysis.arena.statistics import CONFIDENCE, Estimate
from bottleimp.analysis.arena.variance_reduction import Adjusted, WithoutLuck

LUCK_HEADINGS = ("player", "among", "difference", "95 %", "a deal narrower", "a round narrower")
JSON_FORMAT = 1  # grows when a reader must change
CHECKSUM_SHOWN = 12
FEWEST_TO_CROSS = 3
HEADINGS = ("player", "among", "difference", "95 %", "own", "others", "stuck", "others")


def report(duels: Sequence[Duel]) -> str:
    """The duels of one edition as a table, with a cross-table when there are several."""
    lines = []
    for found in duels:
        lines += [heading(found), *stopping(found)]
    rows = [HEADINGS, *(row(standing) for found in duels for standing in found.standings)]
    lines += aligned(rows)
    lucky = [found for found in duels if found.luck is not None]
    if lucky:
        lines += ["", *without_luck_table(lucky)]
    names = list(dict.fromkeys(s.player for found in duels for s in found.standings))
    if len(names) >= FEWEST_TO_CROSS:
        lines += ["", "one of the row among the column:", *aligned(cross_table(duels, names))]
    return "\n".join(lines) + "\n"


def heading(found: Duel) -> str:
    """What was played."""
    one = found.standings[0]
    return (
        f"{found.edition.text}: {one.player} and {one.against},"
        f" {counted(found.deals, 'deal')}, {counted(found.rounds, 'round')},"
        f" seed {found.seed}, deals {found.checksum[:CHECKSUM_SHOWN]}"
    )


def counted(number: int, thing: str) -> str:
    """So many things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def stopping(found: Duel) -> list[str]:
    """Where play could stop early: by what rule, and whether it did."""
    if found.until is None:
        return []
    end = "reached" if found.is_narrow else "not reached"
    rule = f"+-{found.until:g}, looked at every {CHECKPOINT} deals, at most {found.most_deals}"
    return [f"  sequential stopping at {rule}: {end}"]


def row(standing: Standing) -> tuple[str, ...]:
    """A line of the table."""
    return (
        standing.player,
        standing.against,
        f"{standing.difference.mean:+.2f}",
        f"+-{standing.difference.half_width():.2f}",
        f"{standing.own.mean:.2f}",
        f"{standing.others.mean:.2f}",
        f"{standing.stuck.mean:.1%}",
        f"{standing.others_stuck.mean:.1%}",
    )


def without_luck_table(duels: Sequence[Duel]) -> list[str]:
    """The differences again, luck taken away, and how much narrower that made them."""
    rows: list[tuple[str, ...]] = [LUCK_HEADINGS]
    for found in duels:
        assert found.luck is not None
        one, other = found.standings
        single = times(found.luck.rounds.factor)
        rows.append((one.player, one.against, *luck_cells(found.luck.one), single))
        rows.append((other.player, other.against, *luck_cells(found.luck.other), ""))
    names = ", ".join(dict.fromkeys(f.luck.values for f in duels if f.luck is not None))
    return [f"without luck, as the values of {names} tell it:", *aligned(rows)]


def luck_cells(found: Adjusted) -> tuple[str, str, str]:
    """The mean, half the width of its interval, and how many times as wide it was."""
    return (
        f"{found.adjusted.mean:+.2f}",
        f"+-{found.adjusted.half_width():.2f}",
        times(found.factor),
    )


def cross_table(duels: Sequence[Duel], names: Sequence[str]) -> list[tuple[str, ...]]:
    """One of the row among the column, with half the width of the interval."""
    found = {
        (s.player, s.against): f"{s.difference.mean:+.2f} +-{s.difference.half_width():.2f}"
        for duel in duels
        for s in duel.standings
    }
    return [
        ("", *names),
        *((one, *(found.get((one, other), "") for other in names)) for one in names),
    ]


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
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


def as_json(duels: Sequence[Duel]) -> str:
    """Everything found, with full precision; the same text for the same deals and players."""
    return json_text(
        {
            "format": JSON_FORMAT,
            "program": bottleimp.__version__,
            "confidence": CONFIDENCE,
            "duels": [duel_as_json(found) for found in duels],
        },
        indent=2,
    )


def duel_as_json(found: Duel) -> dict[str, object]:
    """A duel by name."""
    return {
        "edition": found.edition.text,
        "seed": found.seed,
        "deals": found.deals,
        "most_deals": found.most_deals,
        "until_interval": found.until,
        "is_narrow": found.is_narrow,
        "rounds": found.rounds,
        "checksum": found.checksum,
        "standings": [standing_as_json(s) for s in found.standings],
        **({} if found.luck is None else {"without_luck": luck_as_json(found.luck)}),
    }


def times(factor: float) -> str:
    """How many times, in figures; a dash where one deal tells nothing."""
    return f"{factor:.2f}" if isfinite(factor) else "-"


def luck_as_json(luck: WithoutLuck) -> dict[str, object]:
    """The differences without luck, and how many times as wide the spread was with it."""
    return {
        "values": luck.values,
        "differences": [estimate_as_json(one.adjusted) for one in (luck.one, luck.other)],
        "narrower": [finite(one.factor) for one in (luck.one, luck.other)],
        "narrower_by_round": finite(luck.rounds.factor),
    }


def standing_as_json(standing: Standing) -> dict[str, object]:
    """A standing by name; per player and round, before anybody is doubled."""
    return {
        "player": standing.player,
        "against": standing.against,
        "difference": estimate_as_json(standing.difference),
        "own": estimate_as_json(standing.own),
        "others": estimate_as_json(standing.others),
        "stuck": estimate_as_json(standing.stuck),
        "others_stuck": estimate_as_json(standing.others_stuck),
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
