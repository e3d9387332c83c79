"""What players came to among the panel: each member, the mean over all, and the worst of them.

A player is compared with a baseline in the same seats on the same deals, which measurements with
the same seed have; among members where the seeds differ there is no comparison.  Where the baseline
has played more deals among a member, its results serve as a surrogate: a regression on them narrows
the player's own figures, and shifts their mean by less and less, the more deals there are.  Means
and worst are over members among which all players shown in the edition have played.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.arena_report import estimate_as_json, format_estimate, format_share
from bottleimp.analysis.arena.paired_deals import Block
from bottleimp.analysis.arena.statistics import Estimate, estimate
from bottleimp.analysis.evaluation.exploitability_report import markdown_table
from bottleimp.analysis.evaluation.panel import read_panel
from bottleimp.analysis.evaluation.panel_measurement import read_panel_blocks
from bottleimp.kernel.arrays import FloatArray

HEADINGS = ("player", "among", "own points", "difference", "stuck", "own less", "deals")
MEAN, WORST = "mean", "worst"
MIN_DEALS_FITTED = 20  # with fewer, no regression is fitted
FITTED = 2  # numbers that a regression fits: a mean and a slope
FEW_MEMBERS = 2  # from so many on, there is a mean of them

EXPLANATION = """\
One player among copies of a member of the panel, in every seat in turn; what was measured with the
same seed is on the same deals.
Points a round with intervals of 95 %: the player's own, and less the mean of the others.
"Stuck" is the share of rounds that it ends as owner of a bottle; of a small one stands what it is
at most, since half a width would be too short.
"Own less" compares its own points with those of the baseline in the same seats.
The mean is over the members among which all players of the table have played.
The worst is the least of each column (of "stuck" the most), with the interval of that member alone.
A dash stands for half a width where the deals tell none: one alone, or all alike.
"""

BlockValue = Callable[[Block], float]


@dataclass(frozen=True)
class PanelFigures:
    """What a player came to among a member, or among all on average."""

    own: Estimate
    difference: Estimate
    owner_rate: Estimate
    gain: Estimate | None  # own points less those of the baseline; None for the baseline itself
    deals: int


@dataclass(frozen=True)
class PlayerResults:
    """The blocks of one player in one edition, deal by deal, for each member."""

    edition: str
    player: str
    blocks: Mapping[str, Sequence[Block]]  # member -> deal -> block
    seeds: Mapping[str, int]  # member -> what fixes the deals that were played among it

    def values(self, members: Sequence[str], value: BlockValue) -> FloatArray:
        """For every deal that all these members have played, the mean over them."""
        count = min(len(self.blocks[member]) for member in members)
        table = [[value(block) for block in self.blocks[member][:count]] for member in members]
        mean: FloatArray = np.array(table, np.float64).mean(axis=0)
        return mean

    def has_same_deals(self, other: "PlayerResults", members: Sequence[str]) -> bool:
        """Whether both have played the same deals among each of these members."""
        return all(self.seeds.get(member) == other.seeds.get(member) for member in members)


@dataclass(frozen=True)
class PanelComparison:
    """A player beside the baseline of its edition, compared where both had the same deals."""

    results: PlayerResults
    baseline: PlayerResults | None
    shared: frozenset[str]  # members among which all players of the edition have played

    @cached_property
    def of_members(self) -> dict[str, PanelFigures]:
        """The figures for each member."""
        return {member: self.figures([member]) for member in self.results.blocks}

    @cached_property
    def of_shared(self) -> dict[str, PanelFigures]:
        """The figures for each member that can be compared with those of the other players."""
        return {name: found for name, found in self.of_members.items() if name in self.shared}

    @property
    def has_mean(self) -> bool:
        """Whether there are any such members."""
        return bool(self.of_shared)

    @cached_property
    def mean(self) -> PanelFigures:
        """The figures for the mean over these, if there are any."""
        return self.figures(list(self.of_shared))

    def figures(self, members: Sequence[str]) -> PanelFigures:
        """The figures for the mean over some members."""
        base = self.baseline
        if base is not None and not self.results.has_same_deals(base, members):
            base = None
        own = self.results.values(members, lambda block: block.own)
        gain = None
        if base is not None and base.player != self.results.player:
            theirs = base.values(members, lambda block: block.own)
            shared = min(len(own), len(theirs))
            gain = estimate((own[:shared] - theirs[:shared]).tolist())

        def narrowed(value: BlockValue) -> Estimate:
            surrogate = base.values(members, value) if base is not None else np.zeros(0)
            return surrogate_estimate(self.results.values(members, value), surrogate)

        return PanelFigures(
            narrowed(lambda block: block.own),
            narrowed(lambda block: block.difference),
            narrowed(lambda block: block.owner_rate),
            gain,
            len(own),
        )


def surrogate_estimate(values: FloatArray, surrogate: FloatArray) -> Estimate:
    """The mean of the values, narrowed by a surrogate on the same deals and on more of them.

    The surrogate's first values belong to the deals of `values`.  Where it has no more of them, or
    too few for a regression, this is the plain mean.
    """
    count, more = len(values), len(surrogate)
    if count < MIN_DEALS_FITTED or more <= count:
        return estimate(values.tolist())
    same = surrogate[:count]
    spread = float(same.var(ddof=1))
    slope = float(np.cov(values, same)[0, 1]) / spread if spread else 0.0
    left = values - slope * same
    beyond = float(surrogate.mean() - same.mean())
    # How far the fitted line may be off at the mean of all: in height, and by its slope.
    share = 1 / count + (beyond**2 / (spread * (count - 1)) if spread else 0.0)
    variance = float(((left - left.mean()) ** 2).sum()) / (count - FITTED) * share
    variance += slope**2 * float(surrogate.var(ddof=1)) / more
    return Estimate(float(left.mean() + slope * surrogate.mean()), sqrt(variance), count, FITTED)


def read_panel_results(folder: Path, baseline: str) -> list[PanelComparison]:
    """What stands in a folder, beside the baseline; raises BottleImpError for other files."""
    found: dict[tuple[str, str], dict[str, list[Block]]] = {}
    seeds: dict[tuple[str, str], dict[str, int]] = {}
    for file in sorted(folder.rglob("*.jsonl")):
        measurement, blocks = read_panel_blocks(file)
        if blocks:
            key = (measurement.edition, measurement.label)
            found.setdefault(key, {})[measurement.member_label] = blocks
            seeds.setdefault(key, {})[measurement.member_label] = measurement.seed
    order = [member.name for member in read_panel().players]
    results = {
        key: PlayerResults(*key, in_panel_order(blocks, order), seeds[key])
        for key, blocks in found.items()
    }
    return [
        PanelComparison(
            one, results.get((one.edition, baseline)), shared_members(results.values(), one.edition)
        )
        for one in results.values()
    ]


def shared_members(results: Iterable[PlayerResults], edition: str) -> frozenset[str]:
    """The members of the panel among which all these players have played the edition."""
    found = [frozenset(one.blocks) for one in results if one.edition == edition]
    return frozenset.intersection(*found)


def in_panel_order(
    blocks: Mapping[str, Sequence[Block]], order: Sequence[str]
) -> dict[str, Sequence[Block]]:
    """The blocks of each member in this order, of others behind them."""
    places = {name: place for place, name in enumerate(order)}
    return {
        name: blocks[name] for name in sorted(blocks, key=lambda n: (places.get(n, len(order)), n))
    }


def panel_section(comparisons: Sequence[PanelComparison], baseline: str) -> Iterator[str]:
    """The tables of all editions, as pages have them."""
    headings = tuple(f"own less `{baseline}`" if h == "own less" else h for h in HEADINGS)
    yield EXPLANATION
    for edition in dict.fromkeys(one.results.edition for one in comparisons):
        here = [one for one in comparisons if one.results.edition == edition]
        yield f"`{edition}`, {format_seeds(one.results for one in here)}:"
        yield ""
        yield from markdown_table(headings, [row for one in here for row in comparison_rows(one)])
        yield ""
        if all(one.baseline is None for one in here):
            yield f"There are no results of `{baseline}` in this edition to compare with."
            yield ""


def format_seeds(results: Iterable[PlayerResults]) -> str:
    """What fixes the deals, and what follows where that is not the same for all."""
    seeds = sorted({seed for one in results for seed in one.seeds.values()})
    if len(seeds) == 1:
        return f"seed {seeds[0]}"
    return (
        f"seeds {', '.join(map(str, seeds))} (players are compared only among members whose deals"
        " had the same seed for both)"
    )


def comparison_rows(one: PanelComparison) -> Iterator[tuple[str, ...]]:
    """A row for each member, one for their mean and one for the worst of them."""
    player = f"`{one.results.player}`"
    for member, figures in one.of_members.items():
        yield figures_row(player, f"`{member}`", figures)
    if len(one.of_shared) < FEW_MEMBERS:
        return
    over = "" if len(one.of_shared) == len(one.of_members) else f" of {len(one.of_shared)}"
    yield figures_row(player, MEAN + over, one.mean)
    members = list(one.of_shared.values())
    gains = [figures.gain for figures in members if figures.gain is not None]
    is_compared = one.mean.gain is not None  # among every one of them
    yield (
        player, WORST + over,
        format_estimate(least(figures.own for figures in members)),
        format_estimate(least(figures.difference for figures in members), "+.2f"),
        format_share(max((f.owner_rate for f in members), key=lambda rate: rate.mean)),
        format_estimate(least(gains), "+.2f") if is_compared else "", "",
    )  # fmt: skip


def figures_row(player: str, member: str, figures: PanelFigures) -> tuple[str, ...]:
    """A row of the table."""
    return (
        player, member,
        format_estimate(figures.own), format_estimate(figures.difference, "+.2f"),
        format_share(figures.owner_rate),
        "" if figures.gain is None else format_estimate(figures.gain, "+.2f"),
        str(figures.deals),
    )  # fmt: skip


def least(estimates: Iterator[Estimate] | Sequence[Estimate]) -> Estimate:
    """The estimate with the least mean."""
    return min(estimates, key=lambda one: one.mean)


def panel_as_json(comparisons: Sequence[PanelComparison], baseline: str) -> dict[str, object]:
    """All figures with full precision."""
    return {
        "baseline": baseline,
        "players": [
            {
                "edition": one.results.edition,
                "player": one.results.player,
                "members": {n: figures_as_json(f) for n, f in one.of_members.items()},
                "seeds": {n: one.results.seeds[n] for n in one.of_members},
                "shared_members": sorted(one.of_shared),
                "mean": figures_as_json(one.mean) if one.has_mean else None,
            }
            for one in comparisons
        ],
    }


def figures_as_json(figures: PanelFigures) -> dict[str, object]:
    """Figures by name."""
    return {
        "own": estimate_as_json(figures.own),
        "difference": estimate_as_json(figures.difference),
        "stuck": estimate_as_json(figures.owner_rate),
        "own_less_baseline": None if figures.gain is None else estimate_as_json(figures.gain),
        "deals": figures.deals,
    }
