"""The headline of the page about strength: how the players do among strangers."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bottleimp.analysis.arena.arena_report import format_estimate, format_share
from bottleimp.analysis.evaluation.panel_report import PanelComparison, least
from bottleimp.analysis.report.panel_plots import PLOT_TITLES, worst_gain

HEADINGS = (
    "edition", "player", "own points, mean", "at worst", "more than the others, mean", "at worst",
    "ends stuck", "own points beside {baseline}, mean", "at worst", "deals",
)  # fmt: skip


def strangers_section(
    comparisons: Sequence[PanelComparison], baseline: str, plots: Sequence[Path]
) -> Iterator[str]:
    """Mean and worst of every player over the members of the panel, then the plots, in a folder."""
    yield "## Among strangers"
    yield ""
    yield (
        "The figures that tell most: one player among copies of a member of a panel with which no"
        " player here was trained."
    )
    yield (
        "Most of these play in quite another way; `reference`, in `classic/4`, is an early version"
        " of the network itself."
    )
    yield (
        "The mean is over those members among which all players of an edition have played, and each"
        " column *at worst* is the figure among the member"
        " where it is least; [Among strangers](strangers.md) says who they are."
    )
    yield (
        "*Ends stuck* is the share of rounds at whose end it owns the bottle (of a small one stands"
        " what it is at most, with 95 % confidence), and *own points"
        f" beside `{baseline}`* are its own minus those of `{baseline}` in the same seats on the"
        " same deals."
    )
    yield ""
    yield "| " + " | ".join(h.format(baseline=f"`{baseline}`") for h in HEADINGS) + " |"
    yield "|" + "---|" * len(HEADINGS)
    for one in comparisons:
        if one.has_mean:
            yield "| " + " | ".join(headline_row(one)) + " |"
    yield ""
    for plot in plots:
        yield f"![{PLOT_TITLES[plot.name]}]({plot.parent.name}/{plot.name})"
        yield ""


def headline_row(one: PanelComparison) -> tuple[str, ...]:
    """The figures of one player in one edition."""
    mean, members = one.mean, one.of_shared
    own = least([of.own for of in members.values()])
    difference = least([of.difference for of in members.values()])
    gained = [] if mean.gain is None else [mean.gain, worst_gain(one)]
    signed = [format_estimate(found, "+.1f") for found in (mean.difference, difference, *gained)]
    return (
        f"`{one.results.edition}`", f"`{one.results.player}`",
        format_estimate(mean.own, ".1f"), format_estimate(own, ".1f"), *signed[:2],
        format_share(mean.owner_rate), *(signed[2:] or ("", "")), str(mean.deals),
    )  # fmt: skip
