"""Three plots of players among the panel: gains on average, at worst, and ends with the bottle."""

from collections.abc import Callable, Sequence
from pathlib import Path

from bottleimp.analysis.arena.result_files import write_atomically
from bottleimp.analysis.arena.statistics import Estimate
from bottleimp.analysis.evaluation.panel_report import PanelComparison, least
from bottleimp.analysis.report.plots import Bar, Picture, bar_chart

MEAN_PLOT, WORST_PLOT, STUCK_PLOT = "mean-gain.svg", "worst-gain.svg", "stuck.svg"
PLOT_TITLES = {
    MEAN_PLOT: "What each player makes more than the baseline among strangers, on average",
    WORST_PLOT: "The same among the member where it is least",
    STUCK_PLOT: "In how many of a hundred rounds each player ends with the bottle among strangers",
}
PERCENT = 100


def panel_plots(comparisons: Sequence[PanelComparison], baseline: str) -> dict[str, Picture]:
    """The plots by the names of their files; those of gains only where somebody has some."""
    compared = [one for one in comparisons if one.has_mean]
    gained = [one for one in compared if one.mean.gain is not None]
    found = {}
    if gained:
        unit = f"own points a round, less those of {baseline} in the same seats"
        found[MEAN_PLOT] = bar_chart("Among strangers, on average", unit, bars(gained, mean_gain))
        found[WORST_PLOT] = bar_chart("Among strangers, at worst", unit, bars(gained, worst_gain))
    found[STUCK_PLOT] = bar_chart(
        "Rounds that end with the bottle, among strangers", "in a hundred rounds",
        bars(compared, lambda one: one.mean.owner_rate, PERCENT),
    )  # fmt: skip
    return found


def bars(
    comparisons: Sequence[PanelComparison], figure: Callable[[PanelComparison], Estimate],
    scale: float = 1,
) -> list[Bar]:  # fmt: skip
    """A bar for each edition and player, editions together."""
    editions = list(dict.fromkeys(one.results.edition for one in comparisons))
    rows = []
    for one in sorted(comparisons, key=lambda one: editions.index(one.results.edition)):
        found = figure(one)
        name = f"{one.results.edition}, {one.results.player}"
        rows.append(Bar(name, *(scale * x for x in (found.mean, found.low, found.high))))
    return rows


def mean_gain(one: PanelComparison) -> Estimate:
    """What the player makes more than the baseline, on average over the members."""
    gain = one.mean.gain
    assert gain is not None
    return gain


def worst_gain(one: PanelComparison) -> Estimate:
    """The same for the member among which it is least."""
    return least([each.gain for each in one.of_shared.values() if each.gain is not None])


def write_panel_plots(
    folder: Path, comparisons: Sequence[PanelComparison], baseline: str
) -> list[Path]:
    """Write the plots into a folder, which is made if there is none; their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, picture in panel_plots(comparisons, baseline).items():
        write_atomically(folder / name, picture)
        files.append(folder / name)
    return files
