"""The page that says how strong the players are, written from the folder of a tournament."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import isfinite
from pathlib import Path

from bottleimp.analysis.arena.arena_report import format_estimate
from bottleimp.analysis.arena.head_to_head import CHECKPOINT, HeadToHead, MatchupResult
from bottleimp.analysis.arena.ratings import RATING_RESAMPLINGS, ROUNDS_RATED, Strength
from bottleimp.analysis.arena.result_files import write_atomically
from bottleimp.analysis.arena.tournament_report import NEVER_MET, EditionReport
from bottleimp.analysis.evaluation.exploitability_report import exploitability_section
from bottleimp.analysis.evaluation.panel_report import read_panel_results
from bottleimp.analysis.evaluation.responders import NETWORK
from bottleimp.analysis.report.panel_plots import write_panel_plots
from bottleimp.analysis.report.plots import Bar, Curve, bar_chart, line_chart
from bottleimp.analysis.report.strangers_section import strangers_section
from bottleimp.errors import BottleImpError
from bottleimp.players.catalogue import player_kind

CURVE_FILE = "curve.json"
CURVE_SUFFIX = ".curve.json"
X_FIELDS = ("rounds", "seconds")
GAIN_FIELD, GAIN_ERROR_FIELD, AGAINST_FIELD = (
    "gain",
    "gain_error",
    "against",
)  # of points that are looks
MAX_CURVE_POINTS = 240  # of a curve; more are averaged
NORMAL_QUANTILE = 1.96  # standard errors in half an interval of 95 %

INTRODUCTION = f"""\
# How strong the players are

How many points per round each player gains or loses among copies of another, in every mode.
[Computer players](computer-players.md) says what each of them is.

- One side of the table is the one player, all other sides are the other.
  Every deal is played with every side in turn.
- A figure is the mean of the one minus the mean of the others, in points per round.
  After it stands half the width of its 95 % confidence interval, over deals.
- In team modes a whole team is the one player.
  Where the rules double the result of a player without a partner, figures are those before
  doubling; every pair of opposed seats counts the same.
- In the mode Lopaka the points of the third hand, which is called Lopaka and plays by a fixed rule,
  do not count.
- Play stopped at the first look at which the intervals were narrow enough, or at the greatest
  number of deals allowed.
  They were looked at every {CHECKPOINT} deals; some contests had a smaller greatest number.
  *Stopped at* has the half widths that were narrow enough, the first for players without search and
  the others for those that search; and the smallest and the largest number of deals allowed.
  *Deals* are those of the contest that played most.
- The deals come from the arena's own generator, so no player was trained on them.
- In all tables but those among strangers, all players are built from the same networks and rules,
  or are yardsticks.
  [The page about strangers](strangers.md) tells how they do among players of other kinds, on
  average and at worst.

[What counts as a strength claim](../adr/0015-what-counts-as-a-strength-claim.md) says more.
`bottleimp tournament FOLDER --benchmark --page FILE.md` plays all this again, with the players as
they are now, and writes such a page ([Run a tournament](../how-to/run-a-tournament.md)).
"""

TrainingCurves = Mapping[str, list[dict[str, float]]]  # mode -> points of its training


def write_page(
    file: Path,
    found: Sequence[EditionReport],
    levels: Sequence[str],
    curves_folder: Path | None,
    exploitability: Path | None = None,
    panel: Path | None = None,
) -> None:
    """Write the page, and its plots into a folder of the same name beside it.

    `exploitability` is a folder in which `bottleimp exploitability` has measured how much is left,
    `panel` one in which `bottleimp panel` has measured players among strangers.
    """
    training = {} if curves_folder is None else read_curves(curves_folder)
    pictures = dict(plots(found, training))
    folder = file.with_suffix("")
    if pictures:
        folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        write_atomically(folder / name, picture)
    left = () if exploitability is None else exploitability_section(exploitability)
    headline: Iterable[str] = ()
    if panel is not None:
        compared = read_panel_results(panel, NETWORK)
        headline = strangers_section(
            compared, NETWORK, write_panel_plots(folder, compared, NETWORK)
        )
    write_atomically(file, page_text(found, levels, training, folder.name, left, headline))


def read_curves(folder: Path) -> TrainingCurves:
    """The curves below a folder: `MODE/curve.json` or `MODE.curve.json`, lists of points.

    A point has `rounds` and any other numbers; raises BottleImpError for anything else.
    """
    found: dict[str, list[dict[str, float]]] = {}
    for file in sorted([*folder.rglob(CURVE_FILE), *folder.rglob(f"*{CURVE_SUFFIX}")]):
        mode = file.parent.name if file.name == CURVE_FILE else file.name.removesuffix(CURVE_SUFFIX)
        try:
            points = json.loads(file.read_text(encoding="utf-8"))
            found[mode] = [{name: float(one[name]) for name in one} for one in points]
            lacking = [one for one in found[mode] if "rounds" not in one]
        except (ValueError, TypeError, KeyError) as problem:
            raise BottleImpError(f"{file} is no curve of training: {problem!r}") from None
        if lacking:
            raise BottleImpError(f"{file} is no curve of training: a point has no rounds.")
    return {mode: points for mode, points in found.items() if points}


def page_text(
    found: Sequence[EditionReport],
    levels: Sequence[str],
    training: TrainingCurves,
    folder: str,
    exploitability: Iterable[str] = (),
    headline: Iterable[str] = (),
) -> str:
    """The text of the page."""
    parts = [*introduction(found), *headline, *summary_table(found)]
    for one in found:
        parts += edition_section(one, folder)
    parts += levels_section(found, levels)
    parts += exploitability
    parts += training_section(training, folder)
    return "\n".join(parts).rstrip() + "\n"


def introduction(found: Sequence[EditionReport]) -> Iterator[str]:
    """What the figures mean and what they rest on."""
    yield INTRODUCTION
    yield "| edition | players | rounds | deals | stopped at | seed | checksum of all deals |"
    yield "|---|---|---|---|---|---|---|"
    for one in found:
        yield (
            f"| `{one.edition.text}` | {len(one.players)} | {format_count(one.rounds)} |"
            f" {format_count(one.deals)} | {stopping_rules(one)} | {one.seed} |"
            f" `{one.deals_checksum}` |"
        )
    yield ""
    yield from provenance_warnings(found)


def provenance_warnings(found: Sequence[EditionReport]) -> Iterator[str]:
    """Which results may not be those of the players as they are now."""
    stale = [name for one in found for name in one.outdated_weight_files]
    unsaid = sum(len(one.unknown_weight_files) for one in found)
    if stale:
        yield "Played with earlier weights of the networks: " + ", ".join(
            f"`{name}`" for name in stale
        )
        yield ""
    if unsaid:
        yield (
            f"{unsaid} files of results do not say with which weights of the networks they were"
            " played: perhaps with earlier ones."
        )
        yield ""
    if earlier := sum(len(one.outdated_code_files) for one in found):
        yield f"In {earlier} files of results the players of this package had other code than now."
        yield ""
    if untold := sum(len(one.unknown_code_files) for one in found):
        yield (
            f"{untold} files of results do not say which code the players of this package had:"
            " perhaps earlier code."
        )
        yield ""


def stopping_rules(found: EditionReport) -> str:
    """When contests of two were to stop: all widths and numbers of deals that were asked for."""
    widths = ", ".join(
        f"{until:g}"
        for until in sorted(
            {d.target_half_width for d in found.head_to_heads if d.target_half_width}
        )
    )
    most = sorted({comparison.max_deals for comparison in found.head_to_heads})
    ends = " to ".join(format_count(deals) for deals in dict.fromkeys([*most[:1], *most[-1:]]))
    parts = (f"± {widths}" if widths else "", f"{ends} deals" if ends else "")
    return "; ".join(part for part in parts if part)


def summary_table(found: Sequence[EditionReport]) -> Iterator[str]:
    """Who is how strong, in one line for each edition."""
    yield "## At a glance"
    yield ""
    yield "Points per round above the mean of all players in the row, the strongest first."
    yield ""
    yield "| edition | players |"
    yield "|---|---|"
    for one in found:
        players = ", ".join(f"`{s.player}` {s.value:+.1f}" for s in one.strengths)
        if not one.have_met:
            players = NEVER_MET
        yield f"| [{one.edition.text}](#{anchor(one.edition.text)}) | {players} |"
    yield ""


def anchor(heading: str) -> str:
    """The name by which a link leads to a heading."""
    kept = "".join(letter for letter in heading.lower() if letter.isalnum() or letter in "-_ ")
    return kept.replace(" ", "-")


def edition_section(found: EditionReport, folder: str) -> Iterator[str]:
    """Tables and plot of one edition."""
    yield f"## {found.edition.text}"
    yield ""
    results = [(comparison, s) for comparison in found.head_to_heads for s in comparison.results]
    light = [name for name in found.players if not is_search_player(name)]
    crossed = {
        (s.player, s.against): s
        for _, s in sorted(results, key=lambda row: row[0].deals)  # of two, that with more deals
        if {s.player, s.against} <= set(light)
    }
    if crossed:
        yield (
            "One player, in the row, among copies of another, in the column; players without"
            " search:"
        )
        yield ""
        yield from cross_table([n for n in light if any(n in pair for pair in crossed)], crossed)
        yield ""
    heavy = [
        (d, s) for d, s in results if is_search_player(s.player) or is_search_player(s.against)
    ]
    if heavy:
        yield "Players that search, one among the others:"
        yield ""
        yield from comparison_table(sorted(heavy, key=lambda row: row_order(found, row[1])))
        yield ""
    yield from ratings_table(found)
    yield ""
    words = f"Points a round over the mean of the pool in {found.edition.text}"
    yield f"![{words}]({folder}/{plot_name(found)})"
    yield ""


def row_order(found: EditionReport, one: MatchupResult) -> tuple[int, int]:
    """Where a row stands in a table: the strongest first."""
    return found.players.index(one.player), found.players.index(one.against)


def is_search_player(name: str) -> bool:
    """Whether the player of this name searches."""
    return player_kind(name).budget_spec is not None


def cross_table(
    names: Sequence[str], found: Mapping[tuple[str, str], MatchupResult]
) -> Iterator[str]:
    """A row for the one, a column for the others."""
    yield f"| | {' | '.join(f'`{name}`' for name in names)} |"
    yield f"|---{'|---' * len(names)}|"
    for one in names:
        cells = [
            format_difference(found[one, other]) if (one, other) in found else "" for other in names
        ]
        yield f"| `{one}` | {' | '.join(cells)} |"


def comparison_table(rows: Sequence[tuple[HeadToHead, MatchupResult]]) -> Iterator[str]:
    """Player by player, with own points and the share of rounds that end with the bottle."""
    headings = (
        "one | among | difference | own points | others | ends stuck | others | deals | rounds"
    )
    yield f"| {headings} |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for comparison, one in rows:
        yield (
            f"| `{one.player}` | `{one.against}` | {format_difference(one)} | {one.own.mean:.1f} |"
            f" {one.others.mean:.1f} | {one.owner_rate.mean:.1%} |"
            f" {one.others_owner_rate.mean:.1%} |"
            f" {format_count(comparison.deals)} | {format_count(comparison.rounds)} |"
        )


def ratings_table(found: EditionReport) -> Iterator[str]:
    """The numbers of every player of the pool."""
    fields = [{one.player: one for one in pool.strengths} for pool in found.pools]
    titles = [f"mixed line-ups of {len(pool.players)}" for pool in found.pools]
    yield (
        "All rounds together. *Points* a round are those over the mean of all players here, by"
        " least squares, with the 95 % confidence interval over resampled deals. *OpenSkill* is the"
        f" rating by that library, the mean and the spread of {RATING_RESAMPLINGS} drawings of at"
        f" most {format_count(ROUNDS_RATED)} rounds."
    )
    yield ""
    if not found.have_met:
        yield f"{NEVER_MET}."
        yield ""
    yield f"| player | points | OpenSkill |{''.join(f' {title} |' for title in titles)}"
    yield f"|---|---|---|{'---|' * len(titles)}"
    for one, rated in zip(found.strengths, found.ratings, strict=True):
        more = "".join(
            f" {format_interval(pool[one.player]) if one.player in pool else ''} |"
            for pool in fields
        )
        rating = format_interval(rated, sign="")
        yield f"| `{one.player}` | {format_interval(one)} | {rating} |{more}"


def levels_section(found: Sequence[EditionReport], levels: Sequence[str]) -> Iterator[str]:
    """Each level against the one below it."""
    rows = [
        (one.edition.text, comparison, s)
        for one in found
        for below, level in pairwise(levels)
        for comparison in one.head_to_heads
        for s in comparison.results
        if (s.player, s.against) == (level, below)
    ]
    if not rows:
        return
    yield "## Levels"
    yield ""
    yield "One player of each level among copies of the level below."
    yield ""
    yield "| edition | level | below | difference | deals |"
    yield "|---|---|---|---|---|"
    for edition, comparison, one in rows:
        yield (
            f"| `{edition}` | `{one.player}` | `{one.against}` | {format_difference(one)} |"
            f" {format_count(comparison.deals)} |"
        )
    yield ""


def training_section(training: TrainingCurves, folder: str) -> Iterator[str]:
    """The curves of training."""
    if not training:
        return
    yield "## Curves of training"
    yield ""
    yield "| mode | rounds of self-play | hours |"
    yield "|---|---|---|"
    for mode, points in training.items():
        hours = points[-1].get("seconds", 0) / 3600
        yield f"| {mode} | {format_count(int(points[-1]['rounds']))} | {hours:.1f} |"
    for mode in training:
        yield ""
        yield f"![How training went in the mode {mode}]({folder}/training-{mode}.svg)"
    yield ""


def plots(found: Sequence[EditionReport], training: TrainingCurves) -> Iterator[tuple[str, str]]:
    """The pictures by name."""
    for one in found:
        rows = [Bar(s.player, s.value, s.low, s.high) for s in one.strengths]
        title = f"{one.edition.text}: strength of the pool"
        yield plot_name(one), bar_chart(title, "points a round over the mean", rows)
    for mode, points in training.items():
        panels = [*gain_curve(points), *loss_curves(points)]
        if panels:
            yield f"training-{mode}.svg", line_chart(f"Training, mode {mode}", "rounds", panels)


def gain_curve(points: Sequence[Mapping[str, float]]) -> Iterator[Curve]:
    """What was gained over the frozen players, or over the snapshot before."""
    looks = [one for one in points if GAIN_FIELD in one]
    if looks:
        among = " among the snapshot before" if AGAINST_FIELD in looks[-1] else ""
        yield Curve(
            f"points a round gained{among}, with its interval of 95 %",
            [(one["rounds"], one[GAIN_FIELD]) for one in looks],
            [NORMAL_QUANTILE * one.get(GAIN_ERROR_FIELD, 0.0) for one in looks],
        )


def loss_curves(points: Sequence[Mapping[str, float]]) -> Iterator[Curve]:
    """The losses, each by its name."""
    others = (*X_FIELDS, GAIN_FIELD, GAIN_ERROR_FIELD, AGAINST_FIELD)
    for name in dict.fromkeys(name for one in points for name in one if name not in others):
        yield Curve(name, downsample([(p["rounds"], p[name]) for p in points if name in p]))


def downsample(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points, neighbours taken together where they are many."""
    size = -(-len(points) // MAX_CURVE_POINTS)
    groups = [points[start : start + size] for start in range(0, len(points), size)]
    return [
        (sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group))
        for group in groups
    ]


def plot_name(found: EditionReport) -> str:
    """The file of an edition's plot."""
    return f"{found.edition.text.replace('/', '-').replace(',', '-')}.svg"


def format_difference(one: MatchupResult) -> str:
    """A gain and half the width of its interval."""
    return format_estimate(one.difference, "+.1f")


def format_interval(one: Strength, sign: str = "+") -> str:
    """A number between the ends of its interval; a dash where too little is known for one."""
    ends = f"{one.low:{sign}.1f} to {one.high:{sign}.1f}" if isfinite(one.high) else "-"
    return f"{one.value:{sign}.1f} ({ends})"


def format_count(number: int) -> str:
    """A whole number with commas between thousands."""
    return f"{number:,}"
